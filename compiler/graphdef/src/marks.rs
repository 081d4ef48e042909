//! Marks: data that a graph carries beyond TensorFlow's format, so that the round trip gives the same program.
//!
//! Names that start with an underscore are free for such use: TensorFlow keeps attributes of that kind and ignores them. A
//! graph without marks (one that TensorFlow wrote) converts as well, by the rules that each mark overrides.

use tfrt_dialects::signature;

/// On nodes of `corert.executeop`: the names of the attributes that the program gives, in order. The others were filled in from
/// the op's definition, and are dropped again as long as they are unchanged.
pub(crate) const ATTRS: &str = "_tfrt_attrs";

/// Followed by an attribute's name: the text of an attribute that messages cannot hold. It is valid as long as
/// the attribute equals the converted text.
pub(crate) const TEXT: &str = "_tfrt_text.";

/// The operation is `corert.executeop.seq`.
pub(crate) const SEQUENCED: &str = "_tfrt_seq";

/// The number of results, where the definition does not say it or says another.
pub(crate) const RESULTS: &str = "_tfrt_results";

/// The name of the op handler, where it does not follow from the device.
pub(crate) const HANDLER: &str = "_tfrt_handler";

/// The op's name, where it does not follow from the node's.
pub(crate) const OP: &str = "_tfrt_op";

/// A node that stands for an argument of the program's main function: its index.
pub(crate) const ARGUMENT: &str = "_tfrt_arg";

/// A node that stands for a result of the program's main function: its index.
pub(crate) const RESULT: &str = "_tfrt_result";

/// On nodes that stand for arguments and results: what the function calls them; the names of their sizes; the default of an
/// argument; the small type that they stand for.
pub(crate) const SIGNATURE: [(&str, &str); 4] = [
    ("_tfrt_name", signature::NAME_ATTR),
    ("_tfrt_sizes", signature::SIZES_ATTR),
    ("_tfrt_default", signature::DEFAULT_ATTR),
    ("_tfrt_small_type", signature::SMALL_TYPE_ATTR),
];

/// On a node without inputs and outputs: the name of the function that the nodes are.
pub(crate) const FUNCTION: &str = "_tfrt_function";

/// Beside [`FUNCTION`]: the number of functions that come before it in the module.
pub(crate) const POSITION: &str = "_tfrt_position";

/// On functions: whether the first argument, or result, is a chain.
pub(crate) const CHAIN_ARGUMENT: &str = "_tfrt_chain_arg";
/// See [`CHAIN_ARGUMENT`].
pub(crate) const CHAIN_RESULT: &str = "_tfrt_chain_result";

/// On functions: the visibility.
pub(crate) const VISIBILITY: &str = "_tfrt_visibility";

/// On constants: the name of the value in [`ImportOptions::weights`](crate::ImportOptions::weights), which it has instead of a tensor.
pub(crate) const WEIGHT: &str = "_tfrt_weight";

/// All of these start with this.
pub(crate) const PREFIX: &str = "_tfrt_";
