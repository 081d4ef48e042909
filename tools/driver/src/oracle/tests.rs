//! Tests that an inferred type holds when the op runs, and that an inference from less information says less,
//! never something else.

use proptest::prelude::*;
use tfrt_dialects::oracle::{ConstantEvaluator as _, Inferred, OpCall, OperandInfo, ShapeInference as _};
use tfrt_ir::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::types::DYNAMIC;

use super::Runtime;

/// An operand: a tensor of floats of this shape, or a constant of integers.
#[derive(Clone, Debug)]
enum Operand {
    Floats(Vec<i64>),
    Integers(Vec<i64>),
    Integer(i64),
}

use Operand::{Floats, Integer, Integers};

/// A use of an op: its name, operands, number of results, and attributes that are flags.
type Use = (&'static str, Vec<Operand>, usize, Vec<(&'static str, bool)>);

fn dims() -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(prop_oneof![4 => 1i64..6, 1 => Just(1)], 0..4)
}

/// Dimensions and one that broadcasts with them.
fn broadcast() -> impl Strategy<Value = (Vec<i64>, Vec<i64>)> {
    (dims(), any::<u8>(), 0usize..4).prop_map(|(dims, ones, cut)| {
        let other: Vec<i64> =
            dims.iter().enumerate().map(|(i, &dim)| if ones >> i & 1 == 1 { 1 } else { dim }).collect();
        let cut = cut.min(other.len());
        (dims, other[cut..].to_vec())
    })
}

fn uses() -> impl Strategy<Value = Use> {
    let unary =
        (prop::sample::select(vec!["tf.Relu", "tf.Exp", "tf.Identity", "tf.Shape", "tf.Size"]), dims())
            .prop_map(|(name, dims)| (name, vec![Floats(dims)], 1, vec![]));
    let binary = (
        prop::sample::select(vec!["tf.AddV2", "tf.Mul", "tf.Equal", "tf.Maximum"]),
        broadcast(),
        any::<bool>(),
    )
        .prop_map(|(name, (a, b), swap)| {
            let (a, b) = if swap { (b, a) } else { (a, b) };
            (name, vec![Floats(a), Floats(b)], 1, vec![])
        });
    let matmul = (1i64..5, 1i64..5, 1i64..5, any::<bool>(), any::<bool>()).prop_map(|(m, k, n, a, b)| {
        let order = |swap: bool, x: i64, y: i64| Floats(if swap { vec![y, x] } else { vec![x, y] });
        let flags = vec![("transpose_a", a), ("transpose_b", b)];
        ("tf.MatMul", vec![order(a, m, k), order(b, k, n)], 1, flags)
    });
    let reduction = (
        prop::sample::select(vec!["tf.Sum", "tf.Mean", "tf.Max"]),
        dims(),
        prop::collection::vec(-3i64..3, 0..3),
        any::<bool>(),
    )
        .prop_map(|(name, dims, axes, keep)| {
            (name, vec![Floats(dims), Integers(axes)], 1, vec![("keep_dims", keep)])
        });
    let axis_ops = (prop::sample::select(vec!["tf.ArgMax", "tf.ExpandDims", "tf.Cumsum"]), dims(), -4i64..4)
        .prop_map(|(name, dims, axis)| (name, vec![Floats(dims), Integer(axis)], 1, vec![]));
    let reshape = (dims(), any::<prop::sample::Index>(), any::<bool>()).prop_map(|(from, at, open)| {
        let mut to: Vec<i64> = from.iter().rev().copied().chain([1]).collect();
        if open {
            let at = at.index(to.len());
            to[at] = -1;
        }
        ("tf.Reshape", vec![Floats(from), Integers(to)], 1, vec![])
    });
    let transpose = dims().prop_flat_map(|dims| {
        let order = Just((0..dims.len() as i64).collect::<Vec<i64>>()).prop_shuffle();
        (Just(dims), order)
            .prop_map(|(dims, order)| ("tf.Transpose", vec![Floats(dims), Integers(order)], 1, vec![]))
    });
    let concat = (dims(), -3i64..3, 1i64..4).prop_map(|(dims, axis, other)| {
        let mut second = dims.clone();
        if let Some(dim) = usize::try_from(axis).ok().and_then(|axis| second.get_mut(axis)) {
            *dim = other;
        }
        ("tf.ConcatV2", vec![Floats(dims), Floats(second), Integer(axis)], 1, vec![])
    });
    let split = (dims(), -3i64..3, 1usize..4)
        .prop_map(|(dims, axis, parts)| ("tf.Split", vec![Integer(axis), Floats(dims)], parts, vec![]));
    let tile = dims().prop_flat_map(|dims| {
        let times = prop::collection::vec(0i64..3, dims.len());
        (Just(dims), times)
            .prop_map(|(dims, times)| ("tf.Tile", vec![Floats(dims), Integers(times)], 1, vec![]))
    });
    let slice = prop::collection::vec((1i64..6, 0i64..6, -1i64..6), 0..4).prop_map(|axes| {
        let of = |f: fn(&(i64, i64, i64)) -> i64| axes.iter().map(f).collect::<Vec<i64>>();
        let operands = vec![Floats(of(|a| a.0)), Integers(of(|a| a.1)), Integers(of(|a| a.2))];
        ("tf.Slice", operands, 1, vec![])
    });
    let strided = prop::collection::vec((1i64..6, -6i64..6, -6i64..6, -2i64..3), 1..4).prop_map(|axes| {
        let of = |f: fn(&(i64, i64, i64, i64)) -> i64| axes.iter().map(f).collect::<Vec<i64>>();
        let operands =
            vec![Floats(of(|a| a.0)), Integers(of(|a| a.1)), Integers(of(|a| a.2)), Integers(of(|a| a.3))];
        ("tf.StridedSlice", operands, 1, vec![])
    });
    let gather = (dims(), dims(), -3i64..3).prop_map(|(params, indices, axis)| {
        ("tf.GatherV2", vec![Floats(params), Integers(vec![0; indices.len()]), Integer(axis)], 1, vec![])
    });
    let range = (-5i64..9, -5i64..9, -3i64..4)
        .prop_map(|(a, b, c)| ("tf.Range", vec![Integer(a), Integer(b), Integer(c)], 1, vec![]));
    let resize = (prop::collection::vec(1i64..5, 4), 1i64..6, 1i64..6, any::<bool>()).prop_map(
        |(dims, h, w, near)| {
            let name = if near { "tf.ResizeNearestNeighbor" } else { "tf.ResizeBilinear" };
            (name, vec![Floats(dims), Integers(vec![h, w])], 1, vec![])
        },
    );
    let segments = (dims(), 1i64..6).prop_map(|(dims, count)| {
        let ids = (0..dims.first().copied().unwrap_or(0)).map(|at| at % count).collect();
        ("tf.UnsortedSegmentSum", vec![Floats(dims), Integers(ids), Integer(count)], 1, vec![])
    });
    let spectrum = (dims(), 1i64..9)
        .prop_map(|(dims, length)| ("tf.RFFT", vec![Floats(dims), Integers(vec![length])], 1, vec![]));
    let filled = (dims(), any::<bool>()).prop_map(|(dims, wrong)| {
        let ends: Vec<i64> = dims.iter().map(|dim| dim + i64::from(wrong)).collect();
        let zeros = vec![0; dims.len()];
        let ones = vec![1; dims.len()];
        let operands =
            vec![Integers(ends), Integers(zeros), Integers(dims.clone()), Integers(ones), Floats(dims)];
        ("tf.StridedSliceGrad", operands, 1, vec![])
    });
    prop_oneof![
        resize, segments, spectrum, filled, unary, binary, matmul, reduction, axis_ops, reshape, transpose,
        concat, split, tile, slice, strided, gather, range,
    ]
}

fn integers(ctx: &Context, dims: &[i64], values: &[i64]) -> Attr {
    let bytes: Vec<u8> = values.iter().flat_map(|&value| (value as i32).to_le_bytes()).collect();
    make_dense(ctx, ctx.tensor(dims, ctx.i32()), bytes)
}

fn constant(ctx: &Context, operand: &Operand) -> Attr {
    match operand {
        Floats(dims) => make_dense(ctx, ctx.tensor(dims, ctx.f32()), 1f32.to_le_bytes().to_vec()),
        Integers(values) => integers(ctx, &[values.len() as i64], values),
        Integer(value) => integers(ctx, &[], &[*value]),
    }
}

/// Whether a tensor of a type of which everything is known may be of a type.
fn is_instance(ctx: &Context, actual: Type, claimed: Type) -> bool {
    let (actual, claimed) = (ctx.type_kind(actual), ctx.type_kind(claimed));
    actual.element_type() == claimed.element_type()
        && match (actual.dims(), claimed.dims()) {
            (Some(actual), Some(claimed)) => {
                actual.len() == claimed.len()
                    && actual.iter().zip(claimed).all(|(&a, &c)| c == DYNAMIC || a == c)
            }
            _ => true,
        }
}

/// The dimensions of what pooling of images of unknown height and width gives, by windows and steps of a size.
fn pooled(size: i64) -> Vec<i64> {
    let ctx = Context::new();
    let four = ctx.array_attr(&[1, size, size, 1].map(|n| ctx.int_attr(ctx.i64(), n)));
    let attrs = [("ksize", four), ("strides", four), ("padding", ctx.string_attr("SAME"))];
    let images = OperandInfo { ty: Some(ctx.tensor(&[2, DYNAMIC, DYNAMIC, 3], ctx.f32())), value: None };
    let call = OpCall { name: "tf.MaxPool", attrs: &attrs, num_results: 1 };
    match Runtime.infer(&ctx, call, &[images]) {
        Inferred::Types(types) => ctx.type_kind(types[0].expect("a type")).dims().expect("a rank").to_vec(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_dimension_that_depends_on_an_unknown_one_is_unknown_however_long_the_steps_are() {
    assert_eq!(pooled(2), [2, DYNAMIC, DYNAMIC, 3]);
    assert_eq!(pooled(2000), [2, DYNAMIC, DYNAMIC, 3]);
    assert_eq!(pooled(2_000_000_000), [2, DYNAMIC, DYNAMIC, 3]);
    assert_eq!(pooled(1 << 40), [2, DYNAMIC, DYNAMIC, 3]);
}

#[test]
fn what_an_unknown_dimension_cannot_change_is_known() {
    let ctx = Context::new();
    let no = ctx.bool_attr(false);
    let infer = |name: &str, operands: &[&[i64]]| {
        let flags = [("transpose_a", no), ("transpose_b", no)];
        let attrs = if name == "tf.MatMul" { &flags[..] } else { &[] };
        let operand = |dims: &&[i64]| OperandInfo { ty: Some(ctx.tensor(dims, ctx.f32())), value: None };
        let operands: Vec<OperandInfo> = operands.iter().map(operand).collect();
        match Runtime.infer(&ctx, OpCall { name, attrs, num_results: 1 }, &operands) {
            Inferred::Types(types) => types[0],
            other => panic!("{other:?}"),
        }
    };
    let tensor = |dims: &[i64]| Some(ctx.tensor(dims, ctx.f32()));
    assert_eq!(infer("tf.MatMul", &[&[DYNAMIC, DYNAMIC], &[784, 10]]), tensor(&[DYNAMIC, 10]));
    assert_eq!(infer("tf.AddV2", &[&[DYNAMIC, DYNAMIC], &[5]]), tensor(&[DYNAMIC, 5]));
    assert_eq!(infer("tf.AddV2", &[&[DYNAMIC, 7], &[DYNAMIC, 1]]), tensor(&[DYNAMIC, 7]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_inferred_holds((name, operands, num_results, flags) in uses(), hidden in any::<u32>()) {
        let ctx = Context::new();
        let constants: Vec<Attr> = operands.iter().map(|operand| constant(&ctx, operand)).collect();
        let attrs: Vec<(&str, Attr)> = flags.iter().map(|&(key, flag)| (key, ctx.bool_attr(flag))).collect();
        let call = OpCall { name, attrs: &attrs, num_results };
        let results = Runtime.evaluate(&ctx, call, &constants);
        // Of the tensors of floats only the type is said, with some dimensions left out.
        let mut bit = 0;
        let mut hide = |dim: i64| {
            bit += 1;
            if hidden >> (bit % 32) & 1 == 1 { DYNAMIC } else { dim }
        };
        for hiding in [false, true] {
            let infos: Vec<OperandInfo> = operands
                .iter()
                .zip(&constants)
                .map(|(operand, &value)| match operand {
                    Floats(dims) => {
                        let dims: Vec<i64> =
                            dims.iter().map(|&dim| if hiding { hide(dim) } else { dim }).collect();
                        OperandInfo { ty: Some(ctx.tensor(&dims, ctx.f32())), value: None }
                    }
                    _ if hiding && hidden >> 31 == 1 => OperandInfo { ty: ctx.attr_type(value), value: None },
                    _ => OperandInfo { ty: ctx.attr_type(value), value: Some(value) },
                })
                .collect();
            match (Runtime.infer(&ctx, call, &infos), &results) {
                (Inferred::Fails(message), Some(_)) => prop_assert!(false, "{message}"),
                (Inferred::Types(types), Some(results)) => {
                    for (claimed, result) in types.iter().zip(results) {
                        let actual = ctx.attr_type(*result).expect("a tensor");
                        if let Some(claimed) = *claimed {
                            prop_assert!(is_instance(&ctx, actual, claimed));
                        }
                        prop_assert!(hiding || *claimed == Some(actual), "less than everything is said");
                    }
                }
                (Inferred::Unknown, Some(_)) => prop_assert!(hiding, "nothing is said"),
                (_, None) => {}
            }
        }
    }
}
