//! The pass `stablehlo-compatibility-expander`: newer operations become older ones, for a version of StableHLO that does not have them.
//!
//! `vhlo-to-version` writes a program for an older version only if that version has a form for all of it; this pass goes before. Left out:
//! batching dimensions of unknown size, which older operations cannot express.

use tfrt_convert::{GreedyOptions, NoMatch, RewritePatterns, apply_greedily};
use tfrt_dialects::DialectAttr;
use tfrt_dialects::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use tfrt_dialects::vhlo::Version;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Attr;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::Rewriter;
use tfrt_ir::types::{DYNAMIC, Signedness, TypeKind};

use super::emit::Emit;
use crate::passes::walk::for_each_body;

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-compatibility-expander",
    title: "StablehloCompatibilityExpanderPass",
    summary: "Expands operations that a version of StableHLO does not have",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[OptionInfo {
        name: "target",
        summary: "The version, #.#.#; nothing is expanded without one",
        default: "",
    }],
    statistics: &[],
    build: |options| {
        let target = Some(options.text("target")).filter(|text| !text.is_empty()).map(Version::target);
        Ok(Box::new(CompatibilityExpander { target: target.transpose()? }))
    },
};

struct CompatibilityExpander {
    target: Option<Version>,
}

/// The first version whose gathers and scatters have batching dimensions.
const BATCHING: Version = Version(1, 1, 0);
/// The first version with `tan`.
const TAN: Version = Version(1, 4, 0);

impl Pass for CompatibilityExpander {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(version) = self.target else { return Ok(()) };
        let Some(body) = target.nested() else { return Ok(()) };
        let mut patterns = RewritePatterns::new();
        if version < BATCHING {
            patterns.on("stablehlo.gather", gather);
            patterns.on("stablehlo.scatter", scatter);
        }
        if version < TAN {
            patterns.on("stablehlo.tan", tan);
        }
        for_each_body(ctx, body, &mut |body| {
            apply_greedily(ctx, body, &patterns, &GreedyOptions::default());
        });
        Ok(())
    }
}

/// The quotient of sine and cosine. Of a complex number a + bi it is (tan a + i tanh b) / (1 - i tan a tanh b).
fn tan(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let operand = view.operand(0);
    let elem = ctx.type_kind(view.value_type(operand)).element_type().ok_or_else(NoMatch::quiet)?;
    let is_complex = matches!(ctx.type_kind(elem), TypeKind::Complex(_));
    let mut emit = Emit::before(rewriter, op);
    let quotient = |emit: &mut Emit<'_, '_>, angle: Value| {
        let sine = emit.elementwise("stablehlo.sine", &[angle]);
        let cosine = emit.elementwise("stablehlo.cosine", &[angle]);
        emit.elementwise("stablehlo.divide", &[sine, cosine])
    };
    let new = if is_complex {
        let real = emit.part("stablehlo.real", operand);
        let tan = quotient(&mut emit, real);
        let imaginary = emit.part("stablehlo.imag", operand);
        let tanh = emit.elementwise("stablehlo.tanh", &[imaginary]);
        let numerator = emit.complex(tan, tanh);
        let one = emit.constant_like(tan, 1.0);
        let product = emit.elementwise("stablehlo.multiply", &[tan, tanh]);
        let negative = emit.elementwise("stablehlo.negate", &[product]);
        let denominator = emit.complex(one, negative);
        emit.elementwise("stablehlo.divide", &[numerator, denominator])
    } else {
        quotient(&mut emit, operand)
    };
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// Dimensions of indices whose position is itself an index.
struct Batching<'n> {
    /// The dimensions of the operand, and those of the indices that they go with.
    operand: &'n [i64],
    indices: &'n [i64],
    index_vector: i64,
}

impl Batching<'_> {
    /// The indices with the positions along batching dimensions before them.
    fn expanded(&self, emit: &mut Emit<'_, '_>, mut indices: Value) -> Result<Value, NoMatch> {
        let ctx = emit.ctx();
        let unknown = || NoMatch::because("batching dimensions of unknown size cannot be expanded");
        let TypeKind::RankedTensor { dims, elem, .. } = ctx.type_kind(emit.ty(indices)) else {
            return Err(unknown());
        };
        let (mut dims, mut elem) = (dims.to_vec(), *elem);
        let size = |dim: &i64| usize::try_from(*dim).ok().and_then(|dim| dims.get(dim)).copied();
        let sizes: Vec<i64> = self.indices.iter().map(size).collect::<Option<_>>().ok_or_else(unknown)?;
        if dims.contains(&DYNAMIC) {
            return Err(unknown());
        }
        // Positions that the element type cannot hold get one of 32 bits.
        let largest = match *ctx.type_kind(elem) {
            TypeKind::Integer { width, sign } => {
                let bits = if sign == Signedness::Unsigned { width } else { width.saturating_sub(1) };
                if bits >= 63 { i64::MAX } else { (1 << bits) - 1 }
            }
            _ => return Err(NoMatch::quiet()),
        };
        if sizes.iter().any(|&size| size - 1 > largest) {
            elem = ctx.i32();
            indices = emit.convert(indices, elem);
        }
        let at = usize::try_from(self.index_vector).map_err(|_| unknown())?;
        if at == dims.len() {
            dims.push(1);
            indices = emit.reshape(indices, &dims);
        }
        let count = dims[at];
        dims[at] = 1;
        let positions = ctx.tensor(&dims, elem);
        let mut parts: Vec<Value> = self.indices.iter().map(|&dim| emit.iota(positions, dim)).collect();
        parts.push(indices);
        dims[at] = count + self.indices.len() as i64;
        Ok(emit.concatenate(&parts, ctx.tensor(&dims, elem), self.index_vector))
    }

    /// Whether sorted indices stay sorted, with the dimensions of the operand that all of them are for.
    fn stay_sorted(&self, all: &[i64]) -> bool {
        all.is_sorted() && self.indices.is_sorted()
    }
}

fn union(a: &[i64], b: &[i64]) -> Vec<i64> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all
}

/// Gives a gather or scatter its new numbers and indices; its region, if it has one, stays.
fn renumber(
    op: Op,
    rewriter: &mut Rewriter<'_>,
    at: usize,
    indices: Value,
    name: &str,
    numbers: Attr,
    sorted: bool,
) {
    let ctx = rewriter.ctx();
    let mut operands: Vec<Value> = rewriter.body().operands(op).collect();
    operands[at] = indices;
    rewriter.set_operands(op, &operands);
    let body = rewriter.body_mut();
    body.set_attr(ctx, op, ctx.ident(name), numbers);
    let sorted_before =
        body.attr(op, ctx.ident("indices_are_sorted")).and_then(|attr| ctx.attr_as_bool(attr));
    let sorted = sorted && sorted_before == Some(true);
    body.set_attr(ctx, op, ctx.ident("indices_are_sorted"), ctx.bool_attr(sorted));
}

fn gather(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let numbers =
        GatherDimensionNumbers::named(view, "dimension_numbers").cloned().ok_or_else(NoMatch::quiet)?;
    if numbers.operand_batching_dims.is_empty() {
        return Err(NoMatch::quiet());
    }
    let batching = Batching {
        operand: &numbers.operand_batching_dims,
        indices: &numbers.start_indices_batching_dims,
        index_vector: numbers.index_vector_dim,
    };
    let indices = view.operand(1);
    let indices = batching.expanded(&mut Emit::before(rewriter, op), indices)?;
    let map = [batching.operand, &numbers.start_index_map].concat();
    let sorted = batching.stay_sorted(&map);
    let new = GatherDimensionNumbers {
        offset_dims: numbers.offset_dims.clone(),
        collapsed_slice_dims: union(batching.operand, &numbers.collapsed_slice_dims),
        start_index_map: map,
        index_vector_dim: numbers.index_vector_dim,
        ..GatherDimensionNumbers::default()
    };
    renumber(op, rewriter, 1, indices, "dimension_numbers", new.into_attr(ctx), sorted);
    Ok(())
}

fn scatter(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let name = "scatter_dimension_numbers";
    let numbers = ScatterDimensionNumbers::named(view, name).cloned().ok_or_else(NoMatch::quiet)?;
    if numbers.input_batching_dims.is_empty() {
        return Err(NoMatch::quiet());
    }
    let batching = Batching {
        operand: &numbers.input_batching_dims,
        indices: &numbers.scatter_indices_batching_dims,
        index_vector: numbers.index_vector_dim,
    };
    // Inputs, indices, and as many updates as inputs.
    let at = view.num_operands() / 2;
    let indices = view.operand(at);
    let indices = batching.expanded(&mut Emit::before(rewriter, op), indices)?;
    let map = [batching.operand, &numbers.scatter_dims_to_operand_dims].concat();
    let sorted = batching.stay_sorted(&map);
    let new = ScatterDimensionNumbers {
        update_window_dims: numbers.update_window_dims.clone(),
        inserted_window_dims: union(batching.operand, &numbers.inserted_window_dims),
        scatter_dims_to_operand_dims: map,
        index_vector_dim: numbers.index_vector_dim,
        ..ScatterDimensionNumbers::default()
    };
    renumber(op, rewriter, at, indices, name, new.into_attr(ctx), sorted);
    Ok(())
}
