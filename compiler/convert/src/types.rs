//! Type converters: the replacement types of a type, and conversions of values between types.
//!
//! A type converter is a list of functions; the function added last is called first, and the first answer counts. A type
//! without an answer cannot be converted, so a converter that leaves most types alone starts with [`TypeConverter::identity`].
//!
//! Where a converted value meets an operation that still needs the old type (or the other way round), the driver inserts a
//! `builtin.unrealized_conversion_cast`. At the end inverse casts cancel out; the materializations replace the rest:
//! [`TypeConverter::materialize_source`] back to the old type, [`TypeConverter::materialize_target`] to the new ones.

use smallvec::SmallVec;
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::rewrite::Rewriter;
use tfrt_ir::types::TypeKind;

/// The types that replace one type: mostly one, none for a dropped value, several for a value that is split.
pub type Types = SmallVec<[Type; 1]>;

/// The answer of a type converter's function for a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Converted {
    /// One type stands for it; itself if it stays.
    To(Type),
    /// Several types stand for it, or none.
    ToMany(Types),
    /// It cannot be converted, whatever other functions say.
    Never,
}

/// Values to be made values of other types.
#[derive(Clone, Copy, Debug)]
pub struct Materialize<'a> {
    /// New operations go before this one.
    pub before: Op,
    /// The values that are there.
    pub inputs: &'a [Value],
    /// The types that are wanted.
    pub types: &'a [Type],
    /// The location of new operations.
    pub loc: Loc,
}

type Convert = Box<dyn Fn(&Context, Type) -> Option<Converted> + Send + Sync>;
type Materialization =
    Box<dyn Fn(&mut Rewriter<'_>, Materialize<'_>) -> Option<SmallVec<[Value; 1]>> + Send + Sync>;

/// The replacement types of types. See the module above.
#[derive(Default)]
pub struct TypeConverter {
    conversions: Vec<Convert>,
    source: Vec<Materialization>,
    target: Vec<Materialization>,
}

impl std::fmt::Debug for TypeConverter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypeConverter")
            .field("conversions", &self.conversions.len())
            .field("source", &self.source.len())
            .field("target", &self.target.len())
            .finish()
    }
}

impl TypeConverter {
    /// A converter that converts no type.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A converter that leaves all types as they are, unless a function that is added says otherwise.
    #[must_use]
    pub fn identity() -> Self {
        Self::new().conversion(|_, ty| Some(Converted::To(ty)))
    }

    /// Adds a function, to be asked before those that are there.
    #[must_use]
    pub fn conversion(
        mut self,
        convert: impl Fn(&Context, Type) -> Option<Converted> + Send + Sync + 'static,
    ) -> Self {
        self.conversions.push(Box::new(convert));
        self
    }

    /// Adds a way from converted values back to one of the type that they stand for.
    #[must_use]
    pub fn materialize_source(
        mut self,
        make: impl Fn(&mut Rewriter<'_>, Materialize<'_>) -> Option<SmallVec<[Value; 1]>> + Send + Sync + 'static,
    ) -> Self {
        self.source.push(Box::new(make));
        self
    }

    /// Adds a way from a value to the converted ones that stand for it.
    #[must_use]
    pub fn materialize_target(
        mut self,
        make: impl Fn(&mut Rewriter<'_>, Materialize<'_>) -> Option<SmallVec<[Value; 1]>> + Send + Sync + 'static,
    ) -> Self {
        self.target.push(Box::new(make));
        self
    }

    /// The types that stand for a type; `None` if it cannot be converted.
    #[must_use]
    pub fn convert(&self, ctx: &Context, ty: Type) -> Option<Types> {
        match self.conversions.iter().rev().find_map(|convert| convert(ctx, ty))? {
            Converted::To(ty) => Some(Types::from_slice(&[ty])),
            Converted::ToMany(types) => Some(types),
            Converted::Never => None,
        }
    }

    /// The only type that stands for a type.
    #[must_use]
    pub fn convert_to_one(&self, ctx: &Context, ty: Type) -> Option<Type> {
        match self.convert(ctx, ty)?.as_slice() {
            &[ty] => Some(ty),
            _ => None,
        }
    }

    /// The types that stand for several types, one after the other.
    ///
    /// # Errors
    /// The first type that cannot be converted.
    pub fn convert_all(
        &self,
        ctx: &Context,
        types: impl IntoIterator<Item = Type>,
    ) -> Result<Vec<Type>, Type> {
        let mut all = Vec::new();
        for ty in types {
            all.extend(self.convert(ctx, ty).ok_or(ty)?);
        }
        Ok(all)
    }

    /// Whether a type stands for itself.
    #[must_use]
    pub fn is_legal(&self, ctx: &Context, ty: Type) -> bool {
        self.convert_to_one(ctx, ty) == Some(ty)
    }

    /// Whether all types of an operation's operands and results, and of the arguments of its blocks, stand for themselves.
    #[must_use]
    pub fn is_legal_op(&self, op: OpRef<'_>) -> bool {
        let arguments = op.regions().flat_map(|region| {
            let blocks = region.blocks();
            blocks
                .flat_map(move |block| region.body.block_args(block))
                .map(move |&arg| region.body.value_type(arg))
        });
        op.operand_types().chain(op.result_types()).chain(arguments).all(|ty| self.is_legal(op.ctx, ty))
    }

    /// Whether all types of a function's signature stand for themselves.
    #[must_use]
    pub fn is_legal_signature(&self, function: OpRef<'_>) -> bool {
        let ty = function.attr("function_type").and_then(|ty| function.ctx.attr_as_type(ty));
        match ty.map(|ty| function.ctx.type_kind(ty)) {
            Some(TypeKind::Function { inputs, results }) => {
                inputs.iter().chain(&**results).all(|&ty| self.is_legal(function.ctx, ty))
            }
            _ => true,
        }
    }

    pub(crate) fn to_source(
        &self,
        rewriter: &mut Rewriter<'_>,
        wanted: Materialize<'_>,
    ) -> Option<SmallVec<[Value; 1]>> {
        self.source.iter().rev().find_map(|make| make(rewriter, wanted))
    }

    pub(crate) fn to_target(
        &self,
        rewriter: &mut Rewriter<'_>,
        wanted: Materialize<'_>,
    ) -> Option<SmallVec<[Value; 1]>> {
        self.target.iter().rev().find_map(|make| make(rewriter, wanted))
    }
}

/// The conversion of a block's arguments: new ones before all others, then for each old one its replacements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignatureConversion {
    pub(crate) added: Vec<Type>,
    pub(crate) arguments: Vec<Types>,
}

impl SignatureConversion {
    /// Converts the arguments as a converter says.
    ///
    /// # Errors
    /// The first type that cannot be converted.
    pub fn of(
        converter: &TypeConverter,
        ctx: &Context,
        types: impl IntoIterator<Item = Type>,
    ) -> Result<Self, Type> {
        let arguments = types.into_iter().map(|ty| converter.convert(ctx, ty).ok_or(ty));
        Ok(Self { added: Vec::new(), arguments: arguments.collect::<Result<_, _>>()? })
    }

    /// Puts an argument of this type before those that stand for old ones: a chain, mostly.
    #[must_use]
    pub fn with_added(mut self, ty: Type) -> Self {
        self.added.push(ty);
        self
    }

    /// The types of all arguments afterwards.
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.added.iter().copied().chain(self.arguments.iter().flatten().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_added_last_is_asked_first() {
        let ctx = Context::new();
        let index_to = |ty: fn(&Context) -> Converted| {
            move |ctx: &Context, from: Type| (from == ctx.index()).then(|| ty(ctx))
        };
        let converter = TypeConverter::identity().conversion(index_to(|ctx| Converted::To(ctx.i64())));
        assert_eq!(converter.convert_to_one(&ctx, ctx.index()), Some(ctx.i64()));
        assert_eq!(converter.convert_to_one(&ctx, ctx.f32()), Some(ctx.f32()));
        assert!(!converter.is_legal(&ctx, ctx.index()));
        let converter = converter.conversion(index_to(|_| Converted::Never));
        assert_eq!(converter.convert(&ctx, ctx.index()), None);
        assert_eq!(converter.convert_all(&ctx, [ctx.f32(), ctx.index()]), Err(ctx.index()));
        assert_eq!(TypeConverter::new().convert(&ctx, ctx.f32()), None);
    }

    #[test]
    fn a_type_may_become_several_or_none() {
        let ctx = Context::new();
        let converter = TypeConverter::identity().conversion(|ctx, ty| match ctx.type_kind(ty) {
            TypeKind::Tuple(elems) => Some(Converted::ToMany(Types::from_slice(elems))),
            _ => None,
        });
        let pair = ctx.tuple(&[ctx.i1(), ctx.i32()]);
        let types = [pair, ctx.f32(), ctx.tuple(&[])];
        assert_eq!(converter.convert_all(&ctx, types), Ok(vec![ctx.i1(), ctx.i32(), ctx.f32()]));
        assert_eq!(converter.convert_to_one(&ctx, pair), None);
        let chain = ctx.opaque_type("tfrt", "chain");
        let signature = SignatureConversion::of(&converter, &ctx, types).unwrap().with_added(chain);
        assert_eq!(signature.types().collect::<Vec<_>>(), [chain, ctx.i1(), ctx.i32(), ctx.f32()]);
    }
}
