//! Figures as files.

use std::path::{Path, PathBuf};

use super::figure::Figure;
use super::figures::Figures;
use crate::failure::Failure;
use crate::target_file::TargetFile;

/// The figures to be written, with their files.
pub(super) struct Exports<'f> {
    svg: Vec<(&'f Figure, TargetFile)>,
    png: Vec<(&'f Figure, TargetFile)>,
}

impl<'f> Exports<'f> {
    /// One figure into files, or all figures into directories.
    pub(super) fn new(
        figures: &'f Figures,
        name: Option<&str>,
        svg: Option<&Path>,
        png: Option<&Path>,
    ) -> Result<Self, Failure> {
        let wanted: Vec<&Figure> = match name {
            None => figures.all().collect(),
            Some(name) => vec![find(figures, name)?],
        };
        let targets = |option, path: Option<&Path>, kind| {
            path.map_or(Ok(Vec::new()), |path| targets(option, path, kind, name.is_some(), &wanted))
        };
        Ok(Self { svg: targets("--svg", svg, "svg")?, png: targets("--png", png, "png")? })
    }

    /// Draws and writes the figures.
    pub(super) fn write(self) -> Result<(), Failure> {
        for (figure, target) in self.svg {
            target.write(&figure.alone())?;
        }
        if self.png.is_empty() { Ok(()) } else { write_png(self.png) }
    }
}

fn find<'f>(figures: &'f Figures, name: &str) -> Result<&'f Figure, Failure> {
    figures.all().find(|figure| figure.name == name).ok_or_else(|| {
        let near: Vec<&str> = figures
            .all()
            .map(|figure| figure.name.as_str())
            .filter(|other| other.split('-').next() == name.split('-').next())
            .collect();
        let near = match near.is_empty() {
            true => String::new(),
            false => format!("similar names: {}; ", near.join(", ")),
        };
        Failure::refused(format!("--figure {name}: unknown figure; {near}--list prints all names"))
    })
}

/// The file of each figure: one figure goes to a file, several go to a directory, which is created if
/// necessary.
fn targets<'f>(
    option: &'static str,
    path: &Path,
    kind: &str,
    one: bool,
    figures: &[&'f Figure],
) -> Result<Vec<(&'f Figure, TargetFile)>, Failure> {
    let place = |figure: &Figure| -> PathBuf {
        if one { path.to_owned() } else { path.join(format!("{}.{kind}", figure.name)) }
    };
    if !one {
        std::fs::create_dir_all(path).map_err(|error| {
            let shown = path.display();
            Failure::refused(format!("{option} {shown}: the directory cannot be created: {error}"))
        })?;
    }
    let target = |figure: &&'f Figure| Ok((*figure, TargetFile::new(option, &place(figure))?));
    figures.iter().map(target).collect()
}

/// Refuses `--png`: this program was built without it.
#[cfg(not(feature = "png"))]
pub(super) fn check_png() -> Result<(), Failure> {
    Err(Failure::refused(
        "--png: the program was built without this; build it with --features png, or use --svg",
    ))
}

#[cfg(not(feature = "png"))]
fn write_png(_: Vec<(&Figure, TargetFile)>) -> Result<(), Failure> {
    check_png()
}

#[cfg(feature = "png")]
pub(super) use png::check as check_png;
#[cfg(feature = "png")]
use png::write as write_png;

/// PNG files.
#[cfg(feature = "png")]
mod png {
    use std::sync::Arc;

    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::fontdb::{Database, Family, Query};
    use resvg::usvg::{Options, Tree};

    use crate::failure::Failure;
    use crate::report::figure::Figure;
    use crate::target_file::TargetFile;

    /// The number of pixels for each pixel of the drawing, in each direction.
    const ENLARGED: u32 = 2;

    /// Fonts without serifs that are common.
    const LETTERS: [&str; 8] = [
        "Inter",
        "Noto Sans",
        "DejaVu Sans",
        "Liberation Sans",
        "Arial",
        "Helvetica",
        "Segoe UI",
        "Roboto",
    ];

    /// Checks that the system has fonts.
    pub(crate) fn check() -> Result<(), Failure> {
        letters().map(|_| ())
    }

    /// The fonts of the system. One of them is chosen for all text.
    fn letters() -> Result<Database, Failure> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let has = |name: &&str| {
            fonts.query(&Query { families: &[Family::Name(name)], ..Query::default() }).is_some()
        };
        let known = LETTERS.iter().find(|name| has(name)).map(|name| (*name).to_owned());
        let any = || Some(fonts.faces().next()?.families.first()?.0.clone());
        let Some(name) = known.or_else(any) else {
            return Err(Failure::refused(
                "--png: this system has no fonts (on Debian, install fonts-dejavu-core)",
            ));
        };
        fonts.set_sans_serif_family(name);
        Ok(fonts)
    }

    /// Draws and writes all figures.
    pub(crate) fn write(targets: Vec<(&Figure, TargetFile)>) -> Result<(), Failure> {
        let options = Options { fontdb: Arc::new(letters()?), ..Options::default() };
        for (figure, target) in targets {
            let refused = |error: String| {
                Failure::refused(format!(
                    "--png: the figure {} cannot be drawn: {error}",
                    figure.name
                ))
            };
            let tree = Tree::from_str(&figure.light(), &options)
                .map_err(|error| refused(error.to_string()))?;
            let (width, height) = (tree.size().width() as u32, tree.size().height() as u32);
            let mut pixels = Pixmap::new(ENLARGED * width, ENLARGED * height)
                .ok_or_else(|| refused(format!("{width} by {height} pixels")))?;
            let enlarged = Transform::from_scale(ENLARGED as f32, ENLARGED as f32);
            resvg::render(&tree, enlarged, &mut pixels.as_mut());
            let bytes = pixels.encode_png().map_err(|error| refused(error.to_string()))?;
            target.write_bytes(&bytes)?;
        }
        Ok(())
    }
}
