//! Table 5 of the paper on RISC-V: cycles of routines, and gains over C.

use super::row::number;
use crate::format::significant;
use crate::report::figure::{Drawing, Figure, Group, Look, Paint, Rows, Scale, Shape, name_of};
use crate::report::gather::Gathered;
use crate::report::papers::riscv::{Firmware, GAINS, SHOWN};

/// The marks of cores.
const CORES: [Look; 3] = [
    Look::OURS,
    Look { paint: Paint::Mark(2), shape: Shape::Square },
    Look { paint: Paint::Mark(3), shape: Shape::Up },
];

/// A figure of gains for every document, and one of cycles for every core.
pub(super) fn figures(gathered: &Gathered) -> Vec<Figure> {
    let of_document = |(_, firmware)| {
        let cycles = Firmware::timed_cores(firmware);
        let cycles = cycles.into_iter().map(move |core| cycles_on(firmware, core));
        gains(firmware).into_iter().chain(cycles)
    };
    gathered
        .firmware
        .iter()
        .map(|(path, firmware)| (path, firmware))
        .flat_map(of_document)
        .collect()
}

/// The gains over C, with those of the paper.
fn gains(firmware: &Firmware) -> Option<Figure> {
    let cores = firmware.timed_cores();
    let mut groups = Vec::new();
    for (cipher, published) in GAINS {
        for (part, words, published) in
            [("ctr", "one block", published[0]), ("ctr2", "two blocks", published[1])]
        {
            let paper =
                number("the paper, HiFive1".to_owned(), published, Look::PUBLISHED, "times");
            let ours = cores.iter().enumerate().filter_map(|(index, core)| {
                let gain = firmware.gain(cipher, part, core)?;
                Some(number(format!("here, {core}"), gain, CORES[index % CORES.len()], "times"))
            });
            let rows: Vec<_> = [paper].into_iter().chain(ours).collect();
            if rows.len() > 1 {
                let heading = format!("{cipher}, counter mode, {words} at a time");
                groups.push(Group { heading, rows });
            }
        }
    }
    let key = cores
        .iter()
        .enumerate()
        .map(|(index, core)| (CORES[index % CORES.len()], firmware.core_name(core).to_owned()));
    (!groups.is_empty()).then(|| Figure {
        name: "riscv-gain".to_owned(),
        title: "Gain of assembly over C".to_owned(),
        caption: "Cycles per block of the C reference for one block, over the cycles per block of the \
                  routine. The paper and this repository have different references and different cores. \
                  The cycles of the paper are not legible in the source."
            .to_owned(),
        drawing: Drawing::Rows(Rows {
            unit: "speed over the C reference".to_owned(),
            scale: Scale::Linear,
            line: Some(1.0),
            stems: false,
            groups,
            key: [(Look::PUBLISHED, "the paper".to_owned())].into_iter().chain(key).collect(),
        }),
    })
}

/// The cycles of routines on one core.
fn cycles_on(firmware: &Firmware, core: &str) -> Figure {
    let group = |cipher: &str| {
        let rows = SHOWN.iter().filter_map(|(part, words)| {
            let routine = firmware.find(cipher, part, core)?;
            let look = match *part {
                "c-o3" => Look { paint: Paint::Mark(1), shape: Shape::Ring },
                _ => Look::OURS,
            };
            let mut remarks = Vec::new();
            if *part != "c-o3"
                && let Some(gain) = firmware.gain(cipher, part, core)
            {
                remarks.push(format!("{} times C", significant(gain)));
            }
            if let Some(bytes) = routine.code_bytes {
                remarks.push(format!("{bytes} B of code"));
            }
            let remarks = format!("({})", remarks.join("; "));
            Some(number((*words).to_owned(), routine.cycles_per_block?, look, &remarks))
        });
        Group { heading: cipher.to_owned(), rows: rows.collect() }
    };
    let name = firmware.core_name(core);
    Figure {
        name: name_of(&format!("riscv-{core}")),
        title: format!("Cycles per block on {name}"),
        caption:
            "Instructions and data are in the caches. Fewer cycles are better. For routines that \
                  process several blocks, the cycles of a call over the number of blocks."
                .to_owned(),
        drawing: Drawing::Rows(Rows {
            unit: "cycles per block".to_owned(),
            scale: Scale::Linear,
            line: None,
            stems: false,
            groups: firmware.ciphers().into_iter().map(group).collect(),
            key: vec![
                (Look { paint: Paint::Mark(1), shape: Shape::Ring }, "C".to_owned()),
                (Look::OURS, "assembly".to_owned()),
            ],
        }),
    }
}
