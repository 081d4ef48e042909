//! Strings cut, joined and numbered: `tf.Substr`, `tf.StringSplitV2`, `tf.StringSplit`, `tf.ReduceJoin`, `tf.UnsortedSegmentJoin` and
//! `tf.StringToHashBucketFast`.
//!
//! The shapes of results depend on the elements of arguments, so only the last op has a metadata function.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, StringHostTensor};

use crate::ops::arrays::gather::product;
use crate::ops::arrays::strided::row_major;
use crate::ops::by_dtype::unsupported;
use crate::ops::index_arguments::normalize_axis;
use crate::ops::memory::{collected, gathered, joined, owned, push, room, texts};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Substr", OpEntry::new().dispatch(substr).strings());
    ops.add("tf.StringSplitV2", OpEntry::new().dispatch(split).strings());
    ops.add("tf.StringSplit", OpEntry::new().dispatch(split_at_any).strings());
    ops.add("tf.UnsortedSegmentJoin", OpEntry::new().dispatch(segment_join).strings());
    ops.add("tf.ReduceJoin", OpEntry::new().dispatch(reduce_join).strings());
    ops.add("tf.StringToHashBucketFast", OpEntry::new().dispatch(hash_bucket).strings());
}

/// Fails unless the first argument is a tensor of strings.
fn expect_strings(frame: &DispatchFrame<'_>) -> Result<(), OpError> {
    match frame.tensor(0)?.metadata().dtype {
        DType::String => Ok(()),
        other => Err(unsupported(other)),
    }
}

/// The shape of both, repeated along dimensions of one.
fn broadcast(a: &Shape, b: &Shape) -> Result<Shape, OpError> {
    let (a_dims, b_dims) = (a.dims(), b.dims());
    let rank = a_dims.len().max(b_dims.len());
    let dim = |dims: &[i64], i: usize| (i + dims.len()).checked_sub(rank).map_or(1, |at| dims[at]);
    let mut dims = Dims::new();
    for i in 0..rank {
        dims.push(match (dim(&a_dims, i), dim(&b_dims, i)) {
            (a, b) if a == b => a,
            (1, other) | (other, 1) => other,
            _ => return Err(format!("shapes {a} and {b} do not broadcast").into()),
        });
    }
    Ok(Shape::new(&dims)?)
}

/// The number of the element of a tensor of this shape that goes with an element of the shape it is repeated to.
fn source(shape: &Shape, whole: &Shape, at: usize) -> usize {
    let (dims, whole) = (shape.dims(), whole.dims());
    let (mut rest, mut step, mut from) = (at, 1, 0);
    for i in 1..=whole.len() {
        let place = rest % whole[whole.len() - i] as usize;
        rest /= whole[whole.len() - i] as usize;
        if let Some(dim) = dims.len().checked_sub(i).map(|i| dims[i] as usize) {
            from += if dim == 1 { 0 } else { place } * step;
            step *= dim;
        }
    }
    from
}

/// Where characters begin, and the end: of bytes, or of UTF-8.
fn starts(text: &[u8], bytes: bool) -> Result<Vec<usize>, OpError> {
    let starts = (0..text.len()).filter(|&i| bytes || text[i] & 0xC0 != 0x80);
    gathered(starts.chain([text.len()]))
}

fn substr(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let bytes = match frame.attrs().get_str("unit") {
        None | Some("BYTE") => true,
        Some("UTF8_CHAR") => false,
        Some(other) => return Err(format!("attribute unit must be BYTE or UTF8_CHAR, but is {other}").into()),
    };
    let strings = frame.strings(0)?;
    let (positions, lengths) = (frame.indices(1)?, frame.indices(2)?);
    let part_shape = frame.dense(1)?.shape();
    if part_shape != frame.dense(2)?.shape() {
        let lengths = frame.dense(2)?.shape();
        return Err(format!("pos and len should have the same shape, got: {part_shape} vs. {lengths}").into());
    }
    let shape = broadcast(&strings.metadata().shape, part_shape)?;
    let mut parts: Vec<Box<[u8]>> = room(shape.num_elements())?;
    for at in 0..shape.num_elements() {
        let text = &strings.strings()[source(&strings.metadata().shape, &shape, at)];
        let part = source(part_shape, &shape, at);
        let (position, length) = (positions[part], lengths[part]);
        let starts = starts(text, bytes)?;
        let count = starts.len() - 1;
        let begin = if position < 0 { position.saturating_add(count as i64) } else { position };
        let begin = usize::try_from(begin).ok().filter(|&begin| begin <= count).ok_or_else(|| {
            format!(
                "pos {position} out of range for string b'{}' at index {at}",
                String::from_utf8_lossy(text)
            )
        })?;
        // A negative length is the rest of the bytes, but no characters.
        let length = usize::try_from(length).unwrap_or(if bytes { count } else { 0 });
        let end = begin.saturating_add(length).min(count);
        parts.push(owned(&text[starts[begin]..starts[end]])?);
    }
    frame.set(0, StringHostTensor::new(shape, parts)?);
    Ok(())
}

/// The parts between separators, or the words where there is none; at most `most` cuts, if that is not negative.
fn pieces<'a>(text: &'a [u8], separator: &[u8], most: i64) -> Result<Vec<&'a [u8]>, OpError> {
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
    let mut pieces = Vec::new();
    let mut rest = text;
    if separator.is_empty() && most != 0 {
        let trimmed =
            |text: &'a [u8]| &text[text.iter().position(|byte| !is_space(byte)).unwrap_or(text.len())..];
        rest = trimmed(rest);
        while !rest.is_empty() && (most < 0 || (pieces.len() as i64) < most) {
            let end = rest.iter().position(is_space).unwrap_or(rest.len());
            push(&mut pieces, &rest[..end])?;
            rest = trimmed(&rest[end..]);
        }
        // After so many cuts the rest is a piece even if it is empty.
        if pieces.len() as i64 == most {
            push(&mut pieces, rest)?;
        }
        return Ok(pieces);
    }
    let mut cuts = 0;
    while most < 0 || cuts < most {
        let Some(at) = rest.windows(separator.len()).position(|window| window == separator) else { break };
        push(&mut pieces, &rest[..at])?;
        rest = &rest[at + separator.len()..];
        cuts += 1;
    }
    push(&mut pieces, rest)?;
    Ok(pieces)
}

fn split(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    expect_strings(frame)?;
    let (strings, separator) = (frame.strings(0)?, frame.strings(1)?);
    if strings.metadata().shape.rank() != 1 {
        return Err(format!("input must be a vector, got shape: {}", strings.metadata().shape).into());
    }
    let separator = match separator.strings() {
        [separator] if frame.strings(1)?.metadata().shape.rank() == 0 => separator,
        _ => return Err("sep must be a scalar".into()),
    };
    let most = frame.attrs().get_int("maxsplit").unwrap_or(-1);
    let sparse = sparse(strings.strings().iter().map(|text| pieces(text, separator, most)))?;
    set_sparse(frame, sparse);
    Ok(())
}

/// The parts between any of the separator's bytes; without any, single bytes.
fn split_at_any(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    expect_strings(frame)?;
    let strings = frame.strings(0)?;
    if strings.metadata().shape.rank() != 1 {
        return Err(format!("input must be a vector, got shape: {}", strings.metadata().shape).into());
    }
    let [delimiter] = frame.strings(1)?.strings() else { return Err("delimiter must be a scalar".into()) };
    let skips = frame.attrs().get_bool("skip_empty").unwrap_or(true);
    fn parts<'a>(text: &'a [u8], delimiter: &[u8], skips: bool) -> Result<Vec<&'a [u8]>, OpError> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        if delimiter.is_empty() {
            return collected(text.chunks(1));
        }
        let parts = text.split(|byte| delimiter.contains(byte));
        gathered(parts.filter(|part| !(skips && part.is_empty())))
    }
    let sparse = sparse(strings.strings().iter().map(|text| parts(text, delimiter, skips)))?;
    set_sparse(frame, sparse);
    Ok(())
}

/// The indices, values and shape of a sparse tensor.
type Sparse = (DenseHostTensor, StringHostTensor, DenseHostTensor);

fn set_sparse(frame: &mut DispatchFrame<'_>, (indices, values, shape): Sparse) {
    frame.set(0, indices);
    frame.set(1, values);
    frame.set(2, shape);
}

/// The sparse tensor that has each text's pieces in a row.
fn sparse<'a>(all: impl Iterator<Item = Result<Vec<&'a [u8]>, OpError>>) -> Result<Sparse, OpError> {
    let (mut values, mut indices, mut rows, mut widest) = (Vec::<Box<[u8]>>::new(), Vec::new(), 0_i64, 0);
    for pieces in all {
        let pieces = pieces?;
        widest = widest.max(pieces.len());
        for (column, piece) in pieces.into_iter().enumerate() {
            push(&mut indices, rows)?;
            push(&mut indices, column as i64)?;
            push(&mut values, owned(piece)?)?;
        }
        rows += 1;
    }
    let count = values.len() as i64;
    Ok((
        DenseHostTensor::from_values(Shape::new(&[count, 2])?, &indices)?,
        StringHostTensor::new(Shape::new(&[count])?, values)?,
        DenseHostTensor::from_values(Shape::new(&[2])?, &[rows, widest as i64])?,
    ))
}

fn reduce_join(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    expect_strings(frame)?;
    let strings = frame.strings(0)?;
    let dims = strings.metadata().shape.dims();
    let attrs = frame.attrs();
    let (keep, separator) =
        (attrs.get_bool("keep_dims").unwrap_or(false), attrs.get_string("separator").unwrap_or_default());
    let mut axes: Vec<usize> = Vec::new();
    for index in frame.indices(1)? {
        let axis = normalize_axis(index, dims.len()).ok_or_else(|| {
            format!("Invalid reduction dimension {index} for input with {} dimension(s)", dims.len())
        })?;
        if axes.contains(&axis) {
            return Err(format!("Duplicate reduction dimension {index}").into());
        }
        axes.push(axis);
    }
    let steps = row_major(&dims);
    let kept: Vec<usize> = (0..dims.len()).filter(|axis| !axes.contains(axis)).collect();
    /// The element that a number stands for, whose digits are places along these axes, the last one fastest.
    fn place(axes: &[usize], dims: &[i64], steps: &[i64], number: usize) -> usize {
        let (mut rest, mut at) = (number, 0);
        for &axis in axes.iter().rev() {
            at += rest % dims[axis] as usize * steps[axis] as usize;
            rest /= dims[axis] as usize;
        }
        at
    }
    let size = |axes: &[usize]| product(&axes.iter().map(|&axis| dims[axis]).collect::<Dims>());
    // The first of the axes is the fastest one.
    axes.reverse();
    let joined = |number: usize| {
        let first = place(&kept, &dims, &steps, number);
        let part = |part| &*strings.strings()[first + place(&axes, &dims, &steps, part)];
        joined((0..size(&axes)).map(part), separator)
    };
    let left: Dims = (0..dims.len())
        .filter_map(|axis| match axes.contains(&axis) {
            false => Some(dims[axis]),
            true => keep.then_some(1),
        })
        .collect();
    let texts = texts((0..size(&kept)).map(joined))?;
    frame.set(0, StringHostTensor::new(Shape::new(&left)?, texts)?);
    Ok(())
}

/// The texts of each segment, joined in their order. As in TensorFlow, no separator comes after what is empty so far.
fn segment_join(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    expect_strings(frame)?;
    let strings = frame.strings(0)?;
    let (shape, id_shape) = (&strings.metadata().shape, frame.dense(1)?.shape());
    let (dims, id_dims) = (shape.dims(), id_shape.dims());
    if !dims.starts_with(&id_dims) {
        return Err(format!("inputs' shape {shape} does not start with segment_ids' shape {id_shape}").into());
    }
    let segments = crate::ops::index_arguments::count(frame, 2, "num_segments")?;
    let ids = crate::ops::arrays::gather::positions(frame, 1)?;
    let inner = &dims[id_dims.len()..];
    let length = crate::ops::arrays::gather::product(inner);
    let mut result_dims = Dims::from_slice(&[segments as i64]);
    result_dims.extend_from_slice(inner);
    let shape = Shape::new(&result_dims)?;
    let mut members = crate::ops::memory::filled(Vec::<&[u8]>::new(), shape.num_elements())?;
    for (at, &id) in ids.iter().enumerate() {
        if id < 0 {
            continue;
        }
        if id >= segments as i64 {
            return Err(format!("segment_ids[{at}] = {id} is out of range [0, {segments})").into());
        }
        for i in 0..length {
            push(&mut members[id as usize * length + i], &*strings.strings()[at * length + i])?;
        }
    }
    let attrs = frame.attrs();
    let separator = attrs.get_string("separator").unwrap_or_default();
    let joined_members = members.into_iter().map(|parts| {
        let begun = parts.iter().position(|part| !part.is_empty()).unwrap_or(parts.len());
        joined(parts[begun..].iter().copied(), separator)
    });
    frame.set(0, StringHostTensor::new(shape, texts(joined_members)?)?);
    Ok(())
}

fn hash_bucket(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let buckets = frame.attrs().get_int("num_buckets").ok_or("missing 'num_buckets' attribute")?;
    let buckets = u64::try_from(buckets).ok().filter(|&buckets| buckets > 0);
    let buckets = buckets.ok_or("num_buckets must be at least 1")?;
    let strings = frame.strings(0)?;
    let numbers = collected(strings.strings().iter().map(|text| (fingerprint::of(text) % buckets) as i64))?;
    frame.set(0, DenseHostTensor::from_values(strings.metadata().shape.clone(), &numbers)?);
    Ok(())
}

/// FarmHash's 64-bit fingerprint, which TensorFlow's buckets are numbered by: the same on every machine, for ever.
pub(crate) mod fingerprint {
    const K0: u64 = 0xc3a5_c85c_97cb_3127;
    const K1: u64 = 0xb492_b66f_be98_f273;
    const K2: u64 = 0x9ae1_6a3b_2f90_404f;

    fn word(text: &[u8], at: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&text[at..at + 8]);
        u64::from_le_bytes(bytes)
    }

    fn half_word(text: &[u8], at: usize) -> u64 {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&text[at..at + 4]);
        u32::from_le_bytes(bytes).into()
    }

    fn mixed(value: u64) -> u64 {
        value ^ (value >> 47)
    }

    fn pair(u: u64, v: u64, by: u64) -> u64 {
        let a = mixed((u ^ v).wrapping_mul(by));
        mixed((v ^ a).wrapping_mul(by)).wrapping_mul(by)
    }

    /// 32 bytes and two numbers as two numbers.
    fn block(text: &[u8], at: usize, a: u64, b: u64) -> (u64, u64) {
        let [w, x, y, z] = [0, 8, 16, 24].map(|offset| word(text, at + offset));
        let a = a.wrapping_add(w);
        let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
        let sum = a.wrapping_add(x).wrapping_add(y);
        (sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a))
    }

    /// The fingerprint of these bytes.
    pub(crate) fn of(text: &[u8]) -> u64 {
        let length = text.len();
        let by = K2.wrapping_add((length as u64).wrapping_mul(2));
        match length {
            0 => K2,
            1..4 => {
                let [a, b, c] = [text[0], text[length >> 1], text[length - 1]].map(u32::from);
                let (y, z) = (a + (b << 8), length as u32 + (c << 2));
                mixed(u64::from(y).wrapping_mul(K2) ^ u64::from(z).wrapping_mul(K0)).wrapping_mul(K2)
            }
            4..8 => {
                let first = (length as u64).wrapping_add(half_word(text, 0) << 3);
                pair(first, half_word(text, length - 4), by)
            }
            8..=16 => {
                let (a, b) = (word(text, 0).wrapping_add(K2), word(text, length - 8));
                let c = b.rotate_right(37).wrapping_mul(by).wrapping_add(a);
                let d = a.rotate_right(25).wrapping_add(b).wrapping_mul(by);
                pair(c, d, by)
            }
            17..=32 => {
                let (a, b) = (word(text, 0).wrapping_mul(K1), word(text, 8));
                let (c, d) =
                    (word(text, length - 8).wrapping_mul(by), word(text, length - 16).wrapping_mul(K2));
                let (first, second) = ends(a, b, c, d);
                pair(first, second, by)
            }
            33..=64 => {
                let (a, b) = (word(text, 0).wrapping_mul(K2), word(text, 8));
                let (c, d) =
                    (word(text, length - 8).wrapping_mul(by), word(text, length - 16).wrapping_mul(K2));
                let (y, second) = ends(a, b, c, d);
                let z = pair(y, second, by);
                let (e, f) = (word(text, 16).wrapping_mul(by), word(text, 24));
                let g = y.wrapping_add(word(text, length - 32)).wrapping_mul(by);
                let h = z.wrapping_add(word(text, length - 24)).wrapping_mul(by);
                let left =
                    e.wrapping_add(f).rotate_right(43).wrapping_add(g.rotate_right(30)).wrapping_add(h);
                let right = e.wrapping_add(f.wrapping_add(a).rotate_right(18)).wrapping_add(g);
                pair(left, right, by)
            }
            _ => long(text),
        }
    }

    fn ends(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
        let first = a.wrapping_add(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
        (first, a.wrapping_add(b.wrapping_add(K2).rotate_right(18)).wrapping_add(c))
    }

    fn long(text: &[u8]) -> u64 {
        const SEED: u64 = 81;
        let length = text.len();
        let mut y = SEED.wrapping_mul(K1).wrapping_add(113);
        let mut z = mixed(y.wrapping_mul(K2).wrapping_add(113)).wrapping_mul(K2);
        let (mut v, mut w) = ((0_u64, 0_u64), (0_u64, 0_u64));
        let mut x = SEED.wrapping_mul(K2).wrapping_add(word(text, 0));
        let mut step = |at: usize,
                        by: u64,
                        nine: u64,
                        v: &mut (u64, u64),
                        w: &mut (u64, u64),
                        y: &mut u64,
                        z: &mut u64| {
            x = x
                .wrapping_add(*y)
                .wrapping_add(v.0)
                .wrapping_add(word(text, at + 8))
                .rotate_right(37)
                .wrapping_mul(by);
            *y = y.wrapping_add(v.1).wrapping_add(word(text, at + 48)).rotate_right(42).wrapping_mul(by);
            x ^= w.1.wrapping_mul(nine);
            *y = y.wrapping_add(v.0.wrapping_mul(nine)).wrapping_add(word(text, at + 40));
            *z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(by);
            *v = block(text, at, v.1.wrapping_mul(by), x.wrapping_add(w.0));
            *w = block(text, at + 32, z.wrapping_add(w.1), y.wrapping_add(word(text, at + 16)));
            std::mem::swap(z, &mut x);
            x
        };
        let end = (length - 1) / 64 * 64;
        for at in (0..end).step_by(64) {
            step(at, K1, 1, &mut v, &mut w, &mut y, &mut z);
        }
        let by = K1.wrapping_add((z & 0xff) << 1);
        w.0 = w.0.wrapping_add(((length - 1) & 63) as u64);
        v.0 = v.0.wrapping_add(w.0);
        w.0 = w.0.wrapping_add(v.0);
        let x = step(length - 64, by, 9, &mut v, &mut w, &mut y, &mut z);
        let left = pair(v.0, w.0, by).wrapping_add(mixed(y).wrapping_mul(K0)).wrapping_add(z);
        pair(left, pair(v.1, w.1, by).wrapping_add(x), by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lossy(pieces: &[&[u8]]) -> Vec<String> {
        pieces.iter().map(|piece| String::from_utf8_lossy(piece).into_owned()).collect()
    }

    #[test]
    fn pieces_are_tensorflows() {
        for (text, separator, most, expected) in [
            ("a,b, c", "", -1, &["a,b,", "c"][..]),
            (" x  y z ", "", -1, &["x", "y", "z"]),
            ("", "", -1, &[]),
            ("", "", 0, &[""]),
            (" x y ", "", 0, &[" x y "]),
            (" x y ", "", 1, &["x", "y "]),
            ("x y", "", 2, &["x", "y", ""]),
            ("x", "", 2, &["x"]),
            ("x y z", "", 3, &["x", "y", "z", ""]),
            ("", ",", -1, &[""]),
            (",,", ",", -1, &["", "", ""]),
            (",,", ",", 1, &["", ","]),
            ("a,b,c", ",", 0, &["a,b,c"]),
        ] {
            let pieces = lossy(&pieces(text.as_bytes(), separator.as_bytes(), most).unwrap());
            assert_eq!(pieces, expected, "{text:?} {separator:?} {most}");
        }
    }

    #[test]
    fn buckets_are_tensorflows() {
        // Of the first letters of this text, in 2^63 - 1 buckets.
        let text = "abcdefghijklmnopqrstuvwxyz0123456789".repeat(9);
        for (count, expected) in [
            (0, 1936946117179621456),
            (1, 3694432073954588132),
            (3, 2640714258260161385),
            (4, 1897425971756105985),
            (7, 4341691227789030229),
            (8, 9145071594317031690),
            (15, 7529451393577069597),
            (16, 6080716761534418621),
            (17, 2171023947900359593),
            (31, 496390783753762012),
            (32, 934449955909727258),
            (33, 8403347783973109260),
            (63, 1193268045066034841),
            (64, 3646545258579766308),
            (65, 3889391544646074892),
            (100, 1858196258524704914),
            (128, 2056131915184924913),
            (129, 4687628222062474711),
            (200, 3225094344678046759),
        ] {
            assert_eq!(fingerprint::of(&text.as_bytes()[..count]) % (u64::MAX >> 1), expected, "{count}");
        }
    }
}
