//! The registry of op definitions: look-up by name, and additions at run time.
//!
//! The built-in tables are indexed on first use and a definition is parsed at its first look-up, so a program pays only
//! for the ops it names. Definitions live as long as the process: handles to them need no more than a reference count, and
//! survive the registry's growth.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock, RwLock};

use super::OpDef;
use super::spec::parse_line;

/// Op name prefix and the text of a table.
const TABLES: &[(&str, &str)] = &[
    ("tf.", include_str!("../tables/ops.table")),
    ("tf.", include_str!("../tables/more_ops.table")),
    ("tf.", include_str!("../tables/variable_ops.table")),
    ("", include_str!("../tables/hlo.table")),
    ("", include_str!("../tables/onnx.table")),
    ("", include_str!("../tables/onnx_ml.table")),
    ("", include_str!("../tables/test_ops.table")),
];

struct BuiltIn {
    prefix: &'static str,
    line: &'static str,
    def: OnceLock<Arc<OpDef>>,
}

fn built_in() -> &'static BTreeMap<String, BuiltIn> {
    static INDEX: OnceLock<BTreeMap<String, BuiltIn>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let lines = TABLES.iter().flat_map(|&(prefix, text)| text.lines().map(move |line| (prefix, line)));
        lines
            .filter(|(_, line)| !line.starts_with('#'))
            .map(|(prefix, line)| {
                let name = line.split('|').next().unwrap_or_default().trim();
                (format!("{prefix}{name}"), BuiltIn { prefix, line, def: OnceLock::new() })
            })
            .collect()
    })
}

/// The op definitions that a compilation knows: the built-in ones and those added to this registry.
#[derive(Debug, Default)]
pub struct OpDefRegistry {
    added: RwLock<BTreeMap<Box<str>, Arc<OpDef>>>,
}

/// An op was registered under a name that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateOpDef {
    /// The name.
    pub name: Box<str>,
}

impl fmt::Display for DuplicateOpDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an op named '{}' is already defined", self.name)
    }
}

impl std::error::Error for DuplicateOpDef {}

impl OpDefRegistry {
    /// A registry with the built-in definitions.
    pub fn new() -> OpDefRegistry {
        OpDefRegistry::default()
    }

    /// The definition of the op that programs call `name`.
    pub fn get(&self, name: &str) -> Option<Arc<OpDef>> {
        if let Some(entry) = built_in().get(name) {
            let read = || match parse_line(entry.prefix, entry.line) {
                Ok(def) => Arc::new(def),
                Err(error) => unreachable!("a test reads every line of the built-in tables: {error}"),
            };
            return Some(entry.def.get_or_init(read).clone());
        }
        let added = self.added.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        added.get(name).cloned()
    }

    /// The definition of an op that was added under this name.
    pub fn get_added(&self, name: &str) -> Option<Arc<OpDef>> {
        self.added.read().unwrap_or_else(|poisoned| poisoned.into_inner()).get(name).cloned()
    }

    /// Adds a definition.
    ///
    /// # Errors
    /// The name is taken; the registry is unchanged.
    pub fn add(&self, def: OpDef) -> Result<(), DuplicateOpDef> {
        let mut added = self.added.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if built_in().contains_key(&*def.name) || added.contains_key(&def.name) {
            return Err(DuplicateOpDef { name: def.name });
        }
        added.insert(def.name.clone(), Arc::new(def));
        Ok(())
    }

    /// The names of all known ops, sorted.
    pub fn names(&self) -> Vec<String> {
        let added = self.added.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut names: Vec<String> =
            built_in().keys().cloned().chain(added.keys().map(|name| (**name).to_owned())).collect();
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArgType, AttrValue, DataType, parse_attr};

    #[test]
    fn every_built_in_line_can_be_read() {
        let registry = OpDefRegistry::new();
        for (name, entry) in built_in() {
            let def = parse_line(entry.prefix, entry.line).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(*name, *def.name);
            assert_eq!(*registry.get(name).expect("listed"), def);
        }
        assert_eq!(
            built_in().len(),
            TABLES.iter().map(|(_, text)| text.lines().filter(|l| !l.starts_with('#')).count()).sum()
        );
    }

    #[test]
    fn every_op_says_what_it_computes() {
        let registry = OpDefRegistry::new();
        for name in built_in().keys().filter(|name| !name.starts_with("tfrt_test.")) {
            let def = registry.get(name).expect("listed");
            assert!(def.summary.ends_with('.'), "the row of {name} has no sentence: {:?}", def.summary);
            let words = def.inputs.iter().chain(&def.outputs).map(|arg| &arg.name);
            let words: Vec<&str> =
                words.chain(def.attrs.iter().map(|attr| &attr.name)).map(|name| &**name).collect();
            // What is in backquotes, without formulas.
            let named = def.summary.split('`').skip(1).step_by(2);
            for word in named.filter(|word| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')) {
                assert!(
                    words.contains(&word),
                    "{name} has neither an input nor an output nor an attribute `{word}`"
                );
            }
        }
    }

    #[test]
    fn definitions_have_what_the_table_says() {
        let registry = OpDefRegistry::new();
        let matmul = registry.get("tf.MatMul").expect("known");
        assert_eq!(matmul.fixed_input_count(), Some(2));
        assert_eq!(
            matmul.attr("transpose_a").and_then(|attr| attr.default.clone()),
            Some(AttrValue::Bool(false))
        );
        assert!(!matmul.is_stateful);
        let concat = registry.get("tf.ConcatV2").expect("known");
        assert_eq!(concat.fixed_input_count(), None);
        assert_eq!(concat.inputs[0].number_attr.as_deref(), Some("N"));
        let bitcast = registry.get("tf.Bitcast").expect("known");
        assert_eq!(bitcast.outputs[0].ty, ArgType::Attr("type".into()));
        let print = registry.get("tf.PrintV2").expect("known");
        assert!(print.is_stateful);
        assert_eq!(
            print.attr("end").and_then(|attr| attr.default.clone()),
            Some(AttrValue::String("\n".into()))
        );
        assert_eq!(
            registry.get("tfrt_test.argmax").expect("known").outputs[0].ty,
            ArgType::Fixed(DataType::Int32)
        );
        assert!(registry.get("tf.NoSuchOp").is_none());
    }

    #[test]
    fn definitions_can_be_added_once() {
        let registry = OpDefRegistry::new();
        let def = OpDef {
            name: "my.op".into(),
            summary: "".into(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            attrs: vec![parse_attr("T: type").expect("valid")],
            is_stateful: true,
            is_commutative: false,
            is_aggregate: false,
        };
        assert_eq!(registry.add(def.clone()), Ok(()));
        assert_eq!(registry.get("my.op").as_deref(), Some(&def));
        let error = registry.add(def).expect_err("taken");
        assert_eq!(error.to_string(), "an op named 'my.op' is already defined");
        assert!(registry.names().contains(&"my.op".to_owned()));
    }
}
