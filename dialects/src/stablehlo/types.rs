//! Constraints on the types of operands and results, with upstream's wording.
//!
//! Elements are given by letters, in the order in which messages name them: `F` floats, `B` booleans, `I` integers, `S` signless
//! integers, `C` complex numbers, `Q` numbers quantized alike, `A` numbers quantized by axis, `X` `index`, `G` floats of 32 and 64
//! bits, `i` `i32`, `u` `ui32`, `N` any integers.

use tfrt_ir::context::Context;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::opdef::TypeConstraint;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::{DYNAMIC, FloatKind, Signedness, TypeKind};

use super::attributes::TypeExtensions;
use crate::attr_text::{AttrText, Read, with_parser};
use crate::dialect_attr::DialectAttr;
use crate::quant::QuantizedType;

/// The elements that most operations take.
pub(crate) const ANY: &str = "FBICQ";
/// These, and those quantized by axis.
pub(crate) const ANY_OR_AXIS: &str = "FBICQA";

fn describe(letters: &str) -> String {
    let names = letters.chars().map(|letter| match letter {
        'F' => "4/6/8/16/32/64-bit float",
        'B' => "bool",
        'I' => "2/4/8/16/32/64-bit integer",
        'S' => "2/4/8/16/32/64-bit signless integer",
        'C' => "complex type with 32/64-bit float elements",
        'Q' => "per-tensor integer quantized",
        'A' => "per-axis integer quantized",
        'X' => "index",
        'G' => "32/64-bit float",
        'i' => "32-bit signless integer",
        'u' => "32-bit unsigned integer",
        'N' => "integer",
        _ => unreachable!("the tables of operations name these letters only: {letter}"),
    });
    names.collect::<Vec<_>>().join(" or ")
}

fn is_element(ctx: &Context, elem: Type, letters: &str) -> bool {
    letters.chars().any(|letter| is_of(ctx, elem, letter))
}

fn is_of(ctx: &Context, elem: Type, letter: char) -> bool {
    let kind = ctx.type_kind(elem);
    let has_width = |width: u32| matches!(width, 2 | 4 | 8 | 16 | 32 | 64);
    match (letter, kind) {
        ('F', TypeKind::Float(kind)) => !matches!(kind, FloatKind::TF32 | FloatKind::F80 | FloatKind::F128),
        ('G', TypeKind::Float(kind)) => matches!(kind, FloatKind::F32 | FloatKind::F64),
        ('B', TypeKind::Integer { width: 1, sign: Signedness::Signless }) => true,
        ('I', TypeKind::Integer { width, sign }) => *sign != Signedness::Signed && has_width(*width),
        ('S', TypeKind::Integer { width, sign }) => *sign == Signedness::Signless && has_width(*width),
        ('i', TypeKind::Integer { width: 32, sign: Signedness::Signless }) => true,
        ('u', TypeKind::Integer { width: 32, sign: Signedness::Unsigned }) => true,
        ('N', TypeKind::Integer { .. }) => true,
        ('X', TypeKind::Index) => true,
        ('C', TypeKind::Complex(part)) => is_of(ctx, *part, 'G'),
        ('Q' | 'A', TypeKind::Opaque { dialect, body }) => {
            ctx.str(*dialect) == "quant"
                && body.starts_with("uniform<")
                && body.contains('{') == (letter == 'A')
        }
        _ => false,
    }
}

/// Whether a tensor with elements that are quantized by an axis has that axis, with as many scales as its size; others have no axis.
fn has_axis(ctx: &Context, elem: Type, dims: &[i64]) -> bool {
    if !is_of(ctx, elem, 'A') {
        return true;
    }
    let Some(quantized) = QuantizedType::of(ctx, elem) else { return false };
    let axis = quantized.dimension.and_then(|axis| usize::try_from(axis).ok());
    let size = axis.and_then(|axis| dims.get(axis));
    size.is_some_and(|&size| size == DYNAMIC || usize::try_from(size) == Ok(quantized.parameters.len()))
}

/// Ranked tensors whose dimensions pass a test.
fn tensor(
    before: &str,
    letters: &'static str,
    test: impl Fn(&Context, Type, &[i64]) -> bool + Send + Sync + 'static,
) -> TypeConstraint {
    TypeConstraint::new(format!("{before}tensor of {} values", describe(letters)), move |ctx, ty| {
        match ctx.type_kind(ty) {
            TypeKind::RankedTensor { dims, elem, .. } => {
                is_element(ctx, *elem, letters) && has_axis(ctx, *elem, dims) && test(ctx, ty, dims)
            }
            _ => false,
        }
    })
}

/// A ranked tensor.
pub(crate) fn ranked(letters: &'static str) -> TypeConstraint {
    tensor("ranked ", letters, |_, _, _| true)
}

/// A tensor of rank 0.
pub(crate) fn scalar(letters: &'static str) -> TypeConstraint {
    tensor("0D ", letters, |_, _, dims| dims.is_empty())
}

/// A tensor of rank 1.
pub(super) fn vector(letters: &'static str) -> TypeConstraint {
    tensor("1D ", letters, |_, _, dims| dims.len() == 1)
}

/// A tensor whose sizes are known.
pub(crate) fn fixed(letters: &'static str) -> TypeConstraint {
    tensor("statically shaped ", letters, |_, _, dims| !dims.contains(&DYNAMIC))
}

/// A tensor whose sizes are known, or one of them only by its bound.
pub(super) fn fixed_or_bounded(letters: &'static str) -> TypeConstraint {
    tensor("statically shaped or single bounded dimension ", letters, |ctx, ty, dims| {
        let mut unknown = dims.iter().enumerate().filter(|(_, dim)| **dim == DYNAMIC);
        match (unknown.next(), unknown.next()) {
            (None, _) => true,
            (Some((dim, _)), None) => {
                bounds(ctx, ty).and_then(|bounds| bounds.get(dim)) != Some(&DYNAMIC)
                    && bounds(ctx, ty).is_some()
            }
            _ => false,
        }
    })
}

/// The sizes of dimensions as a tensor.
pub(super) fn sizes() -> TypeConstraint {
    tensor("statically shaped 1-dimensional ", "XI", |_, _, dims| matches!(dims, [size] if *size != DYNAMIC))
}

/// Integers in a tensor of known size and this rank.
pub(super) fn fixed_integers(rank: usize) -> TypeConstraint {
    tensor(&format!("statically shaped {rank}-dimensional integer "), "I", move |_, _, dims| {
        dims.len() == rank && !dims.contains(&DYNAMIC)
    })
}

/// A tensor of any rank, known or not.
pub(crate) fn unranked(letters: &'static str) -> TypeConstraint {
    TypeConstraint::new(format!("tensor of {} values", describe(letters)), move |ctx, ty| {
        match ctx.type_kind(ty) {
            TypeKind::RankedTensor { elem, dims, .. } => {
                is_element(ctx, *elem, letters) && has_axis(ctx, *elem, dims)
            }
            TypeKind::UnrankedTensor(elem) => is_element(ctx, *elem, letters),
            _ => false,
        }
    })
}

fn memref() -> TypeConstraint {
    TypeConstraint::new(
        format!("memref of {} values", describe(ANY)),
        |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::MemRef { elem, .. } if is_element(ctx, *elem, ANY)),
    )
}

/// `!stablehlo.token`
pub(super) fn token() -> TypeConstraint {
    TypeConstraint::new("token", is_token)
}

/// Whether a type is `!stablehlo.token`.
#[must_use]
pub fn is_token(ctx: &Context, ty: Type) -> bool {
    ctx.is_opaque_type(ty, "stablehlo", "token")
}

/// `!stablehlo.future<tensor<2xf32>>`: values that an operation gives later.
#[must_use]
pub fn future(ctx: &Context, types: &[Type]) -> Type {
    let types: Vec<String> = types.iter().map(|&ty| type_to_string(ctx, ty)).collect();
    ctx.opaque_type("stablehlo", &format!("future<{}>", types.join(", ")))
}

/// The value types of a future; `None` for other types.
#[must_use]
pub fn future_types(ctx: &Context, ty: Type) -> Option<Vec<Type>> {
    match ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, body } if ctx.str(*dialect) == "stablehlo" => read_future(ctx, body).ok(),
        _ => None,
    }
}

fn read_future(ctx: &Context, body: &str) -> Read<Vec<Type>> {
    let mut text = AttrText::new(body);
    text.expect_word("future")?;
    let types = text.list(("<", ">"), |text| {
        let at = text.offset();
        let ty = with_parser(ctx, text, |parser| parser.parse_type())?;
        match ctx.type_kind(ty) {
            TypeKind::RankedTensor { .. } => Ok(ty),
            _ => Err(text.error_at(
                at,
                format!("future element type must be a ranked tensor, but got '{}'", type_to_string(ctx, ty)),
            )),
        }
    })?;
    if types.is_empty() {
        return Err(text.error("expected non-function type"));
    }
    text.end()?;
    Ok(types)
}

/// Reads a future's text behind `!stablehlo.`.
pub(super) fn parse_future(ctx: &Context, body: &str) -> Read<Type> {
    read_future(ctx, body).map(|types| future(ctx, &types))
}

/// Any future.
pub(super) fn any_future() -> TypeConstraint {
    TypeConstraint::new("future", |ctx, ty| future_types(ctx, ty).is_some())
}

fn tuple_of(element: TypeConstraint) -> TypeConstraint {
    fn all(ctx: &Context, ty: Type, element: &TypeConstraint) -> bool {
        match ctx.type_kind(ty) {
            TypeKind::Tuple(types) => types.iter().all(|&ty| all(ctx, ty, element)),
            _ => element.matches(ctx, ty),
        }
    }
    let description = format!("nested tuple with any combination of {} values", element.description());
    TypeConstraint::new(description, move |ctx, ty| {
        matches!(ctx.type_kind(ty), TypeKind::Tuple(_)) && all(ctx, ty, &element)
    })
}

fn by_axis() -> TypeConstraint {
    ranked("A")
}

/// A tuple.
pub(super) fn tuple() -> TypeConstraint {
    tuple_of(TypeConstraint::any_of(vec![ranked(ANY), memref(), by_axis(), token()]))
}

/// A tensor or a token.
pub(crate) fn tensor_or_token() -> TypeConstraint {
    TypeConstraint::any_of(vec![ranked(ANY), token()])
}

/// A tensor of any elements or a token.
pub(super) fn value() -> TypeConstraint {
    TypeConstraint::any_of(vec![ranked(ANY), by_axis(), token()])
}

/// The types of values that a loop carries.
pub(super) fn carried() -> TypeConstraint {
    TypeConstraint::any_of(vec![ranked(ANY), by_axis(), token(), memref()])
}

/// The types of operands and results of a composite.
pub(super) fn value_or_tuple() -> TypeConstraint {
    TypeConstraint::any_of(vec![ranked(ANY), by_axis(), token(), tuple()])
}

/// The types of members of tuples and of operands of returns.
pub(super) fn value_tuple_or_memref() -> TypeConstraint {
    TypeConstraint::any_of(vec![ranked(ANY), by_axis(), token(), tuple(), memref()])
}

/// The types of operands and results of `custom_call`.
pub(super) fn foreign() -> TypeConstraint {
    let parts = || vec![unranked(ANY_OR_AXIS), memref(), token()];
    let mut options = parts();
    options.push(tuple_of(TypeConstraint::any_of(parts())));
    options.push(any_future());
    TypeConstraint::any_of(options)
}

/// The types of values that arrive from outside.
pub(super) fn received() -> TypeConstraint {
    TypeConstraint::any_of(vec![fixed(ANY), fixed(ANY_OR_AXIS), token()])
}

/// The bounds of a tensor type's dimensions, [`DYNAMIC`] where there is none; `None` if the type states no bounds.
#[must_use]
pub fn bounds(ctx: &Context, ty: Type) -> Option<&[i64]> {
    match ctx.type_kind(ty) {
        TypeKind::RankedTensor { encoding: Some(encoding), .. } => {
            TypeExtensions::of(ctx, *encoding).map(|extensions| &*extensions.bounds)
        }
        _ => None,
    }
}

/// Bounds are as many as dimensions, and only of those whose size is not known.
pub(crate) fn check_encoding(ctx: &Context, encoding: Attr, dims: &[i64], elem: Type) -> Result<(), String> {
    let Some(extensions) = TypeExtensions::of(ctx, encoding) else { return Ok(()) };
    let bounds = &extensions.bounds;
    let tensor = || type_to_string(ctx, ctx.tensor(dims, elem));
    if bounds.len() != dims.len() {
        return Err(format!(
            "Bounds length is {}, expected to be equal to rank({}) of the tensor '{}'",
            bounds.len(),
            dims.len(),
            tensor()
        ));
    }
    match bounds.iter().zip(dims).position(|(&bound, &size)| bound != DYNAMIC && size != DYNAMIC) {
        Some(dim) => Err(format!(
            "Static dimension {dim} cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor '{}'",
            tensor()
        )),
        None => Ok(()),
    }
}
