//! The names of a public function's arguments and results.
//!
//! Programs that this project writes say them as everywhere (`tfrt.name`). JAX says those of arguments as the names of their locations, and
//! those of results in `jax.result_info`: paths into the arguments of the Python function and into its result. A name that two arguments, or two
//! results, would share is given to neither.

use tfrt_dialects::signature::{argument_signatures, result_signatures};
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::Body;
use tfrt_ir::entity::{Block, Value};
use tfrt_ir::location::LocKind;
use tfrt_ir::op_ref::OpRef;

/// The names of the arguments of a function with this body.
pub(super) fn argument_names(function: OpRef<'_>, source: &Body, block: Block) -> Vec<Option<Attr>> {
    let ctx = function.ctx;
    let stated = argument_signatures(function);
    let name = |(i, &argument): (usize, &Value)| {
        let stated = stated.get(i).and_then(|signature| signature.name);
        stated.or_else(|| match ctx.loc_kind(source.value_loc(argument)) {
            LocKind::Name { name, .. } => Some(ctx.string_attr(ctx.str(name))),
            _ => None,
        })
    };
    distinct(function, source.block_args(block).iter().enumerate().map(name).collect())
}

/// The names of the results of a function, of which there are so many.
pub(super) fn result_names(function: OpRef<'_>, count: usize) -> Vec<Option<Attr>> {
    let ctx = function.ctx;
    let stated = result_signatures(function);
    let dictionaries =
        function.attr("res_attrs").and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
    let name = |i: usize| {
        let stated = stated.get(i).and_then(|signature| signature.name);
        stated.or_else(|| ctx.dict_get(*dictionaries.get(i)?, ctx.ident("jax.result_info")))
    };
    distinct(function, (0..count).map(name).collect())
}

/// The names that occur once and are not empty.
fn distinct(function: OpRef<'_>, names: Vec<Option<Attr>>) -> Vec<Option<Attr>> {
    let is_name = |name: &Attr| function.ctx.attr_as_str(*name).is_some_and(|text| !text.is_empty());
    let is_alone = |name: &Attr| names.iter().filter(|other| **other == Some(*name)).count() == 1;
    names.iter().map(|name| name.filter(|name| is_name(name) && is_alone(name))).collect()
}
