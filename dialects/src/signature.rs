//! Signatures: what functions call their arguments and results, and what callers must give.
//!
//! A signature is written as attributes in the braces behind arguments and results, beside `tf.type` ([`TENSOR_TYPE_ATTR`]):
//!
//! ```mlir
//! func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?x4xf32>, tfrt.name = "images", tfrt.sizes = ["batch", ""]},
//!     %k: !corert.tensorhandle {tfrt.default = dense<1.0> : tensor<f32>, tfrt.name = "scale"})
//!     -> (!corert.tensorhandle {tfrt.name = "scores"})
//! ```
//!
//! Front ends write them; passes keep them; files hold them; callers of a function read them from there. Invariants, checked by the
//! verifier of functions: names are not empty, and differ among the arguments and among the results of a function; there is a name of a
//! size, perhaps an empty one, for each dimension of `tf.type`; a default belongs to an argument, is a tensor or a number, and fits
//! `tf.type`; a small type is one whose storage `tf.type` has, if that is there.

use tfrt_ir::context::Context;
use tfrt_ir::handles::{Attr, Ident, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{Signedness, TypeKind};
use tfrt_ops::{SmallFloat, SmallType};

use crate::TENSOR_TYPE_ATTR;
use crate::tf::IrDataType as _;

/// The attribute with the name of an argument or a result: a string.
pub const NAME_ATTR: &str = "tfrt.name";

/// The attribute with the names of the sizes of an argument or a result: a list of strings, empty where a size has no name. Sizes with
/// one name are equal in every call of the function.
pub const SIZES_ATTR: &str = "tfrt.sizes";

/// The attribute with the value of an argument that a caller does not give.
pub const DEFAULT_ATTR: &str = "tfrt.default";

/// The attribute with the name of the element type that an argument or a result stands for, of the types of which there are no tensors
/// ([`SmallType`]): a string such as `f8E4M3FN`.
pub const SMALL_TYPE_ATTR: &str = "tfrt.small_type";

/// More sizes than this have no names.
pub const MAX_NAMED_SIZES: usize = 64;

/// The attributes of an argument or a result, as they are written; each is absent if nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueSignature {
    /// [`NAME_ATTR`].
    pub name: Option<Attr>,
    /// [`TENSOR_TYPE_ATTR`].
    pub tensor_type: Option<Attr>,
    /// [`SIZES_ATTR`].
    pub sizes: Option<Attr>,
    /// [`DEFAULT_ATTR`].
    pub default: Option<Attr>,
    /// [`SMALL_TYPE_ATTR`].
    pub small_type: Option<Attr>,
}

impl ValueSignature {
    /// The facts in a dictionary.
    fn of(ctx: &Context, dictionary: Attr) -> ValueSignature {
        let get = |name| ctx.dict_get(dictionary, ctx.ident(name));
        ValueSignature {
            name: get(NAME_ATTR),
            tensor_type: get(TENSOR_TYPE_ATTR),
            sizes: get(SIZES_ATTR),
            default: get(DEFAULT_ATTR),
            small_type: get(SMALL_TYPE_ATTR),
        }
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == ValueSignature::default()
    }
}

/// The small type that an element type is.
#[must_use]
pub fn small_type(ctx: &Context, elem: Type) -> Option<SmallType> {
    match *ctx.type_kind(elem) {
        TypeKind::Integer { width: bits @ (2 | 4), sign } => {
            Some(SmallType::Integer { bits, is_signed: sign != Signedness::Unsigned })
        }
        TypeKind::Float(kind) => SmallFloat::from_name(kind.name()).map(SmallType::Float),
        _ => None,
    }
}

/// [`SMALL_TYPE_ATTR`] of a value that stands for one of this type.
#[must_use]
pub fn small_type_attr(ctx: &Context, small: SmallType) -> (Ident, Attr) {
    (ctx.ident(SMALL_TYPE_ATTR), ctx.string_attr(small.to_string()))
}

/// The signatures of a function's arguments; as many as are written.
#[must_use]
pub fn argument_signatures(function: OpRef<'_>) -> Vec<ValueSignature> {
    signatures(function, "arg_attrs")
}

/// The signatures of a function's results; as many as are written.
#[must_use]
pub fn result_signatures(function: OpRef<'_>) -> Vec<ValueSignature> {
    signatures(function, "res_attrs")
}

fn signatures(function: OpRef<'_>, attr: &str) -> Vec<ValueSignature> {
    let ctx = function.ctx;
    let dictionaries = function.attr(attr).and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
    dictionaries.iter().map(|&dictionary| ValueSignature::of(ctx, dictionary)).collect()
}

/// Checks the signatures of a function; the error is a complaint about the function.
pub(crate) fn check(function: OpRef<'_>) -> Result<(), String> {
    for (signatures, what) in
        [(argument_signatures(function), "argument"), (result_signatures(function), "result")]
    {
        for (index, value) in signatures.iter().enumerate() {
            let place = |message: String| format!("{what} #{index} {message}");
            check_value(function.ctx, value, what == "argument").map_err(place)?;
            let earlier = signatures[..index].iter();
            if let Some(other) =
                value.name.and_then(|name| earlier.clone().position(|v| v.name == Some(name)))
            {
                return Err(place(format!("has the name of {what} #{other}")));
            }
        }
    }
    Ok(())
}

fn check_value(ctx: &Context, value: &ValueSignature, is_argument: bool) -> Result<(), String> {
    if value.name.is_some_and(|name| ctx.attr_as_str(name).is_none_or(str::is_empty)) {
        return Err(format!("has a '{NAME_ATTR}' that is no string, or empty"));
    }
    let ty = value.tensor_type.and_then(|ty| ctx.attr_as_type(ty));
    let dims = ty.and_then(|ty| ctx.type_kind(ty).dims());
    if let Some(sizes) = value.sizes {
        let names = ctx.array_elems(sizes).unwrap_or_default();
        let are_strings = names.iter().all(|&name| ctx.attr_as_str(name).is_some());
        if ctx.array_elems(sizes).is_none() || !are_strings {
            return Err(format!("has a '{SIZES_ATTR}' that is no list of strings"));
        }
        if names.len() > MAX_NAMED_SIZES || dims.map(<[i64]>::len) != Some(names.len()) {
            return Err(format!(
                "has {} names in '{SIZES_ATTR}', which must be as many as the dimensions of '{TENSOR_TYPE_ATTR}', and at most {MAX_NAMED_SIZES}",
                names.len(),
            ));
        }
    }
    if let Some(small) = value.small_type {
        let storage = ctx.attr_as_str(small).and_then(SmallType::from_name);
        let storage = storage.map(|small| small.storage().data_type().to_type(ctx));
        let elem = ty.map(|ty| ctx.type_kind(ty).element_type());
        if storage.is_none() || elem.is_some_and(|elem| elem != storage) {
            return Err(format!("has a '{SMALL_TYPE_ATTR}' that '{TENSOR_TYPE_ATTR}' does not stand for"));
        }
    }
    let Some(default) = value.default else { return Ok(()) };
    if !is_argument {
        return Err(format!("has a '{DEFAULT_ATTR}', which only arguments have"));
    }
    let Some(given) = type_of_value(ctx, default) else {
        return Err(format!("has a '{DEFAULT_ATTR}' that is neither a tensor nor a number"));
    };
    match ty.is_none_or(|ty| fits(ctx, given, ty)) {
        true => Ok(()),
        false => Err(format!("has a '{DEFAULT_ATTR}' that does not fit its '{TENSOR_TYPE_ATTR}'")),
    }
}

/// The type of a tensor or a number.
fn type_of_value(ctx: &Context, value: Attr) -> Option<Type> {
    use tfrt_ir::attributes::AttrKind;
    match ctx.attr_kind(value) {
        AttrKind::DenseElements { ty, .. }
        | AttrKind::DenseStrings { ty, .. }
        | AttrKind::Integer { ty, .. }
        | AttrKind::Float { ty, .. } => Some(*ty),
        _ => None,
    }
}

/// Whether a value of the type `given` is a tensor of the type `ty`, as far as that is known.
fn fits(ctx: &Context, given: Type, ty: Type) -> bool {
    let (given, ty) = (ctx.type_kind(given), ctx.type_kind(ty));
    if matches!(ty, TypeKind::UnrankedTensor(_)) || ty.dims().is_some() {
        let shapes_fit = match (given.dims(), ty.dims()) {
            (Some(given), Some(dims)) => {
                given.len() == dims.len()
                    && given.iter().zip(dims).all(|(given, dim)| *dim < 0 || given == dim)
            }
            (given, _) => given.is_some(),
        };
        return shapes_fit && given.element_type() == ty.element_type();
    }
    true
}
