//! Tensors and shapes as values of messages, and as attributes.
//!
//! A `TensorProto` holds its elements as raw bytes, or as a list of numbers that may be shorter than the tensor: the last number
//! then stands for the rest, and an empty list for zeros. Both forms are read; the writer uses raw bytes, and a list of one for
//! tensors whose elements are all equal.

use bytes::Bytes;
pub use tfrt_convert::graph::Constant;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::dense::{element_layout, make_dense, make_shared_dense};
use tfrt_ir::handles::Attr;
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ops::DataType;

use crate::dtype;
use crate::proto::tensorflow::{TensorProto, TensorShapeProto, tensor_shape_proto};

/// No constant is larger than this, in bytes.
const LARGEST: u64 = 1 << 40;

/// No list of a few numbers is drawn out to more bytes than this.
const LARGEST_FROM_LIST: u64 = 1 << 30;

/// Dimensions as a message; −1 where unknown, `None` for an unknown rank.
pub(crate) fn shape_to_proto(dims: Option<&[i64]>) -> TensorShapeProto {
    match dims {
        None => TensorShapeProto { unknown_rank: true, ..Default::default() },
        Some(dims) => {
            let dim = |&dim: &i64| tensor_shape_proto::Dim {
                size: if dim == DYNAMIC { -1 } else { dim },
                ..Default::default()
            };
            TensorShapeProto { dim: dims.iter().map(dim).collect(), unknown_rank: false }
        }
    }
}

/// The dimensions that a message says; −1 where unknown, `None` for an unknown rank.
pub(crate) fn shape_from_proto(shape: &TensorShapeProto) -> Option<Vec<i64>> {
    (!shape.unknown_rank).then(|| shape.dim.iter().map(|dim| dim.size.max(-1)).collect())
}

/// A constant as a message: dense numbers or strings of a static shape. `None` for any other attribute.
pub(crate) fn to_proto(ctx: &Context, attr: Attr) -> Option<TensorProto> {
    let (ty, kind) = match ctx.attr_kind(attr) {
        kind @ (AttrKind::DenseElements { ty, .. } | AttrKind::DenseStrings { ty, .. }) => (*ty, kind),
        _ => return None,
    };
    let TypeKind::RankedTensor { dims, elem, .. } = ctx.type_kind(ty) else { return None };
    let data_type = dtype::of_type(ctx, *elem)?;
    let mut proto = TensorProto {
        dtype: dtype::number(data_type),
        tensor_shape: Some(shape_to_proto(Some(dims))),
        ..Default::default()
    };
    match kind {
        AttrKind::DenseElements { splat: true, data, .. } => put_one(&mut proto, data_type, data)?,
        AttrKind::DenseElements { data, .. } => proto.tensor_content = data.clone(),
        AttrKind::DenseStrings { values, .. } => {
            proto.string_val = values.iter().map(|v| v.to_vec()).collect()
        }
        _ => return None,
    }
    Some(proto)
}

/// Strings of a given shape as a message.
pub(crate) fn strings_to_proto(dims: &[i64], values: Vec<Vec<u8>>) -> TensorProto {
    TensorProto {
        dtype: dtype::number(DataType::String),
        tensor_shape: Some(shape_to_proto(Some(dims))),
        string_val: values,
        ..Default::default()
    }
}

/// Stores one element in the list of its type.
fn put_one(proto: &mut TensorProto, data_type: DataType, bytes: &[u8]) -> Option<()> {
    let wide = |range: std::ops::Range<usize>| {
        let part = bytes.get(range)?;
        Some(part.iter().rev().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte)))
    };
    let bits = wide(0..bytes.len().min(8))?;
    match data_type {
        DataType::Float32 => proto.float_val.push(f32::from_bits(bits as u32)),
        DataType::Float64 => proto.double_val.push(f64::from_bits(bits)),
        DataType::Int8 => proto.int_val.push(i32::from(bits as i8)),
        DataType::Int16 => proto.int_val.push(i32::from(bits as i16)),
        DataType::Int32 => proto.int_val.push(bits as i32),
        DataType::UInt8 | DataType::UInt16 => proto.int_val.push(bits as i32),
        DataType::Int64 => proto.int64_val.push(bits as i64),
        DataType::UInt32 => proto.uint32_val.push(bits as u32),
        DataType::UInt64 => proto.uint64_val.push(bits),
        DataType::Bool => proto.bool_val.push(bits != 0),
        DataType::Float16 | DataType::BFloat16 => proto.half_val.push(bits as i32),
        DataType::Complex64 => {
            proto.scomplex_val = [wide(0..4)?, wide(4..8)?].map(|part| f32::from_bits(part as u32)).to_vec();
        }
        DataType::Complex128 => {
            proto.dcomplex_val = [wide(0..8)?, wide(8..16)?].map(f64::from_bits).to_vec();
        }
        _ => return None,
    }
    Some(())
}

/// The bytes of an element of a dense tensor; `None` if elements have no size of whole bytes.
pub fn element_bytes(data_type: DataType) -> Option<usize> {
    use DataType::*;
    Some(match data_type {
        Bool | Int8 | UInt8 | QInt8 | QUInt8 => 1,
        Float8E5M2 | Float8E4M3FN | Float8E4M3FNUZ | Float8E4M3B11FNUZ | Float8E5M2FNUZ => 1,
        Int16 | UInt16 | QInt16 | QUInt16 | Float16 | BFloat16 => 2,
        Int32 | UInt32 | QInt32 | Float32 => 4,
        Int64 | UInt64 | Float64 | Complex64 => 8,
        Complex128 => 16,
        String | Resource | Variant | Int4 | UInt4 | Int2 | UInt2 | Float4E2M1FN => return None,
    })
}

/// A dense tensor as a constant, which shares its bytes (row-major, little-endian).
///
/// # Errors
/// The bytes are not those of the elements.
pub fn constant(
    ctx: &Context,
    data_type: DataType,
    dims: &[i64],
    mut data: Bytes,
) -> Result<Constant, String> {
    let elem = dtype::to_type(ctx, data_type);
    let size = element_layout(ctx, elem).map(|layout| layout.bytes());
    let count = dims.iter().try_fold(1_usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?));
    let bytes = count.zip(size).and_then(|(count, size)| count.checked_mul(size));
    if bytes != Some(data.len()) {
        let name = data_type.name();
        return Err(format!("a tensor of shape {dims:?} of {name} does not have {} bytes", data.len()));
    }
    if data_type == DataType::Bool {
        data = data.iter().map(|&byte| u8::from(byte != 0)).collect();
    }
    Ok(Constant::Dense(make_shared_dense(ctx, ctx.tensor(dims, elem), data)))
}

/// Reads a tensor of a message.
///
/// # Errors
/// The message of the error.
pub fn read(ctx: &Context, proto: &TensorProto) -> Result<Constant, String> {
    from_proto(ctx, proto)
}

/// Reads a tensor; the error names the fault.
pub(crate) fn from_proto(ctx: &Context, proto: &TensorProto) -> Result<Constant, String> {
    let data_type = dtype::from_number(proto.dtype)
        .ok_or_else(|| format!("tensors of data type {} are not supported", proto.dtype))?;
    let shape = proto.tensor_shape.as_ref().map_or(Some(Vec::new()), shape_from_proto);
    let dims =
        shape.filter(|dims| dims.iter().all(|&dim| dim >= 0)).ok_or("the shape of a tensor is not known")?;
    let count = if dims.contains(&0) {
        0
    } else {
        dims.iter()
            .try_fold(1_u64, |n, &dim| n.checked_mul(dim as u64))
            .ok_or("a tensor has too many elements")?
    };
    if data_type == DataType::String {
        return strings(proto, dims, count);
    }
    let elem = dtype::to_type(ctx, data_type);
    let Some(size) = element_layout(ctx, elem).map(|layout| layout.bytes()) else {
        return Err(format!("tensors of {} are not supported", data_type.name()));
    };
    let bytes =
        count.checked_mul(size as u64).filter(|&bytes| bytes <= LARGEST).ok_or("a tensor is too large")?;
    let ty = ctx.tensor(&dims, elem);
    if !proto.tensor_content.is_empty() {
        if proto.tensor_content.len() as u64 != bytes {
            return Err(format!(
                "a tensor of {} elements of {} needs {bytes} bytes, but has {}",
                count,
                data_type.name(),
                proto.tensor_content.len()
            ));
        }
        let data = match data_type {
            DataType::Bool => proto.tensor_content.iter().map(|&byte| u8::from(byte != 0)).collect(),
            _ => proto.tensor_content.clone(),
        };
        return Ok(Constant::Dense(make_shared_dense(ctx, ty, data)));
    }
    let mut data = listed(proto, data_type);
    let listed = (data.len() / size) as u64;
    if listed > count {
        return Err(format!("a tensor of {count} elements is given {listed}"));
    }
    if listed == 0 {
        data = if count == 0 { Vec::new() } else { vec![0; size] };
    } else if listed > 1 {
        if bytes > LARGEST_FROM_LIST {
            return Err("a tensor is too large".into());
        }
        let last = data[data.len() - size..].to_vec();
        for _ in listed..count {
            data.extend_from_slice(&last);
        }
    }
    Ok(Constant::Dense(make_dense(ctx, ty, data)))
}

fn strings(proto: &TensorProto, dims: Vec<i64>, count: u64) -> Result<Constant, String> {
    let mut values = proto.string_val.clone();
    if values.len() as u64 > count {
        return Err(format!("a tensor of {count} elements is given {}", values.len()));
    }
    match values.len() {
        0 if count > 0 => values.push(Vec::new()),
        // One string stands for all; more are followed by copies of the last.
        0 | 1 => {}
        listed => {
            if count > LARGEST_FROM_LIST / 64 {
                return Err("a tensor is too large".into());
            }
            let last = values[listed - 1].clone();
            values.resize(count as usize, last);
        }
    }
    Ok(Constant::Strings { dims, values })
}

/// The listed numbers as bytes.
fn listed(proto: &TensorProto, data_type: DataType) -> Vec<u8> {
    fn bytes<T, const N: usize>(values: &[T], f: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
        values.iter().flat_map(f).collect()
    }
    match data_type {
        DataType::Float32 => bytes(&proto.float_val, |v| v.to_le_bytes()),
        DataType::Float64 => bytes(&proto.double_val, |v| v.to_le_bytes()),
        DataType::Int32 => bytes(&proto.int_val, |v| v.to_le_bytes()),
        DataType::Int16 | DataType::UInt16 => bytes(&proto.int_val, |v| (*v as u16).to_le_bytes()),
        DataType::Int8 | DataType::UInt8 => bytes(&proto.int_val, |v| [*v as u8]),
        DataType::Int64 => bytes(&proto.int64_val, |v| v.to_le_bytes()),
        DataType::UInt32 => bytes(&proto.uint32_val, |v| v.to_le_bytes()),
        DataType::UInt64 => bytes(&proto.uint64_val, |v| v.to_le_bytes()),
        DataType::Bool => bytes(&proto.bool_val, |v| [u8::from(*v)]),
        DataType::Float16 | DataType::BFloat16 => bytes(&proto.half_val, |v| (*v as u16).to_le_bytes()),
        DataType::Complex64 => bytes(&whole(&proto.scomplex_val), |v| v.to_le_bytes()),
        DataType::Complex128 => bytes(&whole(&proto.dcomplex_val), |v| v.to_le_bytes()),
        _ => Vec::new(),
    }
}

/// Complex numbers are pairs; half of one is not one.
fn whole<T: Copy>(parts: &[T]) -> Vec<T> {
    parts[..parts.len() & !1].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_ir::syntax::attr_to_string;

    fn tensor(data_type: DataType, dims: &[i64]) -> TensorProto {
        TensorProto {
            dtype: dtype::number(data_type),
            tensor_shape: Some(shape_to_proto(Some(dims))),
            ..Default::default()
        }
    }

    fn read(proto: &TensorProto) -> String {
        let ctx = Context::new();
        match from_proto(&ctx, proto) {
            Ok(Constant::Dense(attr)) => attr_to_string(&ctx, attr),
            Ok(strings) => format!("{strings:?}"),
            Err(error) => error,
        }
    }

    #[test]
    fn lists_may_be_shorter_than_the_tensor() {
        let mut proto = tensor(DataType::Float32, &[2, 2]);
        assert_eq!(read(&proto), "dense<0.000000e+00> : tensor<2x2xf32>");
        proto.float_val = vec![1.0];
        assert_eq!(read(&proto), "dense<1.000000e+00> : tensor<2x2xf32>");
        proto.float_val = vec![1.0, 2.0];
        assert_eq!(
            read(&proto),
            "dense<[[1.000000e+00, 2.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<2x2xf32>"
        );
        proto.float_val = vec![1.0; 5];
        assert_eq!(read(&proto), "a tensor of 4 elements is given 5");
    }

    #[test]
    fn each_type_has_its_list() {
        for (data_type, fill, expected) in [
            (
                DataType::UInt8,
                (|p| p.int_val = vec![200, 3]) as fn(&mut TensorProto),
                "dense<[200, 3]> : tensor<2xui8>",
            ),
            (DataType::Int8, |p| p.int_val = vec![-1, 3], "dense<[-1, 3]> : tensor<2xi8>"),
            (DataType::Bool, |p| p.bool_val = vec![true, false], "dense<[true, false]> : tensor<2xi1>"),
            (DataType::Int64, |p| p.int64_val = vec![-7], "dense<-7> : tensor<2xi64>"),
            (DataType::Float16, |p| p.half_val = vec![0x3c00], "dense<1.000000e+00> : tensor<2xf16>"),
            (DataType::BFloat16, |p| p.half_val = vec![0x3f80], "dense<1.000000e+00> : tensor<2xbf16>"),
            (
                DataType::UInt64,
                |p| p.uint64_val = vec![u64::MAX],
                "dense<18446744073709551615> : tensor<2xui64>",
            ),
            (
                DataType::Complex64,
                |p| p.scomplex_val = vec![1.0, -1.0, 0.0],
                "dense<(1.000000e+00,-1.000000e+00)> : tensor<2xcomplex<f32>>",
            ),
        ] {
            let mut proto = tensor(data_type, &[2]);
            fill(&mut proto);
            assert_eq!(read(&proto), expected);
            let ctx = Context::new();
            let Ok(Constant::Dense(attr)) = from_proto(&ctx, &proto) else { unreachable!("read above") };
            let again = to_proto(&ctx, attr).expect("a constant");
            assert_eq!(from_proto(&ctx, &again), Ok(Constant::Dense(attr)), "{data_type:?}");
        }
    }

    #[test]
    fn what_is_no_tensor_is_said() {
        assert_eq!(read(&tensor(DataType::Resource, &[])), "tensors of resource are not supported");
        assert_eq!(read(&tensor(DataType::Float32, &[-1])), "the shape of a tensor is not known");
        assert_eq!(read(&tensor(DataType::Int8, &[i64::MAX, 8])), "a tensor has too many elements");
        assert_eq!(read(&tensor(DataType::Int8, &[1 << 50])), "a tensor is too large");
        let mut proto = tensor(DataType::Int32, &[2]);
        proto.tensor_content = vec![0; 7].into();
        assert_eq!(read(&proto), "a tensor of 2 elements of int32 needs 8 bytes, but has 7");
        proto.dtype = 99;
        assert_eq!(read(&proto), "tensors of data type 99 are not supported");
    }

    #[test]
    fn strings_are_bytes() {
        let mut proto = tensor(DataType::String, &[3]);
        proto.string_val = vec![b"a".to_vec(), b"\xff".to_vec()];
        let ctx = Context::new();
        assert_eq!(
            from_proto(&ctx, &proto),
            Ok(Constant::Strings {
                dims: vec![3],
                values: vec![b"a".to_vec(), b"\xff".to_vec(), b"\xff".to_vec()]
            })
        );
    }
}
