//! Ciphers whose crate has the opposite byte order. Blocks are reversed before and after the timed call.

use crate::entry::{Buffers, Keys, Secret, Subject};

/// Reverses blocks of `block_bytes` bytes; `secret` reverses keys and nonces. The last block of a message
/// is filled up, because the cipher computes all of it in any case.
pub(super) fn turned(
    block_bytes: usize,
    secret: impl Fn(&mut Secret) + 'static,
    inner: Box<dyn Subject>,
) -> Box<dyn Subject> {
    Box::new(Turned { block_bytes, secret, inner })
}

struct Turned<S> {
    block_bytes: usize,
    secret: S,
    inner: Box<dyn Subject>,
}

impl<S: Fn(&mut Secret)> Subject for Turned<S> {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let mut turned = buffers.clone();
        turned.secrets.iter_mut().for_each(&self.secret);
        for message in &mut turned.messages {
            message.resize(message.len().next_multiple_of(self.block_bytes));
            message.chunks_exact_mut(self.block_bytes).for_each(<[u8]>::reverse);
        }
        self.inner.offer(&mut turned, timer);
        for (message, turned) in buffers.messages.iter_mut().zip(&mut turned.messages) {
            turned.chunks_exact_mut(self.block_bytes).for_each(<[u8]>::reverse);
            let bytes = message.len();
            message.copy_from_slice(&turned[..bytes]);
        }
    }

    fn resolved_variant(&self) -> &'static str {
        self.inner.resolved_variant()
    }

    fn lanes(&self) -> usize {
        self.inner.lanes()
    }

    fn resolved_keys(&self) -> Keys {
        self.inner.resolved_keys()
    }
}
