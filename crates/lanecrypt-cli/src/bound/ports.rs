//! The ports that classes of vector operations share, and the limits that follow.
//!
//! A class that starts an operation every `r` cycles has `1 / r` ports. If two interleaved classes cost
//! as much as one after the other, they have the same ports. If they cost less than that, but more than
//! each needs alone, the measured rate of the two is the number of ports that they have together. Three
//! or more classes have at most the ports of one of them, plus what each further class adds to one of
//! the others. The operations of a set of classes take at least their number over the number of their
//! ports.

use super::costs::Costs;
use super::limit::{Limit, is_vector, of_class};
use super::tally::WorkTally;
use crate::measure::instructions::{Class, Mix, Width};

/// The class whose ports a class is assumed to have, if its own pairs were not measured.
fn like(class: Class) -> Class {
    match class {
        Class::AffineInverse => Class::Affine,
        Class::AesInverseRound | Class::AesInverseMix | Class::AesKeyAssist => Class::AesRound,
        Class::WordPermute | Class::BytePermuteTwo => Class::BytePermute,
        Class::ByteShift => Class::ByteShuffle,
        own => own,
    }
}

/// An operation that costs hardly more than the simplest one runs on all ports. Measurements vary.
const MORE: f64 = 1.25;

/// Measurements vary by less than this factor.
const NOISE: f64 = 1.04;

/// The limits of each class of vector operations alone, and of the set of classes that needs most.
pub(super) fn limits(tally: &WorkTally, costs: &dyn Costs) -> Vec<Limit> {
    // The cycles that each class needs alone.
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
    let mut largest: Option<(Vec<usize>, f64)> = None;
    for set in 1_usize..1 << slots.len() {
        let members: Vec<usize> = (0..slots.len()).filter(|one| set >> one & 1 != 0).collect();
        let needed: f64 = members.iter().map(|&one| slots[one].1).sum();
        let together: usize = members.iter().map(|&one| 1 << slots[one].0).sum();
        let cycles = needed / ports.together[together];
        let so_far = largest.as_ref().map_or(0.0, |(_, most)| *most);
        // If sets cost the same, the smallest one is taken.
        if cycles > so_far * 1.001 {
            largest = Some((members, cycles));
        }
    }
    if let Some((members, cycles)) = largest.filter(|(members, _)| members.len() > 1) {
        let names: Vec<&str> =
            members.iter().map(|&one| ports.classes[slots[one].0].0.name()).collect();
        limits.push(Limit { name: format!("{} ports", names.join(" + ")), cycles });
    }
    limits
}

/// The numbers of ports of classes.
struct Ports {
    /// The number of ports of each class.
    classes: Vec<(Class, f64)>,
    /// The largest number of ports that each set of classes has together. A set is a number of bits.
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
        // A subset has no more ports than the whole set.
        for set in (0..together.len()).rev() {
            for one in 0..classes.len() {
                together[set] = f64::min(together[set], together[set | 1 << one]);
            }
        }
        Self { classes, together }
    }
}

/// The largest number of ports that two classes have together.
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
        // If one of them needs that long alone, the pair tells nothing.
        let itself = f64::max(times / ports, 1.0 / other_ports);
        if cycles * (times + 1.0) > itself * NOISE {
            least = least.min(1.0 / cycles);
        }
    }
    least.max(ports).max(other_ports)
}
