//! The `sdy` dialect: how tensors are divided over the devices of a mesh.
//!
//! JAX writes meshes, shardings of arguments and results, and rules for calls of foreign code in it. [`attributes`] has the attributes
//! as Rust values; [`tiles`] says which part of a tensor a device has; `codec` reads their bytecode.

pub mod attributes;
mod codec;
mod manual;
pub mod tiles;

use std::sync::Arc;

use tfrt_bytecode::Codecs;
use tfrt_ir::body::OpState;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, Directive, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::syntax::{OpParser, OpPrinter};

use crate::dialect_attr::{DialectAttr, own};
use attributes::{Mesh, TensorSharding};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("sdy")
        .summary("How tensors are divided over the devices of a mesh.")
        .attr_hook(attributes::parse)
        .inlinable()
}

/// Adds the encoding of the dialect's attributes.
pub fn add_codec(codecs: &mut Codecs) {
    codecs.add(Arc::new(codec::Sdy));
    codecs.add_native_properties("sdy");
}

static DIRECTIVES: [Directive; 2] = [
    Directive { name: "Sharding", parse: parse_sharding, print: print_sharding },
    Directive { name: "Mesh", parse: parse_mesh, print: print_mesh },
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
    };
    vec![
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
            .format("$input `group_id` `=` $group_id attr-dict `:` type($input)"),
        manual::definition(op(
            "manual_computation",
            "Runs a region once on each device, with the parts of tensors that the device has.",
        )),
        op("return", "Ends a region; its operands are what the region gives.")
            .variadic_operand("results", TypeConstraint::any())
            .traits(Traits::PURE | Traits::TERMINATOR)
            .format("attr-dict ($results^ `:` type($results))?"),
    ]
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

fn print_sharding(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    print_fields::<TensorSharding>(p, op, names[0], "sharding");
}

/// `<["x"=2]>`
fn parse_mesh(p: &mut OpParser<'_, '_>, names: &[&str], state: &mut OpState) -> Result<(), Failed> {
    parse_in_brackets(p, names[0], (&['<'], "expected '<'"), |_| ["mesh", ""], state)
}

fn print_mesh(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    print_fields::<Mesh>(p, op, names[0], "mesh");
}

fn print_fields<T: DialectAttr>(p: &mut OpPrinter<'_>, op: OpRef<'_>, name: &str, mnemonic: &str) {
    if let Some(value) = op.attr(name).and_then(|attr| T::of(op.ctx, attr)) {
        p.text(value.to_string().trim_start_matches(mnemonic));
    }
}
