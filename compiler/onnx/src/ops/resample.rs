//! Images of other sizes, their values at given places, and files of them. Channels come second in ONNX and last in the ops of the program.

use tfrt_ops::DType;
use tfrt_ops::resample::{Nearest, Positions};

use super::Table;
use crate::builder::{Attribute, Builder, Result, Tensor};
use crate::constant::{Constant, Elements};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("Upsample", resize),
    ("Resize", resize),
    ("GridSample", grid_sample),
    ("AffineGrid", affine_grid),
    ("ImageDecoder", decode_image),
];

/// Sizes that are known are given to the op, whose axes are then those that change, as they lie in the program.
fn resize(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let is_old = n.opset < 10 || n.proto.op_type() == "Upsample";
    let at = if n.opset < 11 || is_old { 1 } else { 2 };
    let scales = match n.attr("scales") {
        Some(attr) => Some(attr.floats.iter().map(|&scale| f64::from(scale)).collect()),
        None => n.optional(at).and_then(|scales| scales.constant()?.floats()),
    };
    let scales: Option<Vec<f64>> = scales.filter(|scales: &Vec<f64>| !scales.is_empty());
    let sizes = n.optional(3).and_then(|sizes| sizes.ints());
    let axes: Vec<usize> = match n.ints("axes") {
        Some(axes) => axes.iter().map(|&at| crate::node::axis(at, rank)).collect::<Result<_>>()?,
        None => (0..rank).collect(),
    };
    let mode = match n.text("mode", "nearest")? {
        // The name of an old version.
        "bilinear" => "linear",
        mode => mode,
    };
    let transform = match n.opset {
        ..=10 => "asymmetric",
        _ => n.text("coordinate_transformation_mode", "half_pixel")?,
    };
    let rounding = match n.opset {
        ..=10 => "floor",
        _ => n.text("nearest_mode", "round_prefer_floor")?,
    };
    let positions = Positions::named(transform)
        .ok_or_else(|| n.refuse("coordinate_transformation_mode", &format!("'{transform}'")))?;
    let nearest =
        Nearest::named(rounding).ok_or_else(|| n.refuse("nearest_mode", &format!("'{rounding}'")))?;
    let policy = n.text("keep_aspect_ratio_policy", "stretch")?;
    let sizes_are_known = policy == "stretch"
        && positions != Positions::Region
        && (scales.is_some() || sizes.is_some())
        && axes
            .iter()
            .all(|&axis| x.dim(axis).is_some_and(|size| size > 0) || is_kept(&axes, axis, scales.as_deref()));
    let attrs = attributes(n, positions, nearest, mode, policy)?;
    if !sizes_are_known {
        return open_resize(b, n, at, positions, attrs);
    }
    let kept = b.kept(x)?;
    // By the place of an axis in the program: its size in the result, and the factor if that is what is given.
    let mut changed: Vec<(usize, i64, Option<f64>)> = Vec::new();
    for (i, &axis) in axes.iter().enumerate() {
        let size = x.dim(axis);
        let (target, scale) = match (&scales, &sizes) {
            (Some(scales), _) => {
                let scale = *scales.get(i).ok_or("there are too few scales")?;
                if scale == 1.0 {
                    continue;
                }
                let size = size.ok_or("a size to change is not known")?;
                ((size as f64 * scale).floor() as i64, Some(scale))
            }
            (None, Some(sizes)) => (*sizes.get(i).ok_or("there are too few sizes")?, None),
            (None, None) => return Err("neither scales nor sizes are given".into()),
        };
        let size = size.ok_or("a size to change is not known")?;
        if !(1..=1 << 20).contains(&target) || size < 1 {
            return Err(format!("a size of {size} cannot become {target}"));
        }
        if target != size || scale.is_some() {
            changed.push((kept.axis(axis), target, scale));
        }
    }
    if changed.is_empty() {
        return Ok(vec![x.clone()]);
    }
    changed.sort_by_key(|&(axis, ..)| axis);
    let targets = changed.iter().flat_map(|(_, target, _)| target.to_le_bytes()).collect();
    let factors: Vec<u8> = changed
        .iter()
        .filter_map(|(.., scale)| *scale)
        .flat_map(|scale| (scale as f32).to_le_bytes())
        .collect();
    let region = list(DType::F32, 0, Vec::new())?;
    let scales = list(DType::F32, factors.len() / size_of::<f32>(), factors)?;
    let sizes = list(DType::I64, changed.len(), targets)?;
    let mut attrs = attrs;
    attrs.push(("axes", Attribute::Ints(changed.iter().map(|&(axis, ..)| axis as i64).collect())));
    let result = b.op("onnx.Resize", &[&kept.tensor, &region, &scales, &sizes], attrs)?;
    Ok(vec![kept.made(result)?])
}

fn list(dtype: DType, length: usize, bytes: Vec<u8>) -> Result<Tensor> {
    Tensor::of_constant(Constant {
        dtype,
        dims: vec![length as i64],
        elements: Elements::Bytes(bytes.into()),
    })
}

/// The attributes of the op, but for the axes.
fn attributes(
    n: &Node<'_>,
    positions: Positions,
    nearest: Nearest,
    mode: &str,
    policy: &str,
) -> Result<Vec<(&'static str, Attribute)>> {
    let known = |name: &str, value: &str, list: &[&'static str]| {
        let found = list.iter().find(|known| **known == value);
        found.map(|known| Attribute::Text(known)).ok_or_else(|| n.refuse(name, &format!("'{value}'")))
    };
    let policies = ["stretch", "not_larger", "not_smaller"];
    Ok(vec![
        ("mode", known("mode", mode, &["nearest", "linear", "cubic"])?),
        ("coordinate_transformation_mode", Attribute::Text(positions.name())),
        ("nearest_mode", Attribute::Text(nearest.name())),
        ("cubic_coeff_a", Attribute::Float(n.float("cubic_coeff_a", -0.75))),
        ("exclude_outside", Attribute::Bool(n.int("exclude_outside", 0) != 0)),
        ("extrapolation_value", Attribute::Float(n.float("extrapolation_value", 0.0))),
        ("antialias", Attribute::Bool(n.int("antialias", 0) != 0)),
        ("keep_aspect_ratio_policy", known("keep_aspect_ratio_policy", policy, &policies)?),
    ])
}

/// Whether a factor keeps the size of an axis.
fn is_kept(axes: &[usize], axis: usize, scales: Option<&[f64]>) -> bool {
    let place = axes.iter().position(|&other| other == axis);
    place.zip(scales).is_some_and(|(place, scales)| scales.get(place) == Some(&1.0))
}

/// Sizes that are known when the program runs.
fn open_resize(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    at: usize,
    positions: Positions,
    mut attrs: Vec<(&'static str, Attribute)>,
) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let none = |dtype: DType| list(dtype, 0, Vec::new());
    let given = |i: usize| n.optional(i).filter(|input| input.sizes().as_deref() != Some(&[0]));
    let region = match given(1).filter(|_| at == 2 && positions == Positions::Region) {
        Some(region) => region.clone(),
        None => none(DType::F32)?,
    };
    let scales = match (n.attr("scales"), given(at)) {
        (Some(attr), _) => {
            let bytes = attr.floats.iter().flat_map(|scale| scale.to_le_bytes()).collect();
            list(DType::F32, attr.floats.len(), bytes)?
        }
        (None, Some(scales)) => b.cast(scales, DType::F32)?,
        (None, None) => none(DType::F32)?,
    };
    let sizes = match given(3) {
        Some(sizes) => b.cast(sizes, DType::I64)?,
        None => none(DType::I64)?,
    };
    if let Some(axes) = n.ints("axes") {
        let rank = x.rank()?;
        let axes = axes.iter().map(|&at| Ok(crate::node::axis(at, rank)? as i64)).collect::<Result<_>>()?;
        attrs.push(("axes", Attribute::Ints(axes)));
    }
    Ok(vec![b.op("onnx.Resize", &[x, &region, &scales, &sizes], attrs)?])
}

/// The values of an image at places.
fn grid_sample(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, grid) = (n.input(0)?, n.input(1)?);
    let mode = match n.text("mode", "linear")? {
        "linear" | "bilinear" => "linear",
        "nearest" => "nearest",
        "cubic" | "bicubic" => "cubic",
        other => return Err(n.refuse("mode", &format!("'{other}'"))),
    };
    let padding = match n.text("padding_mode", "zeros")? {
        "zeros" => "zeros",
        "border" => "border",
        "reflection" => "reflection",
        other => return Err(n.refuse("padding_mode", &format!("'{other}'"))),
    };
    let attrs = [
        ("mode", Attribute::Text(mode)),
        ("padding_mode", Attribute::Text(padding)),
        ("align_corners", Attribute::Bool(n.int("align_corners", 0) != 0)),
    ];
    let grid = match grid.dtype()? {
        DType::F32 | DType::F64 => grid.clone(),
        _ => b.cast(grid, DType::F32)?,
    };
    Ok(vec![b.op("onnx.GridSample", &[x, &grid], attrs)?])
}

/// The picture in a file.
fn decode_image(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let format = n.one_of("pixel_format", "RGB", &["RGB", "BGR", "Grayscale"])?;
    Ok(vec![b.op("onnx.ImageDecoder", &[n.input(0)?], [("pixel_format", Attribute::Text(format))])?])
}

fn affine_grid(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let attrs = [("align_corners", Attribute::Bool(n.int("align_corners", 0) != 0))];
    Ok(vec![b.op("onnx.AffineGrid", &[n.input(0)?, n.input(1)?], attrs)?])
}
