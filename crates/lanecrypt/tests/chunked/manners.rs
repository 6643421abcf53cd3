//! Messages in pieces, out of order and in part, around every length where something changes.

use lanecrypt::block::{Aes128, Aes256};
use lanecrypt::chunked::{Layout, MAX_CHUNKS, Variant, sealed_bytes};
use lanecrypt::{Algorithm as _, Backend, Error};

use crate::{CHUNK, HEADER, SALT, SEALED, key, open, plaintext, seal};

/// Lengths around the ends of chunks, and of the groups that are sealed together.
fn lengths() -> Vec<usize> {
    let mut lengths = vec![0, 1, 15, 16, 17, 100];
    for chunks in [1, 2, 3, 4, 5, 15, 16, 17, 33] {
        lengths.extend([chunks * CHUNK - 1, chunks * CHUNK, chunks * CHUNK + 1]);
    }
    lengths
}

fn every_manner<C: Variant>(backend: Backend) {
    let key = key::<C>(backend);
    assert_eq!(key.backend(), backend);
    for bytes in lengths() {
        let plaintext = plaintext(bytes);
        let sealed = seal(&key, b"context", &plaintext);
        assert_eq!(sealed.len(), HEADER + bytes + (bytes / CHUNK + 1) * 16);
        assert_eq!(open(&key, b"context", &sealed).unwrap(), plaintext, "{backend} {bytes}");
        let (header, body) = sealed.split_first_chunk::<HEADER>().unwrap();

        // In pieces of so many chunks.
        for piece in [1, 3, 16] {
            let mut sealing = key.sealing(&SALT, b"context");
            let (mut out, mut rest) = (sealing.header().to_vec(), &plaintext[..]);
            while rest.len() >= piece * CHUNK {
                let mut room = vec![0; piece * SEALED];
                sealing.update(&rest[..piece * CHUNK], &mut room).unwrap();
                (out, rest) = ([out, room].concat(), &rest[piece * CHUNK..]);
            }
            assert_eq!(sealing.next_chunk() as usize, (bytes - rest.len()) / CHUNK);
            let mut room = vec![0; rest.len() + (rest.len() / CHUNK + 1) * 16];
            sealing.finish(rest, &mut room).unwrap();
            assert_eq!([out, room].concat(), sealed, "{backend} {bytes} by {piece}");

            let mut opening = key.opening(header, b"context").unwrap();
            let (mut out, mut rest) = (Vec::new(), body);
            while rest.len() >= piece * SEALED {
                let mut room = vec![0; piece * CHUNK];
                opening.update(&rest[..piece * SEALED], &mut room).unwrap();
                (out, rest) = ([out, room].concat(), &rest[piece * SEALED..]);
            }
            let mut room = vec![0; rest.len() - (rest.len() / SEALED + 1) * 16];
            opening.finish(rest, &mut room).unwrap();
            assert_eq!([out, room].concat(), plaintext, "{backend} {bytes} by {piece}");
        }

        // From the last chunk to the first, and any part of it.
        let message = key.message_of(header, b"context").unwrap();
        let layout = Layout::of_sealed(sealed.len() as u64).unwrap();
        assert_eq!(
            (layout.plaintext_bytes(), layout.sealed_bytes()),
            (bytes as u64, sealed.len() as u64)
        );
        let mut backwards = vec![0; body.len()];
        for chunk in (0..layout.chunks()).rev() {
            let range = layout.sealed_range(chunk..chunk + 1).unwrap();
            let room = &mut backwards[range.start as usize - HEADER..range.end as usize - HEADER];
            let input = layout.plaintext_range(chunk..chunk + 1).unwrap();
            let input = &plaintext[input.start as usize..input.end as usize];
            match input.len() == CHUNK {
                true => message.seal_chunks(chunk, input, room).unwrap(),
                false => message.seal_end(chunk, input, room).unwrap(),
            }
        }
        assert_eq!(backwards, body, "{backend} {bytes}");
        for start in [0, bytes / 3, bytes.saturating_sub(CHUNK), bytes] {
            for end in [start, (start + 1).min(bytes), (start + CHUNK).min(bytes), bytes] {
                let chunks = layout.chunks_of(start as u64..end as u64).unwrap();
                let range = layout.sealed_range(chunks.clone()).unwrap();
                let part = layout.plaintext_range(chunks.clone()).unwrap();
                let mut room = vec![0; (part.end - part.start) as usize];
                let input = &sealed[range.start as usize..range.end as usize];
                message.open_part(&layout, chunks, input, &mut room).unwrap();
                if start < end {
                    let skipped = start - part.start as usize;
                    assert_eq!(room[skipped..][..end - start], plaintext[start..end]);
                }
            }
        }
    }
}

#[test]
fn aes128() {
    Backend::available().for_each(every_manner::<Aes128>);
}

#[test]
fn aes256() {
    Backend::available().for_each(every_manner::<Aes256>);
}

#[test]
fn numbers_are_the_nonce() {
    // Chunks with numbers that need more than 32 bits, alone and across a carry.
    let message = key::<Aes256>(Backend::best()).message(&SALT, b"");
    let plaintext = plaintext(4 * CHUNK);
    for first in [0, 255, (1 << 16) - 2, (1 << 32) - 2, MAX_CHUNKS - 5] {
        let mut together = vec![0; 4 * SEALED];
        message.seal_chunks(first, &plaintext, &mut together).unwrap();
        for chunk in 0..4 {
            let mut alone = vec![0; SEALED];
            let input = &plaintext[chunk * CHUNK..][..CHUNK];
            message.seal_chunks(first + chunk as u64, input, &mut alone).unwrap();
            assert_eq!(alone, together[chunk * SEALED..][..SEALED]);
            let elsewhere = message.open_chunks(first + 7, &alone, &mut vec![0; CHUNK]);
            assert_eq!(elsewhere.is_ok(), chunk == 7, "a chunk opened under another number");
        }
        let mut opened = vec![0; 4 * CHUNK];
        message.open_chunks(first, &together, &mut opened).unwrap();
        assert_eq!(opened, plaintext);
    }
}

#[test]
fn what_is_refused() {
    let message = key::<Aes128>(Backend::best()).message(&SALT, b"");
    let (input, mut room) = (plaintext(2 * CHUNK), vec![7; 2 * SEALED]);
    let partial = Error::PartialBlock { bytes: CHUNK + 1, block: CHUNK };
    assert_eq!(message.seal_chunks(0, &input[..CHUNK + 1], &mut room), Err(partial));
    let length = Error::BufferLength { bytes: 2 * SEALED, expected: SEALED as u64 };
    assert_eq!(message.seal_chunks(0, &input[..CHUNK], &mut room), Err(length));
    assert!(matches!(message.seal_end(0, &input, &mut room), Err(Error::BufferLength { .. })));
    let too_long = |result| assert!(matches!(result, Err(Error::TooLong { .. })), "{result:?}");
    for first in [MAX_CHUNKS - 2, MAX_CHUNKS, u64::MAX - 1, u64::MAX] {
        too_long(message.seal_chunks(first, &input, &mut room));
    }
    for first in [MAX_CHUNKS, u64::MAX] {
        too_long(message.seal_end(first, &[], &mut room[..16]));
    }
    assert!(room.iter().all(|&byte| byte == 7), "a refused call has written");
    message.seal_chunks(MAX_CHUNKS - 3, &input, &mut room).unwrap();
    message.seal_end(MAX_CHUNKS - 1, &input[..5], &mut room[..21]).unwrap();
    too_long(message.open_chunks(MAX_CHUNKS - 1, &room, &mut vec![0; 2 * CHUNK]));

    assert_eq!(sealed_bytes((1 << 52) - 1), Ok(HEADER as u64 + (1 << 52) - 1 + (1 << 42)));
    too_long(sealed_bytes(1 << 52).map(|_| ()));
    too_long(Layout::of_sealed(u64::MAX).map(|_| ()));
    let layout = Layout::of_plaintext(100).unwrap();
    for result in
        [layout.chunks_of(0..101), layout.sealed_range(0..2), layout.plaintext_range(2..2)]
    {
        assert!(matches!(result, Err(Error::OutOfRange { .. })), "{result:?}");
    }
    #[allow(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    let reversed = layout.chunks_of(2..1);
    assert!(reversed.is_err());
}
