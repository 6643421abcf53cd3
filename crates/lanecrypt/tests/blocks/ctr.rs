//! Counter mode of one message.

use super::Pair;
use super::support::{Guarded, Random};
use lanecrypt::{Backend, Cipher, Error, StreamCipher};

/// The exclusive or of two byte strings.
pub(crate) fn xor(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The numbers of blocks at which a counter carries into its next word, and the last one of all.
pub(crate) fn wraps<P: Pair>() -> Vec<u64> {
    let limit = P::limit();
    let mut wraps = vec![limit];
    for bits in [16, 24, 32, 40, 48, 56] {
        let wrap = 1 << bits;
        if wrap < limit && (bits % P::WORD_BITS == 0 || bits == 32) {
            wraps.push(wrap);
        }
    }
    wraps
}

/// Every length up to 600, longer ones now and then, at odd addresses.
pub(crate) fn of_any_length<P: Pair>() {
    const LONGEST: usize = 9000;
    let mut random = Random::new(4);
    let (key, nonce) = (random.bytes(P::KEY), random.bytes(P::BLOCK / 2));
    let message = random.bytes(LONGEST);
    let keystream = P::keystream(&key, &nonce, 0, LONGEST.div_ceil(P::BLOCK));
    let ciphertext = xor(&message, &keystream);
    for backend in Backend::available() {
        let cipher = P::ctr(&key, backend);
        let fresh = || cipher.stream(&nonce).unwrap();
        let lengths = (0..=600).chain([1023, 1024, 1025, 2047, 4095, 4097, 8192, LONGEST]);
        for length in lengths {
            let mut data = Guarded::new(&mut random, 7 * length + 1, &message[..length]);
            let mut stream = fresh();
            stream.apply(data.get_mut()).unwrap();
            assert!(data.get() == &ciphertext[..length], "{backend}, {length} bytes");
            assert_eq!(stream.position(), length as u128);
            data.check_guards();

            fresh().keystream(data.get_mut()).unwrap();
            assert!(data.get() == &keystream[..length], "{backend}, {length} bytes of keystream");

            fresh().apply((&message[..length], data.get_mut())).unwrap();
            assert!(data.get() == &ciphertext[..length], "{backend}, {length} bytes copied");
            data.check_guards();

            // The same without a stream.
            cipher.keystream(&nonce, data.get_mut()).unwrap();
            assert!(data.get() == &keystream[..length], "{backend}, {length} bytes of keystream");
            cipher.encrypt(&nonce, (&message[..length], data.get_mut())).unwrap();
            assert!(data.get() == &ciphertext[..length], "{backend}, {length} bytes in one call");
            cipher.decrypt(&nonce, data.get_mut()).unwrap();
            assert!(data.get() == &message[..length], "{backend}, {length} bytes decrypted");
            data.check_guards();
        }
    }
}

/// Pieces of any lengths, in order and from anywhere.
pub(crate) fn cut_and_sought_anywhere<P: Pair>() {
    const BYTES: usize = 12_000;
    let mut random = Random::new(5);
    for backend in Backend::available() {
        let (key, nonce) = (random.bytes(P::KEY), random.bytes(P::BLOCK / 2));
        let message = random.bytes(BYTES);
        let keystream = P::keystream(&key, &nonce, 0, BYTES.div_ceil(P::BLOCK));
        let expected = xor(&message, &keystream);
        let cipher = P::ctr(&key, backend);
        let mut stream = cipher.stream(&nonce).unwrap();
        // The stream owns its key.
        drop(cipher);

        let mut data = message.clone();
        let mut rest = &mut data[..];
        while !rest.is_empty() {
            let most = [3, P::BLOCK + 1, 300, 2000][random.below(4)];
            let bytes = random.below(most + 1).min(rest.len());
            let (piece, after) = rest.split_at_mut(bytes);
            stream.apply(piece).unwrap();
            rest = after;
        }
        assert!(data == expected, "{backend}, in pieces");
        assert_eq!(stream.position(), BYTES as u128);

        for _ in 0..100 {
            let start = random.below(BYTES);
            let end = start + random.below((BYTES - start).min(700) + 1);
            let mut output = vec![0; end - start];
            stream.seek(start as u128).unwrap();
            assert_eq!(stream.position(), start as u128);
            stream.apply((&message[start..end], &mut output[..])).unwrap();
            assert!(output == expected[start..end], "{backend}, bytes {start} to {end}");
            assert_eq!(stream.position(), end as u128);
        }
    }
}

/// From some blocks before a carry to some after it, or up to the very last block.
pub(crate) fn where_words_of_the_counter_wrap<P: Pair>() {
    let mut random = Random::new(6);
    let limit = P::limit();
    for wrap in wraps::<P>() {
        for before in [1, 2, 63, 300, 1025] {
            let (key, nonce) = (random.bytes(P::KEY), random.bytes(P::BLOCK / 2));
            let first = wrap - before;
            let blocks = (before + 500).min(limit - first) as usize;
            let keystream = P::keystream(&key, &nonce, first, blocks);
            for backend in Backend::available() {
                let cipher = P::ctr(&key, backend);
                let mut stream = cipher.stream(&nonce).unwrap();
                // Not at the beginning of a block, or at it.
                let skipped = random.below(2) * random.below(P::BLOCK);
                stream.seek(u128::from(first) * P::BLOCK as u128 + skipped as u128).unwrap();
                let mut data = vec![0xee; keystream.len() - skipped];
                stream.keystream(&mut data).unwrap();
                assert!(
                    data == keystream[skipped..],
                    "{backend}, {blocks} blocks from {first} on less {skipped} bytes"
                );
            }
        }
    }
}

/// One byte more than there is, is refused, and nothing happens.
pub(crate) fn ends_where_the_counter_would_wrap<P: Pair>() {
    let mut random = Random::new(7);
    let (key, nonce) = (random.bytes(P::KEY), random.bytes(P::BLOCK / 2));
    let limit = P::limit();
    let bits = (4 * P::BLOCK).min(64) as u32;
    assert_eq!(u128::from(limit), (1_u128 << bits).min(u64::MAX.into()));
    for backend in Backend::available() {
        let cipher = P::ctr(&key, backend);
        for left in [0, 1, 2, 70] {
            let first = limit - left;
            let start = u128::from(first) * P::BLOCK as u128;
            let available = left as usize * P::BLOCK;
            let mut stream = cipher.stream(&nonce).unwrap();
            stream.seek(start).unwrap();
            for more in [1, P::BLOCK, 5 * P::BLOCK + 1] {
                let content = random.bytes(available + more);
                let mut data = Guarded::new(&mut random, more, &content);
                let blocks = left + more.div_ceil(P::BLOCK) as u64;
                let error = Err(Error::Counter { blocks, left });
                assert_eq!(stream.apply(data.get_mut()), error, "{backend}");
                assert_eq!(stream.keystream(data.get_mut()), error, "{backend}");
                assert!(data.get() == content, "{backend}: written although refused");
                data.check_guards();
                assert_eq!(stream.position(), start);
            }
            // All that is left, in two pieces, then nothing any more.
            let expected = P::keystream(&key, &nonce, first, left as usize);
            let mut data = vec![0xee; available];
            let (head, tail) = data.split_at_mut(available.min(P::BLOCK + 1));
            stream.keystream(head).unwrap();
            stream.keystream(tail).unwrap();
            assert!(data == expected, "{backend}, the last {left} blocks");
            stream.apply(&mut []).unwrap();
            assert_eq!(stream.apply(&mut [0]), Err(Error::Counter { blocks: 1, left: 0 }));
        }
        let mut stream = cipher.stream(&nonce).unwrap();
        stream.seek(5).unwrap();
        let end = u128::from(limit) * P::BLOCK as u128;
        for position in [end + 1, end + P::BLOCK as u128, u128::MAX] {
            assert!(matches!(stream.seek(position), Err(Error::Counter { .. })), "{position}");
            assert_eq!(stream.position(), 5);
        }
        stream.seek(end).unwrap();
        assert_eq!(stream.position(), end);
    }
}
