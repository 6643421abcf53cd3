//! ECB, CBC and counter mode.

use lanecrypt::Backend;

use super::keys::cipher;
use super::{cbc, cbc_batch, ctr};
use crate::kat::block::{self, BlockCase, BlockMode};
use crate::kat::file::Case;
use crate::kat::suite::{PreparedSuite, Suite};
use crate::kat::tally::Tally;

/// A case.
enum ModeCase {
    Ecb(BlockCase),
    Ctr(BlockCase),
    Cbc(cbc::CbcCase),
}

/// Understands cases with `mode`, `key`, `plaintext`, `ciphertext`, and `iv` in CBC and counter
/// mode.
pub(super) fn suite(cases: &[Case]) -> PreparedSuite {
    let known = cases.iter().map(read);
    Ok(Box::new(known.collect::<Result<Vec<_>, _>>()?))
}

fn read(case: &Case) -> Result<ModeCase, String> {
    let key = case.bytes("key")?;
    let (cipher, chained) = cipher(&key, case)?;
    let (plaintext, ciphertext) = (case.bytes("plaintext")?, case.bytes("ciphertext")?);
    if plaintext.len() != ciphertext.len() {
        return Err(case.error("fields `plaintext` and `ciphertext` differ in length"));
    }
    let mode = case.text("mode")?;
    let whole = || match plaintext.len().is_multiple_of(cipher.block_bytes) {
        true => Ok(()),
        false => Err(case.error(format_args!(
            "field `plaintext` has {} bytes, which is not whole blocks of {}",
            plaintext.len(),
            cipher.block_bytes
        ))),
    };
    // The mode may be followed by a remark, as in "CBC (no padding)".
    Ok(match mode.split_whitespace().next().unwrap_or_default() {
        "ECB" => {
            whole()?;
            ModeCase::Ecb(BlockCase::of(case, cipher, BlockMode::Ecb, key, plaintext, ciphertext))
        }
        "CTR" => {
            let nonce = BlockMode::Ctr(case.array::<16>("iv")?.to_vec());
            ModeCase::Ctr(BlockCase::of(case, cipher, nonce, key, plaintext, ciphertext))
        }
        "CBC" => {
            whole()?;
            let iv = case.array("iv")?;
            let message = BlockCase::of(case, cipher, BlockMode::Ecb, key, plaintext, ciphertext);
            ModeCase::Cbc(cbc::CbcCase { chained, iv, message })
        }
        _ => {
            return Err(case.error(format_args!("field `mode` is {mode:?}, none of ECB, CBC, CTR")));
        }
    })
}

impl Suite for Vec<ModeCase> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for known in self {
            match known {
                ModeCase::Ecb(message) => block::check(message, backend, tally),
                ModeCase::Ctr(message) => {
                    block::check(message, backend, tally);
                    ctr::check(message, backend, tally);
                }
                ModeCase::Cbc(message) => {
                    message.check(backend, tally);
                    if !message.message.answer.rejected {
                        cbc_batch::check(message, backend, tally);
                    }
                }
            }
        }
    }
}
