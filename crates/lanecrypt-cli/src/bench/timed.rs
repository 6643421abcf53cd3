//! Batch calls of the library, passed to a timer.

use lanecrypt::{Algorithm, Batch, Cipher, CipherJob, Error, Key, Mac, MacJob, Report};

use crate::block::lanes_of;
use crate::entry::{Buffers, Keys, Secret, Setting, Subject};
use crate::jobs::{self, Jobs};
use crate::nonce::Nonce;
use crate::variants::Variant;

/// Passes the batch call over some jobs to `timer`. Every call makes the jobs pending first.
pub(super) fn time_jobs(jobs: &mut dyn Jobs, timer: &mut dyn FnMut(&mut dyn FnMut())) {
    let mut failure = None;
    timer(&mut || {
        let report = jobs.run_again();
        // The rest of the report is read only if there is something in it: that takes as long as a short message.
        if !report.is_ok() {
            failure = report.first_failure();
        }
    });
    match failure {
        // The output is zeros. Verification finds that.
        None | Some((_, Error::Authentication)) => {}
        Some((_, error)) => {
            unreachable!("the catalogue made a job that the library refuses: {error}")
        }
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
    /// Whether a ready key saves anything.
    const READY_KEYS: bool;

    /// The names.
    fn names() -> Vec<&'static str>;
    /// The options of that name.
    fn named(name: &str) -> Self;
    /// The name of what is computed in a setting.
    fn resolved(self, setting: &Setting) -> &'static str;
    /// The number of messages processed in parallel, or of blocks in a register, where a lane has so
    /// many bits.
    fn lanes(self, lane_bits: usize, setting: &Setting) -> usize;
}

/// ZUC and SNOW 3G. Keys are loaded with the nonce of each message.
impl<V: Variant> VariantNames for V {
    const READY_KEYS: bool = false;

    fn names() -> Vec<&'static str> {
        V::all().iter().map(|variant| variant.name()).collect()
    }

    fn named(name: &str) -> Self {
        let mut all = V::all().iter().copied();
        all.find(|variant| variant.name() == name).unwrap_or_default()
    }

    fn resolved(self, setting: &Setting) -> &'static str {
        self.resolve(setting.backend, setting.batch).name()
    }

    fn lanes(self, _: usize, setting: &Setting) -> usize {
        Variant::lanes(self, setting.backend, setting.batch)
    }
}

/// Other algorithms have one variant.
impl VariantNames for () {
    const READY_KEYS: bool = true;

    fn names() -> Vec<&'static str> {
        vec!["auto", "lanes"]
    }

    fn named(_: &str) -> Self {}

    fn resolved(self, _: &Setting) -> &'static str {
        "lanes"
    }

    fn lanes(self, lane_bits: usize, setting: &Setting) -> usize {
        lanes_of(lane_bits, setting.backend)
    }
}

/// Encrypts messages, or fills them with keystream.
pub(super) struct Encryption<C: Cipher, N> {
    setting: Setting,
    options: C::Options,
    lane_bits: usize,
    call: CipherCall<C>,
    nonce: LendTo<C, N>,
}

/// How a nonce is given to a cipher.
pub(super) type LendTo<C, N> = for<'n> fn(&'n N) -> <C as Cipher>::Nonce<'n>;

/// A batch call of a cipher.
pub(super) type CipherCall<C> = fn(&Batch<C>, &mut [CipherJob<'_, C>]) -> Report;

/// The subject for a cipher: a batch call, how nonces are given, and the bits of a lane.
pub(super) fn encryption<C: Cipher<Options: VariantNames>, N: Nonce>(
    setting: &Setting,
    call: CipherCall<C>,
    nonce: LendTo<C, N>,
    lane_bits: usize,
) -> Box<dyn Subject> {
    let options = C::Options::named(setting.variant);
    Box::new(Encryption { setting: *setting, options, lane_bits, call, nonce })
}

impl<C: Cipher<Options: VariantNames>, N: Nonce> Subject for Encryption<C, N> {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, bits, .. } = buffers;
        let ready = ready::<C>(&self.setting, self.options, secrets);
        let nonces: Vec<_> = secrets.iter().map(|secret| N::of_bytes(&secret.iv)).collect();
        let all =
            messages.iter_mut().zip(&*secrets).zip(&nonces).map(|((message, secret), nonce)| {
                let (key, nonce) = (key(ready.as_ref(), secret), (self.nonce)(nonce));
                let job = CipherJob::new(key, nonce, &mut message[..]);
                let job = job.with_start_block(secret.block);
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
        self.options.lanes(self.lane_bits, &self.setting)
    }

    fn resolved_keys(&self) -> Keys {
        self.setting.keys
    }
}

/// Computes tags.
pub(super) struct Authentication<M: Mac, N> {
    setting: Setting,
    options: M::Options,
    nonce: LendToMac<M, N>,
    tag_bytes: usize,
}

/// How a nonce is given to a MAC.
pub(super) type LendToMac<M, N> = for<'n> fn(&'n N) -> <M as Mac>::Nonce<'n>;

/// The subject for a MAC: how nonces are given, and the length of tags.
pub(super) fn authentication<M: Mac<Options: VariantNames>, N: Nonce>(
    setting: &Setting,
    nonce: LendToMac<M, N>,
    tag_bytes: usize,
) -> Box<dyn Subject> {
    let options = M::Options::named(setting.variant);
    Box::new(Authentication::<M, N> { setting: *setting, options, nonce, tag_bytes })
}

impl<M: Mac<Options: VariantNames>, N: Nonce> Subject for Authentication<M, N> {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Buffers { secrets, messages, bits, tags, .. } = buffers;
        let ready = ready::<M>(&self.setting, self.options, secrets)
            .map(|key| accept(key.with_tag_bytes(self.tag_bytes)));
        let nonces: Vec<_> = secrets.iter().map(|secret| N::of_bytes(&secret.iv)).collect();
        let all = messages.iter().zip(&*secrets).zip(&nonces).map(|((message, secret), nonce)| {
            let (key, nonce) = (key(ready.as_ref(), secret), (self.nonce)(nonce));
            let job = MacJob::new(key, nonce, message).with_tag_bytes(self.tag_bytes);
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
        self.options.lanes(128, &self.setting)
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
