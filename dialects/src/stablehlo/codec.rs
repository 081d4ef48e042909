//! The bytecode of the dialect's attributes and types, as upstream writes programs that are no portable artifacts: codes in the order of upstream's list,
//! which only grows.

use tfrt_bytecode::{BytecodeError, DialectCodec, DialectReader, DialectWriter, Entry};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::types::{FloatKind, TypeKind};

use super::attributes::{
    ChannelHandle, DotAlgorithm, DotDimensionNumbers, GatherDimensionNumbers, OutputOperandAlias,
    ResultAccuracy, ScatterDimensionNumbers, TypeExtensions,
};
use super::conv::ConvDimensionNumbers;
use super::mesh::{AxisRef, Mesh, MeshAxis, Nested, ReplicaGroupMeshAxes, SubAxisInfo};
use super::types::future;
use super::words::{
    ComparisonDirection, ComparisonType, FftType, Precision, ResultAccuracyMode, RngAlgorithm,
    RngDistribution, Transpose,
};
use crate::dialect_attr::DialectAttr;

/// The encoding of the dialect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stablehlo;

mod attr {
    pub(super) const CHANNEL_HANDLE: u64 = 1;
    pub(super) const COMPARISON_DIRECTION: u64 = 2;
    pub(super) const COMPARISON_TYPE: u64 = 3;
    pub(super) const CONV_DIMENSION_NUMBERS: u64 = 4;
    pub(super) const DOT_DIMENSION_NUMBERS: u64 = 5;
    pub(super) const FFT_TYPE: u64 = 6;
    pub(super) const GATHER_DIMENSION_NUMBERS: u64 = 7;
    pub(super) const PRECISION: u64 = 8;
    pub(super) const RNG_ALGORITHM: u64 = 9;
    pub(super) const RNG_DISTRIBUTION: u64 = 10;
    pub(super) const SCATTER_DIMENSION_NUMBERS: u64 = 11;
    pub(super) const TRANSPOSE: u64 = 12;
    pub(super) const TYPE_EXTENSIONS: u64 = 13;
    pub(super) const OUTPUT_OPERAND_ALIAS: u64 = 14;
    pub(super) const DOT_ALGORITHM: u64 = 15;
    pub(super) const RESULT_ACCURACY_MODE: u64 = 16;
    pub(super) const RESULT_ACCURACY: u64 = 17;
    pub(super) const REPLICA_GROUP_MESH_AXES: u64 = 18;
    pub(super) const SUB_AXIS_INFO: u64 = 19;
    pub(super) const AXIS_REF: u64 = 20;
    pub(super) const MESH_AXIS: u64 = 21;
    pub(super) const MESH: u64 = 22;
}

/// The code of `!stablehlo.token`.
const TOKEN: u64 = 0;
/// The code of `!stablehlo.future`.
const FUTURE: u64 = 1;

type Read<T> = Result<T, BytecodeError>;

/// A word by its number; the first has the number `first`.
pub(crate) fn word<T: DialectAttr + Copy>(
    r: &mut DialectReader<'_, '_>,
    all: &[T],
    first: u64,
) -> Read<Attr> {
    let number = r.varint()?;
    let index = number.checked_sub(first).and_then(|index| usize::try_from(index).ok());
    match index.and_then(|index| all.get(index)) {
        Some(&value) => Ok(value.into_attr(r.ctx())),
        None => Err(r.error(format!("{number} is no value of such an attribute"))),
    }
}

/// Numbers of dimensions, or sizes.
pub(crate) fn integers(r: &mut DialectReader<'_, '_>) -> Read<Vec<i64>> {
    r.list(DialectReader::signed_varint)
}

pub(crate) fn read_accuracy(r: &mut DialectReader<'_, '_>) -> Read<Attr> {
    let atol = r.float_bits(FloatKind::F64)? as u64;
    let rtol = r.float_bits(FloatKind::F64)? as u64;
    let ulps = r.signed_varint()?;
    let mode = r.attr()?;
    let ctx = r.ctx();
    let mode = ResultAccuracyMode::of(ctx, mode).ok_or_else(|| r.error("expected a mode of accuracy"))?;
    Ok(ResultAccuracy { atol, rtol, ulps, mode: *mode }.into_attr(ctx))
}

pub(crate) fn read_alias(r: &mut DialectReader<'_, '_>) -> Read<Attr> {
    let alias = OutputOperandAlias {
        output_tuple_indices: integers(r)?,
        operand_index: r.signed_varint()?,
        operand_tuple_indices: integers(r)?,
    };
    Ok(alias.into_attr(r.ctx()))
}

fn read_algorithm(r: &mut DialectReader<'_, '_>) -> Read<Attr> {
    let mut kind = || {
        let ty = r.ty()?;
        match r.ctx().type_kind(ty) {
            TypeKind::Float(kind) => Ok(*kind),
            _ => Err(r.error("expected a floating point type")),
        }
    };
    let (lhs_precision_type, rhs_precision_type, accumulation_type) = (kind()?, kind()?, kind()?);
    let algorithm = DotAlgorithm {
        lhs_precision_type,
        rhs_precision_type,
        accumulation_type,
        lhs_component_count: r.signed_varint()?,
        rhs_component_count: r.signed_varint()?,
        num_primitive_operations: r.signed_varint()?,
        allow_imprecise_accumulation: r.cursor().byte()? != 0,
    };
    Ok(algorithm.into_attr(r.ctx()))
}

fn read_dimensions(r: &mut DialectReader<'_, '_>, code: u64) -> Read<Attr> {
    let ctx = r.ctx();
    Ok(match code {
        attr::CONV_DIMENSION_NUMBERS => ConvDimensionNumbers {
            input_batch: r.signed_varint()?,
            input_feature: r.signed_varint()?,
            input_spatial: integers(r)?,
            kernel_input_feature: r.signed_varint()?,
            kernel_output_feature: r.signed_varint()?,
            kernel_spatial: integers(r)?,
            output_batch: r.signed_varint()?,
            output_feature: r.signed_varint()?,
            output_spatial: integers(r)?,
        }
        .into_attr(ctx),
        attr::DOT_DIMENSION_NUMBERS => DotDimensionNumbers {
            lhs_batching_dimensions: integers(r)?,
            rhs_batching_dimensions: integers(r)?,
            lhs_contracting_dimensions: integers(r)?,
            rhs_contracting_dimensions: integers(r)?,
        }
        .into_attr(ctx),
        attr::GATHER_DIMENSION_NUMBERS => GatherDimensionNumbers {
            offset_dims: integers(r)?,
            collapsed_slice_dims: integers(r)?,
            operand_batching_dims: integers(r)?,
            start_indices_batching_dims: integers(r)?,
            start_index_map: integers(r)?,
            index_vector_dim: r.signed_varint()?,
        }
        .into_attr(ctx),
        _ => ScatterDimensionNumbers {
            update_window_dims: integers(r)?,
            inserted_window_dims: integers(r)?,
            input_batching_dims: integers(r)?,
            scatter_indices_batching_dims: integers(r)?,
            scatter_dims_to_operand_dims: integers(r)?,
            index_vector_dim: r.signed_varint()?,
        }
        .into_attr(ctx),
    })
}

fn read_mesh(r: &mut DialectReader<'_, '_>, code: u64) -> Read<Attr> {
    fn text(r: &mut DialectReader<'_, '_>) -> Read<String> {
        let name = r.attr()?;
        let name = r.ctx().attr_as_str(name).ok_or_else(|| r.error("expected string"))?;
        Ok(name.to_owned())
    }
    fn part<T: DialectAttr + Clone>(r: &mut DialectReader<'_, '_>) -> Read<T> {
        let attr = r.attr()?;
        T::of(r.ctx(), attr).cloned().ok_or_else(|| r.error("an attribute of a mesh is of another kind"))
    }
    let ctx = r.ctx();
    Ok(match code {
        attr::SUB_AXIS_INFO => {
            SubAxisInfo { pre_size: r.signed_varint()?, size: r.signed_varint()? }.into_attr(ctx)
        }
        attr::AXIS_REF => {
            let name = text(r)?;
            let sub_axis_info = if r.cursor().byte()? != 0 { Some(part(r)?) } else { None };
            AxisRef { name, sub_axis_info }.into_attr(ctx)
        }
        attr::MESH_AXIS => MeshAxis { name: text(r)?, size: r.signed_varint()? }.into_attr(ctx),
        attr::MESH => {
            let list = r.attr()?;
            let items = ctx.array_elems(list).ok_or_else(|| r.error("a mesh has a list of axes"))?;
            let axis = |&axis| MeshAxis::of(ctx, axis).cloned();
            let axes: Option<Vec<MeshAxis>> = items.iter().map(axis).collect();
            let axes = axes.ok_or_else(|| r.error("an attribute of a mesh is of another kind"))?;
            let device_ids = if r.cursor().byte()? != 0 { Some(Nested::new(ctx, r.attr()?)) } else { None };
            Mesh { axes, device_ids }.into_attr(ctx)
        }
        _ => {
            let mesh = Nested::new(ctx, r.attr()?);
            let axes = r.list(DialectReader::attr)?;
            ReplicaGroupMeshAxes { mesh, axes: Nested::new(ctx, ctx.array_attr(&axes)) }.into_attr(ctx)
        }
    })
}

fn read(r: &mut DialectReader<'_, '_>) -> Read<Attr> {
    let ctx = r.ctx();
    match r.varint()? {
        attr::CHANNEL_HANDLE => {
            let channel = ChannelHandle { handle: r.signed_varint()?, channel_type: r.signed_varint()? };
            Ok(channel.into_attr(ctx))
        }
        attr::COMPARISON_DIRECTION => word(r, ComparisonDirection::ALL, 0),
        attr::COMPARISON_TYPE => word(r, ComparisonType::ALL, 0),
        attr::FFT_TYPE => word(r, FftType::ALL, 0),
        attr::PRECISION => word(r, Precision::ALL, 0),
        attr::RNG_ALGORITHM => word(r, RngAlgorithm::ALL, 0),
        attr::RNG_DISTRIBUTION => word(r, RngDistribution::ALL, 1),
        attr::TRANSPOSE => word(r, Transpose::ALL, 0),
        attr::TYPE_EXTENSIONS => Ok(TypeExtensions { bounds: integers(r)? }.into_attr(ctx)),
        attr::OUTPUT_OPERAND_ALIAS => read_alias(r),
        attr::DOT_ALGORITHM => read_algorithm(r),
        attr::RESULT_ACCURACY_MODE => word(r, ResultAccuracyMode::ALL, 0),
        attr::RESULT_ACCURACY => read_accuracy(r),
        code @ attr::REPLICA_GROUP_MESH_AXES..=attr::MESH => read_mesh(r, code),
        code @ (attr::CONV_DIMENSION_NUMBERS
        | attr::DOT_DIMENSION_NUMBERS
        | attr::GATHER_DIMENSION_NUMBERS
        | attr::SCATTER_DIMENSION_NUMBERS) => read_dimensions(r, code),
        code => Err(r.error(format!("unknown stablehlo attribute code: {code}"))),
    }
}

impl DialectCodec for Stablehlo {
    fn dialect(&self) -> &str {
        "stablehlo"
    }

    fn read_attr(&self, r: &mut DialectReader<'_, '_>) -> Read<Entry> {
        read(r).map(Entry::Attr)
    }

    fn read_type(&self, r: &mut DialectReader<'_, '_>) -> Read<Type> {
        match r.varint()? {
            TOKEN => Ok(r.ctx().opaque_type("stablehlo", "token")),
            FUTURE => {
                let types = r.list(DialectReader::ty)?;
                let ctx = r.ctx();
                let is_tensor = |ty: &Type| matches!(ctx.type_kind(*ty), TypeKind::RankedTensor { .. });
                match !types.is_empty() && types.iter().all(is_tensor) {
                    true => Ok(future(ctx, &types)),
                    false => Err(r.error("future element type must be a ranked tensor")),
                }
            }
            code => Err(r.error(format!("unknown stablehlo type code: {code}"))),
        }
    }

    /// Attributes are written as text, which every reader understands.
    fn write_attr(&self, _: Entry, _: &mut DialectWriter<'_, '_>) -> bool {
        false
    }

    fn write_type(&self, _: Type, _: &mut DialectWriter<'_, '_>) -> bool {
        false
    }
}
