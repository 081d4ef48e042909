//! Ops that plugins define: definitions in the language of op registration, and shape functions.
//!
//! A registered op is `tf.<Name>` in programs. Names that the runtime or another plugin defines are taken: the second
//! registration fails and names both libraries. The compiler gets the definitions with [`definitions`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use parking_lot::RwLock;
use tfrt_executor::output::{Severity, log};
use tfrt_ops::{
    ArgDef, ArgType, AttrDef, AttrKind, DataType, OpDef, OpDefRegistry, name_of_tensorflow, parse_arg,
    parse_attr,
};

use crate::handles::Handled;
use crate::library::{LibraryId, note, registering, registering_name};
use crate::shape_inference::ShapeContext;
use crate::status::{Code, Status};

/// A shape function of a plugin.
pub type ShapeFn = unsafe extern "C" fn(context: *mut ShapeContext<'_>, status: *mut Status);

/// An op of a plugin.
#[derive(Debug)]
pub struct PluginOp {
    /// The definition, under its name in programs.
    pub def: Arc<OpDef>,
    /// Tells shapes of results.
    pub shape_fn: Option<ShapeFn>,
    /// Whether inputs may be uninitialised variables.
    pub allows_uninitialized_input: bool,
    /// Since when it should no longer be used, and what to use instead.
    pub deprecated: Option<(i32, String)>,
    /// The library that defined it.
    pub library: Option<LibraryId>,
}

static OPS: RwLock<BTreeMap<Box<str>, Arc<PluginOp>>> = RwLock::new(BTreeMap::new());

static DEFINITIONS: LazyLock<Arc<OpDefRegistry>> = LazyLock::new(|| Arc::new(OpDefRegistry::new()));

/// The definitions of the built-in ops and of those that plugins registered so far and will register.
pub fn definitions() -> Arc<OpDefRegistry> {
    DEFINITIONS.clone()
}

/// The definition of the op that programs call `name`.
pub fn definition(name: &str) -> Option<Arc<OpDef>> {
    DEFINITIONS.get(name)
}

/// The plugin's op that programs call `name`.
pub fn plugin_op(name: &str) -> Option<Arc<PluginOp>> {
    OPS.read().get(name).cloned()
}

/// The version of graphs that TensorFlow 2.21 makes, which programs count as.
pub(crate) const GRAPH_DEF_VERSION: i32 = 2474;

/// Whether the op that programs call `name` may still be used. One that is to go is a line in the log, once.
///
/// # Errors
/// Its plugin said that it is gone.
pub(crate) fn check_deprecation(name: &str) -> Result<(), String> {
    static SAID: RwLock<BTreeSet<Box<str>>> = RwLock::new(BTreeSet::new());
    let Some(op) = plugin_op(name) else { return Ok(()) };
    let Some((version, explanation)) = &op.deprecated else { return Ok(()) };
    if *version <= GRAPH_DEF_VERSION {
        return Err(format!(
            "Op {name} is not available in GraphDef version {GRAPH_DEF_VERSION}. It has been removed in version {version}. {explanation}."
        ));
    }
    if SAID.write().insert(name.into()) {
        let message = format!("op '{name}' will be removed in GraphDef version {version}: {explanation}");
        log(Severity::Warning, file!(), line!(), &message);
    }
    Ok(())
}

/// All ops of plugins, by name.
pub fn plugin_ops() -> Vec<Arc<PluginOp>> {
    OPS.read().values().cloned().collect()
}

/// An op that is being defined: what `TF_OpDefinitionBuilder` points to.
#[derive(Debug, Default)]
pub struct OpBuilder {
    pub(crate) name: String,
    pub(crate) attrs: Vec<String>,
    pub(crate) inputs: Vec<String>,
    pub(crate) outputs: Vec<String>,
    pub(crate) is_commutative: bool,
    pub(crate) is_aggregate: bool,
    pub(crate) is_stateful: bool,
    pub(crate) allows_uninitialized_input: bool,
    pub(crate) deprecated: Option<(i32, String)>,
    pub(crate) shape_fn: Option<ShapeFn>,
}

impl Handled for OpBuilder {
    const NAME: &'static str = "op definition builder";
}

impl OpBuilder {
    /// Checks and registers the op.
    pub(crate) fn register(self) -> Result<(), (Code, String)> {
        let op = self.name.clone();
        let invalid = |what: String| (Code::INVALID_ARGUMENT, format!("op '{op}': {what}"));
        if !is_op_name(&self.name) {
            return Err(invalid("its name must be CamelCase, with letters, digits, '_' and '>'".into()));
        }
        let attrs = self.attrs.iter().map(|spec| parse_attr(spec)).collect::<Result<Vec<_>, _>>();
        let mut attrs = attrs.map_err(|error| invalid(error.to_string()))?;
        let args = |specs: &[String]| {
            specs.iter().map(|spec| parse_arg(spec, &attrs)).collect::<Result<Vec<_>, _>>()
        };
        let inputs = args(&self.inputs).map_err(|error| invalid(error.to_string()))?;
        let outputs = args(&self.outputs).map_err(|error| invalid(error.to_string()))?;
        check_attrs(&mut attrs, inputs.iter().chain(&outputs)).map_err(invalid)?;
        let names = attrs.iter().map(|attr| &attr.name);
        let names = names.chain(inputs.iter().chain(&outputs).map(|arg| &arg.name));
        let mut seen = std::collections::BTreeSet::new();
        // An input and an output may not share a name either.
        for name in names {
            if !seen.insert(&**name) {
                return Err(invalid(format!("the name '{name}' is given twice")));
            }
        }
        // What refers to a resource has to do with more than its inputs.
        let is_resource = |arg: &ArgDef| matches!(arg.ty, ArgType::Fixed(DataType::Resource));
        let is_stateful = self.is_stateful || inputs.iter().chain(&outputs).any(is_resource);
        let def = OpDef {
            name: name_of_tensorflow(&self.name).into(),
            summary: "".into(),
            inputs,
            outputs,
            attrs,
            is_stateful,
            is_commutative: self.is_commutative,
            is_aggregate: self.is_aggregate,
        };
        DEFINITIONS.add(def.clone()).map_err(|_| {
            let owner = plugin_op(&def.name).and_then(|op| op.library).map(|library| library.path());
            let owner = owner.map_or_else(|| "the runtime".to_owned(), |path| path.display().to_string());
            let message = format!("op '{op}' of {} is defined by {owner} already", registering_name());
            (Code::ALREADY_EXISTS, message)
        })?;
        let entry = PluginOp {
            def: Arc::new(def),
            shape_fn: self.shape_fn,
            allows_uninitialized_input: self.allows_uninitialized_input,
            deprecated: self.deprecated,
            library: registering(),
        };
        note("op", op.clone());
        OPS.write().insert(entry.def.name.clone(), Arc::new(entry));
        Ok(())
    }
}

fn is_op_name(name: &str) -> bool {
    let is_word = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let starts = |part: &str| part.starts_with(|c: char| c.is_ascii_uppercase());
    let mut parts = name.split('>');
    let first = parts.next().unwrap_or_default();
    (starts(first) || first.starts_with('_'))
        && is_word(first)
        && parts.all(|part| starts(part) && is_word(part))
}

/// TensorFlow's further rules for attributes and arguments, and its defaults: a number of tensors, or a list of their types, is at
/// least 1 unless its attribute says otherwise.
fn check_attrs<'a>(attrs: &mut [AttrDef], args: impl Iterator<Item = &'a ArgDef>) -> Result<(), String> {
    for arg in args {
        let name = &arg.name;
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_part) {
            return Err(format!("'{name}' is no name of an argument: [a-z][a-z0-9_]*"));
        }
        let counts = match (&arg.number_attr, &arg.ty) {
            (Some(number), _) => Some(number),
            (None, ArgType::ListAttr(list)) => Some(list),
            (None, ArgType::Any) => return Err(format!("the type of '{name}' is not known")),
            _ => None,
        };
        if let Some(attr) = attrs.iter_mut().find(|attr| counts.is_some_and(|counts| attr.name == *counts)) {
            attr.minimum.get_or_insert(1);
        }
    }
    for attr in attrs {
        let name = &attr.name;
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(format!("'{name}' is no name of an attribute: [a-zA-Z][a-zA-Z0-9_]*"));
        }
        if attr.kind == AttrKind::Any {
            return Err(format!("the kind of the attribute '{name}' is not known"));
        }
        match attr.minimum {
            Some(_) if !attr.is_list && attr.kind != AttrKind::Int => {
                return Err(format!("the attribute '{name}' of kind {} has a minimum", attr.kind.name()));
            }
            Some(minimum) if attr.is_list && minimum < 0 => {
                return Err(format!("the list '{name}' has the minimum {minimum}"));
            }
            _ => {}
        }
        if attr.default.as_ref().is_some_and(|default| !attr.allows(default)) {
            return Err(format!("the default of the attribute '{name}' is below its minimum"));
        }
    }
    Ok(())
}
