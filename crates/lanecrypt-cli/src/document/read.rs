//! Documents are read from files.

use std::path::Path;

use super::earlier;
use super::run::{Document, SCHEMA, VERSION};
use crate::failure::Failure;

impl Document {
    /// Reads a document of this version, or of version 2, from a file. Unknown fields are ignored.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let refused = |reason: String| Failure::refused(format!("{}: {reason}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
        Self::parse(&text).map_err(refused)
    }

    /// Reads a document from text.
    fn parse(text: &str) -> Result<Self, String> {
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| format!("not a JSON document: {error}"))?;
        match value["schema"].as_str() {
            Some(SCHEMA) => {}
            Some(other) => {
                return Err(format!(
                    "the document has the schema {other:?}; a document of `lanecrypt bench --json`, \
                     with the schema {SCHEMA:?}, is needed"
                ));
            }
            None => {
                return Err(format!(
                    "the document has no schema; a document of `lanecrypt bench --json`, with the \
                     schema {SCHEMA:?}, is needed"
                ));
            }
        }
        let version = value["schema_version"].as_u64().unwrap_or(0);
        if version != u64::from(VERSION) && version != u64::from(earlier::VERSION) {
            return Err(format!(
                "the document has schema version {version}; this program reads version {} and \
                 version {VERSION}",
                earlier::VERSION
            ));
        }
        let document: Self = serde_json::from_value(value).map_err(|error| error.to_string())?;
        Ok(if document.schema_version < VERSION { earlier::current(document) } else { document })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Difference;

    /// A small document as version 2 of the schema has it.
    const OLD: &str = r#"{
        "schema": "lanecrypt-bench", "schema_version": 2, "lanecrypt_version": "0.1.0",
        "time": "2026-11-01T00:00:00Z", "compiler": "rustc", "target": "t", "profile": "release",
        "command": ["bench"],
        "machine": {
            "processor": "p", "core": null, "architecture": "x86_64", "system": "linux",
            "logical_processors": 2, "backends": ["portable"], "caches": []
        },
        "sampling": {
            "samples": 100, "sample_milliseconds": 1.0, "order": "in turns", "key_setup": "k",
            "cycles_by": "c"
        },
        "conditions": {
            "clock_ghz": null, "clock_drift_ghz": null, "pinned_to": null, "waited_part": null,
            "outlier_part": 0.0, "noise": []
        },
        "results": [{
            "algorithm": "eea3", "operation": "encipher",
            "implementation": {"name": "lanecrypt", "version": "0.1.0"},
            "variant": "auto", "resolved_variant": "lanes", "backend": "portable", "lanes": 1,
            "message_bytes": 64, "batch": 8, "keys": "fresh", "threads": 1, "cache": "warm",
            "gigabytes_per_second": {"q1": 1.0, "median": 2.0, "q3": 3.0},
            "cycles_per_byte": null, "clock_ghz": null, "samples": 100, "outliers": 0
        }],
        "comparisons": [{
            "algorithm": "aes128", "operation": "block-decipher", "message_bytes": 64, "batch": 8,
            "keys": "same", "threads": 1, "cache": "warm", "backend": "portable",
            "rival": "OpenSSL", "rival_version": "3.0",
            "ratio": {"q1": 1.0, "median": 2.0, "q3": 3.0}, "difference": "faster"
        }]
    }"#;

    #[test]
    fn version_2_is_read() {
        let document = Document::parse(OLD).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(document.schema_version, VERSION);
        assert_eq!(document.results[0].operation, "encrypt");
        assert_eq!(document.results[0].keys, "fresh");
        assert_eq!(document.sampling.order, "interleaved");
        let comparison = &document.comparisons[0];
        assert_eq!((&*comparison.peer, &*comparison.peer_version), ("OpenSSL", "3.0"));
        assert_eq!((&*comparison.operation, &*comparison.keys), ("block-decrypt", "ready"));
        assert_eq!(comparison.difference, Difference::Faster);
    }

    #[test]
    fn what_is_written_is_of_the_current_version() {
        let document = Document::parse(OLD).unwrap_or_else(|error| panic!("{error}"));
        let text = serde_json::to_string(&document).expect("JSON");
        assert!(text.contains(r#""peer":"OpenSSL""#) && !text.contains("rival"), "{text}");
        assert!(text.contains(r#""schema_version":3"#) && !text.contains("encipher"), "{text}");
        assert!(Document::parse(&text).is_ok());
    }

    #[test]
    fn other_documents_are_refused() {
        for (text, words) in [
            (r#"{"schema": "lanecrypt-bench", "schema_version": 1}"#, ["version 1", "version 3"]),
            (r#"{"schema": "lanecrypt-bench", "schema_version": 4}"#, ["version 4", "version 2"]),
            (r#"{"schema": "lanecrypt-info"}"#, ["lanecrypt-info", "lanecrypt-bench"]),
            (r#"{"results": []}"#, ["no schema", "lanecrypt bench --json"]),
            ("[", ["JSON", ""]),
        ] {
            let error = Document::parse(text).err().unwrap_or_default();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        }
    }
}
