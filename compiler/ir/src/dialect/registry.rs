//! The registry: all dialects and operations that a context knows.
//!
//! A registry is filled by explicit calls, given to a [`Context`](crate::Context) when that is made, and never changes afterwards;
//! so a look-up needs no lock and hooks can be plain functions.

use std::any::{Any, TypeId};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Dialect;
use super::op_table::{DeclareOps, OpTable, Place, RegistryError};
use crate::edits_within;
use crate::opdef::OpDefinition;
use crate::syntax::LegacyHook;

/// All dialects and operations that a context knows.
#[derive(Clone, Debug, Default)]
pub struct DialectRegistry {
    dialects: Vec<Dialect>,
    /// The operations of each dialect.
    tables: Vec<OpTable>,
    dialect_names: FxHashMap<String, u16>,
    allow_unregistered: bool,
    legacy: Option<LegacyHook>,
    extensions: FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

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
        let number = u16::try_from(self.dialects.len()).expect("fewer than 65,536 dialects are registered");
        if self.dialect_names.contains_key(dialect.name()) {
            return Err(RegistryError::Duplicate(dialect.name().to_owned()));
        }
        self.dialect_names.insert(dialect.name().to_owned(), number);
        self.dialects.push(dialect);
        self.tables.push(OpTable::default());
        Ok(())
    }

    /// Adds operations of a registered dialect, which are declared at the first look-up of one of them. Mistakes in them
    /// are found then, or by [`check`](Self::check).
    ///
    /// # Errors
    /// If the dialect is missing.
    pub fn declare_ops(&mut self, dialect: &str, ops: DeclareOps) -> Result<(), RegistryError> {
        let Some(&number) = self.dialect_names.get(dialect) else {
            return Err(RegistryError::UnknownDialect(dialect.to_owned()));
        };
        self.tables[usize::from(number)].declare(ops);
        Ok(())
    }

    /// Adds the declaration of an operation of a registered dialect.
    ///
    /// # Errors
    /// If there is one of this name, its dialect is missing or its assembly format is wrong.
    pub fn add_op(&mut self, mut definition: OpDefinition) -> Result<(), RegistryError> {
        let Some(&number) = self.dialect_names.get(definition.dialect()) else {
            return Err(RegistryError::UnknownDialect(definition.name().to_owned()));
        };
        definition.complete().map_err(|error| RegistryError::Format(definition.name().to_owned(), error))?;
        self.tables[usize::from(number)].add(definition)
    }

    /// Makes all declarations, to test them.
    ///
    /// # Errors
    /// The first mistake in each dialect.
    pub fn check(&self) -> Result<(), Vec<RegistryError>> {
        let tables = self.dialects.iter().zip(&self.tables);
        let errors: Vec<_> =
            tables.filter_map(|(dialect, table)| table.check(dialect.name()).err()).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
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

    /// The hook that reads older spellings.
    #[must_use]
    pub fn legacy_hook(&self) -> Option<LegacyHook> {
        self.legacy
    }

    /// Keeps something for the hooks of the dialects, which are plain functions; one of each type, the last one counts.
    pub fn set_extension<T: Any + Send + Sync>(&mut self, extension: Arc<T>) {
        self.extensions.insert(TypeId::of::<T>(), extension);
    }

    /// The data kept for hooks.
    #[must_use]
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.extensions.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// The dialect of this name.
    #[must_use]
    pub fn dialect(&self, name: &str) -> Option<&Dialect> {
        self.dialect_names.get(name).map(|&number| &self.dialects[usize::from(number)])
    }

    /// All dialects, in the order of registration.
    #[must_use]
    pub fn dialects(&self) -> &[Dialect] {
        &self.dialects
    }

    /// All declared operations, dialect by dialect in the order of registration.
    ///
    /// # Panics
    /// A declaration is wrong; see [`check`](Self::check).
    pub fn ops(&self) -> impl Iterator<Item = &OpDefinition> {
        let tables = self.dialects.iter().zip(&self.tables);
        tables.flat_map(|(dialect, table)| match table.check(dialect.name()) {
            Ok(ops) => ops,
            Err(error) => panic!("declarations of the dialect '{}': {error}", dialect.name()),
        })
    }

    /// The place of the declaration of the operation with this name.
    pub(crate) fn place(&self, name: &str) -> Option<Place> {
        let (dialect, _) = name.split_once('.')?;
        let &number = self.dialect_names.get(dialect)?;
        let op = self.tables[usize::from(number)].find(dialect, name)?;
        Some(Place { dialect: number, op })
    }

    /// The declaration at a place.
    #[inline]
    pub(crate) fn at(&self, place: Place) -> &OpDefinition {
        let number = usize::from(place.dialect);
        self.tables[number].get(self.dialects[number].name(), place.op)
    }

    /// The declaration of the operation with this name. Where the name's handle is known,
    /// [`Context::definition`](crate::Context::definition) is quicker.
    ///
    /// # Panics
    /// A declaration of its dialect is wrong; see [`check`](Self::check).
    #[must_use]
    pub fn definition_by_name(&self, name: &str) -> Option<&OpDefinition> {
        self.place(name).map(|place| self.at(place))
    }

    /// Declared operations whose name is at most two edits from `name`, swapped letters being one, the nearest first: for "did you mean". Upper and lower
    /// case hardly differ.
    #[must_use]
    pub fn similar_ops(&self, name: &str) -> Vec<&str> {
        let lower = name.to_ascii_lowercase();
        let mut similar: Vec<(usize, Option<usize>, &str)> = self
            .ops()
            .map(OpDefinition::name)
            .filter_map(|known| {
                Some((edits_within(2, &lower, known)?, edits_within(name.len(), name, known), known))
            })
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
        let edits = |known: &str| edits_within(2, dialect, known);
        let distances = self.dialects.iter().filter_map(|known| Some((edits(known.name())?, known.name())));
        let near = distances.min().filter(|&(distance, near)| distance < near.len() / 2);
        near.map(|(_, near)| format!("; did you mean the dialect '{near}'?")).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    #[test]
    fn definitions_are_found_by_name_and_handle() {
        let mut registry = DialectRegistry::new();
        registry.add_dialect(Dialect::new("d")).unwrap();
        registry.add_op(OpDefinition::new("d.a")).unwrap();
        registry.add_op(OpDefinition::new("d.b")).unwrap();
        let ctx = Context::with_dialects(registry);
        assert_eq!(ctx.definition(ctx.ident("d.b")).map(OpDefinition::name), Some("d.b"));
        assert!(ctx.definition(ctx.ident("d.c")).is_none());
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
        registry.add_op(OpDefinition::new("d.a")).unwrap();
        let error = registry.add_op(OpDefinition::new("d.a")).unwrap_err();
        assert_eq!(error.to_string(), "'d.a' is registered twice");
    }

    #[test]
    fn operations_are_declared_when_they_are_asked_for() {
        let mut registry = DialectRegistry::new();
        for dialect in ["d", "e", "f", "g"] {
            registry.add_dialect(Dialect::new(dialect)).unwrap();
        }
        registry.declare_ops("d", || vec![OpDefinition::new("d.a"), OpDefinition::new("d.b")]).unwrap();
        registry.declare_ops("e", || vec![OpDefinition::new("e.a"), OpDefinition::new("d.c")]).unwrap();
        registry.declare_ops("f", || vec![OpDefinition::new("f.a").format("$x")]).unwrap();
        registry.declare_ops("g", || vec![OpDefinition::new("g.a"), OpDefinition::new("g.a")]).unwrap();
        let unknown = registry.declare_ops("h", Vec::new).unwrap_err();
        assert_eq!(unknown.to_string(), "the dialect of 'h' is not registered");
        // The dialects with mistakes are skipped.
        assert_eq!(registry.definition_by_name("d.b").map(OpDefinition::name), Some("d.b"));
        assert!(registry.definition_by_name("d").is_none());
        let errors: Vec<_> = registry.check().unwrap_err().iter().map(RegistryError::to_string).collect();
        assert_eq!(
            errors,
            [
                "'d.c' is declared by another dialect",
                "assembly format of 'f.a': '$x' is not declared",
                "'g.a' is registered twice"
            ]
        );
    }
}
