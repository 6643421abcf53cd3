//! The ways in which cases give nonces and tags.

use lanecrypt::stream::zuc::Iv184;
use lanecrypt::threegpp::{Direction, Iv, Parameters};
use lanecrypt_vectors::Case;

/// One of the ways in which a case gives its nonce, with the name of the field that makes it one.
pub(crate) type NonceForm<N> = (&'static str, N);

/// All these ways, or what is wrong with the case.
pub(crate) type NonceForms<N> = Result<Vec<NonceForm<N>>, String>;

/// A tag that a case gives: its nonce, the field that it is in, and the length in bytes that tags
/// have by agreement.
pub(crate) type TagForm<N> = (N, &'static str, usize);

/// All the tags of a case, or what is wrong with it.
pub(crate) type TagForms<N> = Result<Vec<TagForm<N>>, String>;

/// `iv` of 16 bytes.
pub(crate) fn iv16(case: &Case) -> NonceForms<[u8; 16]> {
    Ok(vec![("iv", case.array("iv")?)])
}

/// The IV of the 256-bit suite: `iv` of 16 bytes.
pub(crate) fn iv_256(case: &Case) -> NonceForms<Iv> {
    Ok(vec![("iv", Iv::from_bytes(case.array("iv")?))])
}

/// The IV of 184 bits: `iv` of 25 bytes, `iv23` of 23 bytes, or both, and then each is checked.
pub(crate) fn iv184(case: &Case) -> NonceForms<Iv184> {
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
pub(crate) fn parameters(case: &Case) -> NonceForms<Parameters> {
    let count = u32::from_be_bytes(case.array("count")?);
    let bearer = case.number("bearer", 31)? as u8;
    let direction = match case.number("direction", 1)? {
        0 => Direction::Uplink,
        _ => Direction::Downlink,
    };
    let parameters =
        Parameters::new(count, bearer, direction).map_err(|error| case.error(error))?;
    Ok(vec![("count", parameters)])
}

/// `count`, `bearer`, `direction`, and `tag` of 4 bytes.
pub(crate) fn tag4(case: &Case) -> TagForms<Parameters> {
    let forms = parameters(case)?;
    Ok(forms.into_iter().map(|(_, parameters)| (parameters, "tag", 4)).collect())
}

/// The MAC of ZUC-256: the IV as [`iv184`] reads it, and any of `tag32`, `tag64` and `tag128`.
pub(crate) fn zuc256_mac(case: &Case) -> TagForms<Iv184> {
    let ivs = iv184(case)?;
    let mut forms = Vec::new();
    for (field, tag_bytes) in [("tag32", 4), ("tag64", 8), ("tag128", 16)] {
        if case.has(field) {
            forms.extend(ivs.iter().map(|(_, iv)| (*iv, field, tag_bytes)));
        }
    }
    if forms.is_empty() {
        return Err(case.error("has none of the fields `tag32`, `tag64`, `tag128`"));
    }
    Ok(forms)
}

/// 256-NIA6: `iv` of 16 bytes, and `tag` of 4 to 16 bytes, whose length `tag_bits` repeats if it is
/// there.
pub(crate) fn nia6(case: &Case) -> TagForms<Iv> {
    let iv = Iv::from_bytes(case.array("iv")?);
    let bytes = case.bytes("tag")?.len();
    if !case.must_be_rejected() {
        if !(4..=16).contains(&bytes) {
            return Err(case.error("field `tag` has fewer than 4 or more than 16 bytes"));
        }
        if case.has("tag_bits") && case.number("tag_bits", 128)? != 8 * bytes as u64 {
            return Err(case.error("field `tag_bits` is not the length of `tag`"));
        }
    }
    Ok(vec![(iv, "tag", bytes.clamp(4, 16))])
}
