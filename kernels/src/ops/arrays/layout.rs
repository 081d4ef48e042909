//! Ops that move elements: transposes, concatenations, splits, tiles, pads, reversals.
//!
//! Each of them is a few [`Copy`]s of blocks. They take all dtypes with a fixed element size. An op whose result shapes
//! depend on the elements of an argument has no metadata function; its row tells them before the op runs.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, Output};
use tfrt_executor::tensor::{DenseHostTensor, Dims, Shape, TensorMetadata};
use tfrt_ops::shapes::{DataFormat, block_size, mirror_offset};

use crate::ops::arrays::gather::positions;
use crate::ops::arrays::steps::{self, Move, Moves};
use crate::ops::arrays::strided::{Axis, Copy, element_size, row_major};
use crate::ops::data_format::Images as _;
use crate::ops::element_encoding::encoded;
use crate::ops::index_arguments::{integers, normalize_axis};
use crate::ops::memory::result_metadata;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let moves = |dispatch: fn(&mut DispatchFrame<'_>) -> Result<(), OpError>| {
        OpEntry::new().dispatch(encoded(dispatch)).strings()
    };
    ops.add("tf.Transpose", moves(transpose).prepared(steps::transpose));
    ops.add("tf.Concat", moves(|frame| concat(frame, 0)));
    ops.add(
        "tf.ConcatV2",
        moves(|frame| concat(frame, frame.num_args().saturating_sub(1))).prepared(steps::concat),
    );
    ops.add("tf.Split", moves(|frame| cut(frame, 1, 0)).prepared(steps::split));
    ops.add("tf.SplitV", moves(|frame| cut(frame, 0, 2)).prepared(steps::split_by_sizes));
    ops.add("tf.Pack", moves(pack).prepared(steps::pack));
    ops.add("tf.Unpack", moves(unpack).prepared(steps::unpack));
    ops.add("tf.Tile", moves(tile));
    ops.add("tf.Pad", moves(|frame| pad(frame, false)));
    ops.add("tf.PadV2", moves(|frame| pad(frame, true)));
    ops.add("tf.MirrorPad", moves(mirror_pad));
    ops.add("tf.ReverseV2", moves(reverse));
    ops.add("tf.SpaceToDepth", moves(space_to_depth));
    ops.add("tf.DepthToSpace", moves(depth_to_space));
    ops.add("tf.DataFormatVecPermute", OpEntry::new().dispatch(permute_format));
    ops.add("tf.DataFormatDimMap", OpEntry::new().dispatch(map_format));
}

/// Performs one copy from an argument into a new result of these dimensions.
pub(crate) fn gathered(
    input: &DenseHostTensor,
    dims: &[i64],
    from: i64,
    steps: &[i64],
) -> Result<Output, OpError> {
    gathered_as(&TensorMetadata::new(input.dtype(), Shape::new(dims)?), input, from, steps)
}

/// As [`gathered`], into a new result of this metadata, which has the argument's element type.
pub(crate) fn gathered_as(
    metadata: &TensorMetadata,
    input: &DenseHostTensor,
    from: i64,
    steps: &[i64],
) -> Result<Output, OpError> {
    let mut out = DispatchFrame::fresh(metadata)?;
    Copy::gather(&metadata.shape.dims(), from, steps).run(
        element_size(metadata.dtype)?,
        input.bytes(),
        out.bytes_mut(),
    )?;
    Ok(out)
}

fn transpose(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let input = frame.dense(0)?;
    let (dims, steps) = (metadata.shape.dims(), row_major(&input.shape().dims()));
    let rank = dims.len() as i64;
    let steps: Dims = frame.indices(1)?.iter().map(|axis| steps[axis.rem_euclid(rank) as usize]).collect();
    let copy = Copy::gather(&dims, 0, &steps);
    let moves = Moves::of(SmallVec::from_iter([Move { operand: 0, copy }]), metadata);
    let mut out = DispatchFrame::fresh(metadata)?;
    moves.run(element_size(metadata.dtype)?, &[input.bytes()], out.bytes_mut(), frame.context())?;
    frame.finish(0, out);
    Ok(())
}

/// An argument that is one index.
fn scalar_index(frame: &DispatchFrame<'_>, i: usize, name: &str) -> Result<i64, OpError> {
    match frame.indices(i)?[..] {
        [value] => Ok(value),
        _ => Err(format!("{name} must be a scalar, got shape {}", frame.dense(i)?.shape()).into()),
    }
}

fn axis_in(axis: i64, rank: usize, op: &str) -> Result<usize, OpError> {
    normalize_axis(axis, rank)
        .ok_or_else(|| format!("{op}: Expected axis in the range [-{rank}, {rank}), but got {axis}").into())
}

fn concat(frame: &mut DispatchFrame<'_>, axis_argument: usize) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let dims = metadata.shape.dims();
    let axis = axis_in(scalar_index(frame, axis_argument, "axis")?, dims.len(), "ConcatOp")?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let (size, steps) = (element_size(metadata.dtype)?, row_major(&dims));
    let mut at = 0;
    for i in (0..frame.num_args()).filter(|&i| i != axis_argument) {
        let input = frame.dense(i)?;
        Copy::scatter(&input.shape().dims(), at * steps[axis], &steps).run(
            size,
            input.bytes(),
            out.bytes_mut(),
        )?;
        at += input.shape().dim(axis);
    }
    frame.finish(0, out);
    Ok(())
}

/// Cuts an argument along an axis into the pieces that the results are.
fn cut(frame: &mut DispatchFrame<'_>, i: usize, axis: usize) -> Result<(), OpError> {
    let steps = row_major(&frame.dense(i)?.shape().dims());
    let axis = axis_in(scalar_index(frame, axis, "split_dim")?, steps.len(), "SplitOp")?;
    let mut at = 0;
    for result in 0..frame.num_results() {
        let metadata = result_metadata(frame, result)?;
        let out = gathered_as(metadata, frame.dense(i)?, at * steps[axis], &steps)?;
        at += metadata.shape.dim(axis);
        frame.finish(result, out);
    }
    Ok(())
}

fn pack(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let rank = metadata.shape.rank();
    let axis = axis_in(frame.attrs().get_int("axis").unwrap_or(0), rank, "PackOp")?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let mut steps = metadata.shape.strides();
    let along = steps.remove(axis);
    let size = element_size(metadata.dtype)?;
    for i in 0..frame.num_args() {
        let input = frame.dense(i)?;
        Copy::scatter(&input.shape().dims(), i as i64 * along, &steps).run(
            size,
            input.bytes(),
            out.bytes_mut(),
        )?;
    }
    frame.finish(0, out);
    Ok(())
}

fn unpack(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let input = frame.dense(0)?;
    let dims = input.shape().dims();
    let axis = axis_in(frame.attrs().get_int("axis").unwrap_or(0), dims.len(), "UnpackOp")?;
    if dims[axis] != frame.num_results() as i64 {
        let (asked, got) = (frame.num_results(), dims[axis]);
        return Err(format!("the op has {got} results, but {asked} are asked for").into());
    }
    let (mut left, mut steps) = (dims.clone(), row_major(&dims));
    left.remove(axis);
    let along = steps.remove(axis);
    for i in 0..frame.num_results() {
        let out = gathered(frame.dense(0)?, &left, i as i64 * along, &steps)?;
        frame.finish(i, out);
    }
    Ok(())
}

fn tile(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let input = frame.dense(0)?;
    let (dims, multiples) = (input.shape().dims(), frame.indices(1)?);
    let steps = row_major(&dims);
    let mut out = DispatchFrame::fresh(metadata)?;
    let to = row_major(&metadata.shape.dims());
    // Each dimension twice: how often, which repeats the source, and the dimension itself.
    let axes = (0..dims.len()).flat_map(|axis| {
        [
            Axis { count: multiples[axis], from: 0, to: to[axis] * dims[axis] },
            Axis { count: dims[axis], from: steps[axis], to: to[axis] },
        ]
    });
    let copy = Copy { from: 0, to: 0, axes: axes.collect() };
    copy.run(element_size(input.dtype())?, input.bytes(), out.bytes_mut())?;
    frame.finish(0, out);
    Ok(())
}

/// The padding before and after each dimension, from the second argument.
pub(crate) fn paddings(frame: &DispatchFrame<'_>) -> Result<SmallVec<[[i64; 2]; 4]>, OpError> {
    Ok(frame.indices(1)?.as_chunks::<2>().0.into())
}

fn pad(frame: &mut DispatchFrame<'_>, with_value: bool) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let paddings = paddings(frame)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let size = element_size(metadata.dtype)?;
    if with_value {
        fill(out.bytes_mut(), frame.dense(2)?.bytes());
    } else {
        out.bytes_mut().fill(0);
    }
    let input = frame.dense(0)?;
    let steps = row_major(&metadata.shape.dims());
    let first = paddings.iter().zip(&steps).map(|([before, _], step)| before * step).sum();
    Copy::scatter(&input.shape().dims(), first, &steps).run(size, input.bytes(), out.bytes_mut())?;
    frame.finish(0, out);
    Ok(())
}

/// Fills a tensor with an element.
fn fill(to: &mut [u8], element: &[u8]) {
    let Some(first) = to.get_mut(..element.len()) else { return };
    first.copy_from_slice(element);
    // The elements that are there already are copied behind themselves.
    let mut done = element.len();
    while done < to.len() {
        let count = done.min(to.len() - done);
        to.copy_within(..count, done);
        done += count;
    }
}

fn mirror_pad(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let offset = mirror_offset(&*frame.attrs(), "tf.MirrorPad")?;
    let paddings = paddings(frame)?;
    let input = frame.dense(0)?;
    let dims = input.shape().dims();
    let (from, to) = (row_major(&dims), row_major(&metadata.shape.dims()));
    let size = element_size(metadata.dtype)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    // Each dimension has three parts: mirrored, straight, mirrored. Copy every combination.
    for part in 0..3usize.pow(dims.len() as u32) {
        let (mut copy, mut rest) = (Copy { from: 0, to: 0, axes: SmallVec::new() }, part);
        for axis in 0..dims.len() {
            let [before, after] = paddings[axis];
            let (count, first, target, direction) = match rest % 3 {
                0 => (before, before - 1 + offset, 0, -1),
                1 => (dims[axis], 0, before, 1),
                _ => (after, dims[axis] - 1 - offset, before + dims[axis], -1),
            };
            rest /= 3;
            copy.from += first * from[axis];
            copy.to += target * to[axis];
            copy.axes.push(Axis { count, from: direction * from[axis], to: to[axis] });
        }
        copy.run(size, input.bytes(), out.bytes_mut())?;
    }
    frame.finish(0, out);
    Ok(())
}

fn reverse(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let input = frame.dense(0)?;
    let dims = input.shape().dims();
    let mut steps = row_major(&dims);
    let (mut first, mut seen) = (0, vec![false; dims.len()]);
    for axis in frame.indices(1)? {
        let axis = axis_in(axis, dims.len(), "ReverseV2")?;
        if std::mem::replace(&mut seen[axis], true) {
            return Err(format!("axis {axis} specified more than once.").into());
        }
        first += (dims[axis] - 1).max(0) * steps[axis];
        steps[axis] = -steps[axis];
    }
    let out = gathered(input, &dims, first, &steps)?;
    frame.finish(0, out);
    Ok(())
}

fn space_to_depth(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let input = frame.dense(0)?;
    let (format, block) = (DataFormat::of(&*frame.attrs())?, block_size(&*frame.attrs())?);
    let [batch, height, width, depth] = format.image(input.shape(), "input")?;
    let (dims, steps) = match format {
        DataFormat::ChannelsLast => (
            [batch, height / block, width / block, block, block, depth],
            [height * width * depth, block * width * depth, block * depth, width * depth, depth, 1],
        ),
        DataFormat::ChannelsFirst => (
            [batch, block, block, depth, height / block, width / block],
            [depth * height * width, width, 1, height * width, block * width, block],
        ),
    };
    let out = gathered(input, &dims, 0, &steps)?;
    set_as(frame, out, metadata)
}

fn depth_to_space(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let input = frame.dense(0)?;
    let (format, block) = (DataFormat::of(&*frame.attrs())?, block_size(&*frame.attrs())?);
    let [batch, height, width, depth] = format.image(input.shape(), "input")?;
    let left = depth / (block * block);
    let plane = height * width;
    let (dims, steps) = match format {
        DataFormat::ChannelsLast => (
            [batch, height, block, width, block, left],
            [plane * depth, width * depth, block * left, depth, left, 1],
        ),
        DataFormat::ChannelsFirst => (
            [batch, left, height, block, width, block],
            [depth * plane, plane, width, block * left * plane, 1, left * plane],
        ),
    };
    let out = gathered(input, &dims, 0, &steps)?;
    set_as(frame, out, metadata)
}

/// Sets the result to the output's elements in another shape.
fn set_as(frame: &mut DispatchFrame<'_>, mut out: Output, metadata: &TensorMetadata) -> Result<(), OpError> {
    let tensor = DenseHostTensor::from_bytes(metadata.clone(), out.bytes_mut())?;
    frame.set(0, tensor);
    Ok(())
}

/// Where the numbers for the dimensions of a format, `count` of them, are in another format.
fn format_places(from: &[u8], to: &[u8], count: usize) -> SmallVec<[usize; 8]> {
    let is_there = |letter: &&u8| count == from.len() || !matches!(letter, b'N' | b'C');
    let given: SmallVec<[u8; 8]> = from.iter().filter(is_there).copied().collect();
    to.iter().filter(is_there).filter_map(|letter| given.iter().position(|other| other == letter)).collect()
}

/// Numbers for the dimensions of a format, in the order of another.
fn permute_format(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (input, attrs) = (frame.dense(0)?, frame.attrs());
    let from = attrs.get_string("src_format").unwrap_or(b"NHWC");
    let to = attrs.get_string("dst_format").unwrap_or(b"NCHW");
    let count = input.shape().dim(0) as usize;
    let size = input.bytes().len() / count.max(1);
    for (row, place) in out.bytes_mut().chunks_exact_mut(size.max(1)).zip(format_places(from, to, count)) {
        row.copy_from_slice(&input.bytes()[place * size..][..size]);
    }
    frame.finish(0, out);
    Ok(())
}

/// The numbers of dimensions in a format, in another.
fn map_format(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (metadata, attrs) = (result_metadata(frame, 0)?.clone(), frame.attrs());
    let from = attrs.get_string("src_format").unwrap_or(b"NHWC");
    let to = attrs.get_string("dst_format").unwrap_or(b"NCHW");
    let rank = from.len() as i64;
    let mut places = Vec::new();
    for letter in from {
        places
            .push(to.iter().position(|other| other == letter).ok_or("the formats have different letters")?
                as i64);
    }
    let mapped = |number: i64| match (-rank..rank).contains(&number) {
        true => Ok(places[number.rem_euclid(rank) as usize]),
        false => Err(OpError::from(format!("dimension {number} is not in [-{rank}, {rank})"))),
    };
    let numbers: Result<Vec<i64>, OpError> = positions(frame, 0)?.into_iter().map(mapped).collect();
    frame.set(0, integers(metadata.dtype, &metadata.shape.dims(), &numbers?)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::format_places;

    /// The examples of TensorFlow's description of `DataFormatVecPermute`, and the way back.
    #[test]
    fn numbers_follow_the_letters_of_their_dimensions() {
        assert_eq!(format_places(b"NHWC", b"NCHW", 4)[..], [0, 3, 1, 2]);
        assert_eq!(format_places(b"NCHW", b"NHWC", 4)[..], [0, 2, 3, 1]);
        assert_eq!(format_places(b"NHWC", b"HWNC", 4)[..], [1, 2, 0, 3]);
        assert_eq!(format_places(b"NHWC", b"CWNH", 2)[..], [1, 0]);
        assert_eq!(format_places(b"NDHWC", b"NCDHW", 3)[..], [0, 1, 2]);
        for (from, to) in [(b"NDHWC", b"NCWHD"), (b"HWDCN", b"NCDHW")] {
            let (there, back) = (format_places(from, to, 5), format_places(to, from, 5));
            assert!((0..5).all(|at| there[back[at]] == at), "{from:?} {to:?}");
        }
    }
}
