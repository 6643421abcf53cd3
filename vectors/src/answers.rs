//! The form of the files: a `target` and `cases`. Other fields are for readers.

use std::fmt::Display;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::hex;

/// What a file holds.
#[derive(Debug)]
pub struct KnownAnswers {
    /// The name of its target.
    pub target: String,
    /// Its cases, at least one.
    pub cases: Vec<Case>,
}

/// One case: its fields by name. Strings are hexadecimal digits where nothing else is said. All
/// errors name the case and the field.
#[derive(Debug)]
pub struct Case {
    /// Its name in the file, or its number there.
    pub id: String,
    fields: Map<String, Value>,
    /// The fields of the file beside its cases.
    beside: Arc<Map<String, Value>>,
}

impl KnownAnswers {
    /// Reads the text of a file, or says why it cannot be used.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        let document: Value =
            serde_json::from_slice(text).map_err(|error| format!("is not valid JSON: {error}"))?;
        let Value::Object(mut document) = document else {
            return Err("is not a JSON object with `target` and `cases`".to_owned());
        };
        let target = match document.remove("target") {
            Some(Value::String(target)) => target,
            Some(_) => return Err("`target` is not a string".to_owned()),
            None => return Err("has no `target`".to_owned()),
        };
        let cases = match document.remove("cases") {
            Some(Value::Array(cases)) => cases,
            Some(_) => return Err("`cases` is not an array".to_owned()),
            None => return Err("has no `cases`".to_owned()),
        };
        if cases.is_empty() {
            return Err("`cases` is empty: there is nothing to check".to_owned());
        }
        let beside = Arc::new(document);
        let case = |(index, value)| {
            let name = format!("number {}", index + 1);
            Case::new(name, value, &beside)
        };
        let cases = cases.into_iter().enumerate().map(case).collect::<Result<_, _>>()?;
        Ok(Self { target, cases })
    }
}

impl Case {
    /// A case with this name, unless it has a name itself.
    fn new(name: String, value: Value, beside: &Arc<Map<String, Value>>) -> Result<Self, String> {
        let Value::Object(fields) = value else {
            return Err(format!("case {name} is not an object"));
        };
        let id = match fields.get("id") {
            Some(Value::String(id)) if !id.is_empty() => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            _ => name,
        };
        Ok(Self { id, fields, beside: Arc::clone(beside) })
    }

    /// An error that names the case.
    pub fn error(&self, reason: impl Display) -> String {
        format!("case {}: {reason}", self.id)
    }

    /// An error that names the case and a field.
    fn error_in(&self, field: &str, reason: impl Display) -> String {
        self.error(format_args!("field `{field}`: {reason}"))
    }

    /// Whether the case has the field, with another value than `null`.
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        self.get(field).is_some()
    }

    /// Whether verification must reject the case: it has `expect`, and `expect` is not `pass`,
    /// `valid`, `ok` or `true`.
    #[must_use]
    pub fn must_be_rejected(&self) -> bool {
        match self.get("expect") {
            None | Some(Value::Bool(true)) => false,
            Some(Value::String(word)) => {
                !matches!(word.to_lowercase().as_str(), "pass" | "valid" | "ok")
            }
            Some(_) => true,
        }
    }

    /// The bytes of a field.
    pub fn bytes(&self, field: &str) -> Result<Vec<u8>, String> {
        hex::decode(self.text(field)?).map_err(|reason| self.error_in(field, reason))
    }

    /// The bytes of a field; no bytes if the case does not have it.
    pub fn bytes_or_none(&self, field: &str) -> Result<Vec<u8>, String> {
        if self.has(field) { self.bytes(field) } else { Ok(Vec::new()) }
    }

    /// The text of a field that does not hold hexadecimal digits.
    pub fn text(&self, field: &str) -> Result<&str, String> {
        match self.field(field)? {
            Value::String(text) => Ok(text),
            _ => Err(self.error(format_args!("field `{field}` is not a string"))),
        }
    }

    /// The bytes of a field of fixed length.
    pub fn bytes_of(&self, field: &str, length: usize) -> Result<Vec<u8>, String> {
        let bytes = self.bytes(field)?;
        if bytes.len() != length {
            return Err(self.error(format_args!(
                "field `{field}` has {} bytes instead of {length}",
                bytes.len()
            )));
        }
        Ok(bytes)
    }

    /// The same as an array.
    pub fn array<const N: usize>(&self, field: &str) -> Result<[u8; N], String> {
        let bytes = self.bytes_of(field, N)?;
        Ok(std::array::from_fn(|at| bytes[at]))
    }

    /// A number, 0 to `highest`.
    pub fn number(&self, field: &str, highest: u64) -> Result<u64, String> {
        let value = self.field(field)?;
        value.as_u64().filter(|&number| number <= highest).ok_or_else(|| {
            self.error(format_args!("field `{field}` is {value}, not a number from 0 to {highest}"))
        })
    }

    /// A truth value.
    pub fn truth(&self, field: &str) -> Result<bool, String> {
        let value = self.field(field)?;
        value.as_bool().ok_or_else(|| {
            self.error(format_args!("field `{field}` is {value}, neither true nor false"))
        })
    }

    /// The length in bits of a message of this many bytes: `bit_length`, or all of its bits.
    pub fn bits(&self, bytes: usize) -> Result<u64, String> {
        let available = 8 * bytes as u64;
        match self.has("bit_length") {
            true => self.number("bit_length", available),
            false => Ok(available),
        }
    }

    /// The bytes of each string of an array.
    pub fn rows(&self, field: &str) -> Result<Vec<Vec<u8>>, String> {
        rows(self.field(field)?).map_err(|reason| self.error_in(field, reason))
    }

    /// The same of an entry of a table that the file has beside its cases. None if there is no such
    /// entry.
    pub fn rows_beside(&self, table: &str, name: &str) -> Result<Option<Vec<Vec<u8>>>, String> {
        let value = self.beside.get(table).and_then(|table| table.get(name));
        let named = |reason| self.error(format_args!("`{table}`, `{name}`: {reason}"));
        value.map(|value| rows(value).map_err(named)).transpose()
    }

    /// The `cases` of an object that the file has beside its own cases. No cases if there is no such
    /// object.
    pub fn cases_beside(&self, object: &str) -> Result<Vec<Self>, String> {
        let Some(value) = self.beside.get(object) else { return Ok(Vec::new()) };
        let Some(cases) = value.get("cases").and_then(Value::as_array) else {
            return Err(format!("`{object}` has no `cases`"));
        };
        let case = |(index, value): (usize, &Value)| {
            let name = format!("number {} of `{object}`", index + 1);
            Self::new(name, value.clone(), &self.beside)
        };
        cases.iter().enumerate().map(case).collect()
    }

    /// A field that the case must have.
    fn field(&self, field: &str) -> Result<&Value, String> {
        self.get(field).ok_or_else(|| self.error(format_args!("has no field `{field}`")))
    }

    fn get(&self, field: &str) -> Option<&Value> {
        self.fields.get(field).filter(|value| !value.is_null())
    }
}

/// The bytes of each string of an array.
fn rows(value: &Value) -> Result<Vec<Vec<u8>>, String> {
    const FORM: &str = "is not an array of strings";
    let rows = value.as_array().ok_or(FORM)?;
    rows.iter().map(|row| hex::decode(row.as_str().ok_or(FORM)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(text: &str) -> Case {
        let text = format!(
            r#"{{"target": "t", "boxes": {{"a": ["0f"], "b": [1]}},
                "more": {{"cases": [{{"n": 2}}]}}, "none": {{}}, "cases": [{text}]}}"#
        );
        KnownAnswers::parse(text.as_bytes()).expect("a case").cases.remove(0)
    }

    #[test]
    fn fields_are_read_and_errors_name_case_and_field() {
        let case = case(
            r#"{"id": "a", "key": "00ff", "odd": "0", "n": 3, "none": null, "yes": true,
                "rows": ["00", "01"], "mixed": ["00", 1]}"#,
        );
        assert_eq!(case.array("key"), Ok([0, 0xff]));
        assert_eq!(case.number("n", 3), Ok(3));
        assert_eq!(case.truth("yes"), Ok(true));
        assert_eq!(case.rows("rows"), Ok(vec![vec![0], vec![1]]));
        assert_eq!(case.bytes_or_none("none"), Ok(vec![]));
        for (field, error) in [
            ("key", case.array::<3>("key").map(|_| ())),
            ("odd", case.bytes("odd").map(|_| ())),
            ("n", case.bytes("n").map(|_| ())),
            ("none", case.bytes("none").map(|_| ())),
            ("n", case.number("n", 2).map(|_| ())),
            ("n", case.truth("n").map(|_| ())),
            ("n", case.rows("n").map(|_| ())),
            ("mixed", case.rows("mixed").map(|_| ())),
        ] {
            let named = |e: &String| e.starts_with("case a: ") && e.contains(&format!("`{field}`"));
            assert!(error.as_ref().is_err_and(named), "{error:?}");
        }
        assert_eq!(case.bits(5), Ok(40));
    }

    #[test]
    fn what_is_beside_the_cases_is_found() {
        let case = case("{}");
        assert_eq!(case.rows_beside("boxes", "a"), Ok(Some(vec![vec![15]])));
        assert!(case.rows_beside("boxes", "b").is_err_and(|e| e.contains("`boxes`, `b`")));
        assert_eq!(case.rows_beside("boxes", "c"), Ok(None));
        assert_eq!(case.rows_beside("others", "c"), Ok(None));
        let more = case.cases_beside("more").expect("more cases");
        assert_eq!(more[0].number("n", 2), Ok(2));
        assert!(more[0].bytes("n").is_err_and(|e| e.contains("number 1 of `more`")));
        assert!(case.cases_beside("none").is_err());
        assert!(case.cases_beside("nothing").is_ok_and(|cases| cases.is_empty()));
    }

    #[test]
    fn expect_means_rejection_unless_it_says_otherwise() {
        for (text, rejected) in [
            (r#"{}"#, false),
            (r#"{"expect": "fail"}"#, true),
            (r#"{"expect": "invalid"}"#, true),
            (r#"{"expect": false}"#, true),
            (r#"{"expect": "valid"}"#, false),
            (r#"{"expect": null}"#, false),
        ] {
            assert_eq!(case(text).must_be_rejected(), rejected, "{text}");
        }
    }

    #[test]
    fn other_documents_are_refused() {
        for text in ["", "[]", "{}", r#"{"target": "t"}"#, r#"{"target": "t", "cases": []}"#] {
            assert!(KnownAnswers::parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
