//! Few messages of the 256-bit suite, one after another: a kernel makes H, Q and P of each, encrypts it and hashes it.
//! Nothing but the sum leaves the kernel, and there is no room for many messages that would have to be made and wiped.

use core::hint::black_box;

use super::frame::{Core, Message};
use super::hash256::{hash_here, is_near};
use crate::Backend;
use crate::algorithm::engine::Operation;
use crate::hash::columns::MOST_BLOCKS;
use crate::hash::polyval::HashKey;
use crate::lanes::{AesOps, AnyWidth, Isa, Kernel, blocks_of_register, dispatch, wipe_in_kernel};

/// A cipher within a kernel, with one message at a time.
pub(super) trait Within: Core {
    /// What is made of a key and does not stay in registers.
    type Expanded: Copy;
    /// Of no key yet.
    const EXPANDED: Self::Expanded;
    /// The keystream behind H, Q and P.
    type Stream<I: Isa>: Copy;

    /// H, Q and P of a message, and the keystream behind them, which is used if the message `ENCRYPTS` something.
    fn begin<I: Isa, const ENCRYPTS: bool>(
        isa: I,
        message: &Message<'_, Self::Ready>,
        expanded: &mut Self::Expanded,
    ) -> ([I::One; 3], Self::Stream<I>);

    /// Encrypts or decrypts its data.
    fn encrypt<I: Isa>(
        isa: I,
        message: &mut Message<'_, Self::Ready>,
        expanded: &Self::Expanded,
        stream: Self::Stream<I>,
    );
}

/// The most messages that are few: fewer where a register has several blocks, because one message at a time uses one of them.
fn most(backend: Backend) -> usize {
    if blocks_of_register(backend) > 1 { 4 } else { 8 }
}

/// The most bytes of all of them, were each as long as the longest. With more, it takes less time to make keys, powers
/// and keystreams side by side than room for them takes.
fn most_bytes(backend: Backend) -> usize {
    // On the longest registers, one message has more powers.
    if blocks_of_register(backend) == MOST_BLOCKS { 1792 } else { 4608 }
}

/// The most bytes of each of two, where that is more.
const BYTES_OF_TWO: usize = 1536;

/// Whether messages of some lengths are so few that they are taken one after another.
#[inline]
pub(super) fn are_few(backend: Backend, lengths: impl ExactSizeIterator<Item = usize>) -> bool {
    let messages = lengths.len();
    if messages > most(backend) {
        return false;
    }
    let longest = lengths.max().unwrap_or(0);
    longest.saturating_mul(messages) <= most_bytes(backend)
        || messages <= 2 && longest <= BYTES_OF_TWO
}

/// Seals messages, or opens those whose tags are right, or only authenticates them ([`Operation::Keystream`]). Puts
/// the sums that their tags are the beginning of.
pub(super) fn one_by_one<C: Within>(
    backend: Backend,
    operation: Operation,
    messages: &mut [Message<'_, C::Ready>],
    sums: &mut [u128],
) {
    let near = messages.iter().all(|message| is_near(backend, &message.text(false)));
    let mut room;
    let powers = if near {
        None
    } else {
        room = HashKey::empty();
        Some(&mut room)
    };
    match operation {
        Operation::Keystream => {
            dispatch(backend, OneByOne::<C, false> { seal: false, messages, sums, powers });
        }
        operation => {
            let seal = operation == Operation::Encrypt;
            dispatch(backend, OneByOne::<C, true> { seal, messages, sums, powers });
        }
    }
}

/// What is done with a message.
enum Step {
    Hash,
    Encrypt,
}

/// Encrypts or decrypts if `ENCRYPTS`.
struct OneByOne<'w, 'm, C: Within, const ENCRYPTS: bool> {
    /// Whether messages are encrypted before they are hashed. Otherwise those whose tags are right are decrypted.
    seal: bool,
    messages: &'w mut [Message<'m, C::Ready>],
    sums: &'w mut [u128],
    /// Room for the powers of H of a message, unless all messages are near.
    powers: Option<&'w mut HashKey>,
}

impl<C: Within, const ENCRYPTS: bool> Kernel for OneByOne<'_, '_, C, ENCRYPTS> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { seal, messages, sums, mut powers } = self;
        let mut expanded = C::EXPANDED;
        let seal = ENCRYPTS && seal;
        let steps = match (ENCRYPTS, seal) {
            (false, _) => &[Step::Hash][..],
            // Their order is hidden: otherwise the code of each would be there twice.
            (true, true) => black_box(&[Step::Encrypt, Step::Hash]),
            (true, false) => black_box(&[Step::Hash, Step::Encrypt]),
        };
        for (message, sum) in messages.iter_mut().zip(sums) {
            let (keys, stream) = C::begin::<I, ENCRYPTS>(isa, message, &mut expanded);
            for step in steps {
                match step {
                    Step::Hash => {
                        let powers = powers.as_deref_mut();
                        *sum = hash_here(isa, keys, &message.text(seal), powers);
                        if ENCRYPTS && !seal && !message.is_right(*sum) {
                            break;
                        }
                    }
                    // The message is hidden: otherwise lengths and addresses could be made to depend on the sum.
                    Step::Encrypt => C::encrypt(isa, black_box(&mut *message), &expanded, stream),
                }
            }
        }
        wipe_in_kernel(isa, &mut expanded, C::EXPANDED);
    }
}
