//! Rules of calls of what is defined elsewhere: layouts and shared buffers of custom calls, decompositions of composites.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::attr_to_string;
use tfrt_ir::types::TypeKind;
use tfrt_ir::verify::OpVerifier;

use super::super::attributes::OutputOperandAlias;
use super::tensors::{Tensor, is_tensor, quoted};
use super::{Rule, op_fail};
use crate::callee::signature;
use crate::dialect_attr::DialectAttr;

/// The parts of a tuple that is the only type, else the types.
fn untupled<'a>(op: OpRef<'a>, types: &'a [Type]) -> &'a [Type] {
    match types {
        &[one] => match op.ctx.type_kind(one) {
            TypeKind::Tuple(parts) => parts,
            _ => types,
        },
        _ => types,
    }
}

/// Each type has a layout that orders its dimensions.
fn layouts(op: OpRef<'_>, what: &str, types: &[Type], layouts: &[Attr]) -> Rule {
    if types.len() != layouts.len() {
        op_fail!(
            op,
            "Number of {}s must match the number of {} layouts, {} != {}",
            what,
            what,
            types.len(),
            layouts.len()
        );
    }
    for (index, (&ty, &layout)) in types.iter().zip(layouts).enumerate() {
        let order = super::super::integers(op.ctx, layout).unwrap_or_default();
        match op.ctx.type_kind(ty) {
            TypeKind::Tuple(_) => {
                op_fail!(op, "Tuple types are not fully supported with layout constraints yet")
            }
            TypeKind::UnrankedTensor(_) => continue,
            _ if !is_tensor(op.ctx, ty) => {
                if !order.is_empty() {
                    op_fail!(
                        op,
                        "Only tensor types can have non-empty layout: {} #{} of type {} has layout {}",
                        what,
                        index,
                        quoted(op.ctx, [ty]),
                        attr_to_string(op.ctx, layout)
                    );
                }
                continue;
            }
            _ => {}
        }
        let rank = Tensor::of(op.ctx, ty).rank();
        let mut sorted = order;
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..rank as i64) {
            op_fail!(
                op,
                "incorrect layout {} for type {}, layout must be a permutation of [0, {})",
                attr_to_string(op.ctx, layout),
                quoted(op.ctx, [ty]),
                rank
            );
        }
    }
    Ok(None)
}

/// The part of a type that indices of nested tuples name.
fn part(op: OpRef<'_>, whole: Type, indices: &[i64]) -> Option<Type> {
    indices.iter().try_fold(whole, |ty, &index| match op.ctx.type_kind(ty) {
        TypeKind::Tuple(parts) => parts.get(usize::try_from(index).ok()?).copied(),
        _ => None,
    })
}

/// A result that shares the buffer of an operand has its type.
fn alias(op: OpRef<'_>, alias: &OutputOperandAlias) -> Rule {
    let index = usize::try_from(alias.operand_index).ok().filter(|&index| index < op.num_operands());
    let Some(index) = index else {
        op_fail!(
            op,
            "expects operandIndex in the output_operand_alias attribute to be in range [0, {}); got: {}.",
            op.num_operands(),
            alias.operand_index
        );
    };
    let operand = part(op, op.value_type(op.operand(index)), &alias.operand_tuple_indices);
    let Some(operand) = operand else {
        op_fail!(op, "operand_tuple_indices in the output_operand_alias attribute out of bounds");
    };
    let results: Vec<Type> = op.result_types().collect();
    let whole = match results.as_slice() {
        &[one] => one,
        all => op.ctx.intern_type(TypeKind::Tuple(all.into())),
    };
    let Some(output) = part(op, whole, &alias.output_tuple_indices) else {
        op_fail!(op, "output_tuple_indices in the output_operand_alias attribute out of bounds");
    };
    if operand != output {
        op_fail!(
            op,
            "shapes mismatch in the output_operand_alias attribute: operand part has type {} and output part has type {}",
            quoted(op.ctx, [operand]),
            quoted(op.ctx, [output])
        );
    }
    Ok(None)
}

pub(super) fn custom_call(op: OpRef<'_>) -> Rule {
    let list = |name: &str| op.attr(name).and_then(|attr| op.ctx.array_elems(attr));
    match (list("operand_layouts"), list("result_layouts")) {
        (Some(of_operands), Some(of_results)) => {
            let (operands, results): (Vec<Type>, Vec<Type>) =
                (op.operand_types().collect(), op.result_types().collect());
            layouts(op, "operand", &operands, of_operands)?;
            layouts(op, "result", untupled(op, &results), of_results)?;
        }
        (None, None) => {}
        _ => {
            op_fail!(
                op,
                "Layout attributes should be specified for either both operands and results or none."
            )
        }
    }
    let aliases = list("output_operand_aliases").unwrap_or_default();
    for found in aliases.iter().filter_map(|&attr| OutputOperandAlias::of(op.ctx, attr)) {
        alias(op, found)?;
    }
    let version = op.attr("api_version").and_then(|attr| op.ctx.attr_as_i64(attr)).unwrap_or(1);
    let name = match version {
        0 => "API_VERSION_UNSPECIFIED",
        1 => "API_VERSION_ORIGINAL",
        2 => "API_VERSION_STATUS_RETURNING",
        3 => "API_VERSION_STATUS_RETURNING_UNIFIED",
        _ => "API_VERSION_TYPED_FFI",
    };
    let is_dictionary = |attr: Attr| matches!(op.ctx.attr_kind(attr), AttrKind::Dict(_));
    let wanted = if version == 4 { "dictionary" } else { "string" };
    if op.attr("backend_config").is_some_and(|config| is_dictionary(config) != (version == 4)) {
        op_fail!(op, "backend_config for api_version {} must be a {} attribute.", name, wanted);
    }
    Ok(None)
}

/// Whether a name has parts that dots separate: words, the first of which does not begin with a digit.
fn is_namespaced(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut parts = name.split('.');
    let first = parts.next().unwrap_or_default();
    let mut rest = parts.peekable();
    first.starts_with(|c: char| c.is_ascii_alphabetic())
        && first.chars().all(is_word)
        && rest.peek().is_some()
        && rest.all(|part| !part.is_empty() && part.chars().all(|c| is_word(c) || c == '$'))
}

/// The messages of [`composite`].
pub(super) const COMPOSITE_MESSAGES: &[&str] = &[
    "name must be a valid namespaced op name, i.e. it must match the following regular expression: \
     ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. \"my_namespace.my_op\"",
    "'{}' does not reference a valid function",
    "has {} operand(s), but decomposition has {}",
    "operand at index {} has type {}, but decomposition has type {}",
    "has {} result(s), but decomposition has {}",
    "result at index {} has type {}, but decomposition has type {}",
];

/// Values of a composite are those of its decomposition.
fn decomposed(op: OpRef<'_>, what: &str, found: &[Type], wanted: &[Type]) -> Rule {
    if found.len() != wanted.len() {
        return Err(format!("has {} {what}(s), but decomposition has {}", found.len(), wanted.len()));
    }
    let pairs = found.iter().zip(wanted).enumerate();
    for (index, (&found, &wanted)) in pairs {
        if found != wanted {
            return Err(format!(
                "{what} at index {index} has type {}, but decomposition has type {}",
                quoted(op.ctx, [found]),
                quoted(op.ctx, [wanted])
            ));
        }
    }
    Ok(None)
}

/// The rules of a composite, which need the module around it.
pub(super) fn composite(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let name = op.attr("name").and_then(|name| op.ctx.attr_as_str(name)).unwrap_or_default();
    if !is_namespaced(name) {
        return Err(verifier.error(op, COMPOSITE_MESSAGES[0]));
    }
    let symbol = op.attr("decomposition").and_then(|symbol| op.ctx.flat_symbol(symbol));
    let Some(symbol) = symbol.filter(|_| verifier.sees_symbols()) else { return Ok(()) };
    let function = verifier.lookup_symbol(op, symbol).and_then(|function| signature(op.ctx, function));
    let Some((inputs, results)) = function else {
        let message = format!("'{}' does not reference a valid function", op.ctx.str(symbol));
        return Err(verifier.error(op, message));
    };
    let (operands, given): (Vec<Type>, Vec<Type>) =
        (op.operand_types().collect(), op.result_types().collect());
    decomposed(op, "operand", &operands, inputs)
        .and_then(|_| decomposed(op, "result", &given, results))
        .map(|_| ())
        .map_err(|message| verifier.error(op, message))
}
