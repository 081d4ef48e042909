//! Parts of images: columns of windows, windows whose elements are moved, regions.

use tfrt_ops::DType;

use super::Table;
use super::windows::Windows;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;

pub(super) const OPS: Table =
    &[("Col2Im", columns_to_image), ("DeformConv", deformable_conv), ("RoiAlign", align_regions)];

/// The sum of all windows at their places in an image.
fn columns_to_image(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (image, block) = (b.cast(n.input(1)?, DType::I64)?, b.cast(n.input(2)?, DType::I64)?);
    let mut attrs = Vec::new();
    for name in ["strides", "dilations", "pads"] {
        if let Some(list) = n.ints(name) {
            attrs.push((name, Attribute::Ints(list)));
        }
    }
    Ok(vec![b.op("onnx.Col2Im", &[n.input(0)?, &image, &block], attrs)?])
}

/// A convolution whose elements under a window are moved by offsets: columns of them, and a product with the filters.
fn deformable_conv(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, filter, offset) = (n.input(0)?, n.input(1)?, n.input(2)?);
    let sizes = filter.sizes().filter(|sizes| sizes.len() == 4);
    let sizes = sizes.ok_or("the four sizes of the filter are not known")?;
    let windows = Windows::of(n, x, sizes[2..].to_vec())?.with_known_pads()?;
    let (groups, own) = (n.int("group", 1), n.int("offset_group", 1));
    let area = sizes[2].checked_mul(sizes[3]).ok_or("the filter is too large")?;
    let all =
        area.checked_mul(own).filter(|_| own > 0).ok_or("offset_group is not positive, or too large")?;
    if groups < 1 || sizes[0] % groups != 0 {
        return Err(format!("{} filters are not those of {groups} groups", sizes[0]));
    }
    let [batch, _, height, width] = &b.all_sizes(offset)?[..] else {
        return Err("the offsets have no image".into());
    };
    let mask = match n.optional(4) {
        Some(mask) => mask.clone(),
        None => {
            let all = b.int64(all)?;
            let dims = b.list_of(&[batch.clone(), all, height.clone(), width.clone()])?;
            let one = b.number(x.dtype()?, 1.0)?;
            b.op("tf.Fill", &[&dims, &one], NONE)?
        }
    };
    let pads = windows.pads.iter().map(|pad| pad[0]).chain(windows.pads.iter().map(|pad| pad[1])).collect();
    let attrs = [
        ("kernel_shape", Attribute::Ints(windows.sizes)),
        ("strides", Attribute::Ints(windows.strides)),
        ("dilations", Attribute::Ints(windows.dilations)),
        ("pads", Attribute::Ints(pads)),
        ("offset_group", Attribute::Int(own)),
    ];
    let columns = b.op("onnx.DeformColumns", &[x, offset, &mask], attrs)?;
    let rows = sizes[1].checked_mul(area).ok_or("the filter is too large")?;
    let places = b.op("tf.Mul", &[height, width], NONE)?;
    let parts = [batch.clone(), b.int64(groups)?, b.int64(rows)?, places];
    let columns = b.reshape_to(&columns, &parts)?;
    let filter = b.reshape(filter, &[groups, sizes[0] / groups, rows])?;
    let result = super::linear::product(b, &filter, &columns)?;
    let dims = [batch.clone(), b.int64(sizes[0])?, height.clone(), width.clone()];
    let result = b.reshape_to(&result, &dims)?;
    let Some(bias) = n.optional(3) else { return Ok(vec![result]) };
    let bias = b.reshape(bias, &[sizes[0], 1, 1])?;
    Ok(vec![b.op("tf.AddV2", &[&result, &bias], NONE)?])
}

/// A small image of each region.
fn align_regions(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let places = match n.text("coordinate_transformation_mode", "half_pixel")? {
        // Versions before 16 have no such attribute, and no half pixels.
        "half_pixel" => n.opset >= 16,
        "output_half_pixel" => false,
        other => return Err(n.refuse("coordinate_transformation_mode", &format!("'{other}'"))),
    };
    let attrs = [
        ("mode", Attribute::Text(n.one_of("mode", "avg", &["avg", "max"])?)),
        ("output_height", Attribute::Int(n.int("output_height", 1))),
        ("output_width", Attribute::Int(n.int("output_width", 1))),
        ("sampling_ratio", Attribute::Int(n.int("sampling_ratio", 0))),
        ("spatial_scale", Attribute::Float(n.float("spatial_scale", 1.0))),
        ("half_pixel", Attribute::Bool(places)),
    ];
    let batch = b.cast(n.input(2)?, DType::I64)?;
    Ok(vec![b.op("onnx.RoiAlign", &[n.input(0)?, n.input(1)?, &batch], attrs)?])
}
