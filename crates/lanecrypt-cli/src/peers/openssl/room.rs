//! Room after each message, which the crate `openssl` needs.

use crate::entry::{Buffers, Keys, Subject};

/// The number of bytes after each message.
pub(super) const ROOM: usize = 16;

/// Adds room to the messages outside of the timed call.
pub(super) fn with_room(inner: Box<dyn Subject>) -> Box<dyn Subject> {
    Box::new(WithRoom(inner))
}

struct WithRoom(Box<dyn Subject>);

impl Subject for WithRoom {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let bytes: Vec<usize> = buffers.messages.iter().map(|message| message.len()).collect();
        for message in &mut buffers.messages {
            message.resize(message.len() + ROOM);
        }
        self.0.offer(buffers, timer);
        for (message, bytes) in buffers.messages.iter_mut().zip(bytes) {
            message.resize(bytes);
        }
    }

    fn resolved_variant(&self) -> &'static str {
        self.0.resolved_variant()
    }

    fn lanes(&self) -> usize {
        self.0.lanes()
    }

    fn resolved_keys(&self) -> Keys {
        self.0.resolved_keys()
    }
}
