//! The form of the files: a `target` and `cases`. Other fields are for readers.

use std::path::Path;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::hex;

/// What a file holds.
#[derive(Debug)]
pub(crate) struct KnownAnswers {
    /// The name of its target.
    pub(crate) target: String,
    /// Its cases, at least one.
    pub(crate) cases: Vec<Case>,
}

/// One case: its fields by name. Strings are hexadecimal digits where nothing else is said.
#[derive(Debug)]
pub(crate) struct Case {
    /// Its name in the file, or its number there.
    pub(crate) id: String,
    fields: Map<String, Value>,
    /// The fields of the file beside its cases.
    shared: Rc<Map<String, Value>>,
}

impl KnownAnswers {
    /// Reads a file, or says why it cannot be used.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
        Self::parse(&text)
    }

    fn parse(text: &[u8]) -> Result<Self, String> {
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
        let shared = Rc::new(document);
        let case = |(index, value)| match value {
            Value::Object(fields) => Ok(Case::new(index + 1, fields, Rc::clone(&shared))),
            _ => Err(format!("case number {} is not an object", index + 1)),
        };
        let cases = cases.into_iter().enumerate().map(case).collect::<Result<_, _>>()?;
        Ok(Self { target, cases })
    }
}

impl Case {
    fn new(number: usize, fields: Map<String, Value>, shared: Rc<Map<String, Value>>) -> Self {
        let id = match fields.get("id") {
            Some(Value::String(id)) if !id.is_empty() => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            _ => format!("number {number}"),
        };
        Self { id, fields, shared }
    }

    /// An error that names the case.
    pub(crate) fn error(&self, reason: impl std::fmt::Display) -> String {
        format!("case {}: {reason}", self.id)
    }

    /// Whether the case has the field, with another value than `null`.
    pub(crate) fn has(&self, field: &str) -> bool {
        self.get(field).is_some()
    }

    /// Whether verification must reject the case: it has `expect`, and `expect` is not `pass`,
    /// `valid`, `ok` or `true`.
    pub(crate) fn must_be_rejected(&self) -> bool {
        match self.get("expect") {
            None | Some(Value::Bool(true)) => false,
            Some(Value::String(word)) => {
                !matches!(word.to_lowercase().as_str(), "pass" | "valid" | "ok")
            }
            Some(_) => true,
        }
    }

    /// The bytes of a field.
    pub(crate) fn bytes(&self, field: &str) -> Result<Vec<u8>, String> {
        match self.get(field) {
            Some(Value::String(digits)) => hex::decode(digits)
                .map_err(|reason| self.error(format_args!("field `{field}`: {reason}"))),
            Some(_) => Err(self.error(format_args!("field `{field}` is not a string"))),
            None => Err(self.error(format_args!("has no field `{field}`"))),
        }
    }

    /// The text of a field that does not hold hexadecimal digits.
    pub(crate) fn text(&self, field: &str) -> Result<&str, String> {
        match self.get(field) {
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(self.error(format_args!("field `{field}` is not a string"))),
            None => Err(self.error(format_args!("has no field `{field}`"))),
        }
    }

    /// The bytes of a field of fixed length.
    pub(crate) fn bytes_of(&self, field: &str, length: usize) -> Result<Vec<u8>, String> {
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
    pub(crate) fn array<const N: usize>(&self, field: &str) -> Result<[u8; N], String> {
        let bytes = self.bytes_of(field, N)?;
        Ok(std::array::from_fn(|at| bytes[at]))
    }

    /// A number, 0 to `highest`.
    pub(crate) fn number(&self, field: &str, highest: u64) -> Result<u64, String> {
        let value =
            self.get(field).ok_or_else(|| self.error(format_args!("has no field `{field}`")))?;
        value.as_u64().filter(|&number| number <= highest).ok_or_else(|| {
            self.error(format_args!("field `{field}` is {value}, not a number from 0 to {highest}"))
        })
    }

    /// The length in bits of a message of this many bytes: `bit_length`, or all of its bits.
    pub(crate) fn bits(&self, bytes: usize) -> Result<u64, String> {
        let available = 8 * bytes as u64;
        match self.has("bit_length") {
            true => self.number("bit_length", available),
            false => Ok(available),
        }
    }

    /// An entry of a table that the file has beside its cases.
    pub(crate) fn shared(&self, table: &str, name: &str) -> Option<&Value> {
        self.shared.get(table)?.get(name)
    }

    /// A field as JSON.
    pub(crate) fn get(&self, field: &str) -> Option<&Value> {
        self.fields.get(field).filter(|value| !value.is_null())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(text: &str) -> Case {
        let text = format!(r#"{{"target": "t", "cases": [{text}]}}"#);
        KnownAnswers::parse(text.as_bytes()).expect("a case").cases.remove(0)
    }

    #[test]
    fn fields_are_read_and_errors_name_case_and_field() {
        let case = case(r#"{"id": "a", "key": "00ff", "odd": "0", "n": 3, "none": null}"#);
        assert_eq!(case.array("key"), Ok([0, 0xff]));
        assert_eq!(case.number("n", 3), Ok(3));
        for error in [
            case.array::<3>("key").map(|_| ()),
            case.bytes("odd").map(|_| ()),
            case.bytes("n").map(|_| ()),
            case.bytes("none").map(|_| ()),
            case.number("n", 2).map(|_| ()),
        ] {
            assert!(error.as_ref().is_err_and(|e| e.starts_with("case a: ")), "{error:?}");
        }
        assert_eq!(case.bits(5), Ok(40));
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
