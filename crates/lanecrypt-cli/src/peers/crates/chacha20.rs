//! The crate `chacha20`: the yardstick. Lanecrypt does not have this cipher; its speed is well known.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use lanecrypt_vectors::hex;

use super::peer::Crates;
use crate::entry::{Entry, Keys, Known, ResultKind, Setting, Subject};
use crate::peers::each::{first, in_place};

/// ChaCha20 as in RFC 8439, with nonces of 12 bytes.
pub(super) const CHACHA20: Crates = Crates {
    name: "chacha20",
    versions: &[env!("LANECRYPT_CRATE_CHACHA20")],
    prepare: |algorithm, operation, setting| {
        (algorithm == YARDSTICK.algorithm && operation == YARDSTICK.operation)
            .then(|| prepare(setting))
    },
};

/// The entry of the yardstick.
pub(crate) static YARDSTICK: Entry = Entry {
    algorithm: "chacha20",
    operation: "encrypt",
    by_default: false,
    granule: 1,
    max_bytes: u64::MAX,
    ready_keys: false,
    variants: &|| vec!["auto"],
    prepare: &prepare,
    result: ResultKind::Messages,
    known: &rfc8439,
};

/// RFC 8439, section 2.4.2. The files of known answers have none of this cipher.
fn rfc8439() -> Result<Vec<Known>, String> {
    let message =
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
                    future, sunscreen would be it.";
    let result = hex::decode(
        "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62\
         b3571639d624e65152ab8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91a\
         b77937365af90bbf74a35be6b40b8eedf2785e42874d",
    )?;
    Ok(vec![Known {
        source: "RFC 8439, section 2.4.2".to_owned(),
        key: (0..32).collect(),
        iv: vec![0, 0, 0, 0, 0, 0, 0, 0x4a],
        block: 1,
        bits: 8 * message.len() as u64,
        message: message.to_vec(),
        result,
    }])
}

fn prepare(setting: &Setting) -> Box<dyn Subject> {
    in_place(
        &Setting { keys: Keys::Fresh, ..*setting },
        |secret| *first::<32>(&secret.key),
        |key, secret, message| {
            let mut cipher = ChaCha20::new(key.into(), first::<12>(&secret.iv).into());
            // Past the end of the keystream nothing is done. Verification finds that.
            let _ = cipher.try_seek(64 * secret.block);
            let _ = cipher.try_apply_keystream(message);
        },
    )
}
