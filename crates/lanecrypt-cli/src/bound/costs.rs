//! The costs of instructions, from a table.

use super::kind::{Kind, Sort};
use crate::measure::instructions::{Class, Cost, Instructions, Mix, Width};

/// A table of costs. Tests use an invented one.
pub(super) trait Costs {
    /// The cost of an instruction alone.
    fn of(&self, class: Class, width: Width) -> Option<Cost>;

    /// Cycles for one instruction of a mix.
    fn mix(&self, mix: Mix, width: Width) -> Option<f64>;
}

impl Costs for Instructions {
    fn of(&self, class: Class, width: Width) -> Option<Cost> {
        self.of(class, width)
    }

    fn mix(&self, mix: Mix, width: Width) -> Option<f64> {
        self.mix(mix, width)
    }
}

impl dyn Costs + '_ {
    /// The latency: measured, or the smallest possible one.
    pub(super) fn latency(&self, sort: &Sort) -> f64 {
        match sort.kind {
            Kind::Of(class) if sort.latency_known => {
                self.of(class, sort.width).and_then(|cost| cost.latency).unwrap_or(1.0)
            }
            Kind::Free | Kind::Branch => 0.0,
            _ => 1.0,
        }
    }

    /// The latency of a load, from its address.
    pub(super) fn load_latency(&self) -> f64 {
        let load = self.of(Class::Load, Width::Ordinary64);
        load.and_then(|cost| cost.latency).unwrap_or(1.0)
    }

    /// Cycles between the starts of independent instructions. If the table lacks a register length, twice
    /// the cycles of half the length.
    pub(super) fn rate(&self, class: Class, width: Width) -> Option<f64> {
        if let Some(cost) = self.of(class, width) {
            return Some(cost.per_instruction);
        }
        let narrower = match width {
            Width::Zmm => Width::Ymm,
            Width::Ymm => Width::Xmm,
            _ => return None,
        };
        self.rate(class, narrower).map(|cycles| 2.0 * cycles)
    }

    /// Cycles between the starts of the simplest instructions.
    pub(super) fn simplest(&self, width: Width) -> Option<f64> {
        let classes = [Class::Xor, Class::And, Class::Add];
        let alone = classes.into_iter().filter_map(|class| self.rate(class, width));
        alone.chain(self.mix(Mix::Simple, width)).min_by(f64::total_cmp)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An invented table: cycles and latency of instructions, and cycles of mixes.
    #[derive(Default)]
    pub(in crate::bound) struct TestTable {
        pub(in crate::bound) alone: Vec<(Class, Width, f64, f64)>,
        pub(in crate::bound) mixes: Vec<(Mix, Width, f64)>,
    }

    impl Costs for TestTable {
        fn of(&self, class: Class, width: Width) -> Option<Cost> {
            let found = self.alone.iter().find(|one| (one.0, one.1) == (class, width))?;
            Some(Cost { per_instruction: found.2, latency: Some(found.3), set: "" })
        }

        fn mix(&self, mix: Mix, width: Width) -> Option<f64> {
            Some(self.mixes.iter().find(|one| (one.0, one.1) == (mix, width))?.2)
        }
    }
}
