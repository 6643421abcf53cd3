//! Measurements and bounds.

use super::super::figure::{
    Drawing, Figure, FigureRow, Group, LimitClass, Look, Paint, Roofline, Rows, SHAPES, Scale,
    name_of,
};
use crate::document::{ResultBound, ResultRow};
use crate::format::{significant, size};
use crate::measure::statistics::Quartiles;
use crate::report::gather::Gathered;

/// A kernel with its bound.
struct Kernel<'r> {
    row: &'r ResultRow,
    name: String,
    bound: &'r ResultBound,
    cycles: Quartiles,
}

impl Kernel<'_> {
    fn fraction(&self) -> f64 {
        self.bound.cycles_per_byte / self.cycles.median
    }
}

/// The figures of every machine with bounds.
pub(super) fn figures(gathered: &Gathered) -> Vec<Figure> {
    let machines = 0..gathered.machines.len();
    machines.flat_map(|machine| of_machine(gathered, machine)).collect()
}

fn of_machine(gathered: &Gathered, machine: usize) -> Vec<Figure> {
    let mut kernels: Vec<Kernel<'_>> = Vec::new();
    for on in gathered.results.iter().filter(|on| on.machine == machine) {
        let Some(kernel) = kernel(&on.it) else { continue };
        match kernels.iter_mut().find(|other| same(other.row, kernel.row)) {
            Some(other) if longer(&kernel, other) => *other = kernel,
            Some(_) => {}
            None => kernels.push(kernel),
        }
    }
    if kernels.is_empty() {
        return Vec::new();
    }
    name(&mut kernels);
    let mut limits: Vec<&str> = Vec::new();
    for kernel in &kernels {
        let class = class(&kernel.bound.limiting);
        if !limits.contains(&class) {
            limits.push(class);
        }
    }
    let suffix = gathered.suffix(machine);
    let name_suffix = gathered.name_suffix(machine);
    vec![
        Figure {
            name: name_of(&format!("roofline{name_suffix}")),
            title: format!("Roofline: measured bytes per cycle over the bound{suffix}"),
            caption: "Each mark is a kernel at its longest measured message. A mark on the line is as fast \
                      as the bound. No mark can lie above the line. The form of a mark shows the \
                      limiting resource."
                .to_owned(),
            drawing: Drawing::Roofline(roofline(&kernels, &limits)),
        },
        Figure {
            name: name_of(&format!("bound{name_suffix}")),
            title: format!("Speed as a part of the bound, in %{suffix}"),
            caption: "At 100 %, no schedule of the same instructions is faster on this machine. Each bar is \
                      a kernel at its longest measured message. The text shows the median and the bound \
                      in cycles per byte."
                .to_owned(),
            drawing: Drawing::Rows(fractions(&kernels, &limits)),
        },
    ]
}

fn kernel(row: &ResultRow) -> Option<Kernel<'_>> {
    let (bound, cycles) = (row.bound.as_ref()?, row.cycles_per_byte?);
    let warm = row.cache == "warm" && row.threads == 1 && row.mix.is_none();
    let sound = bound.cycles_per_byte > 0.0 && cycles.median > 0.0;
    (warm && sound).then(|| Kernel { row, name: String::new(), bound, cycles })
}

fn same(a: &ResultRow, b: &ResultRow) -> bool {
    (&a.algorithm, &a.operation, &a.resolved_variant, &a.backend)
        == (&b.algorithm, &b.operation, &b.resolved_variant, &b.backend)
}

/// Whether a kernel replaces another one: it has longer messages, or is nearer to its bound.
fn longer(one: &Kernel<'_>, other: &Kernel<'_>) -> bool {
    match one.row.message_bytes.cmp(&other.row.message_bytes) {
        std::cmp::Ordering::Equal => one.fraction() > other.fraction(),
        order => order.is_gt(),
    }
}

/// Names kernels by the properties that differ.
fn name(kernels: &mut [Kernel<'_>]) {
    let rows: Vec<&ResultRow> = kernels.iter().map(|kernel| kernel.row).collect();
    for kernel in kernels.iter_mut() {
        let row = kernel.row;
        let of_one_operation = |other: &&&ResultRow| {
            (&other.algorithm, &other.operation) == (&row.algorithm, &row.operation)
        };
        let siblings: Vec<_> = rows.iter().filter(of_one_operation).collect();
        let mut words = vec![format!("{}/{}", row.algorithm, row.operation)];
        if siblings.iter().any(|other| other.resolved_variant != row.resolved_variant) {
            words.extend(row.resolved_variant.clone());
        }
        if siblings.iter().any(|other| other.backend != row.backend) {
            words.extend(row.backend.clone());
        }
        kernel.name = words.join(" ");
    }
}

/// The kind of the limiting resource. The table of all results has the exact one.
fn class(limiting: &str) -> &str {
    match limiting {
        chain if chain.starts_with("chain") => "a chain of dependent instructions",
        ports if ports.ends_with(" ports") && ports.contains("AES") => "ports of AES",
        ports if ports.ends_with(" ports") => "ports of other vector instructions",
        ordinary if ordinary.starts_with("ordinary") => "ordinary instructions",
        memory if memory.starts_with("loads") || memory.starts_with("stores") => "loads and stores",
        other => other,
    }
}

fn roofline(kernels: &[Kernel<'_>], limits: &[&str]) -> Roofline {
    let one = |limit: &&str| LimitClass {
        limiting: format!("limited by {limit}"),
        points: kernels
            .iter()
            .filter(|kernel| class(&kernel.bound.limiting) == *limit)
            .map(|kernel| {
                let bound = 1.0 / kernel.bound.cycles_per_byte;
                (kernel.name.clone(), bound, 1.0 / kernel.cycles.median)
            })
            .collect(),
    };
    Roofline { classes: limits.iter().map(one).collect() }
}

fn fractions(kernels: &[Kernel<'_>], limits: &[&str]) -> Rows {
    let group = |(index, limit): (usize, &&str)| {
        let look = Look { paint: Paint::Mark(index), shape: SHAPES[0] };
        let mut of_limit: Vec<&Kernel<'_>> =
            kernels.iter().filter(|kernel| class(&kernel.bound.limiting) == *limit).collect();
        of_limit.sort_by(|a, b| b.fraction().total_cmp(&a.fraction()));
        let row = |kernel: &&Kernel<'_>| {
            let bound = kernel.bound.cycles_per_byte;
            let part = |cycles: f64| 100.0 * bound / cycles;
            let Quartiles { q1, median, q3 } = kernel.cycles;
            FigureRow {
                label: format!("{}, {}", kernel.name, size(kernel.row.message_bytes)),
                value: Some((part(q3), part(median), part(q1))),
                look,
                text: format!(
                    "{:.0} % ({}; bound {})",
                    part(median),
                    significant(median),
                    significant(bound)
                ),
            }
        };
        Group { heading: format!("Limited by {limit}"), rows: of_limit.iter().map(row).collect() }
    };
    Rows {
        unit: "% of the bound".to_owned(),
        scale: Scale::Linear,
        line: Some(100.0),
        stems: false,
        groups: limits.iter().enumerate().map(group).collect(),
        key: Vec::new(),
    }
}
