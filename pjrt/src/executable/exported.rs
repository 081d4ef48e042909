//! A compiled program as JAX reads it, for `as_text()`, and for its compilation cache, which looks for callbacks in it.
//!
//! It is the program that came. JAX's library turns it into HLO, and cannot do that with operations of `sdy`. They are written as the custom
//! calls that XLA has for them: `Sharding` for a tensor that is to be divided in some way, and for the borders of a region that runs
//! once on each device `SPMDFullToShardShape` and `SPMDShardToFullShape`, with its operations between them. What devices would exchange
//! otherwise is written too ([`collectives`]). The orders of arguments and results in
//! memory, and how they are divided over devices, are attributes of the module.

use tfrt_driver::{bytecode, compile};
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, CopyMap, OpState};
use tfrt_ir::dense::make_dense;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::syntax::{PrintOptions, print_module};
use tfrt_ir::{Attr, Context, Module, Type, TypeKind};

use super::division::Division;
use super::op_sharding::OpSharding;
use super::{analysis, collectives, donation};
use crate::layouts::Order;

/// Attributes of arguments and results that JAX reads.
#[derive(Debug, Default)]
pub(super) struct Borders<'a> {
    /// Their orders in memory.
    pub(super) orders: [&'a [Order]; 2],
    /// Their shardings, of a program for several devices.
    pub(super) shardings: Option<[Vec<OpSharding>; 2]>,
    pub(super) divisions: Option<&'a [Vec<Division>; 2]>,
}

/// The program in a form that JAX's library can turn into HLO: as it is, if it is in such a form and its borders have no attributes.
pub(super) fn exported(code: &[u8], borders: &Borders<'_>) -> Box<[u8]> {
    rewritten(code, borders).unwrap_or_else(|| code.into())
}

/// A program in bytecode as text, with its operations of `sdy` replaced and the attributes of its borders added; `None` if it has neither.
fn rewritten(code: &[u8], borders: &Borders<'_>) -> Option<Box<[u8]>> {
    let (orders, shardings) = (&borders.orders, &borders.shardings);
    let names_sdy = code.windows(3).any(|bytes| bytes == b"sdy");
    let has_orders =
        orders.iter().copied().flatten().any(|order| !order.is_row_major() || order.tiles().is_any());
    if !(names_sdy || has_orders || shardings.is_some()) || !bytecode::is_bytecode(code) {
        return None;
    }
    let ctx = compile::context();
    let mut module = bytecode::read(&ctx, code, "program", &mut Diagnostics::new())?;
    if borders.divisions.is_some() && names_sdy {
        collectives::write(&ctx, &mut module);
    }
    let has_sdy = names_sdy && rewrite(&ctx, module.contents_mut());
    if has_orders {
        write_orders(&ctx, &mut module, orders)?;
    }
    if let Some(divisions) = borders.divisions {
        write_donations(&ctx, &mut module, divisions)?;
    }
    if let Some(shardings) = shardings {
        write_shardings(&ctx, &mut module, shardings)?;
    } else if !(has_sdy || has_orders) {
        return None;
    }
    let options = PrintOptions { generic: true, debug_info: true, ..PrintOptions::default() };
    Some(print_module(&module, &options).into_bytes().into())
}

/// Writes the orders of arguments and results as attributes of the module; `None` if the program has no function `main` with so many.
fn write_orders(ctx: &Context, module: &mut Module, orders: &[&[Order]; 2]) -> Option<()> {
    let main = module.lookup("main")?;
    let ty = main.attr("function_type").and_then(|ty| ctx.attr_as_type(ty))?;
    let TypeKind::Function { inputs, results } = ctx.type_kind(ty) else { return None };
    let numbers = |numbers: &[i64]| {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        make_dense(ctx, ctx.tensor(&[numbers.len() as i64], ctx.index()), bytes)
    };
    let mut lists = Vec::new();
    for (types, orders) in [inputs, results].into_iter().zip(orders) {
        if types.len() != orders.len() {
            return None;
        }
        let order = |(&ty, order): (&Type, &Order)| {
            let rank = ctx.type_kind(ty).dims().map_or(0, <[_]>::len);
            let rows: Vec<i64> = (0..rank as i64).rev().collect();
            let dims = if order.is_row_major() { &rows } else { order.nearest_first() };
            numbers(dims)
        };
        let tiles = |order: &Order| {
            let list: Vec<Attr> = order.tiles().each().map(numbers).collect();
            ctx.array_attr(&list)
        };
        let layouts: Vec<Attr> = types.iter().zip(*orders).map(order).collect();
        let tiles: Vec<Attr> = orders.iter().map(tiles).collect();
        lists.extend([layouts, tiles].map(|list| ctx.array_attr(&list)));
    }
    let top = module.top().op;
    let names = ["parameter_layouts", "parameter_tiles", "result_layout", "result_tiles"];
    for (name, list) in names.into_iter().zip(lists) {
        let name = ctx.ident(&format!("mhlo.xla_entry_computation_{name}"));
        module.top_body_mut().set_attr(ctx, top, name, list);
    }
    Some(())
}

/// Writes how arguments and results are divided: as attributes of the module, and of the arguments of its function `main`; `None` if it has no such
/// function with so many.
fn write_shardings(
    ctx: &Context,
    module: &mut Module,
    [arguments, results]: &[Vec<OpSharding>; 2],
) -> Option<()> {
    let main = module.lookup("main")?;
    let (op, given) =
        (main.op, main.attr("arg_attrs").and_then(|attr| ctx.array_elems(attr)).unwrap_or_default());
    let texts: Vec<Attr> = arguments.iter().map(|sharding| ctx.string_attr(sharding.text())).collect();
    let with_sharding = |(at, &text): (usize, &Attr)| {
        let mut entries = match given.get(at).map(|&attr| ctx.attr_kind(attr)) {
            Some(AttrKind::Dict(entries)) => entries.to_vec(),
            _ => Vec::new(),
        };
        entries.push((ctx.ident("mhlo.sharding"), text));
        ctx.dict(entries)
    };
    let of_arguments: Vec<Attr> = texts.iter().enumerate().map(with_sharding).collect();
    let result = match &results[..] {
        [one] => one.text(),
        all => OpSharding::of_tuple(all.to_vec()).text(),
    };
    let top = module.top().op;
    module.contents_mut().set_attr(ctx, op, ctx.ident("arg_attrs"), ctx.array_attr(&of_arguments));
    let body = module.top_body_mut();
    body.set_attr(ctx, top, ctx.ident("mhlo.spmd_parameters_shardings"), ctx.array_attr(&texts));
    body.set_attr(ctx, top, ctx.ident("mhlo.spmd_output_sharding"), ctx.string_attr(&result));
    Some(())
}

/// Writes which result takes the memory of an argument, where the program says that any may; `None` if it has no function `main`.
fn write_donations(ctx: &Context, module: &mut Module, divisions: &[Vec<Division>; 2]) -> Option<()> {
    let main = module.lookup("main")?;
    let ty = main.attr("function_type").and_then(|ty| ctx.attr_as_type(ty))?;
    let TypeKind::Function { inputs, results } = ctx.type_kind(ty) else { return None };
    let sizes = analysis::part_sizes(main, [inputs, results], divisions);
    let given_away = donation::given_away(main, &sizes);
    let Some(given) = main.attr("arg_attrs").and_then(|attr| ctx.array_elems(attr)) else { return Some(()) };
    let mut given = given.to_vec();
    for (argument, result) in given_away {
        let AttrKind::Dict(entries) = ctx.attr_kind(given[argument]) else { continue };
        let names = [donation::NAMED, donation::ANY].map(|name| ctx.ident(name));
        let mut entries = entries.to_vec();
        entries.retain(|(name, _)| !names.contains(name));
        entries.push((names[0], ctx.int_attr(ctx.i32(), result as i64)));
        given[argument] = ctx.dict(entries);
    }
    let op = main.op;
    module.contents_mut().set_attr(ctx, op, ctx.ident("arg_attrs"), ctx.array_attr(&given));
    Some(())
}

/// Replaces the operations of `sdy` in a body; whether there was one.
fn rewrite(ctx: &Context, body: &mut Body) -> bool {
    let roots = body.root_regions().to_vec();
    let mut changes = false;
    for op in body.ops_in(&roots) {
        match ctx.str(body.name(op)) {
            "sdy.manual_computation" => {
                write_manual(ctx, body, op);
                changes = true;
            }
            "sdy.sharding_constraint" | "sdy.reshard" if body.num_operands(op) == 1 => {
                let (input, ty) = (body.operand(op, 0), body.value_type(body.result(op, 0)));
                let divided = write_call(ctx, body, op, (input, ty), "Sharding");
                body.replace_op(op, &[divided]);
                changes = true;
            }
            "sdy.sharding_group" => {
                body.erase_op(op);
                changes = true;
            }
            _ => {
                if let Some(nested) = body.nested_mut(op) {
                    changes |= rewrite(ctx, nested);
                }
            }
        }
    }
    changes
}

/// Writes a custom call of XLA before an operation; gives its result, of this type.
pub(super) fn write_call(
    ctx: &Context,
    body: &mut Body,
    before: Op,
    (input, ty): (Value, Type),
    target: &str,
) -> Value {
    let state = OpState::new(ctx.ident("stablehlo.custom_call"), body.loc(before))
        .operands(&[input])
        .results(&[ty])
        .attr(ctx.ident("call_target_name"), ctx.string_attr(target));
    let call = body.create_op(ctx, state);
    body.insert_op_before(call, before);
    body.result(call, 0)
}

/// Replaces a manual computation by its operations, between calls at its borders. One without a region stays as it is.
fn write_manual(ctx: &Context, body: &mut Body, manual: Op) {
    let Some(mut source) = body.nested(manual).cloned() else { return };
    rewrite(ctx, &mut source);
    let block = source.root_regions().first().and_then(|&region| source.entry_block(region));
    let Some(block) = block else { return };
    let mut map = CopyMap::default();
    let operands: Vec<Value> = body.operands(manual).collect();
    for (&arg, operand) in source.block_args(block).iter().zip(operands) {
        let part = (operand, source.value_type(arg));
        map.values.insert(arg, write_call(ctx, body, manual, part, "SPMDFullToShardShape"));
    }
    let mut results = Vec::new();
    for op in source.ops(block) {
        if ctx.str(source.name(op)) == "sdy.return" {
            let types: Vec<Type> = body.results(manual).map(|result| body.value_type(result)).collect();
            for (value, ty) in source.operands(op).zip(types) {
                let whole = (map.values[&value], ty);
                results.push(write_call(ctx, body, manual, whole, "SPMDShardToFullShape"));
            }
            break;
        }
        let copy = body.copy_op(ctx, &source, op, &mut map, &mut |loc| loc);
        body.insert_op_before(copy, manual);
    }
    // Programs that were compiled have as many.
    if results.len() == body.num_results(manual) {
        body.replace_op(manual, &results);
    }
}

#[cfg(test)]
mod tests {
    use tfrt_driver::input::Input;

    use super::*;

    fn code(text: &str) -> Vec<u8> {
        let mut diagnostics = Diagnostics::new();
        let ctx = compile::context();
        let input = Input::Text(text);
        let module =
            input.parse(&ctx, "program", 0..text.len(), &mut diagnostics).expect("the program is right");
        bytecode::write(&module, bytecode::NEWEST_VERSION, &mut diagnostics).expect("it can be written")
    }

    #[test]
    fn regions_of_devices_become_calls_at_their_borders() {
        let code = code(
            r#"
            sdy.mesh @m = <["a"=2]>
            func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
              %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<2xf32>) {
                %2 = stablehlo.negate %y : tensor<2xf32>
                sdy.return %2 : tensor<2xf32>
              } : (tensor<4xf32>) -> tensor<4xf32>
              %1 = sdy.sharding_constraint %0 <@m, [{}]> : tensor<4xf32>
              return %1 : tensor<4xf32>
            }"#,
        );
        let text = String::from_utf8(exported(&code, &Borders::default()).into_vec()).expect("it is text");
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is not in {text}"));
        assert!(
            !text.contains("sdy.manual_computation") && !text.contains("sdy.sharding_constraint"),
            "{text}"
        );
        let places = [
            at("SPMDFullToShardShape\"}> : (tensor<4xf32>) -> tensor<2xf32>"),
            at("stablehlo.negate"),
            at("SPMDShardToFullShape\"}> : (tensor<2xf32>) -> tensor<4xf32>"),
            at("\"Sharding\"}> : (tensor<4xf32>) -> tensor<4xf32>"),
        ];
        assert!(places.is_sorted(), "{text}");
    }

    #[test]
    fn exchanges_that_divisions_mean_are_written() {
        let code = code(
            r#"
            sdy.mesh @m = <["a"=2, "b"=2]>
            func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>},
                            %y: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}]>})
                -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
              %zero = stablehlo.constant dense<0.0> : tensor<f32>
              %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
              %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {}]> : tensor<4x6xf32>
              %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
              %3 = sdy.sharding_constraint %2 <@m, [{"b"}]> : tensor<8xf32>
              return %1, %3 : tensor<4x6xf32>, tensor<8xf32>
            }"#,
        );
        let divisions = [Vec::new(), Vec::new()];
        let borders = Borders { divisions: Some(&divisions), ..Borders::default() };
        let text = String::from_utf8(exported(&code, &borders).into_vec()).expect("it is text");
        for part in [
            "(tensor<2x4xf32>, tensor<4x6xf32>) -> tensor<2x6xf32>",
            "\"stablehlo.all_reduce\"",
            "replica_groups = dense<[[0, 1], [2, 3]]>",
            "(tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>",
            "replica_groups = dense<[[0, 2], [1, 3]]>",
            "\"stablehlo.all_to_all\"",
            "\"stablehlo.all_gather\"",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn other_programs_are_what_came() {
        let program =
            code("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}");
        assert_eq!(*exported(&program, &Borders::default()), *program);
        assert_eq!(*exported(b"sdy, but no program", &Borders::default()), *b"sdy, but no program");
    }

    #[test]
    fn divisions_are_attributes() {
        let program = code(
            "func.func @main(%x: tensor<4xf32> {mhlo.layout_mode = \"default\"}) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}",
        );
        let shardings = Some([vec![OpSharding::default()], vec![OpSharding::default()]]);
        let text = exported(&program, &Borders { shardings, ..Borders::default() });
        let text = String::from_utf8(text.into_vec()).expect("it is text");
        for part in [
            "{mhlo.layout_mode = \"default\", mhlo.sharding = \"{replicated}\"}",
            "mhlo.spmd_parameters_shardings = [\"{replicated}\"]",
            "mhlo.spmd_output_sharding = \"{replicated}\"",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }
}
