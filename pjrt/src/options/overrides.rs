//! Options that are given by name: which names XLA's compilers know, and which values each takes.
//!
//! The options change nothing here. A program that gives a name or a value that XLA refuses gets XLA's error. The table `xla.table` has the
//! names by their kind, as `jaxlib` 0.9.2 takes them.

use std::collections::BTreeMap;

use super::Override;
use crate::failure::Failure;

/// The names of options by their kind.
const TABLE: &str = include_str!("xla.table");

/// What values an option takes.
#[derive(Clone, Copy)]
enum Kind<'t> {
    Boolean,
    Integer32,
    Integer64,
    Float,
    Text,
    /// Words of an enumeration.
    Enumeration(&'t str),
    /// No value that a caller could give.
    Message,
}

/// An option of XLA.
struct Known<'t> {
    kind: Kind<'t>,
    /// Whether it takes several values, with commas between them.
    is_list: bool,
}

/// The lines of the table as a head and words; a line that begins with a space goes on with the line before it.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut rest = TABLE;
    std::iter::from_fn(move || {
        while rest.starts_with('#') {
            rest = rest.split_once('\n')?.1;
        }
        let end = rest
            .match_indices('\n')
            .map(|(at, _)| at + 1)
            .find(|&at| !rest[at..].starts_with(' '))
            .unwrap_or(rest.len());
        let (row, after) = rest.split_at(end);
        rest = after;
        row.split_once(':')
    })
}

fn known(name: &str) -> Option<Known<'static>> {
    let mut words_before = "";
    for (head, words) in rows() {
        let (kind, is_list) = head.strip_suffix('*').map_or((head, false), |kind| (kind, true));
        if kind == "words" {
            words_before = words;
            continue;
        }
        if words.split_whitespace().any(|word| word == name) {
            let kind = match kind {
                "bool" => Kind::Boolean,
                "int32" => Kind::Integer32,
                "int64" => Kind::Integer64,
                "float" => Kind::Float,
                "string" => Kind::Text,
                "enum" => Kind::Enumeration(words_before),
                _ => Kind::Message,
            };
            return Some(Known { kind, is_list });
        }
    }
    None
}

impl Kind<'_> {
    /// The word for the kind in messages.
    fn word(self) -> &'static str {
        match self {
            Kind::Boolean => "bool",
            Kind::Integer32 => "int32",
            Kind::Integer64 => "int64",
            Kind::Float => "float",
            Kind::Text => "string",
            Kind::Enumeration(_) => "enum",
            Kind::Message => "message",
        }
    }

    /// Whether a text is a value. Spaces around numbers are no part of them.
    fn takes_text(self, text: &str) -> bool {
        let number = text.trim();
        match self {
            Kind::Boolean => matches!(text, "True" | "False"),
            Kind::Integer32 => number.parse::<i32>().is_ok(),
            Kind::Integer64 => number.parse::<i64>().is_ok(),
            Kind::Float => number.parse::<f32>().is_ok(),
            Kind::Text => true,
            Kind::Enumeration(words) => {
                words.split_whitespace().any(|word| word == text) || number.parse::<i32>().is_ok()
            }
            Kind::Message => false,
        }
    }

    /// Whether a value that is no text is one of this kind. A caller's 0 and 1 are booleans, and only these.
    fn takes(self, value: &Override) -> bool {
        let Override { boolean, integer, float, .. } = value;
        match self {
            Kind::Boolean => boolean.is_some(),
            Kind::Integer32 => integer.is_some_and(|value| i32::try_from(value).is_ok()),
            Kind::Integer64 | Kind::Enumeration(_) => integer.is_some(),
            Kind::Float => float.is_some(),
            Kind::Text | Kind::Message => false,
        }
    }
}

impl Override {
    /// The value as messages show it.
    fn shown(&self) -> String {
        let Override { boolean, integer, float, .. } = self;
        let number =
            || integer.map(|value| value.to_string()).or_else(|| float.map(|value| value.to_string()));
        boolean.map(|value| u8::from(value).to_string()).or_else(number).unwrap_or_default()
    }
}

/// Refuses options that no compiler of XLA knows, and values that an option does not take.
pub(super) fn check(overrides: &BTreeMap<String, Override>) -> Result<(), Failure> {
    for (name, value) in overrides {
        let Some(Known { kind, is_list }) = known(name) else {
            return Err(Failure::invalid(format!("No such compile option: '{name}'")));
        };
        let refused = match &value.text {
            _ if *value == Override::default() => None,
            Some(text) if is_list && text.is_empty() => None,
            Some(text) if is_list => text.split(',').find(|part| !kind.takes_text(part)).map(str::to_owned),
            Some(text) => (!kind.takes_text(text)).then(|| text.clone()),
            None => (!kind.takes(value)).then(|| value.shown()),
        };
        if let Some(shown) = refused {
            let word = kind.word();
            return Err(Failure::invalid(format!(
                "While setting option {name}, '{shown}' is not a valid {word} value."
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::super::{CompileOptions, CompileOptionsMessage};
    use super::*;

    #[test]
    fn every_row_of_the_table_has_a_known_kind() {
        let kinds =
            ["bool", "int32", "int64", "float", "string", "words", "enum", "enum*", "message", "message*"];
        for (head, words) in rows() {
            assert!(kinds.contains(&head), "{head}");
            assert!(
                head == "words" || words.split_whitespace().all(|word| word.starts_with("xla_")),
                "{words}"
            );
        }
        assert!(rows().count() > 20);
    }

    #[test]
    fn options_of_other_compilers_are_refused() {
        let with_value = |name: &str, value: Override| {
            let overrides = BTreeMap::from([(name.to_owned(), value)]);
            let options = CompileOptionsMessage { build: None, overrides }.encode_to_vec();
            CompileOptions::of(&options, 1).map(|_| ()).map_err(|error| error.message)
        };
        let with = |name: &str, text: Option<&str>| {
            with_value(name, Override { text: text.map(str::to_owned), ..Override::default() })
        };
        let refused = |name: &str, text: &str, kind: &str| {
            Err(format!("While setting option {name}, '{text}' is not a valid {kind} value."))
        };
        assert_eq!(with("xla_embed_ir_in_executable", None), Ok(()));
        assert_eq!(with("xla_embed_ir_in_executable", Some("True")), Ok(()));
        for text in ["true", "1", ""] {
            assert_eq!(
                with("xla_embed_ir_in_executable", Some(text)),
                refused("xla_embed_ir_in_executable", text, "bool")
            );
        }
        let boolean = Override { boolean: Some(true), ..Override::default() };
        let integer = Override { integer: Some(3), ..Override::default() };
        let float = Override { float: Some(0.5), ..Override::default() };
        let names = [
            ("xla_embed_ir_in_executable", "bool", [true, false, false]),
            ("xla_dump_max_hlo_modules", "int32", [false, true, false]),
            ("xla_gpu_auto_spmd_partitioning_memory_budget_ratio", "float", [false, false, true]),
            ("xla_dump_to", "string", [false, false, false]),
            ("xla_step_marker_location", "enum", [false, true, false]),
        ];
        for (name, kind, are_valid) in names {
            let values = [(&boolean, "1"), (&integer, "3"), (&float, "0.5")];
            for ((value, text), is_valid) in values.into_iter().zip(are_valid) {
                let expected = if is_valid { Ok(()) } else { refused(name, text, kind) };
                assert_eq!(with_value(name, value.clone()), expected);
            }
        }
        for name in ["invalid_key", "xla_invalid_key", "xla_", "enum"] {
            assert_eq!(with(name, Some("v")), Err(format!("No such compile option: '{name}'")));
        }
        let name = "xla_gpu_enable_command_buffer";
        for text in ["", "FUSION", "FUSION,CUBLAS", "3"] {
            assert_eq!(with(name, Some(text)), Ok(()));
        }
        assert_eq!(with(name, Some("FUSION,fusion")), refused(name, "fusion", "enum"));
        assert_eq!(with("xla_gpu_redzone_padding_bytes", Some("99999999999")), Ok(()));
        assert_eq!(
            with("xla_dump_max_hlo_modules", Some("99999999999")),
            refused("xla_dump_max_hlo_modules", "99999999999", "int32")
        );
        for (name, kind) in [
            ("xla_embed_ir_in_executable", "bool"),
            ("xla_dump_max_hlo_modules", "int32"),
            ("xla_gpu_auto_spmd_partitioning_memory_budget_ratio", "float"),
            ("xla_step_marker_location", "enum"),
        ] {
            assert_eq!(with(name, Some("invalid")), refused(name, "invalid", kind));
        }
        assert_eq!(with("xla_step_marker_location", Some("STEP_MARK_NONE")), Ok(()));
        assert_eq!(with("xla_gpu_auto_spmd_partitioning_memory_budget_ratio", Some("0.5")), Ok(()));
    }
}
