//! Why ops are, or are not, parts of fused ops and of regions: the remarks of `--explain=fusion`.
//!
//! The passes that fuse have their reasons in these types, so that a decision and its explanation cannot disagree. Nothing is collected
//! unless someone asks.

use std::cell::RefCell;
use std::fmt;

use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::entity::Op;
use tfrt_ir::handles::Loc;
use tfrt_ir::op_ref::OpRef;

/// Why an op cannot be in a region, or is in none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outside {
    /// It does not run by itself on the CPU.
    Call(NotPlain),
    /// It has state.
    Stateful,
    /// Regions take constants as theirs.
    Constant,
    /// The runtime has no way to run it in a region.
    NoPart,
    /// It has no results.
    NoResults,
    /// Dtype or shape of a value is not known: what is known, and of which value.
    UnknownType { value: String, known: Option<String> },
    /// A single op gains nothing.
    Single,
    /// No op among those that values connect has a step.
    NoStep,
    /// The records of regions cannot say it.
    NoRecord,
}

/// Why an operation is not one that merges look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotPlain {
    /// A chain sequences it.
    Sequenced,
    /// Its handler is another one, or not known.
    OtherHandler,
    /// It takes functions.
    Functions,
    /// A plugin runs it.
    Foreign,
}

/// Why an element-wise op is not merged with the users of its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alone {
    NoUser,
    UsedBefore,
    UsedAsAxes,
    TooLarge,
    NotIndependent,
    Repeated,
}

impl fmt::Display for NotPlain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotPlain::Sequenced => "a chain sequences it",
            NotPlain::OtherHandler => "its handler is not known to be the CPU's",
            NotPlain::Functions => "it takes functions",
            NotPlain::Foreign => "a plugin runs it",
        })
    }
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outside::Call(why) => why.fmt(f),
            Outside::Stateful => f.write_str("it has state"),
            Outside::Constant => f.write_str("it is a constant, which regions take as theirs"),
            Outside::NoPart => f.write_str("the runtime does not run this op in regions"),
            Outside::NoResults => f.write_str("it has no results"),
            Outside::UnknownType { value, known: None } => {
                write!(f, "nothing is known of dtype and shape of {value}")
            }
            Outside::UnknownType { value, known: Some(known) } => {
                write!(f, "dtype and shape of {value} are not known well enough: {known}")
            }
            Outside::Single => f.write_str("no value connects it with an op that could join it"),
            Outside::NoStep => f.write_str("none of the ops that values connect with it has a step"),
            Outside::NoRecord => f.write_str("the records of regions cannot say its values"),
        }
    }
}

impl fmt::Display for Alone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Alone::NoUser => "no user of its result is element-wise on the same handler",
            Alone::UsedBefore => "its result is needed before the ops that could join it have run",
            Alone::UsedAsAxes => "its result is the axes of a reduction",
            Alone::TooLarge => {
                "the fused op of its users has as many members, arguments or results as it can have"
            }
            Alone::NotIndependent => {
                "its result has other users, and does not need all that the fused op would take"
            }
            Alone::Repeated => "each element of its result is used for many of its user's, and computed once",
        })
    }
}

/// Remarks about ops, in order.
#[derive(Debug, Default)]
pub(super) struct Reasons(RefCell<Vec<(Loc, String)>>);

impl Reasons {
    /// Says something about the op that an operation executes.
    pub(super) fn say(&self, ctx: &Context, body: &Body, op: Op, what: impl fmt::Display) {
        let name = tfrt_dialects::op_name(OpRef { ctx, body, op }).unwrap_or_default();
        self.0.borrow_mut().push((body.loc(op), format!("{name}: {what}")));
    }

    pub(super) fn report(self, diagnostics: &mut Diagnostics) {
        for (loc, text) in self.0.into_inner() {
            diagnostics.remark(loc, text);
        }
    }
}
