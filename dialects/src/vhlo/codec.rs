//! The encoding of portable artifacts: codes of types and attributes, which never change.
//!
//! They are read as types and attributes of `builtin` and `stablehlo`, and such types and attributes are written in the operations of `vhlo`.

use tfrt_bytecode::{BytecodeError, DialectCodec, DialectReader, DialectWriter, Entry};
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};

use super::mesh::{is_mesh, read_mesh, write_mesh};
use crate::dialect_attr::DialectAttr;
use crate::quant::QuantizedType;
use crate::stablehlo::attributes::{OutputOperandAlias, ResultAccuracy, TypeExtensions};
use crate::stablehlo::codec::{integers, read_accuracy, read_alias, word};
use crate::stablehlo::words::{
    ComparisonDirection, ComparisonType, FftType, Precision, ResultAccuracyMode, RngAlgorithm,
    RngDistribution, Transpose,
};
use crate::stablehlo::{future, future_types};

/// The version of the interface that a custom call has, which is a number in StableHLO.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ApiVersion(pub(super) u8);

impl ApiVersion {
    /// Their names, by number.
    pub(in crate::vhlo) const WORDS: [&'static str; 5] = [
        "API_VERSION_UNSPECIFIED",
        "API_VERSION_ORIGINAL",
        "API_VERSION_STATUS_RETURNING",
        "API_VERSION_STATUS_RETURNING_UNIFIED",
        "API_VERSION_TYPED_FFI",
    ];
}

impl DialectAttr for ApiVersion {
    const DIALECT: &'static str = "vhlo";
}

impl std::fmt::Display for ApiVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = ApiVersion::WORDS.get(usize::from(self.0)).copied().unwrap_or_default();
        write!(f, "api_version_v1 {word}")
    }
}

/// The encoding of the dialect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vhlo;

/// Codes of attributes.
pub(super) mod attr {
    pub(in crate::vhlo) const ARRAY: u64 = 1;
    pub(in crate::vhlo) const BOOLEAN: u64 = 2;
    pub(in crate::vhlo) const COMPARISON_DIRECTION: u64 = 3;
    pub(in crate::vhlo) const COMPARISON_TYPE: u64 = 4;
    pub(in crate::vhlo) const CUSTOM_CALL_API_VERSION: u64 = 5;
    pub(in crate::vhlo) const DICTIONARY: u64 = 6;
    pub(in crate::vhlo) const FFT_TYPE: u64 = 7;
    pub(in crate::vhlo) const FLOAT: u64 = 8;
    pub(in crate::vhlo) const INTEGER: u64 = 9;
    pub(in crate::vhlo) const OUTPUT_OPERAND_ALIAS: u64 = 10;
    pub(in crate::vhlo) const PRECISION: u64 = 11;
    pub(in crate::vhlo) const RNG_ALGORITHM: u64 = 12;
    pub(in crate::vhlo) const RNG_DISTRIBUTION: u64 = 13;
    pub(in crate::vhlo) const STRING: u64 = 14;
    pub(in crate::vhlo) const TENSOR: u64 = 15;
    pub(in crate::vhlo) const TRANSPOSE: u64 = 16;
    pub(in crate::vhlo) const TYPE: u64 = 17;
    pub(in crate::vhlo) const TYPE_EXTENSIONS: u64 = 18;
    pub(in crate::vhlo) const RESULT_ACCURACY_MODE: u64 = 19;
    pub(in crate::vhlo) const RESULT_ACCURACY: u64 = 20;
    pub(in crate::vhlo) const SUB_AXIS_INFO: u64 = 21;
    pub(in crate::vhlo) const AXIS_REF: u64 = 22;
    pub(in crate::vhlo) const REPLICA_GROUP_MESH_AXES: u64 = 23;
    pub(in crate::vhlo) const MESH_AXIS: u64 = 24;
    pub(in crate::vhlo) const MESH: u64 = 25;
}

/// Codes of types that have parts.
mod ty {
    pub(in crate::vhlo) const BOOLEAN: u64 = 0;
    pub(in crate::vhlo) const COMPLEX: u64 = 1;
    pub(in crate::vhlo) const FUNCTION: u64 = 8;
    pub(in crate::vhlo) const INDEX: u64 = 9;
    pub(in crate::vhlo) const TENSOR: u64 = 20;
    pub(in crate::vhlo) const TENSOR_WITH_ENCODING: u64 = 21;
    pub(in crate::vhlo) const TOKEN: u64 = 22;
    pub(in crate::vhlo) const TUPLE: u64 = 23;
    pub(in crate::vhlo) const QUANTIZED: u64 = 24;
    pub(in crate::vhlo) const UNRANKED_TENSOR: u64 = 25;
    pub(in crate::vhlo) const QUANTIZED_PER_AXIS: u64 = 30;
    pub(in crate::vhlo) const NONE: u64 = 33;
    pub(in crate::vhlo) const BUFFER: u64 = 41;
    pub(in crate::vhlo) const FUTURE: u64 = 42;
}

const FLOATS: [(u64, FloatKind); 16] = [
    (2, FloatKind::BF16),
    (3, FloatKind::F16),
    (4, FloatKind::F32),
    (5, FloatKind::F64),
    (6, FloatKind::F8E4M3FN),
    (7, FloatKind::F8E5M2),
    (27, FloatKind::F8E4M3FNUZ),
    (28, FloatKind::F8E5M2FNUZ),
    (29, FloatKind::F8E4M3B11FNUZ),
    (34, FloatKind::TF32),
    (35, FloatKind::F8E4M3),
    (36, FloatKind::F8E3M4),
    (37, FloatKind::F4E2M1FN),
    (38, FloatKind::F6E2M3FN),
    (39, FloatKind::F6E3M2FN),
    (40, FloatKind::F8E8M0FNU),
];

/// Widths and signs of integers.
const INTEGERS: [(u64, u32, Signedness); 12] = [
    (10, 4, Signedness::Signless),
    (11, 8, Signedness::Signless),
    (12, 16, Signedness::Signless),
    (13, 32, Signedness::Signless),
    (14, 64, Signedness::Signless),
    (15, 4, Signedness::Unsigned),
    (16, 8, Signedness::Unsigned),
    (17, 16, Signedness::Unsigned),
    (18, 32, Signedness::Unsigned),
    (19, 64, Signedness::Unsigned),
    (31, 2, Signedness::Signless),
    (32, 2, Signedness::Unsigned),
];

type Read<T> = Result<T, BytecodeError>;

/// The parts of a quantized type up to its scales.
fn read_storage(r: &mut DialectReader<'_, '_>) -> Read<(u32, bool, FloatKind)> {
    let is_signed = r.varint()? & 1 != 0;
    let (storage, expressed) = (r.ty()?, r.ty()?);
    match (r.ctx().type_kind(storage), r.ctx().type_kind(expressed)) {
        (TypeKind::Integer { width, .. }, TypeKind::Float(kind)) if (1..=32).contains(width) => {
            Ok((*width, is_signed, *kind))
        }
        _ => Err(r.error("a quantized type stores integers of at most 32 bits for floats")),
    }
}

fn read_scale(r: &mut DialectReader<'_, '_>) -> Read<f64> {
    Ok(f64::from_bits(r.float_bits(FloatKind::F64)? as u64))
}

fn read_quantized(r: &mut DialectReader<'_, '_>, per_axis: bool) -> Read<Type> {
    let (storage_width, is_signed, expressed) = read_storage(r)?;
    let dimension = if per_axis { Some(r.signed_varint()?) } else { None };
    let parameters = if per_axis {
        let scales = r.list(read_scale)?;
        let zero_points = integers(r)?;
        if scales.len() != zero_points.len() {
            return Err(r.error("a quantized type has as many zero points as scales"));
        }
        scales.into_iter().zip(zero_points).collect()
    } else {
        vec![(read_scale(r)?, r.signed_varint()?)]
    };
    let (storage_min, storage_max) = (r.signed_varint()?, r.signed_varint()?);
    let quantized = QuantizedType {
        storage_width,
        is_signed,
        storage_min,
        storage_max,
        expressed,
        dimension,
        parameters,
    };
    Ok(quantized.to_type(r.ctx()))
}

impl DialectCodec for Vhlo {
    fn dialect(&self) -> &str {
        "vhlo"
    }

    fn read_attr(&self, r: &mut DialectReader<'_, '_>) -> Read<Entry> {
        let ctx = r.ctx();
        let attr = match r.varint()? {
            attr::ARRAY => ctx.array_attr(&r.list(DialectReader::attr)?),
            attr::BOOLEAN => match r.varint()? {
                value @ (0 | 1) => ctx.bool_attr(value == 1),
                value => return Err(r.error(format!("unsupported value: {value}"))),
            },
            attr::COMPARISON_DIRECTION => word(r, ComparisonDirection::ALL, 0)?,
            attr::COMPARISON_TYPE => word(r, ComparisonType::ALL, 0)?,
            attr::CUSTOM_CALL_API_VERSION => match r.varint()? {
                version @ 0..=4 => ApiVersion(version as u8).into_attr(ctx),
                version => return Err(r.error(format!("{version} is no version of custom calls"))),
            },
            attr::DICTIONARY => ctx.dict(r.list(|r| Ok((r.string_attr()?, r.attr()?)))?),
            attr::FFT_TYPE => word(r, FftType::ALL, 0)?,
            attr::FLOAT => r.float_attr()?,
            attr::INTEGER => r.integer_attr()?,
            attr::OUTPUT_OPERAND_ALIAS => read_alias(r)?,
            attr::PRECISION => word(r, Precision::ALL, 0)?,
            attr::RNG_ALGORITHM => word(r, RngAlgorithm::ALL, 0)?,
            attr::RNG_DISTRIBUTION => word(r, RngDistribution::ALL, 1)?,
            attr::STRING => ctx.string_attr(r.string()?),
            attr::TENSOR => r.dense_elements()?,
            attr::TRANSPOSE => word(r, Transpose::ALL, 0)?,
            attr::TYPE => ctx.type_attr(r.ty()?),
            attr::TYPE_EXTENSIONS => TypeExtensions { bounds: integers(r)? }.into_attr(ctx),
            attr::RESULT_ACCURACY_MODE => word(r, ResultAccuracyMode::ALL, 0)?,
            attr::RESULT_ACCURACY => read_accuracy(r)?,
            code @ attr::SUB_AXIS_INFO..=attr::MESH => read_mesh(r, code)?,
            code => return Err(r.error(format!("unknown vhlo attribute code: {code}"))),
        };
        Ok(Entry::Attr(attr))
    }

    fn read_type(&self, r: &mut DialectReader<'_, '_>) -> Read<Type> {
        let ctx = r.ctx();
        let code = r.varint()?;
        if let Some(&(_, kind)) = FLOATS.iter().find(|(known, _)| *known == code) {
            return Ok(ctx.float(kind));
        }
        if let Some(&(_, width, sign)) = INTEGERS.iter().find(|(known, ..)| *known == code) {
            return Ok(ctx.int_with_sign(width, sign));
        }
        let ty = match code {
            ty::BOOLEAN => ctx.i1(),
            ty::COMPLEX => ctx.complex(r.ty()?),
            ty::FUNCTION => {
                let inputs = r.list(DialectReader::ty)?;
                ctx.function(&inputs, &r.list(DialectReader::ty)?)
            }
            ty::INDEX => ctx.index(),
            ty::TENSOR | ty::TENSOR_WITH_ENCODING => {
                let encoding = if code == ty::TENSOR { None } else { Some(r.attr()?) };
                let dims = integers(r)?;
                if dims.iter().any(|&dim| dim < 0 && dim != tfrt_ir::types::DYNAMIC) {
                    return Err(r.error("a dimension of a tensor has a negative size"));
                }
                let elem = r.ty()?;
                if let Some(encoding) = encoding {
                    ctx.check_encoding(encoding, &dims, elem).map_err(|message| r.error(message))?;
                }
                ctx.intern_type(TypeKind::RankedTensor { dims: dims.into(), elem, encoding })
            }
            ty::BUFFER => {
                let dims = integers(r)?;
                if dims.iter().any(|&dim| dim < 0 && dim != tfrt_ir::types::DYNAMIC) {
                    return Err(r.error("a dimension of a buffer has a negative size"));
                }
                let elem = r.ty()?;
                ctx.intern_type(TypeKind::MemRef {
                    dims: dims.into(),
                    elem,
                    layout: None,
                    memory_space: None,
                })
            }
            ty::TOKEN => ctx.opaque_type("stablehlo", "token"),
            ty::FUTURE => {
                let types = r.list(DialectReader::ty)?;
                let is_tensor = |ty: &Type| matches!(ctx.type_kind(*ty), TypeKind::RankedTensor { .. });
                if types.is_empty() || !types.iter().all(is_tensor) {
                    return Err(r.error("future element type must be a ranked tensor"));
                }
                future(ctx, &types)
            }
            ty::TUPLE => ctx.tuple(&r.list(DialectReader::ty)?),
            ty::QUANTIZED | ty::QUANTIZED_PER_AXIS => read_quantized(r, code == ty::QUANTIZED_PER_AXIS)?,
            ty::UNRANKED_TENSOR => ctx.unranked_tensor(r.ty()?),
            ty::NONE => ctx.none(),
            _ => return Err(r.error(format!("unknown vhlo type code: {code}"))),
        };
        Ok(ty)
    }

    fn speaks_for(&self, dialect: &str) -> bool {
        matches!(dialect, "builtin" | "quant" | "stablehlo" | "vhlo")
    }

    fn write_attr(&self, entry: Entry, w: &mut DialectWriter<'_, '_>) -> bool {
        let ctx = w.ctx();
        let Entry::Attr(attr) = entry else { return false };
        match ctx.attr_kind(attr) {
            AttrKind::Array(items) => {
                w.varint(attr::ARRAY);
                w.list(items.iter(), |w, &item| w.attr(item));
            }
            AttrKind::Integer { ty, .. } if *ty == ctx.i1() => {
                w.varint(attr::BOOLEAN);
                w.varint(u64::from(ctx.attr_as_bool(attr).unwrap_or_default()));
            }
            AttrKind::Integer { .. } => {
                w.varint(attr::INTEGER);
                return w.typed_number(attr);
            }
            AttrKind::Float { .. } => {
                w.varint(attr::FLOAT);
                return w.typed_number(attr);
            }
            AttrKind::Dict(entries) => {
                w.varint(attr::DICTIONARY);
                w.list(entries.iter(), |w, &(name, value)| {
                    w.string_attr(name);
                    w.attr(value);
                });
            }
            AttrKind::String { bytes, ty: None } => {
                w.varint(attr::STRING);
                w.string(bytes);
            }
            AttrKind::DenseElements { .. } => {
                w.varint(attr::TENSOR);
                return w.dense_elements(attr);
            }
            AttrKind::Type(ty) => {
                w.varint(attr::TYPE);
                w.ty(*ty);
            }
            AttrKind::Typed { .. } => return write_typed(ctx, attr, w),
            _ => return false,
        }
        true
    }

    fn write_type(&self, ty: Type, w: &mut DialectWriter<'_, '_>) -> bool {
        let ctx = w.ctx();
        match ctx.type_kind(ty) {
            TypeKind::Integer { width: 1, .. } => w.varint(ty::BOOLEAN),
            TypeKind::Integer { width, sign } => {
                let code =
                    INTEGERS.iter().find(|(_, known, known_sign)| known == width && known_sign == sign);
                let Some((code, ..)) = code else { return false };
                w.varint(*code);
            }
            TypeKind::Index => w.varint(ty::INDEX),
            TypeKind::None => w.varint(ty::NONE),
            TypeKind::Float(kind) => {
                let Some((code, _)) = FLOATS.iter().find(|(_, known)| known == kind) else { return false };
                w.varint(*code);
            }
            TypeKind::Complex(part) => {
                w.varint(ty::COMPLEX);
                w.ty(*part);
            }
            TypeKind::Function { inputs, results } => {
                w.varint(ty::FUNCTION);
                w.list(inputs.iter(), |w, &ty| w.ty(ty));
                w.list(results.iter(), |w, &ty| w.ty(ty));
            }
            TypeKind::RankedTensor { dims, elem, encoding } => {
                match encoding {
                    None => w.varint(ty::TENSOR),
                    Some(encoding) => {
                        w.varint(ty::TENSOR_WITH_ENCODING);
                        w.attr(*encoding);
                    }
                }
                w.list(dims.iter(), |w, &dim| w.signed_varint(dim));
                w.ty(*elem);
            }
            TypeKind::UnrankedTensor(elem) => {
                w.varint(ty::UNRANKED_TENSOR);
                w.ty(*elem);
            }
            TypeKind::MemRef { dims, elem, layout: None, memory_space: None } => {
                w.varint(ty::BUFFER);
                w.list(dims.iter(), |w, &dim| w.signed_varint(dim));
                w.ty(*elem);
            }
            TypeKind::Tuple(types) => {
                w.varint(ty::TUPLE);
                w.list(types.iter(), |w, &ty| w.ty(ty));
            }
            TypeKind::Opaque { .. } if ctx.is_opaque_type(ty, "stablehlo", "token") => w.varint(ty::TOKEN),
            TypeKind::Opaque { .. } if future_types(ctx, ty).is_some() => {
                w.varint(ty::FUTURE);
                w.list(future_types(ctx, ty).unwrap_or_default().iter(), |w, &ty| w.ty(ty));
            }
            TypeKind::Opaque { .. } => match QuantizedType::of(ctx, ty) {
                Some(quantized) => write_quantized(ctx, &quantized, w),
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

fn write_integers(w: &mut DialectWriter<'_, '_>, values: &[i64]) {
    w.list(values.iter(), |w, &value| w.signed_varint(value));
}

fn write_scale(w: &mut DialectWriter<'_, '_>, scale: f64) {
    w.signed_varint(scale.to_bits() as i64);
}

fn write_quantized(ctx: &Context, quantized: &QuantizedType, w: &mut DialectWriter<'_, '_>) {
    w.varint(if quantized.dimension.is_some() { ty::QUANTIZED_PER_AXIS } else { ty::QUANTIZED });
    w.varint(u64::from(quantized.is_signed));
    w.ty(ctx.int(quantized.storage_width));
    w.ty(ctx.float(quantized.expressed));
    match quantized.dimension {
        Some(dimension) => {
            w.signed_varint(dimension);
            w.list(quantized.parameters.iter(), |w, &(scale, _)| write_scale(w, scale));
            w.list(quantized.parameters.iter(), |w, &(_, zero_point)| w.signed_varint(zero_point));
        }
        None => {
            let (scale, zero_point) = quantized.parameters.first().copied().unwrap_or((1.0, 0));
            write_scale(w, scale);
            w.signed_varint(zero_point);
        }
    }
    w.signed_varint(quantized.storage_min);
    w.signed_varint(quantized.storage_max);
}

/// The code of an attribute that is a word, and the word's number.
fn code_of_word(ctx: &Context, attr: Attr) -> Option<(u64, u64)> {
    fn number<T: DialectAttr + Copy + PartialEq>(ctx: &Context, attr: Attr, all: &[T]) -> Option<u64> {
        let value = T::of(ctx, attr)?;
        all.iter().position(|known| known == value).map(|index| index as u64)
    }
    let is = |code: u64| move |number: u64| (code, number);
    number(ctx, attr, ComparisonDirection::ALL)
        .map(is(attr::COMPARISON_DIRECTION))
        .or_else(|| number(ctx, attr, ComparisonType::ALL).map(is(attr::COMPARISON_TYPE)))
        .or_else(|| number(ctx, attr, FftType::ALL).map(is(attr::FFT_TYPE)))
        .or_else(|| number(ctx, attr, Precision::ALL).map(is(attr::PRECISION)))
        .or_else(|| number(ctx, attr, RngAlgorithm::ALL).map(is(attr::RNG_ALGORITHM)))
        // Their numbers begin with 1.
        .or_else(|| number(ctx, attr, RngDistribution::ALL).map(|n| (attr::RNG_DISTRIBUTION, n + 1)))
        .or_else(|| number(ctx, attr, Transpose::ALL).map(is(attr::TRANSPOSE)))
        .or_else(|| number(ctx, attr, ResultAccuracyMode::ALL).map(is(attr::RESULT_ACCURACY_MODE)))
        .or_else(|| {
            ApiVersion::of(ctx, attr).map(|version| (attr::CUSTOM_CALL_API_VERSION, u64::from(version.0)))
        })
}

/// Whether an attribute of a dialect has a code of its own.
pub(super) fn has_code(ctx: &Context, attr: Attr) -> bool {
    code_of_word(ctx, attr).is_some()
        || OutputOperandAlias::of(ctx, attr).is_some()
        || ResultAccuracy::of(ctx, attr).is_some()
        || is_mesh(ctx, attr)
}

fn write_typed(ctx: &Context, attr: Attr, w: &mut DialectWriter<'_, '_>) -> bool {
    if let Some((code, number)) = code_of_word(ctx, attr) {
        w.varint(code);
        w.varint(number);
    } else if let Some(alias) = OutputOperandAlias::of(ctx, attr) {
        w.varint(attr::OUTPUT_OPERAND_ALIAS);
        write_integers(w, &alias.output_tuple_indices);
        w.signed_varint(alias.operand_index);
        write_integers(w, &alias.operand_tuple_indices);
    } else if let Some(accuracy) = ResultAccuracy::of(ctx, attr) {
        w.varint(attr::RESULT_ACCURACY);
        w.signed_varint(accuracy.atol as i64);
        w.signed_varint(accuracy.rtol as i64);
        w.signed_varint(accuracy.ulps);
        w.attr(accuracy.mode.into_attr(ctx));
    } else if let Some(extensions) = TypeExtensions::of(ctx, attr) {
        w.varint(attr::TYPE_EXTENSIONS);
        write_integers(w, &extensions.bounds);
    } else {
        return write_mesh(ctx, attr, w);
    }
    true
}
