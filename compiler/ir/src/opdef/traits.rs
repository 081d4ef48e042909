//! Traits: properties of every operation with a certain name.

use std::ops::{BitOr, BitOrAssign};

/// A set of traits. Combine with `|`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Traits(u64);

macro_rules! traits {
    ($($(#[$doc:meta])* $name:ident = $bit:expr;)*) => {
        impl Traits {
            $($(#[$doc])* pub const $name: Traits = Traits(1 << $bit);)*

            const NAMES: &'static [(&'static str, Traits)] = &[$((stringify!($name), Traits::$name)),*];
        }
    };
}

traits! {
    /// No side effects: may be folded, merged with an equal operation, moved, and erased when unused.
    PURE = 0;
    /// Operands may change places.
    COMMUTATIVE = 1;
    /// Ends its block.
    TERMINATOR = 2;
    /// Its regions see no values from outside; it owns a body.
    ISOLATED = 3;
    /// Has a name in the symbol table around it (`sym_name`, `sym_visibility`).
    SYMBOL = 4;
    /// Its region is a symbol table.
    SYMBOL_TABLE = 5;
    /// Produces a constant given by its attribute `value`.
    CONSTANT_LIKE = 6;
    /// Its blocks need no terminator.
    NO_TERMINATOR = 7;
    /// Each of its regions has at most one block.
    SINGLE_BLOCK = 8;
    /// Values in its regions may be used before they are defined.
    GRAPH_REGION = 9;
    /// Its regions take no arguments.
    NO_REGION_ARGUMENTS = 10;
    /// Hands its operands to the operation around it.
    RETURN_LIKE = 11;
    /// Several variadic operand groups, whose sizes are in the attribute `operandSegmentSizes`.
    ATTR_SIZED_OPERANDS = 12;
    /// Several variadic result groups, whose sizes are in the attribute `resultSegmentSizes`.
    ATTR_SIZED_RESULTS = 13;
    /// All operands and results have one type.
    SAME_OPERANDS_AND_RESULT_TYPE = 14;
    /// Values of the enclosing automatic allocation scope may be freed at its end.
    AUTOMATIC_ALLOCATION_SCOPE = 15;
    /// Calls the function its attribute `callee` names.
    CALL = 16;
    /// Can be called: has a body and a function type.
    CALLABLE = 17;
    /// May fail although it has no side effects: not to be executed where it was not.
    MAY_FAIL = 18;
    /// Applying it twice gives the same as applying it once.
    IDEMPOTENT = 19;
    /// All regions may be entered on other threads and later than the operation itself.
    ASYNC = 20;
    /// Its regions are run to be measured: no pass changes anything in them.
    MEASURED = 21;
    /// It has exactly the effects of the operations in its regions.
    RECURSIVE_EFFECTS = 23;
    /// Reads memory, writes none: gives the same again until something writes.
    READS_ONLY = 24;
    /// In its regions the name of its own dialect may be left out before operations.
    DEFAULT_DIALECT = 22;
}

impl Traits {
    /// No traits.
    pub const NONE: Traits = Traits(0);

    /// A trait of the dialects' own, `n` below 32; its meaning is not known here.
    ///
    /// # Panics
    /// If `n` is 32 or more.
    #[must_use]
    pub const fn dialect(n: u32) -> Traits {
        assert!(n < 32, "there is room for 32 traits of the dialects");
        Traits(1 << (32 + n))
    }

    /// Whether all of `other` are in this set.
    #[must_use]
    pub const fn contains(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// The names of the traits in this set, for documentation; the dialects' own are left out.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().filter(move |(_, bit)| self.contains(*bit)).map(|(name, _)| *name)
    }
}

impl BitOr for Traits {
    type Output = Traits;

    fn bitor(self, other: Traits) -> Traits {
        self.union(other)
    }
}

impl BitOrAssign for Traits {
    fn bitor_assign(&mut self, other: Traits) {
        self.0 |= other.0;
    }
}

impl std::fmt::Debug for Traits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
