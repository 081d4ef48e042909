//! Groups of passes that configurations can switch off together.

use crate::passes;

/// The purpose of a pass, as far as configurations distinguish them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PassGroup {
    /// Folding constants.
    ConstantFolding,
    /// Rewriting operations to simpler ones.
    Simplification,
    /// Merging equal operations.
    CommonSubexpressions,
    /// Replacing calls by the bodies of their callees.
    Inlining,
    /// Erasing operations whose results are unused.
    DeadCode,
    /// Erasing functions without possible callers.
    DeadSymbols,
    /// Finding out dtypes and shapes.
    ShapeInference,
    /// Merging operations into fused ones, when lowering.
    Fusion,
}

impl PassGroup {
    /// All groups.
    pub const ALL: [PassGroup; 8] = [
        PassGroup::ConstantFolding,
        PassGroup::Simplification,
        PassGroup::CommonSubexpressions,
        PassGroup::Inlining,
        PassGroup::DeadCode,
        PassGroup::DeadSymbols,
        PassGroup::ShapeInference,
        PassGroup::Fusion,
    ];

    /// The name for messages and command lines, and in the table of passes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PassGroup::ConstantFolding => "constant-folding",
            PassGroup::Simplification => "simplification",
            PassGroup::CommonSubexpressions => "common-subexpressions",
            PassGroup::Inlining => "inlining",
            PassGroup::DeadCode => "dead-code",
            PassGroup::DeadSymbols => "dead-symbols",
            PassGroup::ShapeInference => "shape-inference",
            PassGroup::Fusion => "fusion",
        }
    }

    /// The group of a pass, by the pass's name, as the table of passes says; none for passes that always run.
    #[must_use]
    pub fn of_pass(name: &str) -> Option<PassGroup> {
        let group = passes::info(name)?.group?;
        Self::ALL.into_iter().find(|known| known.name() == group)
    }
}

/// A set of groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassGroups(u16);

impl PassGroups {
    /// All groups.
    pub const ALL: PassGroups = PassGroups(u16::MAX);
    /// No group.
    pub const NONE: PassGroups = PassGroups(0);

    /// Whether a group is in the set.
    #[must_use]
    pub fn has(self, group: PassGroup) -> bool {
        self.0 & (1 << group as u8) != 0
    }

    /// The set with a group added or taken out.
    #[must_use]
    pub fn with(self, group: PassGroup, is_on: bool) -> Self {
        let bit = 1 << group as u8;
        Self(if is_on { self.0 | bit } else { self.0 & !bit })
    }
}

impl Default for PassGroups {
    fn default() -> Self {
        Self::ALL
    }
}
