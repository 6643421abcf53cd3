//! Batches of message authentication codes.

use lanecrypt::{Batch, Error, Key, Mac, MacJob, Status};

use super::check_report;
use crate::case::{
    Case, Checked, Choose, Count, FromBytes, Given, Shape, Wrong, any_backend, given,
    mac_nonce_bytes, note_bits, note_job,
};
use crate::pages::Place;
use crate::plant::{self, Plant};
use crate::reach;

/// Another implementation: key, nonce, options, message, its bits; makes a tag of its length.
pub type MacModel<O> = fn(&[u8], &[u8], O, &[u8], u64, &mut [u8]);

struct Plan {
    key: usize,
    given: Given,
    nonce: Place,
    message: Place,
    bits: Option<u64>,
    tag: Place,
    wrong: Wrong,
}

/// One batch whose tags are computed and then verified, some of them changed. They are compared with those of the
/// model if there is one, otherwise with what each message gives alone.
pub fn mac<M>(
    case: &mut Case<'_, '_>,
    nonces: &'static [usize],
    model: Option<MacModel<M::Options>>,
) -> Checked
where
    M: Mac,
    M::Options: Choose,
    for<'a> M::Nonce<'a>: FromBytes<'a>,
{
    let Case { source, memory, backend } = case;
    let backend = *backend;
    let inputs = &mut memory.inputs;
    inputs.reset(source);
    let shape = if model.is_some() { Shape::few(source) } else { Shape::new(source) };
    let options = M::Options::choose(source);
    let ways = given(source);
    // Each key has its own length of tags.
    let mut keys = Vec::new();
    for _ in 0..=source.below(6) {
        let tag_bytes = source.one_of(M::TAG_BYTES);
        keys.push((inputs.take(source, M::KEY_BYTES).expect("the first places"), tag_bytes));
    }
    let nonces = mac_nonce_bytes::<M>(nonces);
    let mut plans = Vec::with_capacity(shape.jobs);
    for _ in 0..shape.jobs {
        let wrong = Wrong::choose(source);
        let bytes = shape.length(source, 1);
        let nonce_bytes = source.one_of(nonces);
        let key = source.below(keys.len());
        let (Some(nonce), Some(message), Some(tag)) = (
            inputs.take(source, nonce_bytes),
            inputs.take(source, bytes),
            inputs.take(source, keys[key].1),
        ) else {
            break;
        };
        let bits = match M::BIT_LENGTHS && source.one_in(2) {
            true => Some(source.below(8 * bytes + 1) as u64),
            false => None,
        };
        let given = source.one_of(ways);
        note_job("compute and verify", given, wrong, bytes, None);
        note_bits(bits);
        reach::note(format_args!("nonce of {nonce_bytes} bytes"));
        reach::note(format_args!("tag of {} bytes", keys[key].1));
        plans.push(Plan { key, given, nonce, message, bits, tag, wrong });
    }
    reach::number("jobs", plans.len());
    reach::number("keys", keys.len());
    inputs.fill(source);

    let other = any_backend(source);
    let key_bytes: Vec<Vec<u8>> =
        keys.iter().map(|(place, _)| inputs.get(*place).to_vec()).collect();
    let ready = |backend| -> Vec<M> {
        let key = |(bytes, (_, tag_bytes)): (&Vec<u8>, &(Place, usize))| {
            let key = M::with_options(bytes, options, backend).expect("a key");
            key.with_tag_bytes(*tag_bytes).expect("one of its lengths")
        };
        key_bytes.iter().zip(&keys).map(key).collect()
    };
    let own = ready(backend);
    let elsewhere = if ways.contains(&Given::Elsewhere) { ready(other) } else { Vec::new() };
    let batch = Batch::<M>::with_backend(backend).expect("available").with_options(options);
    let mut tags: Vec<Option<Vec<u8>>> = Vec::new();
    let mut count = Count { cases: 1, ..Count::default() };
    for verify in [false, true] {
        if verify {
            // The tags that were made; some are changed.
            for (plan, tag) in plans.iter().zip(&tags) {
                let Some(tag) = tag else { continue };
                let place = inputs.put(plan.tag);
                place.copy_from_slice(tag);
                if plan.wrong == Wrong::Tag {
                    place[plan.message.bytes as usize % tag.len()] ^= 1 << (plan.nonce.bytes % 8);
                }
            }
        }
        let inputs = &*inputs;
        let make = |plan: &Plan, alone: bool| -> MacJob<'_, M> {
            let bytes = inputs.get(keys[plan.key].0);
            let key = match plan.given {
                _ if plan.wrong == Wrong::Key => Key::Bytes(&bytes[1..]),
                _ if alone => Key::Ready(&own[plan.key]),
                Given::Bytes => Key::Bytes(bytes),
                Given::Ready => Key::Ready(&own[plan.key]),
                Given::Elsewhere => Key::Ready(&elsewhere[plan.key]),
            };
            let nonce = <M::Nonce<'_> as FromBytes<'_>>::from_bytes(inputs.get(plan.nonce));
            let message = inputs.get(plan.message);
            let job = match verify {
                false => MacJob::new(key, nonce, message),
                true => MacJob::expecting(key, nonce, message, inputs.get(plan.tag)),
            };
            let job = job.with_tag_bytes(keys[plan.key].1);
            match plan.bits {
                Some(bits) => job.with_bits(bits),
                None => job,
            }
        };
        let run = |jobs: &mut [MacJob<'_, M>]| match verify {
            false => batch.compute(jobs),
            true => batch.verify(jobs),
        };
        let mut jobs: Vec<_> = plans.iter().map(|plan| make(plan, false)).collect();
        let report = run(&mut jobs);
        check_report(report, jobs.iter().map(MacJob::status))?;
        if source.one_in(8) {
            reach::note(format_args!("made pending again, verify: {verify}"));
            jobs.iter_mut().step_by(3).for_each(MacJob::make_pending);
            if run(&mut jobs) != report {
                return Err("a second call gave another report".to_owned());
            }
        }
        for (i, (plan, job)) in plans.iter().zip(&jobs).enumerate() {
            count.jobs += 1;
            reach::note(format_args!("verify: {verify}, status {}", job.status().code()));
            let what = || format!("job {i} of {}, verify: {verify}", plans.len());
            let wrong = match plan.wrong {
                Wrong::Key => {
                    let (bytes, expected) = (M::KEY_BYTES - 1, M::KEY_BYTES);
                    Some(Error::KeyLength { bytes, expected })
                }
                Wrong::Tag if verify => Some(Error::Authentication),
                _ => None,
            };
            let expected = wrong.map_or(Status::Done, Status::Failed);
            if job.status() != expected {
                return Err(format!("{} is {:?} and not {expected:?}", what(), job.status()));
            }
            if job.tag().is_some() != wrong.is_none() {
                return Err(format!("{}: a tag where none is, or none", what()));
            }
            if wrong.is_none() {
                count.messages += 1;
                count.bytes += u64::from(plan.message.bytes);
            }
            if verify {
                continue;
            }
            let Some(tag) = job.tag() else {
                tags.push(None);
                continue;
            };
            let mut made = [0; 32];
            let made = &mut made[..tag.as_ref().len()];
            made.copy_from_slice(tag.as_ref());
            if plant::is(Plant::Result) && i == 0 {
                made[0] ^= 1;
            }
            let mut right = [0; 32];
            let right = &mut right[..keys[plan.key].1];
            match model {
                Some(model) => {
                    let (key, nonce) = (inputs.get(keys[plan.key].0), inputs.get(plan.nonce));
                    let bits = plan.bits.unwrap_or(8 * u64::from(plan.message.bytes));
                    model(key, nonce, options, inputs.get(plan.message), bits, right);
                }
                None => {
                    let mut alone = [make(plan, true)];
                    let _ = run(&mut alone);
                    let Some(tag) = alone[0].tag() else {
                        return Err(format!("{} is {:?} alone", what(), alone[0].status()));
                    };
                    if tag.as_ref().len() != right.len() {
                        return Err(format!("{}: a tag of another length alone", what()));
                    }
                    right.copy_from_slice(tag.as_ref());
                }
            }
            if made != right {
                return Err(format!("{}: tag {made:02x?} and not {right:02x?}", what()));
            }
            tags.push(Some(made.to_vec()));
        }
    }
    Ok(count)
}
