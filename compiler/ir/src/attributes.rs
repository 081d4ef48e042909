//! Attributes: constant data attached to operations and types.
//!
//! An attribute is a handle into its [`Context`](crate::context::Context); equal attributes have equal handles. Attributes of a
//! dialect (`#corert.shape<1x?>`) are [`AttrKind::Opaque`], as types are, or [`AttrKind::Typed`], if the dialect keeps data of its
//! own instead of text.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bytes::Bytes;

use crate::affine::{AffineMap, IntegerSet};
use crate::apint::ApInt;
use crate::handles::Ident;

pub use crate::handles::Attr;
use crate::location::Loc;
use crate::types::Type;

/// The bits of a floating point value of at most 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatBits([u64; 2]);

impl FloatBits {
    /// The low bits of `bits` are the value.
    pub fn new(bits: u128) -> FloatBits {
        FloatBits([bits as u64, (bits >> 64) as u64])
    }

    /// The bit pattern.
    pub fn get(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }
}

/// The kinds of attributes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrKind {
    /// `unit`: it is there or not.
    Unit,
    /// `7 : i32`, `true`, `-1 : index`
    Integer {
        /// Integer type or `index` (64 bits).
        ty: Type,
        /// The value; its width is that of the type.
        value: ApInt,
    },
    /// `1.000000e+00 : f32`
    Float {
        /// Float type.
        ty: Type,
        /// The value in the type's format.
        bits: FloatBits,
    },
    /// `"text"`, `"text" : !d.type`
    String {
        /// Any bytes.
        bytes: Box<[u8]>,
        /// A type, if one was given.
        ty: Option<Type>,
    },
    /// `[a, b]`
    Array(Box<[Attr]>),
    /// `array<i64: 1, 2>`
    DenseArray {
        /// Integer or float type of 8, 16, 32 or 64 bits, or `i1`.
        elem: Type,
        /// Little-endian elements; `i1` takes one byte.
        data: Box<[u8]>,
    },
    /// `{a = 1, b}`: sorted by name, each name once.
    Dict(Box<[(Ident, Attr)]>),
    /// `dense<…> : tensor<…>` of integers, floats or complex numbers; see [`crate::dense`].
    DenseElements {
        /// Tensor or vector type of static shape.
        ty: Type,
        /// Whether `data` is one element, which all elements equal.
        splat: bool,
        /// Row-major little-endian elements, each in `ceil(width / 8)` bytes (`i1` and `index`: 1 and 8). They may be shared with others: tensors
        /// are large.
        data: Bytes,
    },
    /// `dense<["a", "b"]> : tensor<2x!d.string>`
    DenseStrings {
        /// Tensor or vector type of static shape.
        ty: Type,
        /// Whether `values` is one element, which all elements equal.
        splat: bool,
        /// Row-major elements.
        values: Box<[Box<[u8]>]>,
    },
    /// `dense_resource<key> : tensor<…>`: the data is in the file's resource section.
    DenseResource {
        /// Tensor or vector type.
        ty: Type,
        /// Name of the resource.
        key: Ident,
    },
    /// `sparse<[[0, 1]], 2> : tensor<…>`
    Sparse {
        /// Tensor or vector type.
        ty: Type,
        /// A [`AttrKind::DenseElements`] of `i64`, one row of coordinates for each value.
        indices: Attr,
        /// The values, dense.
        values: Attr,
    },
    /// `@root::@nested`
    SymbolRef {
        /// The symbol looked up first.
        root: Ident,
        /// Symbols looked up inside, in order.
        nested: Box<[Ident]>,
    },
    /// A type as a value.
    Type(Type),
    /// `affine_map<(d0) -> (d0 + 1)>`
    AffineMap(Box<AffineMap>),
    /// `affine_set<(d0) : (d0 >= 0)>`
    IntegerSet(Box<IntegerSet>),
    /// `strided<[4, ?], offset: 1>`; [`crate::types::DYNAMIC`] is `?`.
    Strided {
        /// Distance between elements along each dimension.
        strides: Box<[i64]>,
        /// Distance of the first element from the start.
        offset: i64,
    },
    /// `distinct[0]<unit>`: equal only to itself.
    Distinct {
        /// Number that tells it apart.
        id: u64,
        /// The wrapped attribute.
        value: Attr,
    },
    /// `loc("file":1:2)` as a value.
    Location(Loc),
    /// `#dialect.body` or `#dialect<"body">`
    Opaque {
        /// The dialect's namespace.
        dialect: Ident,
        /// The text after the dot, or between the brackets.
        body: Box<str>,
        /// A type, if one was given: `#d<"x"> : i32`.
        ty: Option<Type>,
    },
    /// `#dialect.body` as data: the dialect's attribute hook makes it of the text, and its `Display` gives the text.
    Typed {
        /// The dialect's namespace.
        dialect: Ident,
        /// The dialect's data.
        data: TypedAttr,
    },
}

/// Data of a dialect that is an attribute: an immutable value, shared.
///
/// Values of one Rust type are compared by that type; values of different types are never equal. The text after the dialect's
/// dot is the value's `Display`.
#[derive(Clone)]
pub struct TypedAttr(Arc<dyn TypedData>);

/// The interface of a value of unknown type to the interner and the printer.
trait TypedData: Any + fmt::Debug + fmt::Display + Send + Sync {
    fn is_equal(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl<T: Any + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync> TypedData for T {
    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

impl TypedAttr {
    /// An attribute that keeps this value.
    pub fn new<T: Any + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync>(value: T) -> TypedAttr {
        TypedAttr(Arc::new(value))
    }

    /// The value, if it is of this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        let value: &dyn Any = &*self.0;
        value.downcast_ref()
    }
}

impl PartialEq for TypedAttr {
    fn eq(&self, other: &TypedAttr) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.is_equal(other)
    }
}

impl Eq for TypedAttr {}

impl Hash for TypedAttr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl fmt::Debug for TypedAttr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl fmt::Display for TypedAttr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&*self.0, f)
    }
}

impl AttrKind {
    /// The type of a typed attribute. Strings have one only if one was given.
    pub fn ty(&self) -> Option<Type> {
        match *self {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::DenseElements { ty, .. }
            | AttrKind::DenseStrings { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::Sparse { ty, .. } => Some(ty),
            AttrKind::String { ty, .. } | AttrKind::Opaque { ty, .. } => ty,
            _ => None,
        }
    }
}
