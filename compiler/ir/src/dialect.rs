//! Dialects and their registry.
//!
//! A registry is filled by explicit calls, given to a [`Context`] when that is made, and never changes afterwards; so a look-up
//! needs no lock and hooks can be plain functions.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::body::OpState;
use crate::context::Context;
use crate::handles::{Attr, Ident, Loc, Type};
use crate::opdef::{FormatError, OpDefinition};
use crate::syntax::LegacyHook;

/// What is wrong with the text of a dialect's type or attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialectSyntaxError {
    /// Where, in bytes from the start of the text after the dialect's dot.
    pub offset: usize,
    /// What.
    pub message: String,
}

/// Reads what follows `!dialect.`; without a hook every text is an opaque type.
pub type ParseType = fn(&Context, &str) -> Result<Type, DialectSyntaxError>;
/// Reads what follows `#dialect.`; without a hook every text is an opaque attribute.
pub type ParseAttr = fn(&Context, &str) -> Result<Attr, DialectSyntaxError>;
/// Makes the operation that produces a constant of a type; `None`: this dialect has none.
pub type Materialize = fn(&Context, Attr, Type, Loc) -> Option<OpState>;

/// A namespace of operations, types and attributes.
#[derive(Clone)]
pub struct Dialect {
    name: Cow<'static, str>,
    summary: Cow<'static, str>,
    allows_unknown_ops: bool,
    allows_unknown_types: bool,
    parse_type: Option<ParseType>,
    parse_attr: Option<ParseAttr>,
    materialize: Option<Materialize>,
    inlinable: bool,
}

impl Dialect {
    /// A dialect that knows only what is declared.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            summary: "".into(),
            allows_unknown_ops: false,
            allows_unknown_types: false,
            parse_type: None,
            parse_attr: None,
            materialize: None,
            inlinable: false,
        }
    }

    /// One paragraph about it.
    #[must_use]
    pub fn summary(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.summary = text.into();
        self
    }

    /// Accepts undeclared operations, in generic form.
    #[must_use]
    pub fn allow_unknown_ops(mut self) -> Self {
        self.allows_unknown_ops = true;
        self
    }

    /// Accepts undeclared types.
    #[must_use]
    pub fn allow_unknown_types(mut self) -> Self {
        self.allows_unknown_types = true;
        self
    }

    /// Its operations may be moved into another region by the inliner.
    #[must_use]
    pub fn inlinable(mut self) -> Self {
        self.inlinable = true;
        self
    }

    /// Sets the reader of its types.
    #[must_use]
    pub fn type_hook(mut self, hook: ParseType) -> Self {
        self.parse_type = Some(hook);
        self
    }

    /// Sets the reader of its attributes.
    #[must_use]
    pub fn attr_hook(mut self, hook: ParseAttr) -> Self {
        self.parse_attr = Some(hook);
        self
    }

    /// Sets what makes constants operations.
    #[must_use]
    pub fn materialize_hook(mut self, hook: Materialize) -> Self {
        self.materialize = Some(hook);
        self
    }

    /// Its namespace.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One paragraph about it.
    #[must_use]
    pub fn summary_text(&self) -> &str {
        &self.summary
    }

    /// Whether undeclared operations are accepted.
    #[must_use]
    pub fn allows_unknown_ops(&self) -> bool {
        self.allows_unknown_ops
    }

    /// Whether undeclared types are accepted.
    #[must_use]
    pub fn allows_unknown_types(&self) -> bool {
        self.allows_unknown_types
    }

    /// Whether the inliner may move its operations.
    #[must_use]
    pub fn is_inlinable(&self) -> bool {
        self.inlinable
    }

    /// The reader of its types.
    #[must_use]
    pub fn parse_type(&self) -> Option<ParseType> {
        self.parse_type
    }

    /// The reader of its attributes.
    #[must_use]
    pub fn parse_attr(&self) -> Option<ParseAttr> {
        self.parse_attr
    }

    /// What makes constants operations.
    #[must_use]
    pub fn materialize(&self) -> Option<Materialize> {
        self.materialize
    }
}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dialect({})", self.name)
    }
}

/// A mistake in the declaration of a dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegistryError {
    /// Two dialects or two operations with one name.
    Duplicate(String),
    /// An operation whose dialect is not registered.
    UnknownDialect(String),
    /// An assembly format that cannot be read.
    Format(String, FormatError),
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegistryError::Duplicate(name) => write!(f, "'{name}' is registered twice"),
            RegistryError::UnknownDialect(name) => write!(f, "the dialect of '{name}' is not registered"),
            RegistryError::Format(name, error) => write!(f, "assembly format of '{name}': {error}"),
        }
    }
}

impl std::error::Error for RegistryError {}

/// All dialects and operations that a context knows.
#[derive(Clone, Debug, Default)]
pub struct DialectRegistry {
    dialects: Vec<Dialect>,
    dialect_names: FxHashMap<String, usize>,
    ops: Vec<OpDefinition>,
    op_names: FxHashMap<String, usize>,
    /// Index into `ops` by number of the name's handle; [`NO_OP`] where there is none. Made by the context.
    by_ident: Vec<u32>,
    allow_unregistered: bool,
    legacy: Option<LegacyHook>,
    extensions: FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

const NO_OP: u32 = u32::MAX;

impl DialectRegistry {
    /// A registry that knows nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a dialect.
    ///
    /// # Errors
    /// If there is one of this name.
    pub fn add_dialect(&mut self, dialect: Dialect) -> Result<(), RegistryError> {
        if self.dialect_names.insert(dialect.name.to_string(), self.dialects.len()).is_some() {
            return Err(RegistryError::Duplicate(dialect.name.to_string()));
        }
        self.dialects.push(dialect);
        Ok(())
    }

    /// Adds the declaration of an operation of a registered dialect.
    ///
    /// # Errors
    /// If there is one of this name, its dialect is missing or its assembly format is wrong.
    pub fn add_op(&mut self, mut definition: OpDefinition) -> Result<(), RegistryError> {
        let name = definition.name().to_owned();
        if !self.dialect_names.contains_key(definition.dialect()) {
            return Err(RegistryError::UnknownDialect(name));
        }
        definition.complete().map_err(|error| RegistryError::Format(name.clone(), error))?;
        if self.op_names.insert(name.clone(), self.ops.len()).is_some() {
            return Err(RegistryError::Duplicate(name));
        }
        self.ops.push(definition);
        Ok(())
    }

    /// Accepts operations, types and attributes of dialects that are not registered.
    pub fn allow_unregistered_dialects(&mut self, allow: bool) {
        self.allow_unregistered = allow;
    }

    /// Whether dialects that are not registered are accepted.
    #[must_use]
    pub fn allows_unregistered_dialects(&self) -> bool {
        self.allow_unregistered
    }

    /// Sets what knows older spellings; see [`LegacyHook`].
    pub fn set_legacy_hook(&mut self, hook: LegacyHook) {
        self.legacy = Some(hook);
    }

    /// What knows older spellings.
    #[must_use]
    pub fn legacy_hook(&self) -> Option<LegacyHook> {
        self.legacy
    }

    /// Keeps something for the hooks of the dialects, which are plain functions; one of each type, the last one counts.
    pub fn set_extension<T: Any + Send + Sync>(&mut self, extension: Arc<T>) {
        self.extensions.insert(TypeId::of::<T>(), extension);
    }

    /// What is kept for hooks.
    #[must_use]
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.extensions.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// The dialect of this name.
    #[must_use]
    pub fn dialect(&self, name: &str) -> Option<&Dialect> {
        self.dialect_names.get(name).map(|&index| &self.dialects[index])
    }

    /// All dialects, in the order of registration.
    #[must_use]
    pub fn dialects(&self) -> &[Dialect] {
        &self.dialects
    }

    /// All declared operations, in the order of registration.
    #[must_use]
    pub fn ops(&self) -> &[OpDefinition] {
        &self.ops
    }

    /// The declaration of the operation with this name. A few nanoseconds; only for a registry that belongs to a context.
    #[must_use]
    #[inline]
    pub fn definition(&self, name: Ident) -> Option<&OpDefinition> {
        let index = *self.by_ident.get(name.index())?;
        self.ops.get(index as usize)
    }

    /// The declaration of the operation with this name.
    #[must_use]
    pub fn definition_by_name(&self, name: &str) -> Option<&OpDefinition> {
        self.op_names.get(name).map(|&index| &self.ops[index])
    }

    /// Declared operations whose name is at most two edits from `name`, swapped letters being one, the nearest first: for "did you mean". Upper and lower
    /// case hardly differ.
    #[must_use]
    pub fn similar_ops(&self, name: &str) -> Vec<&str> {
        let lower = name.to_ascii_lowercase();
        let near =
            self.ops.iter().map(OpDefinition::name).filter(|known| known.len().abs_diff(name.len()) <= 2);
        let mut similar: Vec<(usize, usize, &str)> = near
            .map(|known| (strsim::osa_distance(known, &lower), known))
            .filter(|(distance, _)| *distance <= 2)
            .map(|(distance, known)| (distance, strsim::osa_distance(known, name), known))
            .collect();
        similar.sort();
        similar.into_iter().map(|(.., name)| name).collect()
    }

    /// `; did you mean '…'?` for a name that no declared operation has, to end a message with: an operation that is spelled like
    /// it, or a dialect if its own is unknown. Nothing if none is similar.
    #[must_use]
    pub fn did_you_mean(&self, name: &str) -> String {
        // Two edits make anything of a short name.
        let similar = if name.len() < 6 { Vec::new() } else { self.similar_ops(name) };
        if let Some(near) = similar.first() {
            return format!("; did you mean '{near}'?");
        }
        let dialect = name.split_once('.').map_or("", |(dialect, _)| dialect);
        if dialect.len() < 4 || self.dialect(dialect).is_some() {
            return String::new();
        }
        let distances =
            self.dialects.iter().map(|known| (strsim::osa_distance(known.name(), dialect), known.name()));
        let near = distances.min().filter(|&(distance, near)| distance <= 2 && distance < near.len() / 2);
        near.map(|(_, near)| format!("; did you mean the dialect '{near}'?")).unwrap_or_default()
    }

    /// Finds definitions by handle from now on. Called once, by the context that takes the registry.
    pub(crate) fn bind(&mut self, ident: impl Fn(&str) -> Ident) {
        self.by_ident.clear();
        for (index, op) in self.ops.iter().enumerate() {
            let slot = ident(op.name()).index();
            if slot >= self.by_ident.len() {
                self.by_ident.resize(slot + 1, NO_OP);
            }
            self.by_ident[slot] = index as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_by_name_and_handle() {
        let mut registry = DialectRegistry::new();
        registry.add_dialect(Dialect::new("d")).unwrap();
        registry.add_op(OpDefinition::new("d.a")).unwrap();
        registry.add_op(OpDefinition::new("d.b")).unwrap();
        let ctx = Context::with_dialects(registry);
        assert_eq!(ctx.dialects().definition(ctx.ident("d.b")).map(OpDefinition::name), Some("d.b"));
        assert!(ctx.dialects().definition(ctx.ident("d.c")).is_none());
        assert_eq!(ctx.dialects().similar_ops("d.c"), ["d.a", "d.b"]);
        assert_eq!(ctx.dialects().did_you_mean("d.c"), "");
        let mut registry = DialectRegistry::new();
        registry.add_dialect(Dialect::new("dialect")).unwrap();
        registry.add_op(OpDefinition::new("dialect.add")).unwrap();
        registry.add_op(OpDefinition::new("dialect.Bdd")).unwrap();
        assert_eq!(registry.did_you_mean("dailect.add"), "; did you mean 'dialect.add'?");
        assert_eq!(registry.did_you_mean("dialect.ADD"), "; did you mean 'dialect.add'?");
    }

    #[test]
    fn mistakes_are_reported() {
        let mut registry = DialectRegistry::new();
        registry.add_dialect(Dialect::new("d")).unwrap();
        assert_eq!(
            registry.add_dialect(Dialect::new("d")).unwrap_err().to_string(),
            "'d' is registered twice"
        );
        assert_eq!(
            registry.add_op(OpDefinition::new("e.a")).unwrap_err().to_string(),
            "the dialect of 'e.a' is not registered"
        );
        assert_eq!(
            registry.add_op(OpDefinition::new("d.a").format("$x")).unwrap_err().to_string(),
            "assembly format of 'd.a': '$x' is not declared"
        );
    }
}
