//! The operations of one dialect.
//!
//! A dialect passes its declarations as a function, which is called at the first look-up of one of its operations: a program
//! pays only for the dialects that it uses. A table does not change once it is made, so returning references takes no lock.

use std::fmt;
use std::sync::OnceLock;

use hashbrown::HashTable;

use crate::context::hash_bytes;
use crate::opdef::{FormatError, OpDefinition};

/// Declares operations of one dialect.
pub type DeclareOps = fn() -> Vec<OpDefinition>;

/// The place of a definition in a registry: its dialect's number, and its own in the dialect's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) dialect: u16,
    pub(crate) op: u16,
}

/// A mistake in the declaration of a dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegistryError {
    /// Two dialects or two operations with one name.
    Duplicate(String),
    /// An operation, or a dialect whose operations are declared, of a dialect that is not registered.
    UnknownDialect(String),
    /// An operation among the declarations of a dialect that is not its own.
    Misplaced(String),
    /// An assembly format that cannot be read.
    Format(String, FormatError),
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegistryError::Duplicate(name) => write!(f, "'{name}' is registered twice"),
            RegistryError::UnknownDialect(name) => write!(f, "the dialect of '{name}' is not registered"),
            RegistryError::Misplaced(name) => write!(f, "'{name}' is declared by another dialect"),
            RegistryError::Format(name, error) => write!(f, "assembly format of '{name}': {error}"),
        }
    }
}

impl std::error::Error for RegistryError {}

/// See the [module documentation](self).
#[derive(Clone, Default)]
pub(super) struct OpTable {
    declare: Vec<DeclareOps>,
    added: Vec<OpDefinition>,
    made: OnceLock<Result<Made, RegistryError>>,
}

#[derive(Clone, Default)]
struct Made {
    ops: Vec<OpDefinition>,
    /// Indices into `ops`, by the hash of the name.
    by_name: HashTable<u16>,
}

impl OpTable {
    /// Adds operations that are declared at the first look-up of one.
    pub(super) fn declare(&mut self, ops: DeclareOps) {
        self.declare.push(ops);
        self.made.take();
    }

    /// Adds an operation; its format is read already.
    pub(super) fn add(&mut self, op: OpDefinition) -> Result<(), RegistryError> {
        if self.added.iter().any(|known| known.name() == op.name()) {
            return Err(RegistryError::Duplicate(op.name().to_owned()));
        }
        self.added.push(op);
        self.made.take();
        Ok(())
    }

    /// The operations, those added one by one first.
    ///
    /// # Errors
    /// The first mistake in the declarations.
    pub(super) fn check(&self, dialect: &str) -> Result<&[OpDefinition], RegistryError> {
        match self.made.get_or_init(|| self.make(dialect)) {
            Ok(made) => Ok(&made.ops),
            Err(error) => Err(error.clone()),
        }
    }

    /// The number of the operation with this name, dialect included.
    pub(super) fn find(&self, dialect: &str, name: &str) -> Option<u16> {
        let made = self.made(dialect);
        let found =
            made.by_name.find(hash_bytes(name.as_bytes()), |&at| made.ops[usize::from(at)].name() == name);
        found.copied()
    }

    /// The operation of a number that [`find`](Self::find) gave.
    #[inline]
    pub(super) fn get(&self, dialect: &str, number: u16) -> &OpDefinition {
        &self.made(dialect).ops[usize::from(number)]
    }

    /// Declarations are constants of the program that registers them, so a wrong one is not a mistake of its
    /// input.
    #[inline]
    fn made(&self, dialect: &str) -> &Made {
        match self.made.get_or_init(|| self.make(dialect)) {
            Ok(made) => made,
            Err(error) => panic!("declarations of the dialect '{dialect}': {error}"),
        }
    }

    #[cold]
    fn make(&self, dialect: &str) -> Result<Made, RegistryError> {
        let mut made = Made { ops: self.added.clone(), by_name: HashTable::new() };
        for declare in &self.declare {
            for mut op in declare() {
                if op.dialect() != dialect {
                    return Err(RegistryError::Misplaced(op.name().to_owned()));
                }
                op.complete().map_err(|error| RegistryError::Format(op.name().to_owned(), error))?;
                made.ops.push(op);
            }
        }
        let hash = |op: &OpDefinition| hash_bytes(op.name().as_bytes());
        let ops = &made.ops;
        made.by_name.reserve(ops.len(), |&at| hash(&ops[usize::from(at)]));
        for (at, op) in ops.iter().enumerate() {
            let at = u16::try_from(at).expect("a dialect has fewer than 65,536 operations");
            let same = |&known: &u16| ops[usize::from(known)].name() == op.name();
            if made.by_name.find(hash(op), same).is_some() {
                return Err(RegistryError::Duplicate(op.name().to_owned()));
            }
            made.by_name.insert_unique(hash(op), at, |&at| hash(&ops[usize::from(at)]));
        }
        Ok(made)
    }
}

impl fmt::Debug for OpTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.made.get() {
            Some(Ok(made)) => write!(f, "{} operations", made.ops.len()),
            Some(Err(error)) => write!(f, "{error}"),
            None => f.write_str("not asked for yet"),
        }
    }
}
