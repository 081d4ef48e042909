//! Pools, and what undoes one. Channels come second in ONNX and last in the ops of the program.

use tfrt_ops::DType;

use super::Table;
use super::pads::padded;
use super::quantize::moved_in_order;
use super::windows::{Windows, flat};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::constant::{Constant, Elements};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("MaxPool", |b, n| moved_in_order(b, n, |b, n| pool(b, n, Pool::Max))),
    ("AveragePool", |b, n| pool(b, n, Pool::Mean)),
    ("GlobalAveragePool", |b, n| global(b, n, "tf.Mean")),
    ("GlobalLpPool", global_norm),
    ("GlobalMaxPool", |b, n| global(b, n, "tf.Max")),
    ("LpPool", lp_pool),
    ("MaxUnpool", max_unpool),
];

#[derive(Clone, Copy, PartialEq)]
enum Pool {
    Max,
    Mean,
}

fn pool(b: &mut Builder<'_>, n: &Node<'_>, kind: Pool) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let sizes = n.ints("kernel_shape").ok_or("kernel_shape is missing")?;
    if sizes.len() + 2 != rank || !(3..=5).contains(&rank) {
        return Err(format!("windows of {sizes:?} do not fit an input of rank {rank}"));
    }
    let dtype = x.dtype()?;
    let mut windows = Windows::of(n, x, sizes)?;
    let is_dilated = windows.dilations.iter().any(|&dilation| dilation != 1);
    let is_open = (2..rank).any(|axis| x.dim(axis).is_none());
    let (is_ceil, counts_pads) = (n.int("ceil_mode", 0) != 0, n.int("count_include_pad", 0) != 0);
    let has_pads = windows.is_same || windows.pads.iter().flatten().any(|&pad| pad > 0);
    // What is at the ends of an image depends on its size.
    let has_ends = is_ceil || (kind == Pool::Mean && has_pads && counts_pads == windows.is_same);
    if n.has_output(1) || is_dilated || (is_open && has_ends) {
        let op = if kind == Pool::Max { "onnx.MaxPool" } else { "onnx.AveragePool" };
        return general_pool(b, n, op, &windows.with_known_pads()?);
    }
    let given = windows.pads.clone();
    // A last window that is not full begins in the image or in the padding before it.
    if is_ceil {
        for axis in 0..rank - 2 {
            let size = x.dim(2 + axis).ok_or("the sizes of the image are not known")?;
            let [before, after] = windows.pads[axis];
            let (stride, window) = (windows.strides[axis], windows.sizes[axis]);
            let room = size + before + after - window;
            let mut count = (room + stride - 1).div_euclid(stride) + 1;
            if (count - 1) * stride >= size + before {
                count -= 1;
            }
            windows.pads[axis][1] = after.max((count - 1) * stride + window - size - before);
        }
    }
    // Means are over the elements of the image there.
    let sizes = x.open_sizes()?;
    if kind == Pool::Mean && has_pads && !counts_pads && windows.are_same(&sizes[2..]) {
        windows.is_same = true;
        windows.pads.fill([0, 0]);
    }
    let spatial = windows.sizes.len();
    let mut image = b.last(x)?;
    if rank == 3 {
        image = flat(b, &image, 1)?;
        windows.sizes.insert(0, 1);
        windows.strides.insert(0, 1);
        windows.pads.insert(0, [0, 0]);
    }
    let lowest = match (kind, dtype) {
        (Pool::Mean, _) => 0.0,
        (Pool::Max, DType::I8) => f64::from(i8::MIN),
        (Pool::Max, DType::UI8) => 0.0,
        (Pool::Max, _) => f64::NEG_INFINITY,
    };
    let lowest = b.number(dtype, lowest)?;
    let pads: Vec<[i64; 2]> = [[0, 0]].into_iter().chain(windows.pads.clone()).chain([[0, 0]]).collect();
    // The largest of a window that has an element is not of the padding.
    let is_explicit = kind == Pool::Max
        && rank < 5
        && windows.pads.iter().zip(&windows.sizes).all(|([before, after], size)| before.max(after) < size);
    if !is_explicit {
        image = padded(b, &image, &pads, &lowest)?;
        windows.pads.fill([0, 0]);
    }
    let around = |list: &[i64]| Attribute::Ints([&[1], list, &[1]].concat());
    let mut result = if rank == 5 {
        let op = if kind == Pool::Max { "tf.MaxPool3D" } else { "tf.AvgPool3D" };
        let attrs = [
            ("ksize", around(&windows.sizes)),
            ("strides", around(&windows.strides)),
            ("padding", Attribute::Text(if windows.is_same { "SAME" } else { "VALID" })),
            ("data_format", Attribute::Text("NDHWC")),
        ];
        b.op(op, &[&image], attrs)?
    } else {
        let mut attrs = windows.attrs(false, is_explicit);
        attrs.push(("ksize", around(&windows.sizes)));
        if kind == Pool::Mean {
            attrs.retain(|(name, _)| *name != "explicit_paddings");
        }
        b.op(if kind == Pool::Max { "tf.MaxPool" } else { "tf.AvgPool" }, &[&image], attrs)?
    };
    if rank == 3 {
        result = b.op("tf.Squeeze", &[&result], [("squeeze_dims", Attribute::Ints(vec![1]))])?;
    }
    // Means are over the elements under the window: those of the image, or with the padding that was asked for.
    let is_padded = pads.iter().flatten().any(|&pad| pad > 0);
    if kind == Pool::Mean && is_padded && !is_open {
        let result_sizes = result.open_sizes()?;
        let offset = usize::from(rank == 3);
        let mut factors = vec![1.0_f64];
        for axis in 0..spatial {
            let size = x.dim(2 + axis).ok_or("the sizes of the image are not known")?;
            let (stride, window) = (windows.strides[axis + offset], windows.sizes[axis + offset]);
            let [before, after] = given[axis];
            let count = |place: i64| {
                let start = place * stride - before;
                let (least, most) = if counts_pads { (-before, size + after) } else { (0, size) };
                ((start + window).min(most) - start.max(least)).max(1)
            };
            let line: Vec<f64> = crate::node::line(result_sizes[1 + axis])?
                .map(|place| window as f64 / count(place) as f64)
                .collect();
            crate::node::line((factors.len() as i64).saturating_mul(line.len() as i64))?;
            factors = factors.iter().flat_map(|factor| line.iter().map(move |own| factor * own)).collect();
        }
        if factors.iter().any(|&factor| factor != 1.0) {
            let mut dims = vec![1];
            dims.extend_from_slice(&result_sizes[1..=spatial]);
            dims.push(1);
            let bytes = factors.iter().flat_map(|factor| factor.to_le_bytes()).collect();
            let factors = Constant { dtype: DType::F64, dims, elements: Elements::Bytes(bytes) };
            let factors = Tensor::of_constant(factors)?;
            let factors = b.cast(&factors, dtype)?;
            result = b.op("tf.Mul", &[&result, &factors], NONE)?;
        }
    }
    Ok(vec![Tensor::of_last(result)?])
}

fn global(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()? as i64;
    if rank < 2 {
        return Err(format!("an input of rank {rank} has no batch and channels"));
    }
    let last = b.last(x)?;
    let axes = b.int32s(&(1..rank - 1).collect::<Vec<_>>())?;
    let result = b.op(op, &[&last, &axes], [("keep_dims", Attribute::Bool(true))])?;
    Ok(vec![Tensor::of_last(result)?])
}

/// The norm of all elements of a channel.
fn global_norm(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let (rank, dtype, p) = (x.rank()? as i64, x.dtype()?, n.int("p", 2));
    if p < 1 {
        return Err(n.refuse("p", &p.to_string()));
    }
    let size = b.elementwise("tf.Abs", &[x], NONE)?;
    let exponent = b.number(dtype, p as f64)?;
    let powers = match p {
        1 => size,
        2 => b.elementwise("tf.Square", &[&size], NONE)?,
        _ => b.elementwise("tf.Pow", &[&size, &exponent], NONE)?,
    };
    let axes = b.int32s(&(2..rank).collect::<Vec<_>>())?;
    let sum = b.op("tf.Sum", &[&powers, &axes], [("keep_dims", Attribute::Bool(true))])?;
    Ok(vec![match p {
        1 => sum,
        2 => b.op("tf.Sqrt", &[&sum], NONE)?,
        _ => {
            let root = b.number(dtype, 1.0 / p as f64)?;
            b.op("tf.Pow", &[&sum, &root], NONE)?
        }
    }])
}

/// Windows with distances between their elements, the places of the largest elements, and pools of norms.
fn general_pool(b: &mut Builder<'_>, n: &Node<'_>, op: &str, windows: &Windows) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let pads = windows.pads.iter().map(|pad| pad[0]).chain(windows.pads.iter().map(|pad| pad[1])).collect();
    let mut attrs = vec![
        ("kernel_shape", Attribute::Ints(windows.sizes.clone())),
        ("strides", Attribute::Ints(windows.strides.clone())),
        ("dilations", Attribute::Ints(windows.dilations.clone())),
        ("pads", Attribute::Ints(pads)),
        ("ceil_mode", Attribute::Bool(n.int("ceil_mode", 0) != 0)),
    ];
    match op {
        "onnx.MaxPool" => attrs.push(("storage_order", Attribute::Int(n.int("storage_order", 0)))),
        "onnx.LpPool" => attrs.push(("p", Attribute::Int(n.int("p", 2)))),
        _ => attrs.push(("count_include_pad", Attribute::Bool(n.int("count_include_pad", 0) != 0))),
    }
    b.ops(op, &[x], attrs, if op == "onnx.MaxPool" { 2 } else { 1 })
}

fn lp_pool(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let sizes = n.ints("kernel_shape").ok_or("kernel_shape is missing")?;
    let windows = Windows::of(n, n.input(0)?, sizes)?.with_known_pads()?;
    general_pool(b, n, "onnx.LpPool", &windows)
}

/// The values of a pool at the places where they were in the image, which is zero elsewhere.
fn max_unpool(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, places) = (n.input(0)?, n.input(1)?);
    let sizes = x.sizes().ok_or("the sizes of the image are not known")?;
    let windows = Windows::of(n, x, n.ints("kernel_shape").ok_or("kernel_shape is missing")?)?;
    if windows.sizes.len() + 2 != sizes.len() {
        return Err(format!("windows of {:?} do not fit an input of rank {}", windows.sizes, sizes.len()));
    }
    let mut dims = sizes[..2].to_vec();
    for (axis, &size) in sizes[2..].iter().enumerate() {
        let [before, after] = windows.pads[axis];
        dims.push((size - 1) * windows.strides[axis] + windows.sizes[axis] - before - after);
    }
    let count = dims.iter().try_fold(1_i64, |count, &dim| count.checked_mul(dim).filter(|_| dim >= 0));
    let count = count.ok_or_else(|| format!("the image would have the sizes {dims:?}"))?;
    let places = b.cast(places, DType::I64)?;
    let (places, values) = (b.reshape(&places, &[-1, 1])?, b.reshape(x, &[-1])?);
    let shape = b.int64s(&[count])?;
    let zero = b.number(x.dtype()?, 0.0)?;
    let zeros = b.op("tf.Fill", &[&shape, &zero], NONE)?;
    // Windows that overlap may have one place in common, and its value.
    let flat = b.op("tf.TensorScatterUpdate", &[&zeros, &places, &values], NONE)?;
    let image = b.reshape(&flat, &dims)?;
    let Some(wanted) = n.optional(2) else { return Ok(vec![image]) };
    // Places are those of the image that the windows cover, which begins where a larger one does.
    let (wanted, own) = (b.cast(wanted, DType::I64)?, b.int64s(&dims)?);
    let more = b.op("tf.Sub", &[&wanted, &own], NONE)?;
    let none = b.int64s(&vec![0; dims.len()])?;
    let pads = b.op("tf.Pack", &[&none, &more], [("N", Attribute::Int(2)), ("axis", Attribute::Int(1))])?;
    let zero = b.number(x.dtype()?, 0.0)?;
    Ok(vec![b.op("tf.PadV2", &[&image, &pads, &zero], NONE)?.with_dims(&vec![-1; dims.len()])])
}
