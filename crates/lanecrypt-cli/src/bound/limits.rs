//! Limits from the ports of a processor, its loads and stores, and its front end.

use super::costs::Costs;
use super::kind::Kind;
use super::limit::{Limit, is_vector, of_class};
use super::ports;
use super::tally::WorkTally;
use crate::measure::instructions::{Class, Mix, Width};

/// All limits but the chain, in no particular order.
pub(super) fn limits(tally: &WorkTally, costs: &dyn Costs) -> Vec<Limit> {
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
    limits.extend(ports::limits(tally, costs));
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::costs::tests::TestTable;

    fn tally(work: &[(Class, Width, f64)]) -> WorkTally {
        let mut tally = WorkTally::default();
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
    fn table() -> TestTable {
        let mut table = TestTable::default();
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

    fn all(tally: &WorkTally, table: &TestTable) -> Vec<Limit> {
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
