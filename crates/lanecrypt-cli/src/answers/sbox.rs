//! The S-box of a case.

use lanecrypt::block::Sbox;
use lanecrypt_vectors::Case;

use crate::block::Cipher;

/// The S-box of a case, if the cipher leaves it open: `sbox` is the name of a published one or of
/// one that the file gives in `sboxes`, or its eight rows of sixteen digits.
pub(super) fn read(cipher: &Cipher, case: &Case) -> Result<Option<Sbox>, String> {
    if !case.has("sbox") {
        return Ok(None);
    }
    let sbox = match case.text("sbox") {
        Ok(name) => match case.rows_beside("sboxes", name)? {
            Some(rows) => given(&rows, case)?,
            None => published(name, case)?,
        },
        Err(_) => given(&case.rows("sbox")?, case)?,
    };
    match cipher.name {
        "gost28147" => Ok(Some(sbox)),
        "magma" if sbox == Sbox::TC26_Z => Ok(None),
        name => {
            Err(case.error(format_args!("field `sbox`: {name} has no other S-box than its own")))
        }
    }
}

fn published(name: &str, case: &Case) -> Result<Sbox, String> {
    Sbox::NAMED
        .into_iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, sbox)| sbox)
        .ok_or_else(|| {
            let known: Vec<_> = Sbox::NAMED.into_iter().map(|(name, _)| name).collect();
            case.error(format_args!(
                "field `sbox` is {name:?}; the known ones are {}",
                known.join(", ")
            ))
        })
}

fn given(rows: &[Vec<u8>], case: &Case) -> Result<Sbox, String> {
    if rows.len() != 8 || rows.iter().any(|row| row.len() != 8) {
        return Err(case.error("field `sbox`: an S-box has eight rows of sixteen digits"));
    }
    let mut sbox = [[0; 16]; 8];
    for (nibbles, row) in sbox.iter_mut().zip(rows) {
        for (pair, byte) in nibbles.chunks_exact_mut(2).zip(row) {
            pair.copy_from_slice(&[byte >> 4, byte & 15]);
        }
    }
    Sbox::new(&sbox).map_err(|error| case.error(format_args!("field `sbox`: {error}")))
}
