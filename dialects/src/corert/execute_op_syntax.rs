//! The custom form of `corert.executeop` and its relatives:
//! `(%handler[, %chain]) "op"(%x, …) [{attributes}] [{functions}] [: N] [attributes {…}]`.
//!
//! Attributes keep the order in which they are written; so they are arrays of pairs, not dictionaries. Older programs omit the
//! number of results, which is then the number of names before the `=`, and call `tfrt_test` ops `test.…`.

use smallvec::SmallVec;
use tfrt_ir::body::{NamedAttr, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter};

use super::{execute_op, legacy};

/// The differences between the three operations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Sequenced,
    Synchronous,
}

pub(super) fn parse(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    parse_form(p, state, Form::Plain)
}

pub(super) fn parse_seq(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    parse_form(p, state, Form::Sequenced)
}

pub(super) fn parse_sync(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    parse_form(p, state, Form::Synchronous)
}

fn parse_form(p: &mut OpParser<'_, '_>, state: &mut OpState, form: Form) -> Result<(), Failed> {
    let ctx = p.ctx();
    let handle = ctx.opaque_type("corert", "tensorhandle");
    let chain = ctx.opaque_type("tfrt", "chain");
    p.l_paren()?;
    let handler = p.operand()?;
    let in_chain = if form == Form::Sequenced {
        p.comma()?;
        Some(p.operand()?)
    } else {
        None
    };
    p.r_paren()?;
    let name_at = p.offset();
    let name = p.string()?;
    let name = legacy::current_op_name(p, name_at, name);
    let arguments = p.operand_list(Delimiter::Paren)?;
    let attrs = parse_pairs(p)?;
    let functions = if form == Form::Synchronous { SmallVec::new() } else { parse_pairs(p)? };
    let own_results = usize::from(form == Form::Sequenced);
    let results = if p.optional_colon() {
        let at = p.offset();
        let count = p.integer()?;
        match usize::try_from(count) {
            // Results are numbered with 32 bits; far fewer can be meant.
            Ok(count) if count < 1 << 24 => count,
            _ => return Err(p.error(at, "expected the number of results")),
        }
    } else {
        legacy::implied_results(p, own_results)
    };
    p.attr_dict_with_keyword(&mut state.attrs)?;
    p.resolve(&handler, ctx.opaque_type("corert", "ophandler"), &mut state.operands)?;
    if let Some(in_chain) = &in_chain {
        p.resolve(in_chain, chain, &mut state.operands)?;
        state.result_types.push(chain);
    }
    for argument in &arguments {
        p.resolve(argument, handle, &mut state.operands)?;
    }
    state.result_types.extend(std::iter::repeat_n(handle, results));
    state.attrs.push((ctx.ident("op_attrs"), pairs(ctx, &attrs)));
    if form != Form::Synchronous {
        state.attrs.push((ctx.ident("op_func_attrs"), pairs(ctx, &functions)));
    }
    state.attrs.push((ctx.ident("op_name"), ctx.string_attr(name)));
    Ok(())
}

/// An optional `{key = value, …}`, in the order written.
fn parse_pairs(p: &mut OpParser<'_, '_>) -> Result<SmallVec<[NamedAttr; 2]>, Failed> {
    let mut entries = SmallVec::new();
    p.attr_dict(&mut entries)?;
    Ok(entries)
}

fn pairs(ctx: &Context, entries: &[NamedAttr]) -> Attr {
    let entries: Vec<Attr> =
        entries.iter().map(|&(key, value)| ctx.array_attr(&[ctx.string_attr(ctx.str(key)), value])).collect();
    ctx.array_attr(&entries)
}

pub(super) fn print(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_form(p, op, Form::Plain);
}

pub(super) fn print_seq(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_form(p, op, Form::Sequenced);
}

pub(super) fn print_sync(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    // Upstream prints the name again.
    p.text(op.name_str());
    print_form(p, op, Form::Synchronous);
}

fn print_form(p: &mut OpPrinter<'_>, op: OpRef<'_>, form: Form) {
    let own = 1 + usize::from(form == Form::Sequenced);
    p.text("(");
    p.operands(op.operands().take(own));
    p.text(") ");
    if let Some(name) = op.attr("op_name") {
        p.attr(name);
    }
    p.text("(");
    p.operands(op.operands().skip(own));
    p.text(")");
    print_pairs(p, op, "op_attrs");
    print_pairs(p, op, "op_func_attrs");
    let results = op.num_results().saturating_sub(own - 1);
    if results > 0 {
        p.text(&format!(" : {results}"));
    }
    p.attr_dict_with_keyword(op, &["op_attrs", "op_func_attrs", "op_name"]);
}

fn print_pairs(p: &mut OpPrinter<'_>, op: OpRef<'_>, attr: &str) {
    let pairs = op.attr(attr).and_then(|pairs| op.ctx.array_elems(pairs)).unwrap_or_default();
    if pairs.is_empty() {
        return;
    }
    let entries: Vec<NamedAttr> = pairs
        .iter()
        .filter_map(|&pair| execute_op::key_value(op.ctx, pair))
        .map(|(key, value)| (op.ctx.ident(&String::from_utf8_lossy(key)), value))
        .collect();
    p.text(" ");
    p.attr_entries(&entries);
}
