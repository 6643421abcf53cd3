//! Tables of text, and their forms: terminal, Markdown, LaTeX, CSV.

use crate::failure::Failure;
use crate::output::{Output, table};

/// A table.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    /// The title.
    title: String,
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

/// A column.
#[derive(Debug, Clone, Copy)]
struct Column {
    name: &'static str,
    is_number: bool,
}

/// The kind of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    /// Aligned left.
    Text,
    /// Aligned right.
    Number,
}

impl Sheet {
    /// A table without rows.
    pub(crate) fn new(title: &str, columns: &[(&'static str, ColumnKind)]) -> Self {
        let column = |&(name, kind)| Column { name, is_number: kind == ColumnKind::Number };
        let columns = columns.iter().map(column).collect();
        Self { title: title.to_owned(), columns, rows: Vec::new() }
    }

    /// Adds a row. Missing cells at its end are empty.
    pub(crate) fn push(&mut self, mut row: Vec<String>) {
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Whether the table has no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Removes each of the given columns if all of its cells have the given value: it would tell the
    /// reader nothing.
    pub(crate) fn without(mut self, unless: &[(&'static str, &str)]) -> Self {
        let says_nothing = |at: &usize| {
            let name = self.columns[*at].name;
            unless.iter().any(|(column, value)| {
                *column == name && self.rows.iter().all(|row| row[*at] == *value)
            })
        };
        let kept: Vec<usize> = (0..self.columns.len()).filter(|at| !says_nothing(at)).collect();
        self.columns = kept.iter().map(|&at| self.columns[at]).collect();
        for row in &mut self.rows {
            *row = kept.iter().map(|&at| std::mem::take(&mut row[at])).collect();
        }
        self
    }

    /// Prints the table, with spaces between the columns.
    pub(crate) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        let header: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        let numbers = (0..header.len()).filter(|&at| self.columns[at].is_number);
        let mut printed = table(&header, numbers);
        for row in &self.rows {
            printed.add_row(row);
        }
        out.line(printed.trim_fmt())
    }

    /// The table in Markdown, under its title.
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|");
        let names = self.columns.iter().map(|column| escaped(column.name)).collect();
        let rules =
            self.columns.iter().map(|c| if c.is_number { "---:" } else { "---" }.to_owned());
        let mut text = format!("### {}\n\n{}{}", self.title, line(names), line(rules.collect()));
        for row in &self.rows {
            text += &line(row.iter().map(|cell| escaped(cell)).collect());
        }
        text
    }

    /// The table in LaTeX: a `tabular` with the rules of the package booktabs, in a `table`.
    pub(crate) fn latex(&self) -> String {
        let line = |cells: Vec<String>| format!("  {} \\\\\n", cells.join(" & "));
        let names = self.columns.iter().map(|column| latex_escaped(column.name)).collect();
        let alignment: String =
            self.columns.iter().map(|c| if c.is_number { 'r' } else { 'l' }).collect();
        let mut text = format!(
            "% \\usepackage{{booktabs}}\n\\begin{{table}}\n  \\caption{{{}}}\n  \\begin{{tabular}}{{{alignment}}}\n  \
             \\toprule\n{}  \\midrule\n",
            latex_escaped(&self.title),
            line(names)
        );
        for row in &self.rows {
            text += &line(row.iter().map(|cell| latex_escaped(cell)).collect());
        }
        text + "  \\bottomrule\n  \\end{tabular}\n\\end{table}\n"
    }

    /// The table as comma-separated values (RFC 4180) with a header.
    pub(crate) fn csv(&self) -> Result<String, Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names = self.columns.iter().map(|column| column.name);
        writer.write_record(names).map_err(Failure::refused)?;
        for row in &self.rows {
            writer.write_record(row).map_err(Failure::refused)?;
        }
        let bytes = writer.into_inner().map_err(Failure::refused)?;
        String::from_utf8(bytes).map_err(Failure::refused)
    }
}

/// The text with the special characters of LaTeX escaped.
fn latex_escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            // A bracket after `\\` would be taken for its length.
            '[' => escaped += "{[}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut sheet = Sheet::new(
            "100 % of it",
            &[
                ("name", ColumnKind::Text),
                ("GB/s", ColumnKind::Number),
                ("threads", ColumnKind::Number),
            ],
        );
        sheet.push(vec!["a_b|c".to_owned(), "1.5".to_owned(), "1".to_owned()]);
        sheet.push(vec!["d, \"e\"".to_owned(), "[2 3]".to_owned(), "1".to_owned()]);
        sheet
    }

    #[test]
    fn every_form_keeps_what_its_reader_would_take_for_its_own() {
        let sheet = sheet();
        assert_eq!(
            sheet.csv().ok().as_deref(),
            Some("name,GB/s,threads\na_b|c,1.5,1\n\"d, \"\"e\"\"\",[2 3],1\n")
        );
        let markdown = sheet.markdown();
        assert!(markdown.contains("| --- | ---: | ---: |\n| a_b\\|c | 1.5 | 1 |\n"), "{markdown}");
        let latex = sheet.latex();
        assert!(latex.contains("{lrr}") && latex.contains("caption{100 \\% of it}"), "{latex}");
        assert!(latex.contains("  a\\_b|c & 1.5 & 1 \\\\\n"), "{latex}");
        assert!(latex.contains("& {[}2 3] &"), "{latex}");
    }

    #[test]
    fn columns_that_say_nothing_are_left_out() {
        let csv = sheet().without(&[("threads", "1"), ("name", "x")]).csv();
        assert!(csv.is_ok_and(|csv| csv.starts_with("name,GB/s\n")));
    }
}
