//! The Monte Carlo tests of AES in ACVP (and of AESAVS before it) for ECB and CBC, and the same idea for counter
//! mode, which has none there: 100 times 1000 messages of which each is made of the ones before, with a key that
//! changes after every thousand. The expected results are those of the crate `aes`, chained here.
#![cfg(feature = "aes")]

use aes::cipher::consts::U16;
use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, BlockSizeUser, KeyInit};
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{AesModes, Cbc, Ctr, Ecb};
use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob};

type Block = [u8; 16];

const OUTER: usize = 100;
const INNER: usize = 1000;

/// Every kind of chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    EcbEncrypt,
    EcbDecrypt,
    CbcEncrypt,
    CbcDecrypt,
    Ctr,
}

impl Kind {
    const ALL: [Self; 5] =
        [Self::EcbEncrypt, Self::EcbDecrypt, Self::CbcEncrypt, Self::CbcDecrypt, Self::Ctr];

    fn has_iv(self) -> bool {
        !matches!(self, Self::EcbEncrypt | Self::EcbDecrypt)
    }
}

/// One message of one block: a chain says what each kind makes of it with a key.
trait Step {
    fn step(&self, kind: Kind, iv: &Block, message: &Block) -> Block;
}

fn xor(a: &Block, b: &Block) -> Block {
    core::array::from_fn(|i| a[i] ^ b[i])
}

/// The crate `aes`.
struct Other<C>(C);

impl<C> Step for Other<C>
where
    C: BlockCipherEncrypt + BlockCipherDecrypt + BlockSizeUser<BlockSize = U16>,
{
    fn step(&self, kind: Kind, iv: &Block, message: &Block) -> Block {
        let encrypt = |block: &Block| {
            let mut block = (*block).into();
            self.0.encrypt_block(&mut block);
            Block::from(block)
        };
        let decrypt = |block: &Block| {
            let mut block = (*block).into();
            self.0.decrypt_block(&mut block);
            Block::from(block)
        };
        match kind {
            Kind::EcbEncrypt => encrypt(message),
            Kind::EcbDecrypt => decrypt(message),
            Kind::CbcEncrypt => encrypt(&xor(iv, message)),
            Kind::CbcDecrypt => xor(iv, &decrypt(message)),
            Kind::Ctr => xor(&encrypt(iv), message),
        }
    }
}

/// The library, on a backend.
struct Ours<C: AesModes> {
    ecb: Ecb<C>,
    cbc: Cbc<C>,
    ctr: Ctr<C>,
}

impl<C: AesModes> Ours<C> {
    fn new(key: &[u8], backend: Backend) -> Self {
        let cipher = C::with_backend(key, backend).unwrap();
        Self {
            ecb: Ecb::from(cipher.clone()),
            cbc: Cbc::from(cipher.clone()),
            ctr: Ctr::from(cipher),
        }
    }
}

impl<C: AesModes> Step for Ours<C> {
    fn step(&self, kind: Kind, iv: &Block, message: &Block) -> Block {
        let mut block = *message;
        match kind {
            Kind::EcbEncrypt => self.ecb.encrypt((), &mut block),
            Kind::EcbDecrypt => self.ecb.decrypt((), &mut block),
            Kind::CbcEncrypt => self.cbc.encrypt(iv, &mut block),
            Kind::CbcDecrypt => self.cbc.decrypt(iv, &mut block),
            Kind::Ctr => self.ctr.encrypt(&iv[..], &mut block),
        }
        .unwrap();
        block
    }
}

/// What goes from one thousand to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chain {
    key: Vec<u8>,
    iv: Block,
    message: Block,
    /// The outputs before the next one, the last one at the end.
    last: [Block; 2],
}

impl Chain {
    fn new(key_bytes: usize, number: u8) -> Self {
        let bytes = |from: u8| core::array::from_fn(|i| (i as u8).wrapping_mul(29) ^ from);
        let key = (0..key_bytes as u8).map(|i| i.wrapping_mul(number | 1).wrapping_add(number));
        let (iv, message) = (bytes(number), bytes(!number));
        Self { key: key.collect(), iv, message, last: [[0; 16]; 2] }
    }

    /// Takes the output for message `j` of a thousand, and sets the next message.
    fn take(&mut self, kind: Kind, j: usize, output: Block) {
        let before = self.last[1];
        self.last = [before, output];
        // What CBC feeds back as its IV: the ciphertext.
        let ciphertext = if kind == Kind::CbcDecrypt { self.message } else { output };
        self.message = match kind {
            Kind::EcbEncrypt | Kind::EcbDecrypt | Kind::Ctr => output,
            Kind::CbcEncrypt | Kind::CbcDecrypt if j == 0 => self.iv,
            Kind::CbcEncrypt | Kind::CbcDecrypt => before,
        };
        match kind {
            Kind::EcbEncrypt | Kind::EcbDecrypt => {}
            Kind::CbcEncrypt | Kind::CbcDecrypt => self.iv = ciphertext,
            // A fresh counter block of all that went before.
            Kind::Ctr => self.iv = xor(&self.iv, &output),
        }
    }

    /// After a thousand: the key is changed by as many bytes of the last outputs as it has, and CBC starts with
    /// the last output as IV and the one before as message.
    fn next_key(&mut self, kind: Kind) {
        let outputs = self.last.as_flattened();
        let tail = &outputs[outputs.len() - self.key.len()..];
        self.key.iter_mut().zip(tail).for_each(|(key, byte)| *key ^= byte);
        if matches!(kind, Kind::CbcEncrypt | Kind::CbcDecrypt) {
            [self.message, self.iv] = self.last;
        }
    }
}

/// The state after each thousand.
fn run<S: Step>(kind: Kind, mut chain: Chain, new: impl Fn(&[u8]) -> S) -> Vec<Chain> {
    (0..OUTER)
        .map(|_| {
            let cipher = new(&chain.key);
            for j in 0..INNER {
                let output = cipher.step(kind, &chain.iv, &chain.message);
                chain.take(kind, j, output);
            }
            chain.next_key(kind);
            chain.clone()
        })
        .collect()
}

/// Several chains side by side, as the jobs of batches.
fn run_batches<C: AesModes>(kind: Kind, mut chains: Vec<Chain>, backend: Backend) -> Vec<Chain> {
    let batch = Batch::<Cbc<C>>::with_backend(backend).unwrap();
    for _ in 0..OUTER {
        let keys: Vec<Vec<u8>> = chains.iter().map(|chain| chain.key.clone()).collect();
        let ready: Vec<Cbc<C>> =
            keys.iter().map(|key| Cbc::with_backend(key, backend).unwrap()).collect();
        for j in 0..INNER {
            let ivs: Vec<Block> = chains.iter().map(|chain| chain.iv).collect();
            let mut blocks: Vec<Block> = chains.iter().map(|chain| chain.message).collect();
            let mut jobs: Vec<_> = blocks
                .iter_mut()
                .zip(&ivs)
                .enumerate()
                .map(|(i, (block, iv))| match i % 2 {
                    0 => CipherJob::new(&keys[i], iv, block),
                    _ => CipherJob::new(&ready[i], iv, block),
                })
                .collect();
            let report = match kind {
                Kind::CbcEncrypt => batch.encrypt(&mut jobs),
                _ => batch.decrypt(&mut jobs),
            };
            assert!(report.is_ok());
            for (chain, block) in chains.iter_mut().zip(blocks) {
                chain.take(kind, j, block);
            }
        }
        chains.iter_mut().for_each(|chain| chain.next_key(kind));
    }
    chains
}

fn check<C: AesModes, O: KeyInit>()
where
    Other<O>: Step,
{
    let other = |key: &[u8]| Other(O::new_from_slice(key).unwrap());
    for kind in Kind::ALL {
        let start = Chain::new(C::KEY_BYTES, 7);
        let expected = run(kind, start.clone(), other);
        assert_eq!(expected.len(), OUTER);
        // Every thousand differs from all others, so that none stands still.
        let mut messages: Vec<Block> = expected.iter().map(|chain| chain.message).collect();
        messages.sort_unstable();
        messages.dedup();
        assert_eq!(messages.len(), OUTER, "{kind:?}");
        assert!(kind.has_iv() != expected.iter().all(|chain| chain.iv == start.iv));
        for backend in Backend::available() {
            let made = run(kind, start.clone(), |key| Ours::<C>::new(key, backend));
            let first = made.iter().zip(&expected).position(|(made, expected)| made != expected);
            assert_eq!(first, None, "{kind:?} on {backend}: the thousand that differs");
        }
    }
    for kind in [Kind::CbcEncrypt, Kind::CbcDecrypt] {
        let starts: Vec<Chain> = (0..5).map(|number| Chain::new(C::KEY_BYTES, number)).collect();
        let last = |start: &Chain| run(kind, start.clone(), other).pop().unwrap();
        let expected: Vec<Chain> = starts.iter().map(last).collect();
        for backend in Backend::available() {
            let made = run_batches::<C>(kind, starts.clone(), backend);
            assert!(made == expected, "{kind:?} in batches on {backend}");
        }
    }
    let chains = Kind::ALL.len() + 2 * 5;
    println!("{}: {chains} chains of {OUTER} x {INNER} messages on each backend", C::KEY_BYTES * 8);
}

/// The first thousand of the published tests (`ECBMCT128.rsp` and `CBCMCT128.rsp` of AESAVS): so the chains here
/// are those of NIST.
#[test]
fn published() {
    let number = |text: &str| u128::from_str_radix(text, 16).unwrap().to_be_bytes();
    for (kind, key, iv, message, output) in [
        (
            Kind::EcbEncrypt,
            "139a35422f1d61de3c91787fe0507afd",
            "0",
            "b9145a768b7dc489a096b546f43b231f",
            "d7c3ffac9031238650901e157364c386",
        ),
        (
            Kind::CbcEncrypt,
            "8809e7dd3a959ee5d8dbb13f501f2274",
            "e5c0bb535d7d54572ad06d170a0e58ae",
            "1fd4ee65603e6130cfc2a82ab3d56c24",
            "b127a5b4c4692d87483db0c3b0d11e64",
        ),
    ] {
        let (key, iv, message) = (number(key).to_vec(), number(iv), number(message));
        let start = Chain { key, iv, message, last: [[0; 16]; 2] };
        for backend in Backend::available() {
            let made = run(kind, start.clone(), |key| Ours::<Aes128>::new(key, backend));
            assert_eq!(made[0].last[1], number(output), "{kind:?} on {backend}");
        }
    }
}

#[test]
fn chains_of_aes_128() {
    check::<Aes128, aes::Aes128>();
}

#[test]
fn chains_of_aes_192() {
    check::<Aes192, aes::Aes192>();
}

#[test]
fn chains_of_aes_256() {
    check::<Aes256, aes::Aes256>();
}
