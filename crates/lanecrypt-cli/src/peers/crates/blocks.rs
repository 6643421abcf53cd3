//! Block ciphers with the traits of the crate `cipher`.

use aes::cipher::array::Array;
use aes::cipher::{
    Block, BlockCipherDecrypt, BlockCipherEncrypt, InnerIvInit, Iv, Key, KeyInit, StreamCipher,
    StreamCipherCoreWrapper,
};
use cmac::digest::block_buffer::BlockSizes;
use ctr::{CtrCore, CtrFlavor};

use crate::block::Counter;
use crate::entry::{Secret, Setting, Subject};
use crate::peers::each::in_place;

/// The key of a message.
pub(super) fn expand<C: KeyInit>(secret: &Secret) -> C {
    let bytes = &secret.key[..Key::<C>::default().len()];
    C::new_from_slice(bytes).unwrap_or_else(|_| unreachable!("the key has its length"))
}

/// The whole blocks of a message.
pub(super) fn whole<C: aes::cipher::BlockSizeUser>(message: &mut [u8]) -> &mut [Block<C>] {
    Array::slice_as_chunks_mut(message).0
}

/// Encryption in ECB.
pub(super) fn ecb<C>(setting: &Setting) -> Box<dyn Subject>
where
    C: KeyInit + BlockCipherEncrypt + 'static,
{
    in_place(setting, expand::<C>, |cipher: &C, _, message| {
        cipher.encrypt_blocks(whole::<C>(message));
    })
}

/// Decryption in ECB.
pub(super) fn ecb_decrypt<C>(setting: &Setting) -> Box<dyn Subject>
where
    C: KeyInit + BlockCipherDecrypt + 'static,
{
    in_place(setting, expand::<C>, |cipher: &C, _, message| {
        cipher.decrypt_blocks(whole::<C>(message));
    })
}

/// Counter mode of the crate `ctr`, in the flavour for a form of counter blocks.
pub(super) fn ctr<C, F>(setting: &Setting, counter: Counter) -> Box<dyn Subject>
where
    C: KeyInit + BlockCipherEncrypt<BlockSize: BlockSizes> + 'static,
    F: CtrFlavor<C::BlockSize> + 'static,
{
    in_place(setting, expand::<C>, move |cipher: &C, secret, message| {
        let mut start = Iv::<CtrCore<&C, F>>::default();
        let nonce = &secret.iv[..counter.nonce_bytes(start.len())];
        counter.write(nonce, secret.block, &mut start);
        let core = CtrCore::<&C, F>::inner_iv_init(cipher, &start);
        // If the counter ends, nothing is done. Verification finds that.
        let _ = StreamCipherCoreWrapper::from_core(core).try_apply_keystream(message);
    })
}
