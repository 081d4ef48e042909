//! The element types of an op's results, from its definition, its attributes and its arguments' element types.

use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};
use tfrt_ops::{ArgDef, ArgType, AttrKind as DefKind, AttrValue, DataType, OpDef};

/// Data types as element types of the IR.
pub trait IrDataType: Sized {
    /// The data type that an element type of the IR stands for. A signed integer type stands for the same data type as the
    /// signless one.
    fn of_type(ctx: &Context, ty: Type) -> Option<Self>;

    /// The element type of the IR that stands for this data type.
    fn to_type(self, ctx: &Context) -> Type;
}

impl IrDataType for DataType {
    fn of_type(ctx: &Context, ty: Type) -> Option<DataType> {
        Some(match ctx.type_kind(ty) {
            TypeKind::Integer { width: 1, .. } => DataType::Bool,
            TypeKind::Integer { width, sign: Signedness::Unsigned } => match width {
                2 => DataType::UInt2,
                4 => DataType::UInt4,
                8 => DataType::UInt8,
                16 => DataType::UInt16,
                32 => DataType::UInt32,
                64 => DataType::UInt64,
                _ => return None,
            },
            TypeKind::Integer { width, .. } => match width {
                2 => DataType::Int2,
                4 => DataType::Int4,
                8 => DataType::Int8,
                16 => DataType::Int16,
                32 => DataType::Int32,
                64 => DataType::Int64,
                _ => return None,
            },
            TypeKind::Float(FloatKind::F8E5M2) => DataType::Float8E5M2,
            TypeKind::Float(FloatKind::F8E4M3FN) => DataType::Float8E4M3FN,
            TypeKind::Float(FloatKind::F8E4M3FNUZ) => DataType::Float8E4M3FNUZ,
            TypeKind::Float(FloatKind::F8E4M3B11FNUZ) => DataType::Float8E4M3B11FNUZ,
            TypeKind::Float(FloatKind::F8E5M2FNUZ) => DataType::Float8E5M2FNUZ,
            TypeKind::Float(FloatKind::F4E2M1FN) => DataType::Float4E2M1FN,
            TypeKind::Float(FloatKind::F16) => DataType::Float16,
            TypeKind::Float(FloatKind::BF16) => DataType::BFloat16,
            TypeKind::Float(FloatKind::F32) => DataType::Float32,
            TypeKind::Float(FloatKind::F64) => DataType::Float64,
            TypeKind::Complex(part) => match ctx.type_kind(*part) {
                TypeKind::Float(FloatKind::F32) => DataType::Complex64,
                TypeKind::Float(FloatKind::F64) => DataType::Complex128,
                _ => return None,
            },
            TypeKind::Opaque { dialect, body } if ctx.str(*dialect) == "corert" => {
                DataType::all().find(|ty| ty.spelling().strip_prefix("!corert.") == Some(&**body))?
            }
            _ => return None,
        })
    }

    fn to_type(self, ctx: &Context) -> Type {
        match self {
            DataType::Float8E5M2 => ctx.float(FloatKind::F8E5M2),
            DataType::Float8E4M3FN => ctx.float(FloatKind::F8E4M3FN),
            DataType::Float8E4M3FNUZ => ctx.float(FloatKind::F8E4M3FNUZ),
            DataType::Float8E4M3B11FNUZ => ctx.float(FloatKind::F8E4M3B11FNUZ),
            DataType::Float8E5M2FNUZ => ctx.float(FloatKind::F8E5M2FNUZ),
            DataType::Float4E2M1FN => ctx.float(FloatKind::F4E2M1FN),
            DataType::Int2 => ctx.int(2),
            DataType::UInt2 => ctx.int_with_sign(2, Signedness::Unsigned),
            DataType::Int4 => ctx.int(4),
            DataType::UInt4 => ctx.int_with_sign(4, Signedness::Unsigned),
            DataType::Float16 => ctx.float(FloatKind::F16),
            DataType::BFloat16 => ctx.float(FloatKind::BF16),
            DataType::Float32 => ctx.f32(),
            DataType::Float64 => ctx.f64(),
            DataType::Bool => ctx.i1(),
            DataType::Int8 => ctx.i8(),
            DataType::Int16 => ctx.i16(),
            DataType::Int32 => ctx.i32(),
            DataType::Int64 => ctx.i64(),
            DataType::UInt8 => ctx.int_with_sign(8, Signedness::Unsigned),
            DataType::UInt16 => ctx.int_with_sign(16, Signedness::Unsigned),
            DataType::UInt32 => ctx.int_with_sign(32, Signedness::Unsigned),
            DataType::UInt64 => ctx.int_with_sign(64, Signedness::Unsigned),
            DataType::Complex64 => ctx.complex(ctx.f32()),
            DataType::Complex128 => ctx.complex(ctx.f64()),
            DataType::String
            | DataType::Resource
            | DataType::Variant
            | DataType::QInt8
            | DataType::QUInt8
            | DataType::QInt16
            | DataType::QUInt16
            | DataType::QInt32 => {
                ctx.opaque_type("corert", self.spelling().strip_prefix("!corert.").unwrap_or_default())
            }
        }
    }
}

/// One use of an op: the values of its definition's attributes there.
#[derive(Clone, Copy, Debug)]
pub struct OpUse<'a> {
    /// The definition.
    pub def: &'a OpDef,
    /// The attributes that are given.
    pub attrs: &'a [(&'a str, Attr)],
    /// The element types of the arguments, where known.
    pub arguments: &'a [Option<DataType>],
}

impl OpUse<'_> {
    /// The number of tensors in each input, and in each output; `None` if attributes that are not given decide it.
    ///
    /// A list whose length no attribute gives is as long as the arguments leave room for, if it is the only such list.
    pub fn input_counts(&self, ctx: &Context) -> Option<Vec<usize>> {
        let known: Vec<Option<usize>> =
            self.def.inputs.iter().map(|arg| self.given_count(ctx, arg)).collect();
        let sum: usize = known.iter().flatten().sum();
        let open = known.iter().filter(|count| count.is_none()).count();
        if open > 1 || (open == 0 && sum != self.arguments.len()) {
            return None;
        }
        let rest = self.arguments.len().checked_sub(sum)?;
        Some(known.into_iter().map(|count| count.unwrap_or(rest)).collect())
    }

    /// The value of a type attribute: as given, else from the arguments, else its default.
    pub fn type_attr(&self, ctx: &Context, name: &str) -> Option<DataType> {
        if let Some(given) = self.attr(name) {
            return DataType::of_type(ctx, ctx.attr_as_type(given)?);
        }
        if let Some(counts) = self.input_counts(ctx) {
            let mut next = 0;
            for (arg, count) in self.def.inputs.iter().zip(counts) {
                let mine = self.arguments.get(next..next + count)?;
                next += count;
                if matches!(&arg.ty, ArgType::Attr(attr) if &**attr == name)
                    && let Some(known) = mine.iter().flatten().next()
                {
                    return Some(*known);
                }
            }
        }
        match self.def.attr(name)?.default {
            Some(AttrValue::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The value of a list-of-types attribute: as given, else from the arguments.
    pub fn type_list(&self, ctx: &Context, name: &str) -> Option<Vec<Option<DataType>>> {
        if let Some(given) = self.attr(name) {
            let types = ctx.array_elems(given)?;
            return types
                .iter()
                .map(|&ty| Some(Some(DataType::of_type(ctx, ctx.attr_as_type(ty)?)?)))
                .collect();
        }
        let counts = self.input_counts(ctx)?;
        let position =
            self.def.inputs.iter().position(|arg| matches!(&arg.ty, ArgType::ListAttr(a) if &**a == name))?;
        let start: usize = counts[..position].iter().sum();
        Some(self.arguments[start..start + counts[position]].to_vec())
    }

    /// The element types of the results, one for each; `None` if unknown.
    pub fn result_types(&self, ctx: &Context, num_results: usize) -> Vec<Option<DataType>> {
        let mut types = Vec::with_capacity(num_results);
        let open = self.def.outputs.iter().filter(|arg| self.output_count(ctx, arg).is_none()).count();
        for arg in &self.def.outputs {
            let count = self.output_count(ctx, arg);
            if count.is_none() && open > 1 {
                break;
            }
            let fixed: usize = self.def.outputs.iter().filter_map(|arg| self.output_count(ctx, arg)).sum();
            let count = count.unwrap_or(num_results.saturating_sub(fixed)).min(num_results - types.len());
            match &arg.ty {
                ArgType::Any => types.extend(std::iter::repeat_n(None, count)),
                ArgType::Fixed(ty) => types.extend(std::iter::repeat_n(Some(*ty), count)),
                ArgType::Attr(name) => {
                    types.extend(std::iter::repeat_n(self.type_attr(ctx, name), count));
                }
                ArgType::ListAttr(name) => {
                    let list = self.type_list(ctx, name).unwrap_or_default();
                    types.extend((0..count).map(|i| list.get(i).copied().flatten()));
                }
            }
        }
        types.resize(num_results, None);
        types
    }

    fn attr(&self, name: &str) -> Option<Attr> {
        self.attrs.iter().find(|(given, _)| *given == name).map(|&(_, value)| value)
    }

    fn integer(&self, ctx: &Context, name: &str) -> Option<usize> {
        let value = match self.attr(name) {
            Some(given) => match ctx.attr_kind(given) {
                AttrKind::Integer { .. } => ctx.attr_as_i64(given)?,
                _ => return None,
            },
            None => match self.def.attr(name).filter(|def| def.kind == DefKind::Int)?.default {
                Some(AttrValue::Int(value)) => value,
                _ => return None,
            },
        };
        usize::try_from(value).ok()
    }

    /// The number of tensors of an argument, if attributes give it.
    fn given_count(&self, ctx: &Context, arg: &ArgDef) -> Option<usize> {
        match (&arg.number_attr, &arg.ty) {
            (Some(number), _) => self.integer(ctx, number),
            (None, ArgType::ListAttr(types)) => Some(ctx.array_elems(self.attr(types)?)?.len()),
            _ => Some(1),
        }
    }

    fn output_count(&self, ctx: &Context, arg: &ArgDef) -> Option<usize> {
        self.given_count(ctx, arg).or_else(|| match &arg.ty {
            ArgType::ListAttr(types) => Some(self.type_list(ctx, types)?.len()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_ops::OpDefRegistry;

    fn results(ctx: &Context, op: &str, attrs: &[(&str, Attr)], args: &[DataType], n: usize) -> String {
        let registry = OpDefRegistry::new();
        let def = registry.get(op).expect(op);
        let arguments: Vec<Option<DataType>> = args.iter().copied().map(Some).collect();
        let types = OpUse { def: &def, attrs, arguments: &arguments }.result_types(ctx, n);
        let names: Vec<&str> = types.iter().map(|ty| ty.map_or("?", DataType::name)).collect();
        names.join(" ")
    }

    #[test]
    fn types_and_data_types_go_both_ways() {
        let ctx = Context::new();
        for ty in DataType::all() {
            assert_eq!(DataType::of_type(&ctx, ty.to_type(&ctx)), Some(ty), "{}", ty.name());
        }
        assert_eq!(DataType::of_type(&ctx, ctx.index()), None);
    }

    #[test]
    fn result_types_come_from_attributes_arguments_and_defaults() {
        use DataType::{Bool, Float32, Int32, Int64};
        let ctx = Context::new();
        let ty = |ty: DataType| ctx.type_attr(ty.to_type(&ctx));
        assert_eq!(results(&ctx, "tf.MatMul", &[], &[Float32, Float32], 1), "float32");
        assert_eq!(results(&ctx, "tf.Equal", &[], &[Float32, Float32], 1), "bool");
        assert_eq!(results(&ctx, "tf.ArgMax", &[], &[Float32, Int32], 1), "int64");
        assert_eq!(results(&ctx, "tf.ArgMax", &[("output_type", ty(Int32))], &[Float32, Int32], 1), "int32");
        assert_eq!(results(&ctx, "tf.Cast", &[("DstT", ty(Int64))], &[Bool], 1), "int64");
        assert_eq!(results(&ctx, "tf.ConcatV2", &[], &[Float32, Float32, Int32], 1), "float32");
        assert_eq!(results(&ctx, "tf.IdentityN", &[], &[Float32, Bool], 2), "float32 bool");
        assert_eq!(results(&ctx, "tf.Cast", &[], &[Bool], 1), "?");
    }
}
