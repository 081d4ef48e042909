//! `corert.executeop`, its sequenced and its synchronous form: running an op that is named by a string.
//!
//! The op determines what passes may do with such an operation: the definitions in `tfrt-ops` say which ops have state.
//!
//! * An op with a known definition and without state may be merged with an equal one and erased when unused.
//! * An op that has state stays.
//! * For an unknown op, the only assumption is that it is executed for its results. So it is erased if it has results and
//!   they are unused, as upstream does with every op, but it is never merged.

use smallvec::{SmallVec, smallvec};
use tfrt_ir::attributes::Attr;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects::Effects;
use tfrt_ir::entity::Value;
use tfrt_ir::nearest;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrClass, AttrConstraint, Folded, OpDefinition, Traits};
use tfrt_ir::verify::OpVerifier;
use tfrt_ops::{Class, OpDefRegistry, Row};

use super::execute_op_syntax as syntax;
use crate::constraints::{chain, op_handler, tensor_handle};
use crate::tf::{check_given, check_use};

const DESCRIPTION: &str = "\
The attributes of the op keep the order in which they are written. The second group of braces names functions: its values are \
strings. The number after the last colon is that of the results; none are meant without it.";

pub(super) fn ops() -> Vec<OpDefinition> {
    vec![
        OpDefinition::new("corert.executeop")
            .summary("Runs an op on tensors.")
            .description(format!(
                "```mlir\n%r = corert.executeop(%handler) \"tf.MatMul\"(%a, %b) {{transpose_a = false, transpose_b = false}} : 1\n\
                 ```\n\n{DESCRIPTION}"
            ))
            .operand("op_handler", op_handler())
            .variadic_operand("arguments", tensor_handle())
            .attribute("op_attrs", AttrConstraint::array())
            .attribute("op_func_attrs", AttrConstraint::array())
            .attribute("op_name", AttrConstraint::string())
            .variadic_result("results", tensor_handle())
            .traits(Traits::ISOLATED)
            .effects_hook(effects)
            .fold_hook(fold)
            .parse_hook(syntax::parse)
            .print_hook(syntax::print)
            .verify_hook(verify)
            .verify_messages(&MESSAGES),
        OpDefinition::new("corert.executeop.seq")
            .summary("Runs an op with side effects on tensors, in the order that a chain gives.")
            .description(format!(
                "```mlir\n%ch1, %r = corert.executeop.seq(%handler, %ch0) \"my.op\"(%a) : 1\n```\n\n{DESCRIPTION}"
            ))
            .operand("op_handler", op_handler())
            .operand("in_op_chain", chain())
            .variadic_operand("arguments", tensor_handle())
            .attribute("op_attrs", AttrConstraint::array())
            .attribute("op_func_attrs", AttrConstraint::array())
            .attribute("op_name", AttrConstraint::string())
            .result("out_op_chain", chain())
            .variadic_result("results", tensor_handle())
            .traits(Traits::ISOLATED)
            .result_names_hook(|_, name| {
                name(0, "out_op_chain");
                name(1, "results");
            })
            .parse_hook(syntax::parse_seq)
            .print_hook(syntax::print_seq)
            .verify_hook(verify)
            .verify_messages(&MESSAGES),
    ]
}

/// `corert_sync.executeop`.
pub(super) fn sync_op() -> OpDefinition {
    OpDefinition::new("corert_sync.executeop")
        .summary("Runs an op on tensors, at once. No kernel runs it yet.")
        .description(
            "```mlir\n%r = corert_sync.executeop(%handler) \"tf.Relu\"(%a) : 1\n```\n\n\
             As `corert.executeop`, without functions among the attributes. It is printed with its name twice, as upstream \
             does, and read back in either form."
        )
        .operand("op_handler", op_handler())
        .variadic_operand("arguments", tensor_handle())
        .attribute("op_attrs", AttrConstraint::array())
        .attribute("op_name", AttrConstraint::string())
        .variadic_result("results", tensor_handle())
        .traits(Traits::ISOLATED)
        .effects_hook(effects)
        .fold_hook(fold)
        .parse_hook(syntax::parse_sync)
        .print_hook(syntax::print_sync)
        .verify_hook(verify)
        .verify_messages(&MESSAGES)
}

/// The name of the op that an operation runs.
pub fn op_name(op: OpRef<'_>) -> Option<&str> {
    op.attr("op_name").and_then(|name| op.ctx.attr_as_str(name))
}

/// The value of the attribute that an operation gives its op.
pub fn op_attr(op: OpRef<'_>, key: &str) -> Option<Attr> {
    let pairs = op.attr("op_attrs").and_then(|attrs| op.ctx.array_elems(attrs))?;
    pairs.iter().find_map(|&pair| {
        key_value(op.ctx, pair).filter(|(name, _)| *name == key.as_bytes()).map(|(_, value)| value)
    })
}

/// The tensor that an operation's op gives, if the op is a constant.
pub fn constant_tensor(op: OpRef<'_>) -> Option<Attr> {
    if Row::of(op_name(op)?).class != Class::Constant {
        return None;
    }
    op_attr(op, "value").filter(|&value| AttrClass::Elements.contains(op.ctx, value))
}

/// The attributes that an operation gives its op, in order. Those whose name is not UTF-8 are left out.
pub fn op_attrs(op: OpRef<'_>) -> Vec<(&str, Attr)> {
    let pairs = op.attr("op_attrs").and_then(|attrs| op.ctx.array_elems(attrs)).unwrap_or_default();
    let entries = pairs.iter().filter_map(|&pair| key_value(op.ctx, pair));
    entries.filter_map(|(key, value)| Some((std::str::from_utf8(key).ok()?, value))).collect()
}

/// The two halves of an entry of `op_attrs`.
pub(crate) fn key_value(ctx: &Context, pair: Attr) -> Option<(&[u8], Attr)> {
    match ctx.array_elems(pair)? {
        &[key, value] => Some((ctx.attr_as_bytes(key)?, value)),
        _ => None,
    }
}

const NOT_A_PAIR: &str = "each op_attr should be a key-value pair, where the key is a string";

/// The messages of the hook: the last ones are for uses that do not fit the op's definition.
const MESSAGES: [&str; 7] = [
    NOT_A_PAIR,
    "'{}' has no attribute '{}'{}",
    "attribute '{}' of '{}' must be {}",
    "attribute '{}' of '{}' has a value that is not allowed",
    "'{}' needs the attribute '{}'",
    "'{}' takes {} arguments, but {} are given",
    "'{}' gives {} results, but {} are taken",
];

fn verify(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let pairs = op.attr("op_attrs").and_then(|attrs| op.ctx.array_elems(attrs)).unwrap_or_default();
    if !pairs.iter().all(|&pair| key_value(op.ctx, pair).is_some()) {
        return Err(verifier.op_error(op, NOT_A_PAIR));
    }
    // Uses of ops that plugins define fit the definition. The runtime's own check their attributes themselves, some for several
    // spellings.
    let added = op_name(op).zip(op.ctx.dialects().extension::<OpDefRegistry>());
    let Some(def) = added.and_then(|(name, registry)| registry.get_added(name)) else { return Ok(()) };
    let (given, args, results) = use_of(op);
    check_use(op.ctx, &def, &given, args, results).map_err(|message| verifier.op_error(op, message))
}

/// The attributes that an operation gives its op, functions among them, and the numbers of tensors that the op takes and gives.
fn use_of(op: OpRef<'_>) -> (Vec<(&str, Attr)>, usize, usize) {
    let mut given = op_attrs(op);
    let functions = op.attr("op_func_attrs").and_then(|attrs| op.ctx.array_elems(attrs)).unwrap_or_default();
    let functions = functions.iter().filter_map(|&pair| key_value(op.ctx, pair));
    given.extend(functions.filter_map(|(key, value)| Some((std::str::from_utf8(key).ok()?, value))));
    let is_chain = usize::from(op.name_str() == "corert.executeop.seq");
    (given, op.num_operands() - 1 - is_chain, op.num_results() - is_chain)
}

/// What is wrong with the use of an op of the sets whose ops are all defined, `tf.*` and `hlo.*`: the op is not defined, or not as it is used.
/// Ops of plugins are left to the verifier.
#[must_use]
pub fn op_fault(op: OpRef<'_>) -> Option<String> {
    const SETS: [&str; 2] = ["tf.", "hlo."];
    if !matches!(op.name_str(), "corert.executeop" | "corert.executeop.seq" | "corert_sync.executeop") {
        return None;
    }
    let name = op_name(op)?;
    let set = SETS.into_iter().find(|set| name.starts_with(set))?;
    let registry = op.ctx.dialects().extension::<OpDefRegistry>()?;
    match registry.get(name) {
        Some(_) if registry.get_added(name).is_some() => None,
        Some(def) => {
            let (given, args, results) = use_of(op);
            check_given(op.ctx, &def, &given, args, results).err()
        }
        None => {
            let names = registry.names();
            let known = names.iter().filter_map(|known| known.strip_prefix(set));
            let near = nearest(&name[set.len()..], known);
            let near = near.map(|near| format!("; did you mean '{set}{near}'?")).unwrap_or_default();
            Some(format!("op '{name}' is not known{near}"))
        }
    }
}

fn effects(op: OpRef<'_>) -> Effects {
    let definition = op_name(op).and_then(|name| op.ctx.dialects().extension::<OpDefRegistry>()?.get(name));
    match definition {
        Some(definition) if definition.is_stateful => Effects::ANY,
        Some(_) => Effects::NONE,
        None => Effects { erasable: op.num_results() > 0, repeatable: false },
    }
}

/// Whether the handler of an operation that runs an op is known to be no error: it is made, or found by the name that is always
/// registered, after nothing that can fail. An op without its handler does not run, so only then may it be computed ahead of time.
/// Synchronous functions stop where the handler is missed. A chain that is an argument counts as no error: calls are strict, so it could only be one
/// that a host passes, or an earlier iteration of a loop.
#[must_use]
pub fn has_handler(op: OpRef<'_>) -> bool {
    /// Handlers upon handlers, and chains before them.
    const MOST_STEPS: usize = 16;
    if op.name_str().starts_with("corert_sync.") {
        return true;
    }
    let mut values: SmallVec<[Value; 4]> = op.operands().take(1).collect();
    for _ in 0..MOST_STEPS {
        let Some(value) = values.pop() else { return true };
        let Some(definer) = op.body.defining_op(value).map(|definer| op.at(definer)) else {
            if op.body.value_type(value) == op.ctx.opaque_type("tfrt", "chain") {
                continue;
            }
            return false;
        };
        let name = |attr: &str| definer.attr(attr).and_then(|name| op.ctx.attr_as_str(name));
        match definer.name_str() {
            "corert.get_op_handler" if name("op_handler_name") == Some("cpu") => {}
            "tfrt.new.chain"
            | "corert.create_null_op_handler"
            | "corert.create_cpu_op_handler"
            | "corert.create_logging_op_handler" => {}
            _ => return false,
        }
        values.extend(definer.operands());
    }
    values.is_empty()
}

/// A constant op is the tensor in its attribute `value`, as it is for upstream whatever the handler is. See [`has_handler`].
fn fold(op: OpRef<'_>, _operands: &[Option<Attr>]) -> Option<SmallVec<[Folded; 2]>> {
    let value = constant_tensor(op).filter(|_| op.num_results() == 1)?;
    Some(smallvec![Folded::Constant(value)])
}

/// A constant is its attribute `value`.
pub(super) fn fold_constant(op: OpRef<'_>, _operands: &[Option<Attr>]) -> Option<SmallVec<[Folded; 2]>> {
    op.attr("value").map(|value| smallvec![Folded::Constant(value)])
}
