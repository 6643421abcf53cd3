//! Keys and IVs of cases, loaded.

use lanecrypt::mobile::Direction;
use lanecrypt::stream::zuc::{Iv184, MacSetup, Setup, TagLength};

use crate::kat::file::Case;

/// One way in which a case gives its key and IV, with the name of the field that makes it one.
pub(crate) type Form<S> = (&'static str, S);

/// A tag that a case gives: the loading for it, the field it is in, and its length in bytes.
pub(crate) type TagForm = (MacSetup, &'static str, usize);

/// ZUC-128: `key` of 16 bytes, `iv` of 16 bytes.
pub(crate) fn zuc128(case: &Case) -> Result<Vec<Form<Setup>>, String> {
    Ok(vec![("iv", Setup::zuc128(&case.array("key")?, &case.array("iv")?))])
}

/// ZUC-256: `key` of 32 bytes, the IV as [`iv184`] reads it.
pub(crate) fn zuc256(case: &Case) -> Result<Vec<Form<Setup>>, String> {
    let key = case.array("key")?;
    Ok(iv184(case)?.into_iter().map(|(form, iv)| (form, Setup::zuc256(&key, &iv))).collect())
}

/// NEA6: `key` of 32 bytes, `iv` of 16 bytes.
pub(crate) fn nea6(case: &Case) -> Result<Vec<Form<Setup>>, String> {
    Ok(vec![("iv", Setup::nea6(&case.array("key")?, &case.array("iv")?))])
}

/// 128-EEA3: `key` of 16 bytes and `count`, `bearer`, `direction`; or the `iv` made of them.
pub(crate) fn eea3(case: &Case) -> Result<Vec<Form<Setup>>, String> {
    let key = case.array("key")?;
    let mut forms = Vec::new();
    if case.has("count") || !case.has("iv") {
        let (count, bearer, direction) = parameters(case)?;
        let setup = Setup::eea3(&key, count, bearer, direction).map_err(|e| case.error(e))?;
        forms.push(("count", setup));
    }
    if case.has("iv") {
        forms.push(("iv", Setup::zuc128(&key, &case.array("iv")?)));
    }
    Ok(forms)
}

/// 128-EIA3: `key` of 16 bytes, `count`, `bearer`, `direction`, and `tag`.
pub(crate) fn eia3(case: &Case) -> Result<Vec<TagForm>, String> {
    let (count, bearer, direction) = parameters(case)?;
    let setup = MacSetup::eia3(&case.array("key")?, count, bearer, direction)
        .map_err(|error| case.error(error))?;
    Ok(vec![(setup, "tag", 4)])
}

/// The MAC of ZUC-256: `key` of 32 bytes, the IV as [`iv184`] reads it, and any of `tag32`,
/// `tag64` and `tag128`.
pub(crate) fn zuc256_mac(case: &Case) -> Result<Vec<TagForm>, String> {
    let key = case.array("key")?;
    let ivs = iv184(case)?;
    let mut forms = Vec::new();
    for (length, field) in TagLength::ALL.into_iter().zip(["tag32", "tag64", "tag128"]) {
        if case.has(field) {
            let setups = ivs.iter().map(|(_, iv)| MacSetup::zuc256(&key, iv, length));
            forms.extend(setups.map(|setup| (setup, field, length.bytes())));
        }
    }
    if forms.is_empty() {
        return Err(case.error("has none of the fields `tag32`, `tag64`, `tag128`"));
    }
    Ok(forms)
}

/// The 184-bit IV: `iv` of 25 bytes, `iv23` of 23 bytes, or both, and then each is checked.
fn iv184(case: &Case) -> Result<Vec<Form<Iv184>>, String> {
    let mut forms = Vec::new();
    if case.has("iv") || !case.has("iv23") {
        let iv = Iv184::from_bytes(&case.array("iv")?)
            .map_err(|error| case.error(format_args!("field `iv`: {error}")))?;
        forms.push(("iv", iv));
    }
    if case.has("iv23") {
        forms.push(("iv23", Iv184::from_packed(&case.array("iv23")?)));
    }
    Ok(forms)
}

/// `count` of 4 bytes, `bearer` and `direction`.
fn parameters(case: &Case) -> Result<(u32, u8, Direction), String> {
    let count = u32::from_be_bytes(case.array("count")?);
    let bearer = case.number("bearer", 31)? as u8;
    let direction = match case.number("direction", 1)? {
        0 => Direction::Uplink,
        _ => Direction::Downlink,
    };
    Ok((count, bearer, direction))
}
