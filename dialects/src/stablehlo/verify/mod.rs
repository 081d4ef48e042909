//! The rules of StableHLO's specification that declarations cannot say, with upstream's messages.
//!
//! [`attach`] gives each operation its rule: a function that looks at the operation and its regions' types and returns the message of
//! the first violation. There is a file for each family; `messages` lists what each rule may say. Result types are inferred as
//! upstream infers them, from sizes, unknown sizes and bounds, and compared with the written ones ([`inferred`]). Left to the declarations:
//! counts, element types, attributes.

mod calls;
mod chlo;
mod collectives;
mod convolution;
mod elementwise;
mod gather;
mod infer;
mod messages;
mod movement;
mod products;
mod quantized;
mod regions;
mod tensors;
mod windows;

use smallvec::SmallVec;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{OpDefinition, VerifyHook};
use tfrt_ir::verify::OpVerifier;

use tensors::{quoted, types_agree};

/// What a rule says: the types of the results, as far as it infers them from the operands, or the whole message if it is broken.
type Rule = Result<Option<Inferred>, String>;

/// The types of results.
pub type Inferred = SmallVec<[Type; 2]>;

/// Ends a rule with a message.
macro_rules! fail {
    ($($text:tt)*) => { return Err(format!($($text)*)) };
}

/// Ends a rule with a message that begins with the operation's name.
macro_rules! op_fail {
    ($op:expr, $($text:tt)*) => { return Err(format!("'{}' op {}", $op.name_str(), format!($($text)*))) };
}

use {fail, op_fail};

/// A message that begins with the operation's name.
fn of_op(op: OpRef<'_>, message: impl std::fmt::Display) -> String {
    format!("'{}' op {message}", op.name_str())
}

fn report(verifier: &mut OpVerifier<'_>, op: OpRef<'_>, rule: fn(OpRef<'_>) -> Rule) -> Result<(), Failed> {
    rule(op).map(|_| ()).map_err(|message| verifier.error(op, message))
}

/// The rules of an operation: as a hook and as a function, with their messages.
struct Rules {
    hook: VerifyHook,
    rule: fn(OpRef<'_>) -> Rule,
    messages: &'static [&'static str],
}

/// The rules of each operation that has some, and perhaps what else its hook checks, with the symbols of the program.
macro_rules! hooks {
    ($name:expr, $dialect:literal; $($($op:literal)|+ => $family:ident::$rule:ident $(and $symbols:path)?,)*) => {
        match $name {
            $($(concat!($dialect, ".", $op))|+ => {
                Some(Rules {
                    hook: |verifier, op| {
                        report(verifier, op, $family::$rule)?;
                        $($symbols(verifier, op)?;)?
                        Ok(())
                    },
                    rule: $family::$rule,
                    messages: messages::of(stringify!($rule)),
                })
            })*
            _ => None,
        }
    };
}

/// The rules of an operation.
fn rules(name: &str) -> Option<Rules> {
    hooks! { name, "stablehlo";
        "add" => elementwise::add,
        "and" | "atan2" | "cbrt" | "ceil" | "count_leading_zeros" | "cross-replica-sum" | "divide" | "exponential_minus_one" | "floor"
        | "maximum" | "minimum" | "multiply" | "negate" | "not" | "or" | "popcnt" | "power" | "remainder" | "round_nearest_afz"
        | "round_nearest_even" | "shift_left" | "shift_right_arithmetic" | "shift_right_logical" | "sign" | "subtract" | "xor"
        | "cosine" | "exponential" | "log" | "log_plus_one" | "logistic" | "rsqrt" | "sine" | "sqrt" | "tan" | "tanh"
            => elementwise::uniform,
        "reduce_precision" => elementwise::reduce_precision,
        "abs" => elementwise::absolute,
        "real" | "imag" => elementwise::part,
        "is_finite" => elementwise::is_finite,
        "compare" => elementwise::compare,
        "complex" => elementwise::complex,
        "convert" => elementwise::convert,
        "clamp" => elementwise::clamp,
        "select" => elementwise::select,
        "constant" => elementwise::constant,
        "uniform_quantize" => quantized::quantize,
        "uniform_dequantize" => quantized::dequantize,
        "bitcast_convert" => movement::bitcast_convert,
        "broadcast" => movement::broadcast,
        "broadcast_in_dim" => movement::broadcast_in_dim,
        "dynamic_broadcast_in_dim" => movement::dynamic_broadcast_in_dim,
        "concatenate" => movement::concatenate,
        "dynamic_slice" => movement::dynamic_slice,
        "dynamic_update_slice" => movement::dynamic_update_slice,
        "get_dimension_size" => movement::get_dimension_size,
        "set_dimension_size" => movement::set_dimension_size,
        "iota" | "dynamic_iota" => movement::iota,
        "pad" => movement::pad,
        "dynamic_pad" => movement::dynamic_pad,
        "reshape" => movement::reshape,
        "dynamic_reshape" => movement::dynamic_reshape,
        "reverse" => movement::reverse,
        "slice" => movement::slice,
        "real_dynamic_slice" => movement::real_dynamic_slice,
        "transpose" => movement::transpose,
        "batch_norm_grad" => products::batch_norm_grad,
        "batch_norm_inference" => products::batch_norm_inference,
        "batch_norm_training" => products::batch_norm_training,
        "cholesky" => products::cholesky,
        "triangular_solve" => products::triangular_solve,
        "dot_general" => products::dot_general,
        "dot" => products::dot,
        "fft" => products::fft,
        "tuple" => products::tuple,
        "get_tuple_element" => products::get_tuple_element,
        "rng" => products::rng,
        "optimization_barrier" => products::optimization_barrier,
        "if" => regions::conditional,
        "case" => regions::conditional,
        "while" => regions::repeat,
        "map" => regions::map,
        "reduce" => regions::reduce,
        "sort" => regions::sort,
        "reduce_window" => windows::reduce_window,
        "select_and_scatter" => windows::select_and_scatter,
        "convolution" => convolution::convolution,
        "dynamic_conv" => convolution::dynamic_conv,
        "custom_call" => calls::custom_call,
        "gather" => gather::gather,
        "dynamic_gather" => gather::dynamic_gather,
        "scatter" => gather::scatter,
        "all_gather" => collectives::all_gather and collectives::mesh_symbol,
        "all_reduce" => collectives::all_reduce and collectives::mesh_symbol,
        "all_to_all" => collectives::all_to_all and collectives::mesh_symbol,
        "reduce_scatter" => collectives::reduce_scatter and collectives::mesh_symbol,
        "async_start" => collectives::async_start,
        "async_done" => collectives::async_done,
        "collective_broadcast" => collectives::collective_broadcast and collectives::mesh_symbol,
        "collective_reduce" => collectives::collective_reduce and collectives::mesh_symbol,
        "collective_permute" => collectives::collective_permute,
        "partition_id" | "replica_id" => collectives::process_number,
        "infeed" => collectives::infeed,
        "recv" => collectives::recv,
        "send" => collectives::send,
        "rng_bit_generator" => collectives::rng_bit_generator,
    }
}

/// The rules of an operation of `chlo`.
fn rules_of_chlo(name: &str) -> Option<Rules> {
    hooks! { name, "chlo";
        "_asin_acos_kernel" | "acos" | "acosh" | "asin" | "asinh" | "atan" | "atanh" | "bessel_i1e" | "conj" | "cosh" | "digamma" | "erf"
        | "erf_inv" | "erfc" | "lgamma" | "sinh" | "square" | "tan"
            => chlo::function,
        "is_inf" | "is_neg_inf" | "is_pos_inf" => chlo::is_kind,
        "constant" => elementwise::constant,
        "ragged_dot" => products::ragged_dot,
        "mulhi" | "next_after" | "polygamma" | "zeta" => elementwise::uniform,
        "broadcast_add" | "broadcast_maximum" | "broadcast_minimum" => chlo::broadcast_compatible,
        "broadcast_atan2" | "broadcast_divide" | "broadcast_multiply" | "broadcast_next_after" | "broadcast_polygamma" | "broadcast_power"
        | "broadcast_remainder" | "broadcast_shift_left" | "broadcast_shift_right_arithmetic" | "broadcast_shift_right_logical"
        | "broadcast_subtract" | "broadcast_zeta"
            => chlo::broadcast_same,
        "broadcast_and" | "broadcast_or" | "broadcast_xor" => chlo::broadcast_logical,
        "broadcast_complex" => chlo::broadcast_complex,
        "broadcast_compare" => chlo::broadcast_compare,
        "broadcast_select" => chlo::broadcast_select,
        "constant_like" => chlo::constant_like,
        "top_k" => chlo::top_k,
    }
}

/// The operation with its rules.
pub(crate) fn attach(op: OpDefinition) -> OpDefinition {
    if op.name() == "stablehlo.composite" {
        return op.verify_hook(calls::composite).verify_messages(calls::COMPOSITE_MESSAGES);
    }
    match rules(op.name()).or_else(|| rules_of_chlo(op.name())) {
        Some(rules) => op.verify_hook(rules.hook).verify_messages(rules.messages),
        None => op,
    }
}

/// The types of an operation's results as they follow from its operands; `None` if the operation is wrong, or if its rules do not say.
#[must_use]
pub fn inferred_types(op: OpRef<'_>) -> Option<Inferred> {
    let rules = rules(op.name_str()).or_else(|| rules_of_chlo(op.name_str()))?;
    (rules.rule)(op).ok()?
}

/// Result types must agree with those that follow from the operands.
fn inferred(op: OpRef<'_>, types: &[Type]) -> Rule {
    let found: Vec<Type> = op.result_types().collect();
    let agree = found.len() == types.len()
        && found.iter().zip(types).all(|(&found, &wanted)| types_agree(op.ctx, found, wanted));
    if !agree {
        op_fail!(
            op,
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            quoted(op.ctx, types.iter().copied()),
            quoted(op.ctx, found)
        );
    }
    Ok(Some(types.into()))
}
