//! The `sdy` dialect: how tensors are divided over the devices of a mesh.
//!
//! JAX writes meshes, shardings of arguments and results, and rules for calls of foreign code in it. [`attributes`] and
//! [`sharding_rule`] have the attributes as Rust values; [`tiles`] says which part of a tensor a device has; `codec` reads their bytecode.
//! Rules of meshes and shardings are those of `rules`; what attributes of other dialects' operations must obey is in `discardable`.
//! Operations that change a sharding are in `collectives`, those through which shardings pass in `flow`.

pub mod attributes;
pub mod axis_lists;
mod codec;
mod collectives;
mod discardable;
mod flow;
mod manual;
mod rules;
pub mod sharding_rule;
pub mod tiles;

use std::sync::Arc;

use tfrt_bytecode::Codecs;
use tfrt_ir::body::OpState;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, Directive, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::syntax::{OpParser, OpPrinter};
use tfrt_ir::verify::OpVerifier;

use crate::dialect_attr::{DialectAttr, own};
use attributes::{Mesh, TensorSharding};
use axis_lists::{AxisList, AxisLists, AxisMoves};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("sdy")
        .summary("How tensors are divided over the devices of a mesh.")
        .attr_hook(attributes::parse)
        .discardable_hook(discardable::verify)
        .inlinable()
}

/// Adds the encoding of the dialect's attributes.
pub fn add_codec(codecs: &mut Codecs) {
    codecs.add(Arc::new(codec::Sdy));
    codecs.add_native_properties("sdy");
}

static DIRECTIVES: [Directive; 6] = [
    Directive { name: "Sharding", parse: parse_sharding, print: print_value::<TensorSharding> },
    Directive { name: "Mesh", parse: parse_mesh, print: print_value::<Mesh> },
    Directive { name: "AxisList", parse: parse_axis_list, print: print_value::<AxisList> },
    Directive { name: "AxisLists", parse: parse_axis_lists, print: print_value::<AxisLists> },
    Directive { name: "AxisMoves", parse: parse_axis_moves, print: print_value::<AxisMoves> },
    Directive { name: "Direction", parse: flow::parse_direction, print: flow::print_direction },
];

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let op = |name: &'static str, summary: &'static str| {
        OpDefinition::new(format!("sdy.{name}")).summary(summary).directives(&DIRECTIVES)
    };
    let sharded = |op: OpDefinition| {
        op.operand("input", TypeConstraint::any())
            .attribute("sharding", own::<TensorSharding>("Tensor sharding"))
            .result("result", TypeConstraint::any())
            .traits(Traits::PURE | Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .format("$input custom<Sharding>($sharding) attr-dict `:` type($result)")
            .verify_hook(verify_sharded)
            .verify_messages(&rules::MESSAGES)
    };
    let mut ops = vec![
        op("mesh", "A grid of devices with a name.")
            .attribute("sym_name", AttrConstraint::symbol_name())
            .attribute("mesh", own::<Mesh>("Mesh of axes and a list of devices"))
            .traits(Traits::SYMBOL)
            .format("$sym_name `=` custom<Mesh>($mesh) attr-dict"),
        sharded(op("sharding_constraint", "Its operand, divided as its attribute says.")),
        sharded(op("reshard", "Its operand, divided in another way.")),
        op("sharding_group", "Says that its operand is divided like the others of the group.")
            .operand("input", TypeConstraint::any())
            .attribute("group_id", AttrConstraint::integer(64))
            .format("$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)"),
        manual::definition(op(
            "manual_computation",
            "Runs a region once on each device, with the parts of tensors that the device has.",
        )),
        op("return", "Ends a region; its operands are what the region gives.")
            .variadic_operand("results", TypeConstraint::any())
            .traits(Traits::PURE | Traits::TERMINATOR)
            .format("attr-dict ($results^ `:` type($results))?"),
    ];
    ops.extend(collectives::ops(op));
    ops.extend(flow::ops(op));
    ops
}

/// The rules of the sharding that an operation states of its operand.
fn verify_sharded(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    match TensorSharding::named(op, "sharding") {
        Some(sharding) => rules::verify_sharding(verifier, op, (sharding, op.value_type(op.operand(0))), ""),
        None => Ok(()),
    }
}

/// Reads an attribute of which the part in brackets stands here; the text around it is known. `expected` says what is missing if there are no brackets
/// that `opens` takes.
fn parse_in_brackets(
    p: &mut OpParser<'_, '_>,
    name: &str,
    (opens, expected): (&[char], &str),
    around: impl FnOnce(&str) -> [&'static str; 2],
    state: &mut OpState,
) -> Result<(), Failed> {
    let (at, text) = (p.offset(), p.remaining_text());
    let part = attributes::bracketed(text).filter(|_| text.starts_with(opens));
    let Some(part) = part else { return Err(p.wrong_token(expected)) };
    let [before, after] = around(part);
    match attributes::parse(p.ctx(), &format!("{before}{part}{after}")) {
        Ok(attr) => {
            state.attrs.push((p.ctx().ident(name), attr));
            p.seek(at + part.len());
            Ok(())
        }
        Err(error) => Err(p.error(at + error.offset.saturating_sub(before.len()), error.message)),
    }
}

/// `<@mesh, [{"x"}]>`
fn parse_sharding(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    parse_in_brackets(p, names[0], (&['<'], "expected '<'"), |_| ["sharding", ""], state)
}

/// `<["x"=2]>`
fn parse_mesh(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    parse_in_brackets(p, names[0], (&['<'], "expected '<'"), |_| ["mesh", ""], state)
}

/// `{"x"}`
fn parse_axis_list(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    parse_in_brackets(p, names[0], (&['{'], "expected '{'"), |_| ["axis_ref_list", ""], state)
}

/// `[{"x"}, {}]`
fn parse_axis_lists(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    parse_in_brackets(p, names[0], (&['['], "expected '['"), |_| ["list_of_axis_ref_lists", ""], state)
}

/// `[{"x"}: 0->1]`
fn parse_axis_moves(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    parse_in_brackets(p, names[0], (&['['], "expected '['"), |_| ["all_to_all_param_list", ""], state)
}

/// An attribute without its mnemonic.
fn print_value<T: DialectAttr>(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    if let Some(value) = op.attr(names[0]).and_then(|attr| T::of(op.ctx, attr)) {
        let text = value.to_string();
        p.text(text.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '_'));
    }
}
