//! The attributes of `stablehlo` as Rust values.
//!
//! Each is a type that the parser keeps in the attribute ([`AttrKind::Typed`](tfrt_ir::AttrKind)); `of` gives it back:
//! `DotDimensionNumbers::of(ctx, attribute)`. Convolutions' dimensions are in [`conv`](super::conv), words such as
//! `#stablehlo<precision HIGHEST>` in [`words`](super::words).

use std::fmt;

use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectSyntaxError;
use tfrt_ir::float::{from_f64, write_float};
use tfrt_ir::handles::Attr;
use tfrt_ir::types::{DYNAMIC, FloatKind};

use super::mesh;
use super::words::{self, ResultAccuracyMode};
use crate::attr_text::{AttrText, Read, write_integers};
use crate::dialect_attr::DialectAttr;

/// A structure of dimension lists and numbers, of which empty and zero ones are not written.
macro_rules! dimension_numbers {
    ($(#[$doc:meta])* $name:ident = $word:literal {
        $($(#[$list_doc:meta])* $list:ident,)*
        $(; $(#[$number_doc:meta])* $number:ident)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
        pub struct $name {
            $($(#[$list_doc])* pub $list: Vec<i64>,)*
            $($(#[$number_doc])* pub $number: i64,)?
        }

        impl DialectAttr for $name {
            const DIALECT: &'static str = "stablehlo";
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!($word, "<"))?;
                let mut separator = "";
                $(if !self.$list.is_empty() {
                    write!(f, "{separator}{} = ", stringify!($list))?;
                    write_integers(f, &self.$list)?;
                    separator = ", ";
                })*
                $(if self.$number != 0 {
                    write!(f, "{separator}{} = {}", stringify!($number), self.$number)?;
                })?
                let _ = separator;
                f.write_str(">")
            }
        }

        impl $name {
            /// Reads the fields between `<` and `>`, in any order.
            pub(crate) fn parse(text: &mut AttrText<'_>) -> Read<Self> {
                let mut value = Self::default();
                let mut seen: Vec<&str> = Vec::new();
                text.expect("<")?;
                let mut more = !text.eat(">");
                while more {
                    let at = text.offset();
                    let name = text.word();
                    match name {
                        Some(name) if seen.contains(&name) => {
                            return Err(text.error_at(at, format!("duplicated `{name}` entry")));
                        }
                        $(Some(name @ stringify!($list)) => {
                            text.expect("=")?;
                            value.$list = text.integers()?;
                            seen.push(name);
                        })*
                        $(Some(name @ stringify!($number)) => {
                            text.expect("=")?;
                            value.$number = text.integer()?;
                            seen.push(name);
                        })?
                        _ => {
                            let known: Vec<String> =
                                [$(stringify!($list),)* $(stringify!($number),)?].map(|name| format!("`{name}`")).into();
                            return Err(text.error_at(at, format!("expected one of: {}", known.join(", "))));
                        }
                    }
                    more = text.eat(",");
                    if !more {
                        text.expect(">")?;
                    }
                }
                Ok(value)
            }
        }
    };
}

dimension_numbers! {
    /// The dimensions that `dot_general` pairs.
    DotDimensionNumbers = "dot" {
        /// Batching dimensions of the left operand.
        lhs_batching_dimensions,
        /// Batching dimensions of the right operand.
        rhs_batching_dimensions,
        /// Contracting dimensions of the left operand.
        lhs_contracting_dimensions,
        /// Contracting dimensions of the right operand.
        rhs_contracting_dimensions,
    }
}

dimension_numbers! {
    /// The meaning of the dimensions of `gather`.
    GatherDimensionNumbers = "gather" {
        /// The result's dimensions that run through a slice.
        offset_dims,
        /// The operand's dimensions that slices have with size 1 and the result has not.
        collapsed_slice_dims,
        /// The operand's dimensions that run with those of the indices.
        operand_batching_dims,
        /// The indices' dimensions that run with those of the operand.
        start_indices_batching_dims,
        /// The operand's dimension to which each part of an index belongs.
        start_index_map,;
        /// The indices' dimension that holds the parts of an index.
        index_vector_dim
    }
}

dimension_numbers! {
    /// The meaning of the dimensions of `scatter`.
    ScatterDimensionNumbers = "scatter" {
        /// The updates' dimensions that run through a window.
        update_window_dims,
        /// The inputs' dimensions that windows have with size 1 and the updates have not.
        inserted_window_dims,
        /// The inputs' dimensions that run with those of the indices.
        input_batching_dims,
        /// The indices' dimensions that run with those of the inputs.
        scatter_indices_batching_dims,
        /// The inputs' dimension to which each part of an index belongs.
        scatter_dims_to_operand_dims,;
        /// The indices' dimension that holds the parts of an index.
        index_vector_dim
    }
}

dimension_numbers! {
    /// The dimensions of a product one of whose dimensions is divided into groups of different sizes.
    RaggedDotDimensionNumbers = "ragged_dot" {
        /// Batching dimensions of the left operand.
        lhs_batching_dimensions,
        /// Batching dimensions of the right operand.
        rhs_batching_dimensions,
        /// Contracting dimensions of the left operand.
        lhs_contracting_dimensions,
        /// Contracting dimensions of the right operand.
        rhs_contracting_dimensions,
        /// The divided dimension of the left operand.
        lhs_ragged_dimensions,
        /// The right operand's dimension of groups.
        rhs_group_dimensions,
    }
}

/// The channel of a communication.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChannelHandle {
    /// The number of the channel; none if it is not positive.
    pub handle: i64,
    /// 1: device to device, 2: device to host, 3: host to device.
    pub channel_type: i64,
}

impl DialectAttr for ChannelHandle {
    const DIALECT: &'static str = "stablehlo";
}

impl fmt::Display for ChannelHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "channel_handle<handle = {}, type = {}>", self.handle, self.channel_type)
    }
}

impl ChannelHandle {
    fn parse(text: &mut AttrText<'_>) -> Read<Self> {
        text.expect("<")?;
        let (mut handle, mut channel_type) = (None, None);
        for index in 0..2 {
            if index > 0 {
                text.expect(",")?;
            }
            let at = text.offset();
            let field = match text.word() {
                Some("handle") => &mut handle,
                Some("type") => &mut channel_type,
                _ => return Err(text.error_at(at, "expected a parameter name in struct")),
            };
            if field.is_some() {
                return Err(text.error_at(at, "duplicate or unknown struct parameter name"));
            }
            text.expect("=")?;
            *field = Some(text.integer()?);
        }
        text.expect(">")?;
        // Two different fields were read.
        Ok(ChannelHandle {
            handle: handle.unwrap_or_default(),
            channel_type: channel_type.unwrap_or_default(),
        })
    }
}

/// A result of a `custom_call` that shares the buffer of an operand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OutputOperandAlias {
    /// Which part of the results, by the indices of nested tuples.
    pub output_tuple_indices: Vec<i64>,
    /// The operand.
    pub operand_index: i64,
    /// Which part of the operand.
    pub operand_tuple_indices: Vec<i64>,
}

impl DialectAttr for OutputOperandAlias {
    const DIALECT: &'static str = "stablehlo";
}

impl fmt::Display for OutputOperandAlias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("output_operand_alias<output_tuple_indices = ")?;
        write_integers(f, &self.output_tuple_indices)?;
        write!(f, ", operand_index = {}, operand_tuple_indices = ", self.operand_index)?;
        write_integers(f, &self.operand_tuple_indices)?;
        f.write_str(">")
    }
}

impl OutputOperandAlias {
    fn parse(text: &mut AttrText<'_>) -> Read<Self> {
        text.expect("<")?;
        text.field("output_tuple_indices")?;
        let output_tuple_indices = text.integers()?;
        text.expect(",")?;
        text.field("operand_index")?;
        let operand_index = text.integer()?;
        text.expect(",")?;
        text.field("operand_tuple_indices")?;
        let operand_tuple_indices = text.integers()?;
        text.expect(">")?;
        Ok(OutputOperandAlias { output_tuple_indices, operand_index, operand_tuple_indices })
    }
}

/// The encoding of a tensor type that bounds its dynamic dimensions: `tensor<?xf32, #stablehlo.bounds<5>>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeExtensions {
    /// The largest size of each dimension, [`DYNAMIC`] where there is no bound.
    pub bounds: Vec<i64>,
}

impl DialectAttr for TypeExtensions {
    const DIALECT: &'static str = "stablehlo";
}

impl fmt::Display for TypeExtensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bounds<")?;
        for (index, &bound) in self.bounds.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            match bound {
                DYNAMIC => f.write_str("?")?,
                bound => write!(f, "{bound}")?,
            }
        }
        f.write_str(">")
    }
}

/// The algorithm that a `dot_general` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DotAlgorithm {
    /// The type to which the left operand is rounded.
    pub lhs_precision_type: FloatKind,
    /// The type to which the right operand is rounded.
    pub rhs_precision_type: FloatKind,
    /// The type of the sums.
    pub accumulation_type: FloatKind,
    /// The parts into which the left operand is split.
    pub lhs_component_count: i64,
    /// The parts into which the right operand is split.
    pub rhs_component_count: i64,
    /// The number of products of parts.
    pub num_primitive_operations: i64,
    /// Whether sums may have fewer bits for a while.
    pub allow_imprecise_accumulation: bool,
}

impl DialectAttr for DotAlgorithm {
    const DIALECT: &'static str = "stablehlo";
}

impl fmt::Display for DotAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dot_algorithm")?;
        self.write_fields(f)
    }
}

/// The fields alone, as `dot_general` prints them.
pub(super) struct AlgorithmFields<'a>(pub(super) &'a DotAlgorithm);

impl fmt::Display for AlgorithmFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_fields(f)
    }
}

impl DotAlgorithm {
    /// The message of the error: counts that are not positive, or products that no hardware is known for.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        for (count, what) in [
            (self.lhs_component_count, "lhs component count"),
            (self.rhs_component_count, "rhs component count"),
            (self.num_primitive_operations, "num primitive operations"),
        ] {
            if count <= 0 {
                return Some(format!("{what} must be positive"));
            }
        }
        if self.is_known() {
            return None;
        }
        Some(format!(
            "dot algorithm not known to be supported on any hardware: {{lhs:'{}', rhs:'{}', accum:'{}', lhs_components:{}, \
             rhs_components:{}, primitive_ops:{}, imprecise:{}}}",
            self.lhs_precision_type.name(),
            self.rhs_precision_type.name(),
            self.accumulation_type.name(),
            self.lhs_component_count,
            self.rhs_component_count,
            self.num_primitive_operations,
            u8::from(self.allow_imprecise_accumulation)
        ))
    }

    /// Whether hardware is known that multiplies so.
    fn is_known(&self) -> bool {
        use FloatKind::{BF16, F16, F32, F64, TF32};
        let is_byte = |kind: FloatKind| kind.width() == 8 && kind != FloatKind::F8E8M0FNU;
        let kinds = (self.lhs_precision_type, self.rhs_precision_type, self.accumulation_type);
        let counts = (self.lhs_component_count, self.rhs_component_count);
        let products = self.num_primitive_operations;
        if counts == (1, 1) && products == 1 && is_byte(kinds.0) && is_byte(kinds.1) {
            return kinds.2 == F32;
        }
        if counts == (1, 1) && kinds == (FloatKind::F8E4M3FN, FloatKind::F8E4M3FN, F32) {
            return matches!(products, 3 | 4) && !self.allow_imprecise_accumulation;
        }
        counts == (1, 1)
            && !self.allow_imprecise_accumulation
            && match kinds {
                (BF16, BF16, F32) => matches!(products, 1 | 3 | 6 | 9),
                (TF32, TF32, F32) => matches!(products, 1 | 3),
                (F16, F16, F16 | F32) | (BF16, BF16, BF16) | (F32, F32, F32) | (F64, F64, F64) => {
                    products == 1
                }
                _ => false,
            }
    }

    fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<lhs_precision_type = {}, rhs_precision_type = {}, accumulation_type = {}, lhs_component_count = {}, \
             rhs_component_count = {}, num_primitive_operations = {}, allow_imprecise_accumulation = {}>",
            self.lhs_precision_type.name(),
            self.rhs_precision_type.name(),
            self.accumulation_type.name(),
            self.lhs_component_count,
            self.rhs_component_count,
            self.num_primitive_operations,
            self.allow_imprecise_accumulation
        )
    }

    fn parse(text: &mut AttrText<'_>) -> Read<Self> {
        fn kind(text: &mut AttrText<'_>, name: &str) -> Read<FloatKind> {
            text.field(name)?;
            let at = text.offset();
            let found = text.word().and_then(FloatKind::from_name);
            found.ok_or_else(|| text.error_at(at, "expected a floating point type"))
        }
        fn count(text: &mut AttrText<'_>, name: &str) -> Read<i64> {
            text.expect(",")?;
            text.field(name)?;
            text.integer()
        }
        let at = text.offset();
        text.expect("<")?;
        let lhs_precision_type = kind(text, "lhs_precision_type")?;
        text.expect(",")?;
        let rhs_precision_type = kind(text, "rhs_precision_type")?;
        text.expect(",")?;
        let accumulation_type = kind(text, "accumulation_type")?;
        let lhs_component_count = count(text, "lhs_component_count")?;
        let rhs_component_count = count(text, "rhs_component_count")?;
        let num_primitive_operations = count(text, "num_primitive_operations")?;
        text.expect(",")?;
        text.field("allow_imprecise_accumulation")?;
        let allow_imprecise_accumulation = text.boolean()?;
        text.expect(">")?;
        let algorithm = DotAlgorithm {
            lhs_precision_type,
            rhs_precision_type,
            accumulation_type,
            lhs_component_count,
            rhs_component_count,
            num_primitive_operations,
            allow_imprecise_accumulation,
        };
        match algorithm.fault() {
            Some(fault) => Err(text.error_at(at, fault)),
            None => Ok(algorithm),
        }
    }
}

/// The accuracy that an elementary function must have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResultAccuracy {
    /// The bits of the allowed absolute error, an `f64`.
    pub atol: u64,
    /// The bits of the allowed relative error, an `f64`.
    pub rtol: u64,
    /// The allowed error in units of the last place.
    pub ulps: i64,
    /// Whether these count.
    pub mode: ResultAccuracyMode,
}

impl DialectAttr for ResultAccuracy {
    const DIALECT: &'static str = "stablehlo";
}

impl ResultAccuracy {
    /// The accuracy of an operation that does not say.
    pub const DEFAULT: ResultAccuracy =
        ResultAccuracy { atol: 0, rtol: 0, ulps: 0, mode: ResultAccuracyMode::Default };

    /// The message of the error: a negative error bound, or one that its mode does not use.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let (atol, rtol) = (f64::from_bits(self.atol), f64::from_bits(self.rtol));
        if atol < 0.0 || rtol < 0.0 || self.ulps < 0 {
            return Some("Negative tolerance".to_owned());
        }
        let is_zero = atol == 0.0 && rtol == 0.0 && self.ulps == 0;
        (self.mode != ResultAccuracyMode::Tolerance && !is_zero).then(|| {
            let mode = self.mode.word();
            format!("Invalid tolerances for ResultAccuracyAttr with mode {mode}, must be all zero.")
        })
    }

    fn parse(text: &mut AttrText<'_>) -> Read<Self> {
        let mut value = ResultAccuracy::DEFAULT;
        let at = text.offset();
        text.expect("<")?;
        for (name, field) in [("atol", 0), ("rtol", 1), ("ulps", 2)] {
            let before = *text;
            if text.word() != Some(name) {
                *text = before;
                continue;
            }
            text.expect("=")?;
            match field {
                0 => value.atol = text.float()?.to_bits(),
                1 => value.rtol = text.float()?.to_bits(),
                _ => value.ulps = text.integer()?,
            }
            text.expect(",")?;
        }
        text.field("mode")?;
        text.expect("#")?;
        text.expect("stablehlo")?;
        text.expect(".")?;
        text.expect_word("result_accuracy_mode")?;
        value.mode = words::parse_mode(text)?;
        text.expect(">")?;
        match value.fault() {
            Some(fault) => Err(text.error_at(at, fault)),
            None => Ok(value),
        }
    }
}

impl fmt::Display for ResultAccuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("result_accuracy<")?;
        for (name, bits) in [("atol", self.atol), ("rtol", self.rtol)] {
            let value = f64::from_bits(bits);
            if value != 0.0 {
                let mut text = String::new();
                write_float(&mut text, FloatKind::F64, from_f64(FloatKind::F64, value));
                write!(f, "{name} = {text}, ")?;
            }
        }
        if self.ulps != 0 {
            write!(f, "ulps = {}, ", self.ulps)?;
        }
        write!(f, "mode = #stablehlo.{}>", self.mode)
    }
}

/// Reads the text after `#stablehlo.`, or between the brackets of `#stablehlo<…>`.
pub(super) fn parse(ctx: &Context, body: &str) -> Result<Attr, DialectSyntaxError> {
    let mut text = AttrText::new(body);
    let at = text.offset();
    let word = text.word().unwrap_or_default();
    let text = &mut text;
    let attr = match word {
        "dot" => DotDimensionNumbers::parse(text)?.into_attr(ctx),
        "gather" => GatherDimensionNumbers::parse(text)?.into_attr(ctx),
        "scatter" => ScatterDimensionNumbers::parse(text)?.into_attr(ctx),
        "conv" => super::conv::parse_attr(text)?.into_attr(ctx),
        "channel_handle" => ChannelHandle::parse(text)?.into_attr(ctx),
        "output_operand_alias" => OutputOperandAlias::parse(text)?.into_attr(ctx),
        "dot_algorithm" => DotAlgorithm::parse(text)?.into_attr(ctx),
        "result_accuracy" => ResultAccuracy::parse(text)?.into_attr(ctx),
        "result_accuracy_mode" => words::parse_mode(text)?.into_attr(ctx),
        "sub_axis_info" => mesh::SubAxisInfo::parse(text)?.into_attr(ctx),
        "axis_ref" => mesh::AxisRef::parse(text)?.into_attr(ctx),
        "mesh_axis" => mesh::MeshAxis::parse(text)?.into_attr(ctx),
        "mesh" => mesh::Mesh::parse(ctx, text)?.into_attr(ctx),
        "replica_group_mesh_axes" => mesh::ReplicaGroupMeshAxes::parse(ctx, text)?.into_attr(ctx),
        "bounds" => {
            let bounds = text.list(("<", ">"), AttrText::size)?;
            TypeExtensions { bounds }.into_attr(ctx)
        }
        "type_extensions" => {
            text.expect("<")?;
            text.field("bounds")?;
            let bounds = text.list(("[", "]"), AttrText::size)?;
            text.expect(">")?;
            TypeExtensions { bounds }.into_attr(ctx)
        }
        _ => match words::parse(ctx, word, text) {
            Some(attr) => attr?,
            None => return Err(text.error_at(at, "unknown StableHLO attribute")),
        },
    };
    text.end()?;
    Ok(attr)
}

/// Reads the fields of a dot algorithm, `<lhs_precision_type = …>`, and returns it with the number of bytes read.
pub(super) fn parse_algorithm_fields(text: &str) -> Result<(DotAlgorithm, usize), DialectSyntaxError> {
    let mut reader = AttrText::new(text);
    let algorithm = DotAlgorithm::parse(&mut reader)?;
    let read = text.len() - reader.remaining().len();
    Ok((algorithm, read))
}
