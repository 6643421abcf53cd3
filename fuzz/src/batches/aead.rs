//! Batches of authenticated ciphers.

use lanecrypt::{Aead, AeadJob, Batch, Data, Error, Key, Status};

use super::check_report;
use crate::case::{Case, Checked, Count, Given, Shape, Wrong, any_backend, given, note_job};
use crate::pages::Place;
use crate::plant::{self, Plant};
use crate::reach;

/// Another implementation, which seals: key, nonce, associated data, message in place; makes a tag of its length.
/// Says whether it can.
pub type AeadModel = fn(&[u8], &[u8], &[u8], &mut [u8], &mut [u8]) -> bool;

struct Plan {
    key: usize,
    given: Given,
    nonce: Place,
    aad: Place,
    bytes: usize,
    input: Option<Place>,
    tag: Place,
    wrong: Wrong,
}

/// The lengths of nonces that are tried.
fn nonces<A: Aead>() -> Vec<usize> {
    let (least, most) = (*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end());
    let usual = 12.clamp(least, most);
    let mut all = vec![usual; 6];
    all.extend([least.max(1), 8.clamp(least, most), 13.clamp(least, most), most.min(40)]);
    all
}

/// One batch that is sealed or opened, with some wrong tags. What its jobs give is compared with the model if there
/// is one, otherwise with what they give alone.
pub fn aead<A: Aead>(case: &mut Case<'_, '_>, model: Option<AeadModel>) -> Checked {
    let Case { source, memory, backend } = case;
    let backend = *backend;
    let (inputs, outputs) = (&mut memory.inputs, &mut memory.outputs);
    inputs.reset(source);
    outputs.reset(source);
    let shape = if model.is_some() { Shape::few(source) } else { Shape::new(source) };
    let open = source.one_in(2);
    let ways = given(source);
    let mut keys = Vec::new();
    for _ in 0..=source.below(6) {
        let tag_bytes = match source.one_in(3) {
            true => source.one_of(A::TAG_BYTES),
            false => A::DEFAULT_TAG_BYTES,
        };
        keys.push((inputs.take(source, A::KEY_BYTES).expect("the first places"), tag_bytes));
    }
    let nonces = nonces::<A>();
    let mut plans = Vec::with_capacity(shape.jobs);
    for _ in 0..shape.jobs {
        let wrong = Wrong::choose(source);
        let bytes = shape.length(source, 1);
        let (nonce_bytes, aad_bytes) = (source.one_of(&nonces), source.below(40));
        let key = source.below(keys.len());
        let (Some(nonce), Some(aad), Some(tag)) = (
            inputs.take(source, nonce_bytes),
            inputs.take(source, aad_bytes),
            inputs.take(source, keys[key].1),
        ) else {
            break;
        };
        let input = match wrong == Wrong::Output || source.one_in(2) {
            true => match inputs.take(source, bytes) {
                Some(place) => Some(place),
                None => break,
            },
            false => None,
        };
        if !outputs.take(source, bytes + usize::from(wrong == Wrong::Output)) {
            break;
        }
        let given = source.one_of(ways);
        note_job(["seal", "open"][usize::from(open)], given, wrong, bytes, Some(input.is_some()));
        reach::note(format_args!("nonce of {nonce_bytes} bytes"));
        reach::note(format_args!("tag of {} bytes", keys[key].1));
        reach::number("associated data", aad_bytes);
        plans.push(Plan { key, given, nonce, aad, bytes, input, tag, wrong });
    }
    reach::number("jobs", plans.len());
    reach::number("keys", keys.len());
    inputs.fill(source);
    outputs.fill(source);

    let other = any_backend(source);
    let key_bytes: Vec<Vec<u8>> =
        keys.iter().map(|(place, _)| inputs.get(*place).to_vec()).collect();
    let ready = |backend| -> Vec<A> {
        let key = |(bytes, (_, tag_bytes)): (&Vec<u8>, &(Place, usize))| {
            let key = A::with_backend(bytes, backend).expect("a key");
            key.with_tag_bytes(*tag_bytes).expect("one of its lengths")
        };
        key_bytes.iter().zip(&keys).map(key).collect()
    };
    let own = ready(backend);
    let elsewhere = if ways.contains(&Given::Elsewhere) { ready(other) } else { Vec::new() };

    // Before opening, messages are sealed: by the model if it can. What comes out is known then.
    let mut plain = Vec::new();
    if open {
        let (mut sealed, mut tag) = (Vec::new(), [0; 32]);
        for (i, plan) in plans.iter().enumerate() {
            let tag = &mut tag[..keys[plan.key].1];
            sealed.clear();
            match plan.input {
                Some(input) => sealed.extend_from_slice(inputs.get(input)),
                None => sealed.extend_from_slice(&*outputs.put(i)),
            }
            if model.is_some() {
                plain.push(sealed.clone());
            }
            let (nonce, aad) = (inputs.get(plan.nonce), inputs.get(plan.aad));
            let key = &key_bytes[plan.key];
            if !model.is_some_and(|model| model(key, nonce, aad, &mut sealed, tag)) {
                let made = own[plan.key].seal(nonce, aad, &mut sealed);
                tag.copy_from_slice(made.map_err(|error| format!("job {i}: {error}"))?.as_ref());
            }
            let place = match plan.input {
                Some(input) => inputs.put(input),
                None => outputs.put(i),
            };
            place.copy_from_slice(&sealed);
            let place = inputs.put(plan.tag);
            place.copy_from_slice(tag);
            if plan.wrong == Wrong::Tag {
                place[plan.bytes % tag.len()] ^= 1 << (plan.aad.bytes % 8);
            }
        }
        outputs.repeat();
    }

    let inputs = &*inputs;
    let batch = Batch::<A>::with_backend(backend).expect("available");
    let (first, second) = outputs.both();
    let run = |jobs: &mut [AeadJob<'_, A>]| match open {
        false => batch.seal(jobs),
        true => batch.open(jobs),
    };
    let mut jobs: Vec<AeadJob<'_, A>> = Vec::with_capacity(plans.len());
    for (plan, output) in plans.iter().zip(first) {
        let bytes = &key_bytes[plan.key][..];
        let key = match plan.given {
            _ if plan.wrong == Wrong::Key => Key::Bytes(&bytes[1..]),
            Given::Bytes => Key::Bytes(inputs.get(keys[plan.key].0)),
            Given::Ready => Key::Ready(&own[plan.key]),
            Given::Elsewhere => Key::Ready(&elsewhere[plan.key]),
        };
        let data = match plan.input {
            Some(input) => Data::Copy { input: inputs.get(input), output },
            None => Data::InPlace(output),
        };
        let (nonce, aad) = (inputs.get(plan.nonce), inputs.get(plan.aad));
        let job = match open {
            false => AeadJob::seal(key, nonce, aad, data),
            true => AeadJob::open(key, nonce, aad, data, inputs.get(plan.tag)),
        };
        let mut job = job.with_tag_bytes(keys[plan.key].1);
        if plan.wrong == Wrong::Done {
            // Ended before, by a call without data. Its tag is wrong if it is opened.
            let data = std::mem::take(&mut job.data);
            let _ = run(std::slice::from_mut(&mut job));
            job.data = data;
        }
        jobs.push(job);
    }
    let report = run(&mut jobs);
    check_report(report, jobs.iter().map(AeadJob::status))?;
    if source.one_in(8) {
        reach::note(format_args!("made pending again"));
        for (job, plan) in jobs.iter_mut().zip(&plans) {
            // What has its input still is done again, among others that are not to be touched.
            if plan.input.is_some() && !matches!(plan.wrong, Wrong::Done | Wrong::Output) {
                job.make_pending();
            }
        }
        if run(&mut jobs) != report {
            return Err("a second call gave another report".to_owned());
        }
    }
    type Outcome = (Status, Option<[u8; 32]>);
    let outcome = |job: &AeadJob<'_, A>| -> Outcome {
        let tag = job.tag().map(|tag| {
            let mut bytes = [0; 32];
            bytes[..tag.as_ref().len()].copy_from_slice(tag.as_ref());
            bytes
        });
        (job.status(), tag)
    };
    let outcomes: Vec<Outcome> = jobs.iter().map(outcome).collect();
    drop(jobs);

    let mut count = Count { cases: 1, jobs: plans.len() as u64, ..Count::default() };
    let mut plains = plain.iter();
    for (i, (plan, to)) in plans.iter().zip(second).enumerate() {
        let plain = plains.next();
        let (status, tag) = outcomes[i];
        reach::note(format_args!("status {}", status.code()));
        let what = || format!("job {i} of {}, open: {open}", plans.len());
        let expected = match plan.wrong {
            Wrong::Key => {
                let (bytes, expected) = (A::KEY_BYTES - 1, A::KEY_BYTES);
                Status::Failed(Error::KeyLength { bytes, expected })
            }
            Wrong::Output => {
                Status::Failed(Error::OutputLength { output: plan.bytes + 1, input: plan.bytes })
            }
            Wrong::Tag if open => Status::Failed(Error::Authentication),
            Wrong::Done if open && (plan.bytes > 0) => Status::Failed(Error::Authentication),
            _ => Status::Done,
        };
        if status != expected {
            return Err(format!("{} is {status:?} and not {expected:?}", what()));
        }
        if plan.wrong == Wrong::Done || matches!(plan.wrong, Wrong::Key | Wrong::Output) {
            continue;
        }
        let (nonce, aad) = (inputs.get(plan.nonce), inputs.get(plan.aad));
        let key = &own[plan.key];
        count.messages += 1;
        count.bytes += plan.bytes as u64;
        if let Some(input) = plan.input {
            to.copy_from_slice(inputs.get(input));
        }
        if open {
            if model.is_some() {
                match (expected, plain) {
                    (Status::Done, Some(plain)) => to.copy_from_slice(plain),
                    _ => to.fill(0),
                }
                continue;
            }
            let result = key.open(nonce, aad, to, inputs.get(plan.tag));
            if result.map_or_else(Status::Failed, |()| Status::Done) != expected {
                return Err(format!("{} is {result:?} alone", what()));
            }
            continue;
        }
        let mut right = [0; 32];
        let wanted = &mut right[..keys[plan.key].1];
        if !model.is_some_and(|model| model(&key_bytes[plan.key], nonce, aad, to, wanted)) {
            let made = key.seal(nonce, aad, to).map_err(|error| format!("{}: {error}", what()))?;
            wanted.copy_from_slice(made.as_ref());
        }
        if tag != Some(right) {
            return Err(format!("{}: tag {tag:02x?} and not {right:02x?}", what()));
        }
    }
    if plant::is(Plant::Result) && !plans.is_empty() {
        outputs.put(0).iter_mut().take(1).for_each(|byte| *byte ^= 1);
    }
    if plant::is(Plant::Beside) && !plans.is_empty() {
        outputs.plant_beside();
    }
    match outputs.agree() {
        true => Ok(count),
        false => Err(match outputs.difference() {
            Some(i) => {
                let (first, second) = outputs.results(i);
                format!(
                    "job {i} of {}, open: {open}: {first:02x?} and not {second:02x?}",
                    plans.len()
                )
            }
            None => "something outside of the messages was written".to_owned(),
        }),
    }
}
