//! Batches of ciphers.

use lanecrypt::{Backend, Batch, Cipher, CipherJob, Data, Report, StreamCipher};

use super::jobs::{Keys, all_same, key_of, run};
use super::{Guarded, Random};

/// A message and what encryption makes of it.
pub(crate) struct Message {
    pub(crate) key: Vec<u8>,
    pub(crate) nonce: Vec<u8>,
    /// The block that it starts at.
    pub(crate) block: u64,
    pub(crate) plain: Vec<u8>,
    pub(crate) encrypted: Vec<u8>,
}

impl Message {
    fn keystream(&self) -> Vec<u8> {
        self.plain.iter().zip(&self.encrypted).map(|(plain, sealed)| plain ^ sealed).collect()
    }
}

/// The nonce of a cipher from bytes.
pub(crate) type Nonce<C> = for<'a> fn(&'a [u8]) -> <C as Cipher>::Nonce<'a>;

/// Of ciphers that have none.
pub(crate) fn no_nonce(_: &[u8]) {}

/// As it is.
pub(crate) fn same_nonce(nonce: &[u8]) -> &[u8] {
    nonce
}

/// What goes in and what comes out.
type Ends<'a> = (&'a [u8], &'a [u8]);

/// A batch call.
type Call<'c, C> = &'c dyn Fn(&Batch<C>, &mut [CipherJob<'_, C>]) -> Report;

/// Messages in batches on one backend: encrypted and decrypted, in place and apart in turns. Which of
/// the jobs are in place turns with the way in which keys are given. If all keys are the same, jobs
/// share key objects.
pub(crate) fn check_batch<C: Cipher>(
    random: &mut Random,
    messages: &[Message],
    nonce: Nonce<C>,
    options: C::Options,
    backend: Backend,
    keys: Keys,
) {
    check_way::<C>(random, messages, nonce, options, backend, keys, false);
    check_way::<C>(random, messages, nonce, options, backend, keys, true);
}

/// In one direction.
pub(crate) fn check_way<C: Cipher>(
    random: &mut Random,
    messages: &[Message],
    nonce: Nonce<C>,
    options: C::Options,
    backend: Backend,
    keys: Keys,
    decrypt: bool,
) {
    let ends: Vec<Ends<'_>> = messages
        .iter()
        .map(|message| match decrypt {
            false => (&message.plain[..], &message.encrypted[..]),
            true => (&message.encrypted[..], &message.plain[..]),
        })
        .collect();
    let call: Call<'_, C> = match decrypt {
        false => &|batch, jobs| batch.encrypt(jobs),
        true => &|batch, jobs| batch.decrypt(jobs),
    };
    check(random, (messages, &ends), nonce, options, backend, keys, call);
}

/// Keystream in a batch: what the buffers hold before does not matter.
pub(crate) fn check_keystream<C: StreamCipher>(
    random: &mut Random,
    messages: &[Message],
    nonce: Nonce<C>,
    options: C::Options,
    backend: Backend,
    keys: Keys,
) {
    let keystreams: Vec<Vec<u8>> = messages.iter().map(Message::keystream).collect();
    let ends: Vec<Ends<'_>> = messages
        .iter()
        .zip(&keystreams)
        .map(|(message, keystream)| (&message.plain[..], &keystream[..]))
        .collect();
    let call: Call<'_, C> = &|batch, jobs| batch.keystream(jobs);
    check(random, (messages, &ends), nonce, options, backend, keys, call);
}

fn check<C: Cipher>(
    random: &mut Random,
    (messages, ends): (&[Message], &[Ends<'_>]),
    nonce: Nonce<C>,
    options: C::Options,
    backend: Backend,
    keys: Keys,
    call: Call<'_, C>,
) {
    let batch = Batch::<C>::with_backend(backend).unwrap().with_options(options);
    assert_eq!(batch.backend(), backend);
    let all = messages.iter().map(|message| &message.key[..]);
    let objects = keys.objects::<C>(all.clone(), options, backend);
    let same = all_same(all);
    let turn = keys as usize;
    let mut buffers: Vec<_> = ends
        .iter()
        .enumerate()
        .map(|(i, (input, _))| Guarded::new(random, 5 * i + turn, input))
        .collect();
    let mut jobs: Vec<_> = messages
        .iter()
        .zip(ends)
        .zip(&mut buffers)
        .enumerate()
        .map(|(i, ((message, (input, _)), buffer))| {
            let object = &objects[keys.shared(i, same)];
            let data = if (i + turn).is_multiple_of(2) {
                Data::InPlace(buffer.get_mut())
            } else {
                buffer.get_mut().fill(0xee);
                Data::Copy { input, output: buffer.get_mut() }
            };
            let job = CipherJob::new(key_of(&message.key, object), nonce(&message.nonce), data);
            // Both ways to say the same.
            let job = match (message.block, i % 2) {
                (0, 0) => job,
                (block, _) => job.with_start_block(block),
            };
            if i % 5 == 3 { job.with_bits(8 * input.len() as u64) } else { job }
        })
        .collect();
    let report = run(&mut jobs, &|jobs| call(&batch, jobs));
    assert!(report.is_ok(), "{backend}, {keys:?}: {report:?}");
    drop(jobs);
    for (i, (buffer, (_, output))) in buffers.iter().zip(ends).enumerate() {
        let (count, bytes, block) = (messages.len(), output.len(), messages[i].block);
        assert!(
            buffer.get() == *output,
            "{} on {backend}, {keys:?}: {i} of {count}, {bytes} bytes from block {block} on",
            core::any::type_name::<C>(),
        );
        buffer.check_guards();
    }
}
