//! Views of memory: subviews, reshapes, and the fields of a descriptor.
//!
//! Offsets, sizes and strides are lists that mix constants and operands: `[%i, 2]`. The constants are in attributes, with
//! [`DYNAMIC`] in place of an operand. The verifier does not check that the type of a view follows from its parts.

use tfrt_ir::AttrKind;
use tfrt_ir::affine::AffineExpr;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter, UnresolvedOperand, attr_to_string};
use tfrt_ir::types::DYNAMIC;
use tfrt_ir::verify::OpVerifier;

use super::{SEGMENTS, index, ranked, ranked_or_not};

const DYNAMIC_COUNT: &str = "expected the number of '{}' operands to match the number of dynamic entries";
const PERMUTATION: &str = "expected a permutation map";
const PERMUTATION_RANK: &str = "expected a permutation map of same rank as the input";
const DISTINCT_TYPES: &str = "operand types and result types must match";
const LISTS: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];
const OPERANDS: [&str; 3] = ["offsets", "sizes", "strides"];

/// The operations.
pub(super) fn ops() -> Vec<OpDefinition> {
    let op = |name: &str| OpDefinition::new(format!("memref.{name}")).traits(Traits::PURE);
    let indices = || AttrConstraint::array_of(AttrConstraint::any());
    let sized = |name: &'static str, source: TypeConstraint| {
        let mut op = op(name).operand("source", source);
        for operands in OPERANDS {
            op = op.variadic_operand(operands, index());
        }
        for list in LISTS {
            op = op.attribute(list, AttrConstraint::any());
        }
        op.attribute(SEGMENTS, AttrConstraint::any())
            .result("result", ranked())
            .traits(Traits::ATTR_SIZED_OPERANDS)
            .verify_hook(verify_lists)
            .verify_messages(&[DYNAMIC_COUNT])
            .result_names_hook(|op, name| name(0, op.name_str().trim_start_matches("memref.")))
    };
    vec![
        sized("subview", ranked())
            .summary("A part of memory: from offsets, of sizes, in steps.")
            .parse_hook(parse_subview)
            .print_hook(print_subview),
        sized("reinterpret_cast", ranked_or_not())
            .summary("The same memory with another offset, other sizes and other strides.")
            .parse_hook(parse_reinterpret)
            .print_hook(print_reinterpret),
        op("collapse_shape")
            .summary("The same memory with groups of dimensions made one each.")
            .operand("src", ranked())
            .attribute("reassociation", indices())
            .result("result", ranked())
            .result_names_hook(|_, name| name(0, "collapse_shape"))
            .parse_hook(parse_collapse)
            .print_hook(print_collapse),
        op("expand_shape")
            .summary("The same memory with dimensions divided.")
            .operand("src", ranked())
            .variadic_operand("output_shape", index())
            .attribute("reassociation", indices())
            .attribute("static_output_shape", AttrConstraint::any())
            .result("result", ranked())
            .result_names_hook(|_, name| name(0, "expand_shape"))
            .parse_hook(parse_expand)
            .print_hook(print_expand),
        op("view")
            .summary("Bytes read as elements of a type.")
            .operand("source", ranked())
            .operand("byte_shift", index())
            .variadic_operand("sizes", index())
            .result("view", ranked())
            .result_names_hook(|_, name| name(0, "view"))
            .parse_hook(parse_view)
            .print_hook(print_view),
        op("get_global")
            .summary("The memory of a global.")
            .attribute("name", AttrConstraint::flat_symbol())
            .result("result", ranked())
            .format("$name `:` type($result) attr-dict"),
        op("memory_space_cast")
            .summary("The same memory in another space.")
            .operand("source", ranked_or_not())
            .result("dest", ranked_or_not())
            .result_names_hook(|_, name| name(0, "memspacecast"))
            .format("$source attr-dict `:` type($source) `to` type($dest)"),
        op("extract_aligned_pointer_as_index")
            .summary("The address of memory.")
            .operand("source", ranked_or_not())
            .result("aligned_pointer", index())
            .result_names_hook(|_, name| name(0, "intptr"))
            .format("$source `:` type($source) `->` type(results) attr-dict"),
        op("extract_strided_metadata")
            .summary("What a descriptor holds: the base buffer, the offset, sizes and strides.")
            .operand("source", ranked())
            .variadic_result("results", TypeConstraint::any())
            .result_names_hook(name_metadata)
            .format("$source `:` type($source) `->` type($results) attr-dict"),
        op("reshape")
            .summary("The same memory with the sizes that another memref holds.")
            .operand("source", ranked_or_not())
            .operand("shape", ranked())
            .result("result", ranked_or_not())
            .result_names_hook(|_, name| name(0, "reshape"))
            .parse_hook(parse_reshape)
            .print_hook(print_reshape),
        op("transpose")
            .summary("The same memory with its dimensions in another order.")
            .operand("in", ranked())
            .attribute("permutation", AttrConstraint::any())
            .result("result", ranked())
            .result_names_hook(|_, name| name(0, "transpose"))
            .parse_hook(parse_transpose)
            .print_hook(print_transpose)
            .verify_hook(verify_transpose)
            .verify_messages(&[PERMUTATION, PERMUTATION_RANK]),
        op("distinct_objects")
            .summary("The same memory, of which it is known that no two parts overlap.")
            .variadic_operand("operands", ranked())
            .variadic_result("results", ranked())
            .verify_hook(verify_distinct)
            .verify_messages(&[DISTINCT_TYPES])
            .parse_hook(parse_distinct)
            .print_hook(print_distinct),
        op("assume_alignment")
            .summary("The same memory, whose address is known to be a multiple of a number.")
            .operand("memref", ranked())
            .attribute("alignment", AttrConstraint::integer(32))
            .result("result", ranked())
            .result_names_hook(|_, name| name(0, "assume_align"))
            .parse_hook(parse_alignment)
            .print_hook(print_alignment),
    ]
}

fn name_metadata(op: OpRef<'_>, name: &mut dyn FnMut(usize, &str)) {
    let rank = op.num_results().saturating_sub(2) / 2;
    name(0, "base_buffer");
    name(1, "offset");
    if rank > 0 {
        name(2, "sizes");
        name(2 + rank, "strides");
    }
}

/// A list of constants and operands.
struct Mixed<'s> {
    operands: Vec<UnresolvedOperand<'s>>,
    constants: Vec<i64>,
}

/// `[%i, 2, …]`
fn parse_mixed<'s>(p: &mut OpParser<'_, 's>) -> Result<Mixed<'s>, Failed> {
    let mut list = Mixed { operands: Vec::new(), constants: Vec::new() };
    p.l_square()?;
    let mut more = !p.optional_r_square();
    while more {
        match p.optional_operand()? {
            Some(operand) => {
                list.operands.push(operand);
                list.constants.push(DYNAMIC);
            }
            None => list.constants.push(p.integer()?),
        }
        more = p.optional_comma();
        if !more {
            p.r_square()?;
        }
    }
    Ok(list)
}

fn integers(ctx: &Context, values: &[i64]) -> Attr {
    let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    ctx.intern_attr(AttrKind::DenseArray { elem: ctx.i64(), data: data.into() })
}

/// The constants of a list.
fn constants(op: OpRef<'_>, name: &str) -> Vec<i64> {
    match op.attr(name).map(|attr| op.ctx.attr_kind(attr)) {
        Some(AttrKind::DenseArray { elem, data }) if *elem == op.ctx.i64() => {
            data.as_chunks().0.iter().map(|value| i64::from_le_bytes(*value)).collect()
        }
        _ => Vec::new(),
    }
}

/// Writes a list; `skipped` operands stand before its first.
fn print_list(p: &mut OpPrinter<'_>, op: OpRef<'_>, list: &str, skipped: &mut usize) {
    let constants = constants(op, list);
    p.text("[");
    for (index, &constant) in constants.iter().enumerate() {
        if index > 0 {
            p.text(", ");
        }
        if constant == DYNAMIC && *skipped < op.num_operands() {
            p.operand(op.operand(*skipped));
            *skipped += 1;
        } else {
            p.text(&constant.to_string());
        }
    }
    p.text("]");
}

/// Resolves the operands of three lists and adds the attributes that go with them.
fn finish_lists<'s>(
    p: &mut OpParser<'_, 's>,
    state: &mut OpState,
    lists: [Mixed<'s>; 3],
) -> Result<(), Failed> {
    let ctx = p.ctx();
    let mut sizes = vec![1usize];
    for (list, name) in lists.iter().zip(LISTS) {
        for operand in &list.operands {
            p.resolve(operand, ctx.index(), &mut state.operands)?;
        }
        sizes.push(list.operands.len());
        state.attrs.push((ctx.ident(name), integers(ctx, &list.constants)));
    }
    state.attrs.push((ctx.ident(SEGMENTS), crate::cf::segments(ctx, &sizes)));
    Ok(())
}

/// `%m[…] […] […] attr-dict : T to U`
fn parse_subview(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let source = p.operand()?;
    let lists = [parse_mixed(p)?, parse_mixed(p)?, parse_mixed(p)?];
    parse_conversion(p, state, &source, "to")?;
    finish_lists(p, state, lists)
}

const ELIDED: [&str; 4] = [LISTS[0], LISTS[1], LISTS[2], SEGMENTS];

fn print_subview(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    let mut skipped = 1;
    for (index, list) in LISTS.into_iter().enumerate() {
        p.text(if index == 0 { "" } else { " " });
        print_list(p, op, list, &mut skipped);
    }
    print_conversion(p, op, &ELIDED, "to");
}

/// `attr-dict : T to U`, where `word` stands between the type of the source and that of the result.
fn parse_conversion<'s>(
    p: &mut OpParser<'_, 's>,
    state: &mut OpState,
    source: &UnresolvedOperand<'s>,
    word: &str,
) -> Result<(), Failed> {
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    p.keyword(word)?;
    let result = p.ty()?;
    p.resolve(source, ty, &mut state.operands)?;
    state.result_types.push(result);
    Ok(())
}

fn print_conversion(p: &mut OpPrinter<'_>, op: OpRef<'_>, elided: &[&str], word: &str) {
    p.attr_dict(op, elided);
    p.text(" : ");
    p.types(op.operand_types().take(1));
    p.text(" ");
    p.text(word);
    p.text(" ");
    p.types(op.result_types());
}

/// `%m to offset: […], sizes: […], strides: […] attr-dict : T to U`
fn parse_reinterpret(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let source = p.operand()?;
    let mut list = |before: &str, word: &str| {
        if before == "," {
            p.comma()?;
        } else {
            p.keyword(before)?;
        }
        p.keyword(word)?;
        p.colon()?;
        parse_mixed(p)
    };
    let lists = [list("to", "offset")?, list(",", "sizes")?, list(",", "strides")?];
    parse_conversion(p, state, &source, "to")?;
    finish_lists(p, state, lists)
}

fn print_reinterpret(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    let mut skipped = 1;
    for (word, list) in [" to offset: ", ", sizes: ", ", strides: "].into_iter().zip(LISTS) {
        p.text(word);
        print_list(p, op, list, &mut skipped);
    }
    print_conversion(p, op, &ELIDED, "to");
}

fn verify_lists(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let sizes = op.group_sizes(SEGMENTS).unwrap_or_default();
    for ((list, name), size) in LISTS.into_iter().zip(OPERANDS).zip(sizes.into_iter().skip(1)) {
        let dynamic = constants(op, list).iter().filter(|&&constant| constant == DYNAMIC).count();
        if dynamic != size {
            return Err(verifier.op_error(op, DYNAMIC_COUNT.replacen("{}", name, 1)));
        }
    }
    Ok(())
}

/// `%m [[0, 1], …] attr-dict : T into U`
fn parse_collapse(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let source = p.operand()?;
    let groups = p.attribute(None)?;
    state.attrs.push((ctx.ident("reassociation"), groups));
    parse_conversion(p, state, &source, "into")
}

fn print_groups(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    p.text(" [");
    let groups = op.attr("reassociation").and_then(|groups| op.ctx.array_elems(groups)).unwrap_or_default();
    for (index, &group) in groups.iter().enumerate() {
        p.text(if index == 0 { "[" } else { ", [" });
        let dims = op.ctx.array_elems(group).unwrap_or_default().iter();
        let dims: Vec<String> =
            dims.filter_map(|&dim| op.ctx.attr_as_i64(dim)).map(|dim| dim.to_string()).collect();
        p.text(&dims.join(", "));
        p.text("]");
    }
    p.text("]");
}

fn print_collapse(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_groups(p, op);
    print_conversion(p, op, &["reassociation"], "into");
}

/// `%m [[0, 1], …] output_shape […] attr-dict : T into U`
fn parse_expand(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let source = p.operand()?;
    let groups = p.attribute(None)?;
    p.keyword("output_shape")?;
    let shape = parse_mixed(p)?;
    parse_conversion(p, state, &source, "into")?;
    for operand in &shape.operands {
        p.resolve(operand, ctx.index(), &mut state.operands)?;
    }
    state.attrs.push((ctx.ident("reassociation"), groups));
    state.attrs.push((ctx.ident("static_output_shape"), integers(ctx, &shape.constants)));
    Ok(())
}

fn print_expand(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_groups(p, op);
    p.text(" output_shape ");
    print_list(p, op, "static_output_shape", &mut 1);
    print_conversion(p, op, &["reassociation", "static_output_shape"], "into");
}

/// `%m[%shift][%size, …] attr-dict : T to U`
fn parse_view(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let source = p.operand()?;
    let shift = p.operand_list(Delimiter::Square)?;
    let sizes = p.operand_list(Delimiter::Square)?;
    parse_conversion(p, state, &source, "to")?;
    for operand in shift.iter().chain(&sizes) {
        p.resolve(operand, ctx.index(), &mut state.operands)?;
    }
    Ok(())
}

fn print_view(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    p.text("[");
    p.operands(op.operands().skip(1).take(1));
    p.text("][");
    p.operands(op.operands().skip(2));
    p.text("]");
    print_conversion(p, op, &[], "to");
}

/// `%m(%shape) attr-dict : (T, S) -> U`
fn parse_reshape(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let source = p.operand()?;
    let at = p.offset();
    p.l_paren()?;
    let shape = p.operand()?;
    p.r_paren()?;
    p.attr_dict(&mut state.attrs)?;
    p.colon()?;
    let (inputs, results) = p.function_type()?;
    p.resolve_all(&[source, shape], inputs, at, &mut state.operands)?;
    state.result_types.extend_from_slice(results);
    Ok(())
}

fn print_reshape(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    p.text("(");
    p.operands(op.operands().skip(1));
    p.text(")");
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.functional_type(op);
}

/// `%m, 16 attr-dict : T`
fn parse_alignment(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let source = p.operand()?;
    p.comma()?;
    let alignment = p.integer()?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    state.attrs.push((ctx.ident("alignment"), ctx.int_attr(ctx.i32(), alignment)));
    p.resolve(&source, ty, &mut state.operands)?;
    state.result_types.push(ty);
    Ok(())
}

fn print_alignment(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    p.text(", ");
    let alignment = op.attr("alignment").and_then(|attr| op.ctx.attr_as_i64(attr)).unwrap_or_default();
    p.text(&alignment.to_string());
    p.attr_dict(op, &["alignment"]);
    p.text(" : ");
    p.types(op.result_types());
}

/// `%m (d0, d1) -> (d1, d0) attr-dict : T to U`
fn parse_transpose(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let source = p.operand()?;
    let permutation = p.affine_map()?;
    state.attrs.push((ctx.ident("permutation"), permutation));
    parse_conversion(p, state, &source, "to")
}

fn print_transpose(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    p.text(" ");
    if let Some(map) = op.attr("permutation") {
        let text = attr_to_string(op.ctx, map);
        p.text(text.strip_prefix("affine_map<").and_then(|text| text.strip_suffix('>')).unwrap_or(&text));
    }
    print_conversion(p, op, &["permutation"], "to");
}

fn verify_transpose(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(AttrKind::AffineMap(map)) = op.attr("permutation").map(|map| op.ctx.attr_kind(map)) else {
        return Err(verifier.op_error(op, PERMUTATION));
    };
    let mut seen = vec![false; map.results.len()];
    for &result in &map.results {
        match map.exprs.get(result) {
            AffineExpr::Dim(dim) if seen.get(dim as usize) == Some(&false) => seen[dim as usize] = true,
            _ => return Err(verifier.op_error(op, PERMUTATION)),
        }
    }
    if map.symbols > 0 || map.dims as usize != map.results.len() {
        return Err(verifier.op_error(op, PERMUTATION));
    }
    let rank = op.operand_types().next().and_then(|ty| op.ctx.type_kind(ty).dims()).map_or(0, <[i64]>::len);
    if rank != map.results.len() {
        return Err(verifier.op_error(op, PERMUTATION_RANK));
    }
    Ok(())
}

/// `%a, %b attr-dict : T, U`
fn parse_distinct(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    p.attr_dict(&mut state.attrs)?;
    let types = p.colon_type_list()?;
    p.resolve_all(&operands, &types, at, &mut state.operands)?;
    state.result_types.extend(types);
    Ok(())
}

fn print_distinct(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types(op.operand_types());
}

fn verify_distinct(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    if !op.operand_types().eq(op.result_types()) {
        return Err(verifier.op_error(op, DISTINCT_TYPES));
    }
    Ok(())
}
