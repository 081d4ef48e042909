//! The domain `com.microsoft.nchwc`: images whose channels are in blocks, which ONNX Runtime's optimizer writes for the processor that it runs on.
//!
//! A block of channels is stored behind every pixel there; the sizes of such a value are those of an image with its channels second, as
//! many as fill their last block. The program has these images without blocks: channels are added where an image comes
//! into the domain and dropped where it leaves it, and filters get back the order of other convolutions. Element-wise operators between
//! the nodes mean the same in both forms.
//!
//! A model does not say how large its blocks are. [`block_of`] finds it from the sizes of filters and from how many channels are dropped.
//! Where both sizes fit, it is the one that ONNX Runtime has on this processor, as such a file is for the machine that it was written on, and
//! a warning says so.

use rustc_hash::FxHashMap;
use tfrt_ops::DType;

use super::Table;
use super::microsoft::{CALLED, call, called};
use crate::builder::{Builder, NONE, Result, Tensor};
use crate::constant::{Constant, Elements};
use crate::node::Node;
use crate::proto::{AttributeProto, GraphProto};

/// The name of the domain.
pub(crate) const DOMAIN: &str = "com.microsoft.nchwc";

pub(super) const TABLES: &[Table] = &[&[
    ("AveragePool", |b, n| {
        let attrs = [POOL, &["count_include_pad"]].concat();
        call(b, n, "AveragePool", &n.inputs, &attrs)
    }),
    ("Conv", conv),
    ("GlobalAveragePool", |b, n| call(b, n, "GlobalAveragePool", &n.inputs, &[])),
    ("GlobalMaxPool", |b, n| call(b, n, "GlobalMaxPool", &n.inputs, &[])),
    ("MaxPool", |b, n| call(b, n, "MaxPool", &n.inputs, POOL)),
    ("ReorderInput", entered),
    ("ReorderOutput", left),
    ("Upsample", upsampled),
]];

/// Attributes of pools.
const POOL: &[&str] = &["auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "strides"];

/// A convolution with the filter in the usual order.
fn conv(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let block = n.model.block;
    let filter = n.input(1)?.constant().ok_or("input 1 (W) must be a constant")?;
    let filter = without_blocks(filter, block).ok_or_else(|| {
        format!("a filter of sizes {:?} is not one of blocks of {block} channels", filter.dims)
    })?;
    let mut inputs = n.inputs.clone();
    inputs[1] = Some(Tensor::of_constant(filter)?);
    let converter = super::converter(super::microsoft::DOMAIN, "FusedConv").ok_or("there is no FusedConv")?;
    converter(b, &n.with(inputs))
}

/// The filter in the usual order. Its filters are in blocks, and the channels that it reads are too where they fill blocks.
fn without_blocks(filter: &Constant, block: i64) -> Option<Constant> {
    let [made, read, height, width] = filter.dims[..] else { return None };
    if made % block != 0 {
        return None;
    }
    let blocked = match read % block {
        0 => {
            let dims = [made / block, read / block, height, width, block, block];
            filter.reshaped(&dims)?.transposed(&[0, 5, 1, 4, 2, 3])?
        }
        _ => filter.reshaped(&[made / block, read, height, width, block])?.transposed(&[0, 4, 1, 2, 3])?,
    };
    blocked.reshaped(&filter.dims)
}

/// An image that comes into the domain: with channels of zeros behind its own, as many as fill their last block.
fn entered(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let block = n.model.block;
    let mut x = n.input(0)?.clone();
    if x.rank()? != 4 {
        return Err(n.refuse("an image", "of this rank"));
    }
    if n.int("channels_last", 0) != 0 {
        x = b.transpose(&x, &[0, 3, 1, 2])?;
    }
    let channels = x.dim(1).ok_or("the number of channels is not known")?;
    let more = channels.rem_euclid(block);
    if more == 0 {
        return Ok(vec![x]);
    }
    let mut pads = vec![0; 8];
    pads[5] = block - more;
    let pads = b.int64s(&pads)?;
    call(b, n, "Pad", &[Some(x), Some(pads)], &[])
}

/// An image that leaves the domain: with so many of its channels.
fn left(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let channels = n.int("channels", 0);
    if x.rank()? != 4 || channels < 1 || x.dim(1).is_some_and(|all| all < channels) {
        return Err(n.refuse("channels", &channels.to_string()));
    }
    let mut kept = x.clone();
    if x.dim(1) != Some(channels) {
        // Slices of the last dimension keep an image's channels there.
        let last = b.last(x)?;
        let (begin, size) = (b.int64s(&[0; 4])?, b.int64s(&[-1, -1, -1, channels])?);
        kept = Tensor::of_last(b.op("tf.Slice", &[&last, &begin, &size], NONE)?)?;
    }
    Ok(vec![match n.int("channels_last", 0) {
        0 => kept,
        _ => b.last(&kept)?,
    }])
}

/// An image with so many pixels for each of its own.
fn upsampled(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let scales = n.ints("scales").filter(|scales| scales.len() == 4 && scales[..2] == [1, 1]);
    let scales = scales.ok_or("scales are not those of an image")?;
    let bytes = scales.iter().flat_map(|&scale| (scale as f32).to_le_bytes()).collect();
    let scales = Constant { dtype: DType::F32, dims: vec![4], elements: Elements::Bytes(bytes) };
    let mode = n.one_of("mode", "nearest", &["nearest", "linear"])?;
    let text = |name: &str, value: &str| AttributeProto {
        name: Some(name.to_owned()),
        s: Some(value.as_bytes().to_vec()),
        ..AttributeProto::default()
    };
    let positions = n.text("coordinate_transformation_mode", "asymmetric")?;
    let attribute = vec![
        text("mode", mode),
        // Whole numbers of copies are at the same places however they are counted.
        text("coordinate_transformation_mode", if mode == "nearest" { "asymmetric" } else { positions }),
        text("nearest_mode", "floor"),
    ];
    let inputs = vec![Some(n.input(0)?.clone()), None, Some(Tensor::of_constant(scales)?)];
    called(b, n, ("Resize", CALLED), attribute, inputs)
}

/// Whether nodes of a graph, or of graphs in it, are of the domain.
pub(crate) fn is_used(graph: &GraphProto) -> bool {
    graph.node.iter().any(|node| {
        let mut inner = node.attribute.iter().flat_map(|attr| attr.g.iter().chain(&attr.graphs));
        node.domain() == DOMAIN || inner.any(is_used)
    })
}

/// The number of channels of a block in the domain's nodes of a graph, if their sizes tell.
pub(crate) fn block_of(graph: &GraphProto) -> Option<i64> {
    let mut found = None;
    let filters: FxHashMap<&str, &[i64]> =
        graph.initializer.iter().map(|tensor| (tensor.name(), &tensor.dims[..])).collect();
    // The channels of values in blocks, 0 where they are not known.
    let mut blocked: FxHashMap<&str, i64> = FxHashMap::default();
    for node in &graph.node {
        let taken = node.input.iter().find_map(|input| blocked.get(&**input).copied());
        let is_own = node.domain() == DOMAIN;
        let mut made = taken;
        match node.op_type() {
            "Conv" if is_own => {
                let filter = node.input.get(1).and_then(|name| filters.get(&**name).copied());
                let [filters, read] = filter.and_then(|dims| dims.first_chunk()).copied().unwrap_or([0, 0]);
                let fills = read % LARGE == 0 || read % SMALL != 0 || taken.is_none();
                // What comes in without blocks has fewer channels than one.
                let is_large = taken.is_none() && read >= SMALL;
                found = found.or(match () {
                    () if filters % LARGE != 0 || !fills => Some(SMALL),
                    () if is_large => Some(LARGE),
                    () => None,
                });
                made = Some(filters);
            }
            "ReorderInput" if is_own => made = Some(0),
            "ReorderOutput" if is_own => {
                let kept =
                    node.attribute.iter().find(|attr| attr.name() == "channels").map_or(0, |attr| attr.i());
                let dropped = taken.filter(|&all| all > 0).map_or(0, |all| all.saturating_sub(kept));
                found = found.or((kept > 0 && dropped >= SMALL).then_some(LARGE));
                made = None;
            }
            _ => {}
        }
        if let Some(channels) = made {
            blocked.extend(node.output.iter().map(|output| (&**output, channels)));
        }
    }
    found
}

/// A block on processors with vectors of 256 bits, or less.
const SMALL: i64 = 8;

/// A block on processors with vectors of 512 bits, and on those of Arm.
const LARGE: i64 = 16;

/// The size that ONNX Runtime has on this processor.
pub(crate) fn own_block() -> i64 {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    let is_large = std::arch::is_x86_feature_detected!("avx512f");
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let is_large = true;
    if is_large { LARGE } else { SMALL }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::{NodeProto, TensorProto};

    fn node(domain: &str, op: &str, inputs: &[&str], output: &str, channels: i64) -> NodeProto {
        let attr = AttributeProto {
            name: Some("channels".to_owned()),
            i: Some(channels),
            ..AttributeProto::default()
        };
        NodeProto {
            domain: Some(domain.to_owned()),
            op_type: Some(op.to_owned()),
            input: inputs.iter().map(|&name| name.to_owned()).collect(),
            output: vec![output.to_owned()],
            attribute: vec![attr],
            ..NodeProto::default()
        }
    }

    /// A convolution of an image, an operator of another domain, one more convolution, and the way out.
    fn graph(first: [i64; 2], second: [i64; 2], channels: i64) -> GraphProto {
        let filter = |name: &str, [made, read]: [i64; 2]| TensorProto {
            name: Some(name.to_owned()),
            dims: vec![made, read, 3, 3],
            ..TensorProto::default()
        };
        GraphProto {
            initializer: vec![filter("f", first), filter("g", second)],
            node: vec![
                node(DOMAIN, "Conv", &["x", "f"], "a", 0),
                node("", "Relu", &["a"], "b", 0),
                node(DOMAIN, "Conv", &["b", "g"], "c", 0),
                node(DOMAIN, "ReorderOutput", &["c"], "y", channels),
            ],
            ..GraphProto::default()
        }
    }

    #[test]
    fn sizes_of_filters_and_dropped_channels_tell_the_block() {
        let check = |first, second, channels, expected| {
            assert_eq!(
                block_of(&graph(first, second, channels)),
                expected,
                "{first:?} {second:?} {channels}"
            );
        };
        check([24, 3], [16, 24], 16, Some(SMALL));
        check([16, 3], [24, 16], 24, Some(SMALL));
        check([16, 12], [16, 16], 16, Some(LARGE));
        check([16, 8], [16, 16], 16, Some(LARGE));
        check([16, 3], [32, 16], 20, Some(LARGE));
        check([16, 3], [32, 16], 28, None);
    }

    #[test]
    fn filters_come_back_from_blocks() {
        let numbers: Vec<i64> = (0..4 * 4).collect();
        let filter = Constant::of_ints(DType::I32, &[4, 4, 1, 1], &numbers);
        // Two filters, two channels: in a block the channel comes first.
        let back = without_blocks(&filter, 2).unwrap().ints().unwrap();
        assert_eq!(back, [0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15]);
        let filter = Constant::of_ints(DType::I32, &[4, 1, 1, 2], &[0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(without_blocks(&filter, 2).unwrap().ints().unwrap(), [0, 2, 1, 3, 4, 6, 5, 7]);
        assert_eq!(without_blocks(&filter, 8), None);
    }
}
