//! The nodes of decision trees in `onnx_ml.TreeEnsemble`: four integers each.
//!
//! A leaf is [`LEAF`], the first of its weights and the end of them, and 0. A decision is its mode, a feature, and the nodes to go to if the
//! decision holds and if it does not, which come later in the list. Each weight belongs to a target.

/// The modes of decisions in the order of their numbers, as ONNX names them: a feature is compared with the node's threshold.
pub const DECISIONS: [&str; 6] =
    ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"];

/// The mode of a leaf.
pub const LEAF: i32 = 7;

/// Added to the mode of a decision that holds for a feature that is not a number.
pub const MISSING: i32 = 8;
