//! CTR_DRBG: seed, steps, output of the last step.

use lanecrypt::Backend;
use lanecrypt_vectors::Case;

use super::Answer;
use crate::block::{self, Chained, Generator};
use crate::jobs::Made;

/// A case.
pub(crate) struct DrbgCase {
    /// The cipher.
    pub(crate) chained: &'static Chained,
    /// Whether seeds go through the derivation function.
    pub(crate) derivation: bool,
    /// The entropy of the start.
    pub(crate) entropy: Vec<u8>,
    /// The personalization string. With derivation function the nonce comes before it.
    pub(crate) personalization: Vec<u8>,
    /// What is done with the generator. The last step is a request.
    pub(crate) steps: Vec<DrbgStep>,
    /// The output of the last step.
    pub(crate) answer: Answer,
}

/// What is done with a generator.
pub(crate) enum DrbgStep {
    /// A request with additional input.
    Generate(Vec<u8>),
    /// A new seed of entropy and additional input.
    Reseed(Vec<u8>, Vec<u8>),
}

impl DrbgCase {
    /// Reads `aes_bits`, `derivation_function`, `entropy`, `output`, and `nonce_and_personalization`
    /// or `personalization`. What is done is said by `procedure`: it names the fields of entropy and
    /// of additional input, which can be left out if they are empty.
    pub(crate) fn read(case: &Case) -> Result<Self, String> {
        let bits = case.number("aes_bits", 256)? as usize;
        let chained = block::CHAINED.iter().find(|cipher| 8 * cipher.key_bytes == bits);
        let chained =
            chained.ok_or_else(|| case.error("field `aes_bits` is none of 128, 192 and 256"))?;
        let derivation = case.truth("derivation_function")?;
        let field = if derivation { "nonce_and_personalization" } else { "personalization" };
        let steps = match case.has("procedure") {
            true => steps(case.text("procedure")?, case)?,
            false => steps("instantiate, generate(additional1), generate(additional2)", case)?,
        };
        let answer = Answer::new(case, "output", case.bytes("output")?);
        let (entropy, personalization) = (case.bytes("entropy")?, case.bytes_or_none(field)?);
        let message = Self { chained, derivation, entropy, personalization, steps, answer };
        match message.generator(Backend::Portable) {
            Ok(_) => Ok(message),
            Err(error) => Err(case.error(format_args!("field `entropy`: {error}"))),
        }
    }

    /// The generator at its start.
    pub(crate) fn generator(&self, backend: Backend) -> Made<dyn Generator> {
        (self.chained.generator)(&self.entropy, &self.personalization, self.derivation, backend)
    }
}

/// The steps after `instantiate`: `generate(additional)` and `reseed(entropy, additional)`. The
/// arguments are names of fields. There may be remarks (`discarded`, `= output`) after a step.
fn steps(procedure: &str, case: &Case) -> Result<Vec<DrbgStep>, String> {
    let mut steps = Vec::new();
    let mut depth = 0;
    let parts = procedure.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && matches!(c, ',' | ';')
    });
    for part in parts.map(str::trim) {
        let (name, rest) = part.split_once('(').unwrap_or((part, ""));
        let arguments: Vec<&str> =
            rest.split(')').next().unwrap_or_default().split(',').map(str::trim).collect();
        let field = |start: &str| arguments.iter().find(|name| name.starts_with(start)).copied();
        let additional = |default| case.bytes_or_none(field("additional").unwrap_or(default));
        match name.split_whitespace().next().unwrap_or_default() {
            "instantiate" => {}
            "generate" => steps.push(DrbgStep::Generate(additional("no such field")?)),
            "reseed" => {
                let entropy = case.bytes(field("entropy").unwrap_or("entropy_reseed"))?;
                steps.push(DrbgStep::Reseed(entropy, additional("additional_reseed")?));
            }
            _ => return Err(case.error(format_args!("field `procedure`: {part:?} is no step"))),
        }
    }
    match steps.last() {
        Some(DrbgStep::Generate(_)) => Ok(steps),
        _ => Err(case.error("field `procedure` does not end with `generate`")),
    }
}
