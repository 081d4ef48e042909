//! Constraints on types and attributes, with MLIR's wording.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::attributes::AttrKind;
use crate::context::Context;
use crate::handles::{Attr, Type};
use crate::types::{FloatKind, Signedness, TypeKind};

type TypePredicate = Arc<dyn Fn(&Context, Type) -> bool + Send + Sync>;
type TypeBuilder = Arc<dyn Fn(&Context) -> Type + Send + Sync>;
type AttrPredicate = Arc<dyn Fn(&Context, Attr) -> bool + Send + Sync>;
type AttrBuilder = Arc<dyn Fn(&Context) -> Attr + Send + Sync>;

/// A constraint on the type of an operand or result.
///
/// A constraint that only one type satisfies is *buildable*: the type need not be written. It is built once, in the context of
/// the registry that holds the constraint.
#[derive(Clone)]
pub struct TypeConstraint {
    description: Cow<'static, str>,
    predicate: Option<TypePredicate>,
    build: Option<TypeBuilder>,
    built: OnceLock<Type>,
}

impl TypeConstraint {
    /// A constraint with its name in messages ("operand #0 must be …") and its test.
    pub fn new(
        description: impl Into<Cow<'static, str>>,
        predicate: impl Fn(&Context, Type) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            description: description.into(),
            predicate: Some(Arc::new(predicate)),
            build: None,
            built: OnceLock::new(),
        }
    }

    /// The constraint that only one type satisfies.
    pub fn exactly(
        description: impl Into<Cow<'static, str>>,
        build: impl Fn(&Context) -> Type + Send + Sync + 'static,
    ) -> Self {
        Self {
            description: description.into(),
            predicate: None,
            build: Some(Arc::new(build)),
            built: OnceLock::new(),
        }
    }

    /// Any type at all.
    #[must_use]
    pub fn any() -> Self {
        Self { description: "any type".into(), predicate: None, build: None, built: OnceLock::new() }
    }

    /// `i1`, `i32`, …
    #[must_use]
    pub fn integer(width: u32) -> Self {
        Self::exactly(format!("{width}-bit signless integer"), move |ctx| ctx.int(width))
    }

    /// `ui8`, `ui32`, …
    #[must_use]
    pub fn unsigned(width: u32) -> Self {
        Self::exactly(format!("{width}-bit unsigned integer"), move |ctx| {
            ctx.int_with_sign(width, Signedness::Unsigned)
        })
    }

    /// `f16`, `f32`, `bf16`, …
    #[must_use]
    pub fn float(kind: FloatKind) -> Self {
        Self::exactly(float_description(kind), move |ctx| ctx.float(kind))
    }

    /// `complex<f32>`, …
    #[must_use]
    pub fn complex(kind: FloatKind) -> Self {
        Self::exactly(format!("complex type with {} elements", float_description(kind)), move |ctx| {
            ctx.complex(ctx.float(kind))
        })
    }

    /// `!dialect.body`, described as `!dialect.body type`.
    #[must_use]
    pub fn opaque(dialect: &'static str, body: impl Into<Cow<'static, str>>) -> Self {
        let body = body.into();
        Self::exactly(format!("!{dialect}.{body} type"), move |ctx| ctx.opaque_type(dialect, &body))
    }

    /// Any of several types; the description is that of all of them joined by "or".
    #[must_use]
    pub fn any_of(options: Vec<TypeConstraint>) -> Self {
        let description = options.iter().map(|o| o.description.as_ref()).collect::<Vec<_>>().join(" or ");
        Self::new(description, move |ctx, ty| options.iter().any(|option| option.matches(ctx, ty)))
    }

    /// Its name in messages.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Whether a type satisfies it.
    #[must_use]
    pub fn matches(&self, ctx: &Context, ty: Type) -> bool {
        match (&self.predicate, self.buildable(ctx)) {
            (Some(predicate), _) => predicate(ctx, ty),
            (None, Some(only)) => ty == only,
            (None, None) => true,
        }
    }

    /// The only type that satisfies it, if it is buildable.
    #[must_use]
    pub fn buildable(&self, ctx: &Context) -> Option<Type> {
        let build = self.build.as_ref()?;
        Some(*self.built.get_or_init(|| build(ctx)))
    }

    /// Whether the type is implied and need not be written.
    #[must_use]
    pub fn is_buildable(&self) -> bool {
        self.build.is_some()
    }
}

impl fmt::Debug for TypeConstraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)
    }
}

fn float_description(kind: FloatKind) -> String {
    match kind {
        FloatKind::BF16 => "bfloat16 type".into(),
        FloatKind::TF32 => "tf32 type".into(),
        FloatKind::F16 | FloatKind::F32 | FloatKind::F64 | FloatKind::F80 | FloatKind::F128 => {
            format!("{}-bit float", kind.width())
        }
        _ => format!("{} type", kind.name()),
    }
}

/// The kinds of attributes that an assembly format tells apart before it checks a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrClass {
    /// Anything.
    Any,
    /// Integers and booleans.
    Integer,
    /// Floats.
    Float,
    /// Strings.
    String,
    /// Arrays.
    Array,
    /// Dictionaries.
    Dict,
    /// Types.
    Type,
    /// A symbol reference, printed as such.
    SymbolRef,
    /// The name of a new symbol: a string, printed as `@name`.
    SymbolName,
    /// Dense and other elements.
    Elements,
    /// Present or not.
    Unit,
    /// A kind that only the constraint knows: nothing else can be a property.
    Own,
}

impl AttrClass {
    /// Whether an attribute is of this class.
    #[must_use]
    pub fn contains(self, ctx: &Context, attr: Attr) -> bool {
        let kind = ctx.attr_kind(attr);
        match self {
            AttrClass::Any | AttrClass::Own => true,
            AttrClass::Integer => matches!(kind, AttrKind::Integer { .. }),
            AttrClass::Float => matches!(kind, AttrKind::Float { .. }),
            AttrClass::String | AttrClass::SymbolName => matches!(kind, AttrKind::String { .. }),
            AttrClass::Array => matches!(kind, AttrKind::Array(_)),
            AttrClass::Dict => matches!(kind, AttrKind::Dict(_)),
            AttrClass::Type => matches!(kind, AttrKind::Type(_)),
            AttrClass::SymbolRef => matches!(kind, AttrKind::SymbolRef { .. }),
            AttrClass::Elements => matches!(
                kind,
                AttrKind::DenseElements { .. }
                    | AttrKind::DenseStrings { .. }
                    | AttrKind::DenseResource { .. }
                    | AttrKind::Sparse { .. }
            ),
            AttrClass::Unit => matches!(kind, AttrKind::Unit),
        }
    }
}

/// A constraint on an attribute.
#[derive(Clone)]
pub struct AttrConstraint {
    description: Cow<'static, str>,
    class: AttrClass,
    predicate: Option<AttrPredicate>,
    value_type: Option<TypeBuilder>,
    built: OnceLock<Type>,
}

impl AttrConstraint {
    /// A constraint with its name in messages ("failed to satisfy constraint: …"), its class and a further test.
    pub fn new(
        description: impl Into<Cow<'static, str>>,
        class: AttrClass,
        predicate: impl Fn(&Context, Attr) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            description: description.into(),
            class,
            predicate: Some(Arc::new(predicate)),
            value_type: None,
            built: OnceLock::new(),
        }
    }

    /// Any attribute of a class.
    pub fn class(description: impl Into<Cow<'static, str>>, class: AttrClass) -> Self {
        Self {
            description: description.into(),
            class,
            predicate: None,
            value_type: None,
            built: OnceLock::new(),
        }
    }

    /// A typed attribute whose type is implied: it is neither written nor printed in assembly formats, and must be this one.
    #[must_use]
    pub fn of_type(mut self, build: impl Fn(&Context) -> Type + Send + Sync + 'static) -> Self {
        self.value_type = Some(Arc::new(build));
        self
    }

    /// Any attribute at all.
    #[must_use]
    pub fn any() -> Self {
        Self::class("any attribute", AttrClass::Any)
    }

    /// `42` of type `i32`, `i64`, …
    #[must_use]
    pub fn integer(width: u32) -> Self {
        let description = if width == 1 {
            "1-bit boolean attribute".into()
        } else {
            format!("{width}-bit signless integer attribute")
        };
        Self::class(description, AttrClass::Integer).of_type(move |ctx| ctx.int(width))
    }

    /// `42` of type `ui32`, …
    #[must_use]
    pub fn unsigned(width: u32) -> Self {
        Self::class(format!("{width}-bit unsigned integer attribute"), AttrClass::Integer)
            .of_type(move |ctx| ctx.int_with_sign(width, Signedness::Unsigned))
    }

    /// `true` or `false`.
    #[must_use]
    pub fn boolean() -> Self {
        Self::class("bool attribute", AttrClass::Integer).of_type(|ctx| ctx.i1())
    }

    /// `1.0` of type `f32`, …
    #[must_use]
    pub fn float(kind: FloatKind) -> Self {
        let description = match kind {
            FloatKind::BF16 => "bfloat16 attribute".into(),
            _ => format!("{}-bit float attribute", kind.width()),
        };
        Self::class(description, AttrClass::Float).of_type(move |ctx| ctx.float(kind))
    }

    /// `"text"`.
    #[must_use]
    pub fn string() -> Self {
        Self::class("string attribute", AttrClass::String)
    }

    /// The name of the symbol that the operation defines, written `@name`.
    #[must_use]
    pub fn symbol_name() -> Self {
        Self::class("string attribute", AttrClass::SymbolName)
    }

    /// `@name`, without nested references.
    #[must_use]
    pub fn flat_symbol() -> Self {
        Self::new("flat symbol reference attribute", AttrClass::SymbolRef, |ctx, attr| {
            ctx.flat_symbol(attr).is_some()
        })
    }

    /// `@name` or `@outer::@inner`.
    #[must_use]
    pub fn symbol() -> Self {
        Self::class("symbol reference attribute", AttrClass::SymbolRef)
    }

    /// `[a, b]`.
    #[must_use]
    pub fn array() -> Self {
        Self::class("array attribute", AttrClass::Array)
    }

    /// `[a, b]` whose elements all satisfy a constraint, described as `<element without "attribute"> array attribute`.
    #[must_use]
    pub fn array_of(element: AttrConstraint) -> Self {
        let of = element.description.strip_suffix(" attribute").unwrap_or(&element.description).to_owned();
        Self::new(format!("{of} array attribute"), AttrClass::Array, move |ctx, attr| {
            ctx.array_elems(attr).is_some_and(|elems| elems.iter().all(|&e| element.matches(ctx, e)))
        })
    }

    /// `[1, 2]` of type `i64`.
    #[must_use]
    pub fn i64_array() -> Self {
        Self::new("64-bit integer array attribute", AttrClass::Array, |ctx, attr| {
            ctx.array_elems(attr).is_some_and(|elems| {
                elems
                    .iter()
                    .all(|&e| AttrClass::Integer.contains(ctx, e) && ctx.attr_type(e) == Some(ctx.i64()))
            })
        })
    }

    /// `dense<…> : tensor<…>` and the other elements attributes.
    #[must_use]
    pub fn elements() -> Self {
        Self::class("constant vector/tensor attribute", AttrClass::Elements)
    }

    /// `{a = 1}`.
    #[must_use]
    pub fn dictionary() -> Self {
        Self::class("dictionary of named attribute values", AttrClass::Dict)
    }

    /// A type.
    #[must_use]
    pub fn any_type() -> Self {
        Self::class("any type attribute", AttrClass::Type)
    }

    /// A function type.
    #[must_use]
    pub fn function_type() -> Self {
        Self::new("type attribute of function type", AttrClass::Type, |ctx, attr| {
            ctx.attr_as_type(attr).is_some_and(|ty| matches!(ctx.type_kind(ty), TypeKind::Function { .. }))
        })
    }

    /// Present or not.
    #[must_use]
    pub fn unit() -> Self {
        Self::class("unit attribute", AttrClass::Unit)
    }

    /// The same constraint under another name.
    #[must_use]
    pub fn described(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = description.into();
        self
    }

    /// Its name in messages.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The class it belongs to.
    #[must_use]
    pub fn attr_class(&self) -> AttrClass {
        self.class
    }

    /// The implied type of the attribute, if there is one.
    #[must_use]
    pub fn value_type(&self, ctx: &Context) -> Option<Type> {
        let build = self.value_type.as_ref()?;
        Some(*self.built.get_or_init(|| build(ctx)))
    }

    /// Whether an attribute satisfies it.
    #[must_use]
    pub fn matches(&self, ctx: &Context, attr: Attr) -> bool {
        self.class.contains(ctx, attr)
            && self.value_type(ctx).is_none_or(|ty| ctx.attr_type(attr) == Some(ty))
            && self.predicate.as_ref().is_none_or(|predicate| predicate(ctx, attr))
    }
}

impl fmt::Debug for AttrConstraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)
    }
}

/// A value for an attribute that is not written.
#[derive(Clone)]
pub struct AttrDefault(AttrBuilder);

impl AttrDefault {
    /// The default that `build` makes.
    pub fn new(build: impl Fn(&Context) -> Attr + Send + Sync + 'static) -> Self {
        Self(Arc::new(build))
    }

    /// The value.
    #[must_use]
    pub fn build(&self, ctx: &Context) -> Attr {
        (self.0)(ctx)
    }
}

impl fmt::Debug for AttrDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("default")
    }
}
