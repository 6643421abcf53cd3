//! Batch calls of the library, passed to a timer.

use lanecrypt::stream::zuc::Variant;
use lanecrypt::{Algorithm, Batch, Cipher, CipherJob, Error, Key, Mac, MacJob, Report};

use crate::block::lanes_of;
use crate::entry::{Buffers, Keys, Secret, Setting, Subject};
use crate::jobs::{self, Jobs};
use crate::zuc::variant_name;

/// Passes the batch call over some jobs to `timer`. Every call makes the jobs pending first.
pub(super) fn time_jobs(jobs: &mut dyn Jobs, timer: &mut dyn FnMut(&mut dyn FnMut())) {
    let mut failure = None;
    timer(&mut || {
        jobs.renew();
        if let Some((_, error)) = jobs.run().first_failure() {
            failure = Some(error);
        }
    });
    match failure {
        // The output is zeros. Verification finds that.
        None | Some(Error::Authentication) => {}
        Some(error) => unreachable!("the catalogue made a job that the library refuses: {error}"),
    }
}

/// The tags of jobs that are done.
pub(super) fn tags(jobs: &dyn Jobs) -> Vec<Vec<u8>> {
    jobs.tags().iter().flatten().map(|tag| tag.as_ref().to_vec()).collect()
}

/// The value. The catalogue asks only for what the library can do.
pub(super) fn accept<T>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("the catalogue asked for something impossible: {error}"),
    }
}

/// The options of an algorithm, by the names of the program.
pub(super) trait VariantNames: Copy + Default + Sync + 'static {
    /// The options of that name.
    fn named(name: &str) -> Self;
    /// The name of what is computed in a setting.
    fn resolved(self, setting: &Setting) -> &'static str;
    /// The number of messages processed in parallel, or of blocks in a register.
    fn lanes(self, setting: &Setting) -> usize;
}

impl VariantNames for Variant {
    fn named(name: &str) -> Self {
        let mut all = Self::ALL.iter().copied();
        all.find(|variant| variant_name(*variant) == name).unwrap_or_default()
    }

    fn resolved(self, setting: &Setting) -> &'static str {
        variant_name(self.resolve(setting.backend, setting.batch))
    }

    fn lanes(self, setting: &Setting) -> usize {
        self.lanes(setting.backend, setting.batch)
    }
}

/// Algorithms over AES have one variant.
impl VariantNames for () {
    fn named(_: &str) -> Self {}

    fn resolved(self, _: &Setting) -> &'static str {
        "lanes"
    }

    fn lanes(self, setting: &Setting) -> usize {
        lanes_of(128, setting.backend)
    }
}

/// Encrypts messages, or fills them with keystream.
pub(super) struct Encryption<C: Cipher> {
    setting: Setting,
    options: C::Options,
    call: CipherCall<C>,
    nonce: for<'s> fn(&'s Secret) -> C::Nonce<'s>,
}

/// A batch call of a cipher.
type CipherCall<C> = fn(&Batch<C>, &mut [CipherJob<'_, C>]) -> Report;

/// The subject for a cipher: a batch call, and how nonces are made.
pub(super) fn encryption<C: Cipher<Options: VariantNames>>(
    setting: &Setting,
    call: CipherCall<C>,
    nonce: for<'s> fn(&'s Secret) -> C::Nonce<'s>,
) -> Box<dyn Subject> {
    let options = C::Options::named(setting.variant);
    Box::new(Encryption { setting: *setting, options, call, nonce })
}

impl<C: Cipher<Options: VariantNames>> Subject for Encryption<C> {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, bits, .. } = buffers;
        let ready = ready::<C>(&self.setting, self.options, secrets);
        let all = messages.iter_mut().zip(&*secrets).map(|(message, secret)| {
            let nonce = (self.nonce)(secret);
            let job = CipherJob::new(key(ready.as_ref(), secret), nonce, message.as_mut_slice());
            match *bits {
                Some(bits) => job.with_bits(bits),
                None => job,
            }
        });
        let batch = accept(Batch::with_backend(self.setting.backend)).with_options(self.options);
        let mut jobs = jobs::prepare(batch, self.call, all);
        time_jobs(jobs.as_mut(), timer);
    }

    fn resolved_variant(&self) -> &'static str {
        self.options.resolved(&self.setting)
    }

    fn lanes(&self) -> usize {
        self.options.lanes(&self.setting)
    }

    fn resolved_keys(&self) -> Keys {
        self.setting.keys
    }
}

/// Computes tags.
pub(super) struct Authentication<M: Mac> {
    setting: Setting,
    options: M::Options,
    nonce: for<'s> fn(&'s Secret) -> M::Nonce<'s>,
    tag_bytes: usize,
}

/// The subject for a MAC: how nonces are made, and the length of tags.
pub(super) fn authentication<M: Mac<Options: VariantNames>>(
    setting: &Setting,
    nonce: for<'s> fn(&'s Secret) -> M::Nonce<'s>,
    tag_bytes: usize,
) -> Box<dyn Subject> {
    let options = M::Options::named(setting.variant);
    Box::new(Authentication::<M> { setting: *setting, options, nonce, tag_bytes })
}

impl<M: Mac<Options: VariantNames>> Subject for Authentication<M> {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, bits, tags, .. } = buffers;
        let ready = ready::<M>(&self.setting, self.options, secrets)
            .map(|key| accept(key.with_tag_bytes(self.tag_bytes)));
        let all = messages.iter().zip(&*secrets).map(|(message, secret)| {
            let job = MacJob::new(key(ready.as_ref(), secret), (self.nonce)(secret), message)
                .with_tag_bytes(self.tag_bytes);
            match *bits {
                Some(bits) => job.with_bits(bits),
                None => job,
            }
        });
        let batch = accept(Batch::with_backend(self.setting.backend)).with_options(self.options);
        let mut jobs = jobs::prepare(batch, Batch::compute, all);
        time_jobs(jobs.as_mut(), timer);
        *tags = self::tags(jobs.as_ref());
    }

    fn resolved_variant(&self) -> &'static str {
        self.options.resolved(&self.setting)
    }

    fn lanes(&self) -> usize {
        self.options.lanes(&self.setting)
    }

    fn resolved_keys(&self) -> Keys {
        self.setting.keys
    }
}

/// The key object that all messages share, if keys are ready.
fn ready<A: Algorithm>(setting: &Setting, options: A::Options, secrets: &[Secret]) -> Option<A> {
    let new =
        |secret: &Secret| A::with_options(&secret.key[..A::KEY_BYTES], options, setting.backend);
    (setting.keys == Keys::Ready).then(|| accept(new(&secrets[0])))
}

/// The key of a message: the shared key object, or the bytes of the message's own key.
fn key<'k, A: Algorithm>(ready: Option<&'k A>, secret: &'k Secret) -> Key<'k, A> {
    match ready {
        Some(key) => key.into(),
        None => Key::Bytes(&secret.key[..A::KEY_BYTES]),
    }
}
