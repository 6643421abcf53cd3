//! The key schedule of AES-128, one round key and one round: the paper's Table 6.

use std::array;
use std::hint::black_box;

use lanecrypt::block::{Aes128, table};
use lanecrypt::{Algorithm as _, Backend};
use serde::Serialize;

use super::timing::{Task, time};
use crate::failure::Failure;
use crate::measure::instructions::{self, Class, Instructions, RoundKeys, Width};
use crate::measure::sampling::Plan;
use crate::measure::statistics::Quartiles;
use crate::paper::publication::ILLEGIBLE;

/// A row of the table.
#[derive(Debug, Serialize)]
pub(super) struct StepRow {
    #[serde(flatten)]
    pub(super) step: AesStep,
    pub(super) published: &'static str,
    /// Cycles of a step, if steps are independent.
    pub(super) cycles: Option<f64>,
    /// Cycles of a step in a chain, in which each step waits for the one before it.
    pub(super) cycles_in_chain: Option<f64>,
}

/// A step, and the instructions that compute it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct AesStep {
    pub(super) step: &'static str,
    pub(super) by: &'static str,
}

/// The steps.
const KEYS: &str = "ten round keys";
const BOTH: &str = "round keys for both directions";
const KEY: &str = "one round key";
const ROUND: &str = "one round";

/// The constants of the ten round keys (FIPS 197, section 5.2).
const CONSTANTS: [u8; 10] = [1, 2, 4, 8, 16, 32, 64, 128, 27, 54];

/// The number of steps in a call.
const MANY: usize = 64;

/// Verifies, then measures the steps that are not single instructions. The others are taken from the
/// table of instructions.
pub(super) fn measure(
    instructions: &Instructions,
    plan: Plan,
    progress: impl FnMut(f64),
) -> Result<Vec<StepRow>, Failure> {
    let assembly = instructions::aes128_round_keys();
    verify(assembly)?;
    let measured = time(tasks(assembly), plan, progress);
    let mut rows: Vec<StepRow> = Vec::new();
    for ((step, chained), cycles) in measured {
        let cycles = cycles.map(|Quartiles { median, .. }| median);
        match rows.iter_mut().find(|row| chained && row.step == step) {
            Some(row) => row.cycles_in_chain = cycles,
            None => rows.push(StepRow {
                step,
                published: published(step),
                cycles,
                cycles_in_chain: None,
            }),
        }
    }
    // An instruction of 256 or 512 bits computes a round of two or four blocks.
    for (name, by, class, width, blocks) in [
        (KEY, "AES-NI", Class::AesNextKey, Width::Xmm, 1.0),
        (ROUND, "AES-NI", Class::AesRound, Width::Xmm, 1.0),
        (ROUND, "VAES, 256 bits, a block", Class::AesRound, Width::Ymm, 2.0),
        (ROUND, "VAES, 512 bits, a block", Class::AesRound, Width::Zmm, 4.0),
    ] {
        let Some(cost) = instructions.of(class, width) else { continue };
        let step = AesStep { step: name, by };
        rows.push(StepRow {
            step,
            published: published(step),
            cycles: Some(cost.per_instruction / blocks),
            cycles_in_chain: cost.latency,
        });
    }
    let order = [KEYS, BOTH, KEY, ROUND];
    rows.sort_by_key(|row| order.iter().position(|name| *name == row.step.step));
    Ok(rows)
}

/// The text for the published number. The paper has each step with ordinary instructions and with
/// AES-NI.
fn published(step: AesStep) -> &'static str {
    match (step.step, step.by) {
        (BOTH, _) => "not in the paper",
        (_, "ordinary, tables" | "AES-NI") => ILLEGIBLE,
        _ => "not in the paper",
    }
}

/// The steps that are not single instructions, each with whether it is a chain. Chains come second.
fn tasks(assembly: Option<RoundKeys>) -> Vec<Task<(AesStep, bool)>> {
    let mut tasks = expansions("ordinary, tables", expand_with_tables);
    if let Some(expand) = assembly {
        tasks.extend(expansions("AES-NI", expand));
    }
    for backend in Backend::available().filter(|backend| *backend <= Backend::best()) {
        let by = match backend {
            Backend::Portable => "lanecrypt, portable",
            best if best == Backend::best() => "lanecrypt, best backend",
            _ => continue,
        };
        let keys = some_blocks();
        tasks.push(Task {
            label: (AesStep { step: BOTH, by }, false),
            units: MANY,
            call: Box::new(move || {
                for key in &keys {
                    // The length of the key is right.
                    let _ = black_box(Aes128::with_backend(black_box(key), backend));
                }
            }),
        });
    }
    let next_key = |key: Block| table::aes128_next_key(key, black_box(1));
    tasks.extend(steps(AesStep { step: KEY, by: "ordinary, tables" }, next_key));
    let round = |block: Block| table::aes128_round(block, black_box(ROUND_KEY));
    tasks.extend(steps(AesStep { step: ROUND, by: "ordinary, tables" }, round));
    tasks
}

/// A block, or a round key.
type Block = [u8; 16];

/// A round key.
const ROUND_KEY: Block = *b"a round key, any";

/// Computes all round keys with tables.
fn expand_with_tables(key: &Block, keys: &mut [Block; 11]) {
    keys[0] = *key;
    for (round, constant) in CONSTANTS.into_iter().enumerate() {
        keys[round + 1] = table::aes128_next_key(keys[round], constant);
    }
}

/// Whole key schedules: of many keys, and of a chain in which each key is the last round key of the one
/// before it.
fn expansions(by: &'static str, expand: RoundKeys) -> Vec<Task<(AesStep, bool)>> {
    let step = AesStep { step: KEYS, by };
    let keys = some_blocks();
    let mut schedules = [[[0; 16]; 11]; MANY];
    let many = move || {
        for (key, schedule) in keys.iter().zip(&mut schedules) {
            expand(key, schedule);
        }
        black_box(&mut schedules);
    };
    let mut schedule = [ROUND_KEY; 11];
    let chain = move || {
        for _ in 0..MANY {
            let last = schedule[10];
            expand(&last, &mut schedule);
        }
        black_box(&mut schedule);
    };
    vec![
        Task { label: (step, false), units: MANY, call: Box::new(many) },
        Task { label: (step, true), units: MANY, call: Box::new(chain) },
    ]
}

/// Steps that map a block to a block: of many blocks, and of a chain.
fn steps<F: Fn(Block) -> Block + Copy + 'static>(
    step: AesStep,
    one: F,
) -> Vec<Task<(AesStep, bool)>> {
    let mut blocks = some_blocks();
    let many = move || {
        for block in &mut blocks {
            *block = one(*block);
        }
        black_box(&mut blocks);
    };
    let mut last = ROUND_KEY;
    let chain = move || {
        for _ in 0..MANY {
            last = one(last);
        }
        black_box(last);
    };
    vec![
        Task { label: (step, false), units: MANY, call: Box::new(many) },
        Task { label: (step, true), units: MANY, call: Box::new(chain) },
    ]
}

/// Different blocks.
fn some_blocks() -> [Block; MANY] {
    array::from_fn(|i| array::from_fn(|j| (i * 37 + j * 11) as u8))
}

/// Verifies the round keys of tables and of assembly against the example of the standard.
fn verify(assembly: Option<RoundKeys>) -> Result<(), Failure> {
    // FIPS 197, appendix A.1.
    let key = 0x2b7e_1516_28ae_d2a6_abf7_1588_09cf_4f3c_u128.to_be_bytes();
    let last = 0xd014_f9a8_c9ee_2589_e13f_0cc8_b663_0ca6_u128.to_be_bytes();
    let mut expected = [[0; 16]; 11];
    expand_with_tables(&key, &mut expected);
    let same = |expand: RoundKeys| {
        let mut keys = [[0; 16]; 11];
        expand(&key, &mut keys);
        keys == expected
    };
    (expected[10] == last && assembly.is_none_or(same)).then_some(()).ok_or_else(|| {
        Failure::WrongAnswer("the round keys of AES-128 differ from FIPS 197".to_owned())
    })
}
