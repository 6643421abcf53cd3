//! What the ports of a processor, its loads and stores and its front end allow at best.
//!
//! A kind of operation that starts every `r` cycles has `1 / r` ports, whatever they are called. Two
//! kinds in turns that cost as much as one after the other have the same ports; where they cost less
//! than that, but more than either of them needs for itself, the measured rate of the two is the
//! number of ports that they have together. Of three and more kinds the ports that they have together
//! are at most those of one, and what each further one adds to some other that is there. All
//! operations of such a set together cannot take less than their number over that of their ports.

use serde::Serialize;

use super::costs::Costs;
use super::kind::Kind;
use super::tally::Tally;
use crate::measure::instructions::{Class, Mix, Width};

/// Something that a call cannot be faster than.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Limit {
    /// What limits.
    pub(crate) name: String,
    /// Of a call.
    pub(crate) cycles: f64,
}

/// All of them but the chain, in no order.
pub(super) fn limits(tally: &Tally, costs: &dyn Costs) -> Vec<Limit> {
    let mut limits = Vec::new();
    let mut limit = |name: &str, cycles: Option<f64>| {
        if let Some(cycles) = cycles.filter(|cycles| *cycles > 0.0) {
            limits.push(Limit { name: name.to_owned(), cycles });
        }
    };
    let sum = |cost: &dyn Fn(Kind, Width) -> Option<f64>| {
        let costs = tally.work.iter().map(|&(kind, width, count)| Some(count * cost(kind, width)?));
        Some(costs.map(|cost| cost.unwrap_or(0.0)).sum())
    };
    limit(
        "vector operations",
        sum(&|kind, width| is_vector(kind, width).then(|| costs.simplest(width)).flatten()),
    );
    let ordinary = costs.mix(Mix::Simple, Width::Ordinary64);
    limit(
        "ordinary operations",
        sum(&|kind, width| {
            let ordinary_one = kind == Kind::Ordinary || of_class(kind).is_some();
            (ordinary_one && !Width::VECTORS.contains(&width)).then_some(ordinary).flatten()
        }),
    );
    for class in [Class::Shift, Class::Rotate, Class::Product, Class::WideProduct] {
        limit(
            &format!("ordinary {}", class.name()),
            sum(&|kind, width| {
                let this = of_class(kind) == Some(class) && !Width::VECTORS.contains(&width);
                this.then(|| costs.rate(class, width)).flatten()
            }),
        );
    }
    for (class, all, of_vectors) in
        [(Class::Load, "loads", "loads of vectors"), (Class::Store, "stores", "stores of vectors")]
    {
        let this = |kind| kind == Kind::Of(class);
        let least = Width::ALL.into_iter().filter_map(|width| costs.rate(class, width));
        let least = least.min_by(f64::total_cmp);
        limit(all, sum(&|kind, _| this(kind).then_some(least).flatten()));
        limit(
            of_vectors,
            sum(&|kind, width| {
                let vector = this(kind) && Width::VECTORS.contains(&width);
                vector.then(|| costs.rate(class, width)).flatten()
            }),
        );
    }
    limit("front end", costs.mix(Mix::Issue, Width::Ordinary64).map(|one| one * tally.slots));
    limits.extend(shared(tally, costs));
    limits
}

/// The class of an operation that is not a load or store.
fn of_class(kind: Kind) -> Option<Class> {
    match kind {
        Kind::Of(Class::Load | Class::Store) => None,
        Kind::Of(class) => Some(class),
        _ => None,
    }
}

fn is_vector(kind: Kind, width: Width) -> bool {
    Width::VECTORS.contains(&width) && (kind == Kind::Vector || of_class(kind).is_some())
}

/// Whose ports a class is taken to have, where it is not measured beside others itself.
fn like(class: Class) -> Class {
    match class {
        Class::AffineInverse => Class::Affine,
        Class::AesInverseRound | Class::AesInverseMix | Class::AesKeyAssist => Class::AesRound,
        Class::WordPermute | Class::BytePermuteTwo => Class::BytePermute,
        Class::ByteShift => Class::ByteShuffle,
        own => own,
    }
}

/// An operation that costs hardly more than the simplest has no ports of its own; and what is
/// measured varies.
const MORE: f64 = 1.25;

/// What is measured varies by less than this.
const NOISE: f64 = 1.04;

/// What classes of vector operations need, each alone, and the dearest set of several.
fn shared(tally: &Tally, costs: &dyn Costs) -> Vec<Limit> {
    // The cycles that each needs alone.
    let mut alone: Vec<(Class, f64)> = Vec::new();
    for &(kind, width, count) in &tally.work {
        let Some(class) = of_class(kind).filter(|_| is_vector(kind, width)) else { continue };
        let (Some(rate), Some(simplest)) = (costs.rate(class, width), costs.simplest(width)) else {
            continue;
        };
        if rate < MORE * simplest {
            continue;
        }
        match alone.iter_mut().find(|(other, _)| *other == like(class)) {
            Some((_, cycles)) => *cycles += count * rate,
            None => alone.push((like(class), count * rate)),
        }
    }
    let mut limits: Vec<Limit> = alone
        .iter()
        .map(|&(class, cycles)| Limit { name: format!("{} ports", class.name()), cycles })
        .collect();

    let has = |width| tally.work.iter().any(|one| is_vector(one.0, one.1) && one.1 == width);
    let width = if has(Width::Zmm) { Width::Zmm } else { Width::Ymm };
    let ports = Ports::new(costs, width);
    let slots: Vec<(usize, f64)> = alone
        .iter()
        .filter_map(|&(class, cycles)| {
            let place = ports.classes.iter().position(|one| one.0 == class)?;
            Some((place, cycles * ports.classes[place].1))
        })
        .collect();
    let mut dearest: Option<(Vec<usize>, f64)> = None;
    for set in 1_usize..1 << slots.len() {
        let members: Vec<usize> = (0..slots.len()).filter(|one| set >> one & 1 != 0).collect();
        let needed: f64 = members.iter().map(|&one| slots[one].1).sum();
        let together: usize = members.iter().map(|&one| 1 << slots[one].0).sum();
        let cycles = needed / ports.together[together];
        let so_far = dearest.as_ref().map_or(0.0, |(_, most)| *most);
        // Of sets that cost the same, the smallest.
        if cycles > so_far * 1.001 {
            dearest = Some((members, cycles));
        }
    }
    if let Some((members, cycles)) = dearest.filter(|(members, _)| members.len() > 1) {
        let names: Vec<&str> =
            members.iter().map(|&one| ports.classes[slots[one].0].0.name()).collect();
        limits.push(Limit { name: format!("{} ports", names.join(" + ")), cycles });
    }
    limits
}

/// How many ports classes have.
struct Ports {
    /// Each alone.
    classes: Vec<(Class, f64)>,
    /// Sets of them, as bits: at most so many together.
    together: Vec<f64>,
}

impl Ports {
    fn new(costs: &dyn Costs, width: Width) -> Self {
        let classes: Vec<(Class, f64)> = Class::SHARING
            .into_iter()
            .filter_map(|class| Some((class, 1.0 / costs.rate(class, width)?)))
            .collect();
        let mut together = vec![0.0; 1 << classes.len()];
        let added = |new: usize, to: usize| {
            (pair(costs, width, classes[to], classes[new]) - classes[to].1).min(classes[new].1)
        };
        for set in 1..together.len() {
            let members = || (0..classes.len()).filter(|one| set >> one & 1 != 0);
            let with_last = |last: usize| {
                let others = members().filter(|&other| other != last);
                let more = others.map(|other| added(last, other)).min_by(f64::total_cmp);
                together[set & !(1 << last)] + more.unwrap_or(classes[last].1)
            };
            let least = members().map(with_last).min_by(f64::total_cmp);
            together[set] = least.unwrap_or(0.0);
        }
        // A part has no more than the whole.
        for set in (0..together.len()).rev() {
            for one in 0..classes.len() {
                together[set] = f64::min(together[set], together[set | 1 << one]);
            }
        }
        Self { classes, together }
    }
}

/// The ports that two classes have together, at most.
fn pair(costs: &dyn Costs, width: Width, one: (Class, f64), other: (Class, f64)) -> f64 {
    let ((one, ports), (other, other_ports)) = (one, other);
    let mixes = [
        (Mix::Pair(one, other), 1.0),
        (Mix::Pair(other, one), 1.0),
        (if other == Class::CarryLess { Mix::AesCarryLess } else { Mix::Simple }, 4.0),
    ];
    let mut least = ports + other_ports;
    for (mix, times) in mixes {
        if mix == Mix::Simple || (mix == Mix::AesCarryLess && one != Class::AesRound) {
            continue;
        }
        let Some(cycles) = costs.mix(mix, width) else { continue };
        // Where one of them needs that long by itself, it says nothing of both.
        let itself = f64::max(times / ports, 1.0 / other_ports);
        if cycles * (times + 1.0) > itself * NOISE {
            least = least.min(1.0 / cycles);
        }
    }
    least.max(ports).max(other_ports)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::costs::tests::Table;

    fn tally(work: &[(Class, Width, f64)]) -> Tally {
        let mut tally = Tally::default();
        for &(class, width, count) in work {
            tally.add(Kind::Of(class), width, count);
            tally.slots += count;
        }
        tally
    }

    fn of(limits: &[Limit], name: &str) -> Option<f64> {
        limits.iter().find(|limit| limit.name == name).map(|limit| limit.cycles)
    }

    /// Two ports for each: rotate and affine maps have the same, byte shuffles one of those and
    /// another, shifts two others.
    fn table() -> Table {
        let mut table = Table::default();
        let w = Width::Ymm;
        for (class, cycles) in [(Class::Xor, 0.25), (Class::Rotate, 0.5), (Class::Affine, 0.5)] {
            table.alone.push((class, w, cycles, 1.0));
        }
        table.alone.push((Class::ByteShuffle, w, 0.5, 1.0));
        table.alone.push((Class::Shift, w, 0.5, 1.0));
        table.alone.push((Class::AesRound, w, 0.5, 4.0));
        table.alone.push((Class::CarryLess, w, 2.0, 4.0));
        table.mixes.extend([
            (Mix::Pair(Class::Rotate, Class::Affine), w, 0.5),
            (Mix::Pair(Class::Rotate, Class::ByteShuffle), w, 1.0 / 3.0),
            (Mix::Pair(Class::ByteShuffle, Class::Affine), w, 1.0 / 3.0),
            (Mix::Pair(Class::Rotate, Class::Shift), w, 0.25),
            (Mix::Pair(Class::AesRound, Class::CarryLess), w, 1.0),
            (Mix::AesCarryLess, w, 0.5),
        ]);
        table
    }

    fn all(tally: &Tally, table: &Table) -> Vec<Limit> {
        limits(tally, table)
    }

    #[test]
    fn ports_are_shared_as_measured() {
        let w = Width::Ymm;
        // All two ports: one after the other.
        let limits = all(&tally(&[(Class::Rotate, w, 10.0), (Class::Affine, w, 20.0)]), &table());
        assert_eq!(of(&limits, "rotate ports"), Some(5.0));
        assert_eq!(of(&limits, "rotate + GFNI affine ports"), Some(15.0));
        // One of three: the sum of all on three ports.
        let three =
            [(Class::Rotate, w, 10.0), (Class::Affine, w, 10.0), (Class::ByteShuffle, w, 19.0)];
        let limits = all(&tally(&three), &table());
        let three = of(&limits, "rotate + GFNI affine + byte shuffle ports").expect("a limit");
        assert!((three - 13.0).abs() < 1e-9, "{three}");
        // None: no more than the dearer.
        let limits = all(&tally(&[(Class::Rotate, w, 10.0), (Class::Shift, w, 10.0)]), &table());
        assert_eq!(of(&limits, "vector operations"), Some(5.0));
        assert!(limits.iter().all(|limit| limit.cycles <= 5.0 + 1e-9), "{limits:?}");
    }

    #[test]
    fn a_product_takes_the_place_of_a_round() {
        let w = Width::Ymm;
        let work = tally(&[(Class::AesRound, w, 10.0), (Class::CarryLess, w, 3.0)]);
        let limits = all(&work, &table());
        assert_eq!(of(&limits, "AES round + carry-less product ports"), Some(6.5));
        assert_eq!(of(&limits, "carry-less product ports"), Some(6.0));
    }

    #[test]
    fn loads_and_the_front_end_count() {
        let mut table = table();
        table.alone.push((Class::Load, Width::Ordinary64, 0.33, 4.0));
        table.alone.push((Class::Load, Width::Xmm, 0.5, 4.0));
        table.mixes.push((Mix::Issue, Width::Ordinary64, 0.25));
        let work = tally(&[
            (Class::Load, Width::Xmm, 10.0),
            (Class::Load, Width::Zmm, 10.0),
            (Class::Xor, Width::Ymm, 8.0),
        ]);
        let limits = all(&work, &table);
        // Of 512 bits, as of four of 128.
        assert_eq!(of(&limits, "loads of vectors"), Some(5.0 + 20.0));
        assert_eq!(of(&limits, "front end"), Some(7.0));
        assert_eq!(of(&limits, "vector operations"), Some(2.0));
    }
}
