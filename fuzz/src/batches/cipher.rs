//! Batches of ciphers without authentication.

use lanecrypt::{Batch, Cipher, CipherJob, Data, Error, Key, Report, Status};

use super::check_report;
use crate::case::{
    Case, Checked, Choose, Count, FromBytes, Given, Shape, Wrong, any_backend, given, nonce_bytes,
    note_bits, note_job,
};
use crate::pages::Place;
use crate::plant::{self, Plant};
use crate::reach;

/// Fills a batch with keystream.
pub type Keystream<C> = for<'a, 'b, 'c> fn(&'a Batch<C>, &'b mut [CipherJob<'c, C>]) -> Report;

/// What a cipher takes.
pub struct Kind<C: Cipher> {
    /// The lengths of nonces, if their type does not say them.
    pub nonces: &'static [usize],
    /// A message is a multiple of so many bytes.
    pub unit: usize,
    /// Whether messages can start at any block.
    pub seeks: bool,
    /// Its keystream, if it has one.
    pub keystream: Option<Keystream<C>>,
}

impl<C: Cipher> std::fmt::Debug for Kind<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kind").field("nonces", &self.nonces).finish_non_exhaustive()
    }
}

/// What is done with messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CipherOperation {
    /// Encrypts them.
    Encrypt,
    /// Decrypts them.
    Decrypt,
    /// Fills their place with keystream.
    Keystream,
}

impl CipherOperation {
    fn name(self) -> &'static str {
        match self {
            Self::Encrypt => "encrypt",
            Self::Decrypt => "decrypt",
            Self::Keystream => "keystream",
        }
    }
}

/// Where a message starts.
fn start_name(start: u64) -> &'static str {
    match start {
        0 => "0",
        1..70_000 => "near",
        _ => "far",
    }
}

/// Another implementation: operation, key, nonce, options, first block, message in place, whole bytes.
pub type CipherModel<O> = fn(CipherOperation, &[u8], &[u8], O, u64, &mut [u8]);

struct Plan {
    key: usize,
    given: Given,
    nonce: Place,
    input: Option<Place>,
    start: u64,
    bits: Option<u64>,
    wrong: Wrong,
}

/// One batch. What its jobs give is compared with the model if there is one, otherwise with what they give alone.
pub fn cipher<C>(
    case: &mut Case<'_, '_>,
    kind: &Kind<C>,
    model: Option<CipherModel<C::Options>>,
) -> Checked
where
    C: Cipher,
    C::Options: Choose,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let Case { source, memory, backend } = case;
    let backend = *backend;
    let (inputs, outputs) = (&mut memory.inputs, &mut memory.outputs);
    inputs.reset(source);
    outputs.reset(source);
    let shape = if model.is_some() { Shape::few(source) } else { Shape::new(source) };
    let operation = match source.below(8) {
        0 if kind.keystream.is_some() => CipherOperation::Keystream,
        0..4 => CipherOperation::Decrypt,
        _ => CipherOperation::Encrypt,
    };
    let options = C::Options::choose(source);
    let ways = given(source);
    let mut keys = Vec::new();
    for _ in 0..=source.below(6) {
        keys.push(inputs.take(source, C::KEY_BYTES).expect("the first places"));
    }
    let nonces = nonce_bytes::<C>(kind.nonces);
    let mut plans = Vec::with_capacity(shape.jobs);
    for _ in 0..shape.jobs {
        let bytes = shape.length(source, kind.unit);
        let wrong = Wrong::choose(source);
        let nonce_bytes = source.one_of(nonces);
        let Some(nonce) = inputs.take(source, nonce_bytes) else { break };
        let apart = wrong == Wrong::Output || source.one_in(2);
        let input = match apart {
            true => match inputs.take(source, bytes) {
                Some(place) => Some(place),
                None => break,
            },
            false => None,
        };
        if !outputs.take(source, bytes + usize::from(wrong == Wrong::Output)) {
            break;
        }
        // A short counter ends early: what is refused is refused in both ways.
        let start = match kind.seeks && wrong != Wrong::Done && source.one_in(4) {
            true if source.one_in(4) => source.number(),
            true => source.below(70_000) as u64,
            false => 0,
        };
        let bits = match C::BIT_LENGTHS && wrong != Wrong::Done && source.one_in(2) {
            true => Some(source.below(8 * bytes + 1) as u64),
            false => None,
        };
        let key = source.below(keys.len());
        let given = source.one_of(ways);
        note_job(operation.name(), given, wrong, bytes, Some(apart));
        note_bits(bits);
        reach::note(format_args!("nonce of {nonce_bytes} bytes"));
        reach::note(format_args!("start {}", start_name(start)));
        plans.push(Plan { key, given, nonce, input, start, bits, wrong });
    }
    reach::number("jobs", plans.len());
    reach::number("keys", keys.len());
    inputs.fill(source);
    outputs.fill(source);

    let other = any_backend(source);
    let keys: Vec<&[u8]> = keys.iter().map(|place| inputs.get(*place)).collect();
    let ready = |backend| -> Vec<C> {
        let key = |key: &&[u8]| C::with_options(key, options, backend).expect("a key");
        keys.iter().map(key).collect()
    };
    let own = ready(backend);
    let elsewhere = if ways.contains(&Given::Elsewhere) { ready(other) } else { Vec::new() };
    let make = |plan: &Plan, output, alone: bool| -> CipherJob<'_, C> {
        let key = match plan.given {
            _ if plan.wrong == Wrong::Key => Key::Bytes(&keys[plan.key][1..]),
            _ if alone => Key::Ready(&own[plan.key]),
            Given::Bytes => Key::Bytes(keys[plan.key]),
            Given::Ready => Key::Ready(&own[plan.key]),
            Given::Elsewhere => Key::Ready(&elsewhere[plan.key]),
        };
        let data = match plan.input {
            Some(input) => Data::Copy { input: inputs.get(input), output },
            None => Data::InPlace(output),
        };
        let nonce = <C::Nonce<'_> as FromBytes<'_>>::from_bytes(inputs.get(plan.nonce));
        let job = CipherJob::new(key, nonce, data).with_start_block(plan.start);
        match plan.bits {
            Some(bits) => job.with_bits(bits),
            None => job,
        }
    };

    let batch = Batch::<C>::with_backend(backend).expect("available").with_options(options);
    let run = |jobs: &mut [CipherJob<'_, C>]| match operation {
        CipherOperation::Encrypt => batch.encrypt(jobs),
        CipherOperation::Decrypt => batch.decrypt(jobs),
        CipherOperation::Keystream => kind.keystream.expect("it has one")(&batch, jobs),
    };
    let (first, second) = outputs.both();
    let mut jobs: Vec<_> =
        plans.iter().zip(first).map(|(plan, to)| make(plan, to, false)).collect();
    for (job, plan) in jobs.iter_mut().zip(&plans).filter(|(_, plan)| plan.wrong == Wrong::Done) {
        // Ended before, by a call without data.
        let data = std::mem::take(&mut job.data);
        let _ = run(std::slice::from_mut(job));
        job.data = data;
        if job.status() != Status::Done
            || plan.input.is_some_and(|input| input.bytes != job.data.len() as u32)
        {
            return Err(format!("a message of no bytes is {:?}", job.status()));
        }
    }
    let report = run(&mut jobs);
    check_report(report, jobs.iter().map(CipherJob::status))?;
    if source.one_in(8) {
        reach::note(format_args!("made pending again"));
        // What has its input still is done again, among others that are not to be touched.
        for (job, _) in jobs.iter_mut().zip(&plans).filter(|(job, plan)| {
            plan.wrong == Wrong::Nothing && plan.input.is_some() && job.status() == Status::Done
        }) {
            job.make_pending();
        }
        if run(&mut jobs) != report {
            return Err("a second call gave another report".to_owned());
        }
    }
    let statuses: Vec<Status> = jobs.iter().map(CipherJob::status).collect();
    drop(jobs);

    let mut count = Count { cases: 1, jobs: plans.len() as u64, ..Count::default() };
    for (i, (plan, to)) in plans.iter().zip(second).enumerate() {
        let bytes = to.len();
        reach::note(format_args!("status {}", statuses[i].code()));
        let expected = match (plan.wrong, model) {
            (Wrong::Done, _) => Status::Done,
            // What is refused is written by neither; why it is refused was checked without a model.
            (_, Some(_)) if statuses[i] != Status::Done => statuses[i],
            (_, Some(model)) => {
                let bits = plan.bits.unwrap_or(8 * bytes as u64);
                // What is beyond the message stays; the rest of its last byte becomes zero.
                let to = &mut to[..bits.div_ceil(8) as usize];
                if let Some(input) = plan.input {
                    to.copy_from_slice(&inputs.get(input)[..to.len()]);
                }
                model(operation, keys[plan.key], inputs.get(plan.nonce), options, plan.start, to);
                if let (Some(last), 1..) = (to.last_mut(), bits % 8) {
                    *last &= 0xff << (8 - bits % 8);
                }
                Status::Done
            }
            (_, None) => {
                let mut alone = [make(plan, to, true)];
                let _ = run(&mut alone);
                alone[0].status()
            }
        };
        if statuses[i] != expected {
            return Err(format!("job {i} is {:?}, and alone {expected:?}", statuses[i]));
        }
        if matches!(expected, Status::Done) && plan.wrong != Wrong::Done {
            count.messages += 1;
            count.bytes += bytes as u64;
        }
        if plan.wrong == Wrong::Key && !matches!(expected, Status::Failed(Error::KeyLength { .. }))
        {
            return Err(format!("job {i} with a short key is {expected:?}"));
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
                    "job {i} of {}, {operation:?}: {first:02x?} and not {second:02x?}",
                    plans.len()
                )
            }
            None => "something outside of the messages was written".to_owned(),
        }),
    }
}
