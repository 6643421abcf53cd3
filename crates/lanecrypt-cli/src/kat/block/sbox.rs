//! The S-box of a case.

use lanecrypt::block::Sbox;
use serde_json::Value;

use crate::block::Cipher;
use crate::hex;
use crate::kat::file::Case;

/// The S-box of a case, if the cipher leaves it open: `sbox` is the name of a published one or of
/// one that the file gives in `sboxes`, or its eight rows of sixteen digits.
pub(super) fn read(cipher: &Cipher, case: &Case) -> Result<Option<Sbox>, String> {
    let Some(value) = case.get("sbox") else { return Ok(None) };
    let sbox = match value {
        Value::String(name) => match case.shared("sboxes", name) {
            Some(rows) => given(rows, case)?,
            None => published(name, case)?,
        },
        rows => given(rows, case)?,
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

fn given(value: &Value, case: &Case) -> Result<Sbox, String> {
    const FORM: &str = "field `sbox`: an S-box is a name or eight rows of sixteen digits";
    let rows = value.as_array().and_then(|rows| <&[Value; 8]>::try_from(rows.as_slice()).ok());
    let mut sbox = [[0; 16]; 8];
    for (row, value) in sbox.iter_mut().zip(rows.ok_or_else(|| case.error(FORM))?) {
        let digits = value.as_str().ok_or_else(|| case.error(FORM))?;
        let bytes = hex::decode(digits)
            .map_err(|reason| case.error(format_args!("field `sbox`: {reason}")))?;
        if bytes.len() != 8 {
            return Err(case.error(FORM));
        }
        for (pair, byte) in row.chunks_exact_mut(2).zip(bytes) {
            pair.copy_from_slice(&[byte >> 4, byte & 15]);
        }
    }
    Sbox::new(&sbox).map_err(|error| case.error(format_args!("field `sbox`: {error}")))
}
