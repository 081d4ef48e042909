//! Operators of the domain `com.microsoft` that few exporters write: of searches for texts, and of mixtures of experts.

use tfrt_ops::DType;

use super::Table;
use super::linear::{integer_product, product};
use super::microsoft::{CALLED, call, called, gelu};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::{Node, axis, line};
use crate::proto::AttributeProto;

pub(super) const OPS: Table = &[
    ("ConvTransposeWithDynamicPads", |b, n| {
        let windows = ["auto_pad", "dilations", "group", "kernel_shape", "output_padding", "strides"];
        let own = n.proto.attribute.iter().filter(|attr| windows.contains(&attr.name()));
        let mut attribute: Vec<AttributeProto> = own.cloned().collect();
        if let Some(pads) = n.optional(2) {
            attribute.push(AttributeProto {
                name: Some("pads".to_owned()),
                ints: pads.known_ints("input 2 (Pads)")?,
                ..AttributeProto::default()
            });
        }
        let inputs = [0, 1, 3].map(|i| n.optional(i).cloned()).to_vec();
        called(b, n, ("ConvTranspose", CALLED), attribute, inputs)
    }),
    ("MatMulInteger16", |b, n| Ok(vec![integer_product(b, n.input(0)?, n.input(1)?, [None, None])?])),
    ("MoE", experts),
    ("NGramRepeatBlock", without_repeats),
    ("SampleOp", |_, n| Ok(vec![n.input(0)?.clone()])),
    ("UnfoldTensor", unfolded),
];

/// Windows along an axis, which are a last dimension more.
fn unfolded(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let at = axis(n.int("dim", -1), rank)?;
    let (size, step) = (n.int("size", 0), n.int("step", 1));
    if size < 1 || step < 1 {
        return Err(format!("windows of {size} in steps of {step} are none"));
    }
    let length = x.dim(at).ok_or("the size of the axis is not known")?;
    if length < size {
        return Err(format!("windows of {size} do not fit an axis of {length}"));
    }
    let count = (length - size) / step + 1;
    let places: Vec<i64> =
        line(count.saturating_mul(size))?.map(|place| place / size * step + place % size).collect();
    let places = b.int64s(&places)?;
    let places = b.reshape(&places, &[count, size])?;
    let along = b.int32(at as i64)?;
    let windows = b.op("tf.GatherV2", &[x, &places, &along], NONE)?;
    let order: Vec<i64> =
        (0..=rank as i64).filter(|&axis| axis != at as i64 + 1).chain([at as i64 + 1]).collect();
    Ok(vec![b.transpose(&windows, &order)?])
}

/// Words of a sequence that may not be repeated, at most: the program has ops for each.
const MOST_WORDS: i64 = 256;

/// Scores of the next words, without the words that would end a sequence of so many words that was there before.
fn without_repeats(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (words, scores) = (n.input(0)?, n.input(1)?);
    let most = n.int("ngram_size", 0);
    if !(1..=MOST_WORDS).contains(&most) {
        return Err(n.refuse("ngram_size", &most.to_string()));
    }
    let words = b.cast(words, DType::I64)?;
    let ([rows, length], [_, vocabulary]) = (&b.all_sizes(&words)?[..], &b.all_sizes(scores)?[..]) else {
        return Err("the words and scores are no matrices".into());
    };
    // How many sequences end in the words: zero if there are too few words.
    let less = b.int64(most - 1)?;
    let (zero, minus) = (b.int64(0)?, b.int64(-1)?);
    let count = b.op("tf.Sub", &[length, &less], NONE)?;
    let count = b.op("tf.Maximum", &[&count, &zero], NONE)?;
    let mut is_repeated = None::<Tensor>;
    for place in 0..most - 1 {
        let begin = [zero.clone(), b.int64(place)?];
        let begin = b.list_of(&begin)?;
        let size = b.list_of(&[minus.clone(), count.clone()])?;
        let before = b.op("tf.Slice", &[&words, &begin, &size], NONE)?;
        // The last words of the sequence that the next word would end; an empty part if there are too few words.
        let offset = b.int64(place)?;
        let start = b.op("tf.AddV2", &[&count, &offset], NONE)?;
        let start = b.op("tf.Minimum", &[&start, length], NONE)?;
        let begin = b.list_of(&[zero.clone(), start])?;
        let one = b.int64(1)?;
        let one = b.op("tf.Minimum", &[&count, &one], NONE)?;
        let size = b.list_of(&[minus.clone(), one])?;
        let last = b.op("tf.Slice", &[&words, &begin, &size], NONE)?;
        let attrs = [("incompatible_shape_error", Attribute::Bool(true))];
        let same = b.op("tf.Equal", &[&before, &last], attrs)?;
        is_repeated = Some(match is_repeated {
            None => same,
            Some(others) => b.op("tf.LogicalAnd", &[&others, &same], NONE)?,
        });
    }
    // More words may be wanted than there are.
    let first = b.op("tf.Minimum", &[&less, length], NONE)?;
    let begin = b.list_of(&[zero, first])?;
    let size = b.list_of(&[minus, count.clone()])?;
    let ends = b.op("tf.Slice", &[&words, &begin, &size], NONE)?;
    let dims = b.list_of(&[rows.clone(), count.clone()])?;
    let is_repeated = match is_repeated {
        Some(is_repeated) => b.cast(&is_repeated, DType::I32)?,
        None => {
            let one = b.int32(1)?;
            b.op("tf.Fill", &[&dims, &one], NONE)?
        }
    };
    let of_rows = b.places(rows)?;
    let of_rows = super::arrays::unsqueezed(b, &of_rows, &[1])?;
    let of_rows = b.op("tf.BroadcastTo", &[&of_rows, &dims], NONE)?;
    let places =
        b.op("tf.Pack", &[&of_rows, &ends], [("N", Attribute::Int(2)), ("axis", Attribute::Int(-1))])?;
    let sizes = b.list_of(&[rows.clone(), vocabulary.clone()])?;
    let none = b.int32(0)?;
    let none = b.op("tf.Fill", &[&sizes, &none], NONE)?;
    let found = b.op("tf.TensorScatterMax", &[&none, &places, &is_repeated], NONE)?;
    let is_out = b.cast(&found, DType::I1)?;
    let least = b.number(scores.dtype()?, f64::NEG_INFINITY)?;
    Ok(vec![b.op("tf.SelectV2", &[&is_out, &least, scores], NONE)?])
}

/// A network for each token: the sum, by their weights, of those networks that have the largest ones. All networks are computed for all tokens.
fn experts(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let (router, dtype) = (n.input(1)?, x.dtype()?);
    let activation = n.text("activation_type", "relu")?;
    if n.int("use_sparse_mixer", 0) != 0 {
        return Err(n.refuse("use_sparse_mixer", "1"));
    }
    let all = b.all_sizes(x)?;
    let width = all.last().ok_or("the tokens have no features")?;
    let count = b.int64(-1)?;
    let tokens = b.reshape_to(x, &[count, width.clone()])?;
    let attrs = [("sorted", Attribute::Bool(true))];
    let shares = b.op("tf.Softmax", &[router], NONE)?;
    let k = b.int32(n.int("k", 1))?;
    let [mut weights, chosen] =
        <[Tensor; 2]>::try_from(b.ops("tf.TopKV2", &[&shares, &k], attrs, 2)?).map_err(|_| "no choice")?;
    if n.int("normalize_routing_weights", 0) != 0 {
        let axis = b.int32s(&[-1])?;
        let sum = b.op("tf.Sum", &[&weights, &axis], [("keep_dims", Attribute::Bool(true))])?;
        weights = b.op("tf.RealDiv", &[&weights, &sum], NONE)?;
    }
    // The weight of each network for each token, 0 for those that are not chosen.
    let experts = n.input(2)?.dim(0).ok_or("the number of experts is not known")?;
    let (depth, one, zero) = (b.int32(experts)?, b.number(dtype, 1.0)?, b.number(dtype, 0.0)?);
    let chosen = b.op("tf.OneHot", &[&chosen, &depth, &one, &zero], [("axis", Attribute::Int(-1))])?;
    let weights = super::arrays::unsqueezed(b, &weights, &[2])?;
    let weights = b.op("tf.Mul", &[&chosen, &weights], NONE)?;
    let axis = b.int32s(&[1])?;
    let weights = b.op("tf.Sum", &[&weights, &axis], [("keep_dims", Attribute::Bool(false))])?;
    let weights = b.transpose(&weights, &[1, 0])?;
    let weights = super::arrays::unsqueezed(b, &weights, &[2])?;
    let layer = |b: &mut Builder<'_>, x: &Tensor, factor: usize, bias: usize| {
        let factor = b.transpose(n.input(factor)?, &[0, 2, 1])?;
        let result = product(b, x, &factor)?;
        let Some(bias) = n.optional(bias) else { return Ok(result) };
        let bias = super::arrays::unsqueezed(b, bias, &[1])?;
        b.op("tf.AddV2", &[&result, &bias], NONE)
    };
    let hidden = layer(b, &tokens, 2, 3)?;
    let activated = match activation {
        "relu" => call(b, n, "Relu", &[Some(hidden)], &[])?,
        "silu" => call(b, n, "Swish", &[Some(hidden)], &[])?,
        "gelu" => gelu(b, &hidden, true)?,
        "identity" => vec![hidden],
        other => return Err(n.refuse("activation_type", &format!("'{other}'"))),
    };
    let mut hidden = activated.into_iter().next().ok_or("no activation")?;
    if n.optional(6).is_some() {
        let gate = layer(b, &tokens, 6, 7)?;
        hidden = b.op("tf.Mul", &[&hidden, &gate], NONE)?;
    }
    let results = layer(b, &hidden, 4, 5)?;
    let results = b.op("tf.Mul", &[&results, &weights], NONE)?;
    let axis = b.int32s(&[0])?;
    let sum = b.op("tf.Sum", &[&results, &axis], [("keep_dims", Attribute::Bool(false))])?;
    Ok(vec![b.reshape_to(&sum, &all)?])
}
