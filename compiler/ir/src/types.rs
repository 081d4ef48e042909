//! Types: the data behind [`Type`] handles.
//!
//! A type is a handle into its [`Context`](crate::context::Context); equal types have equal handles. Types of a dialect (`!tfrt.chain`) are
//! [`TypeKind::Opaque`]: the name of the dialect and the text between its dot and the end. At parse time the dialect's hook decides which
//! texts it accepts and in which spelling it keeps them.

use crate::handles::{Attr, Ident};

pub use crate::handles::Type;

/// The signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `i32`: the operation decides.
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

/// The floating point formats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the spellings, documented in `FloatKind::name`")]
pub enum FloatKind {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E3M4,
    F8E4M3,
    F8E4M3FN,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E5M2,
    F8E5M2FNUZ,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

impl FloatKind {
    /// Every format.
    pub const ALL: [FloatKind; 18] = [
        FloatKind::F4E2M1FN,
        FloatKind::F6E2M3FN,
        FloatKind::F6E3M2FN,
        FloatKind::F8E3M4,
        FloatKind::F8E4M3,
        FloatKind::F8E4M3FN,
        FloatKind::F8E4M3FNUZ,
        FloatKind::F8E4M3B11FNUZ,
        FloatKind::F8E5M2,
        FloatKind::F8E5M2FNUZ,
        FloatKind::F8E8M0FNU,
        FloatKind::BF16,
        FloatKind::F16,
        FloatKind::TF32,
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
    ];

    /// The spelling of the type in text.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::F4E2M1FN => "f4E2M1FN",
            FloatKind::F6E2M3FN => "f6E2M3FN",
            FloatKind::F6E3M2FN => "f6E3M2FN",
            FloatKind::F8E3M4 => "f8E3M4",
            FloatKind::F8E4M3 => "f8E4M3",
            FloatKind::F8E4M3FN => "f8E4M3FN",
            FloatKind::F8E4M3FNUZ => "f8E4M3FNUZ",
            FloatKind::F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
            FloatKind::F8E5M2 => "f8E5M2",
            FloatKind::F8E5M2FNUZ => "f8E5M2FNUZ",
            FloatKind::F8E8M0FNU => "f8E8M0FNU",
            FloatKind::BF16 => "bf16",
            FloatKind::F16 => "f16",
            FloatKind::TF32 => "tf32",
            FloatKind::F32 => "f32",
            FloatKind::F64 => "f64",
            FloatKind::F80 => "f80",
            FloatKind::F128 => "f128",
        }
    }

    /// The format with this spelling.
    pub fn from_name(name: &str) -> Option<FloatKind> {
        FloatKind::ALL.into_iter().find(|k| k.name() == name)
    }

    /// Bits of a value.
    pub fn width(self) -> u32 {
        match self {
            FloatKind::F4E2M1FN => 4,
            FloatKind::F6E2M3FN | FloatKind::F6E3M2FN => 6,
            FloatKind::F8E3M4
            | FloatKind::F8E4M3
            | FloatKind::F8E4M3FN
            | FloatKind::F8E4M3FNUZ
            | FloatKind::F8E4M3B11FNUZ
            | FloatKind::F8E5M2
            | FloatKind::F8E5M2FNUZ
            | FloatKind::F8E8M0FNU => 8,
            FloatKind::BF16 | FloatKind::F16 => 16,
            FloatKind::TF32 => 19,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
        }
    }
}

/// A dimension that is not known: `?` in text.
pub const DYNAMIC: i64 = i64::MIN;

/// The layout of a [`TypeKind::MemRef`] and everything else a type can be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `i32`, `si8`, `ui64`: any width up to [`MAX_INTEGER_WIDTH`].
    Integer {
        /// Bits.
        width: u32,
        /// Sign.
        sign: Signedness,
    },
    /// `index`
    Index,
    /// `f32`, …
    Float(FloatKind),
    /// `none`
    None,
    /// `complex<f32>`
    Complex(Type),
    /// `tuple<i32, f32>`
    Tuple(Box<[Type]>),
    /// `(i32) -> (f32, f32)`
    Function {
        /// Types of the arguments.
        inputs: Box<[Type]>,
        /// Types of the results.
        results: Box<[Type]>,
    },
    /// `vector<4x[8]xf32>`
    Vector {
        /// Sizes, all positive.
        dims: Box<[i64]>,
        /// The dimensions that are a multiple, known at run time, of the size written; empty if none is.
        scalable: Box<[bool]>,
        /// Element type.
        elem: Type,
    },
    /// `tensor<2x?xf32, #encoding>`
    RankedTensor {
        /// Sizes; [`DYNAMIC`] is `?`.
        dims: Box<[i64]>,
        /// Element type.
        elem: Type,
        /// The encoding after the comma.
        encoding: Option<Attr>,
    },
    /// `tensor<*xf32>`
    UnrankedTensor(Type),
    /// `memref<2x?xf32, strided<[?, 1]>, 1 : i64>`
    MemRef {
        /// Sizes; [`DYNAMIC`] is `?`.
        dims: Box<[i64]>,
        /// Element type.
        elem: Type,
        /// Affine map, strided layout or a dialect's layout; `None` is the identity.
        layout: Option<Attr>,
        /// The memory space; `None` is the default.
        memory_space: Option<Attr>,
    },
    /// `memref<*xf32, 1 : i64>`
    UnrankedMemRef {
        /// Element type.
        elem: Type,
        /// The memory space.
        memory_space: Option<Attr>,
    },
    /// `!dialect.body` or `!dialect<"body">`
    Opaque {
        /// The dialect's namespace.
        dialect: Ident,
        /// The text after the dot, or between the brackets.
        body: Box<str>,
    },
}

/// The widest integer type.
pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

impl TypeKind {
    /// Dimensions of a ranked vector, tensor or memref.
    pub fn dims(&self) -> Option<&[i64]> {
        match self {
            TypeKind::Vector { dims, .. }
            | TypeKind::RankedTensor { dims, .. }
            | TypeKind::MemRef { dims, .. } => Some(dims),
            _ => None,
        }
    }

    /// Element type of a vector, tensor, memref or complex number.
    pub fn element_type(&self) -> Option<Type> {
        match *self {
            TypeKind::Complex(elem)
            | TypeKind::Vector { elem, .. }
            | TypeKind::RankedTensor { elem, .. }
            | TypeKind::UnrankedTensor(elem)
            | TypeKind::MemRef { elem, .. }
            | TypeKind::UnrankedMemRef { elem, .. } => Some(elem),
            _ => None,
        }
    }

    /// Whether all dimensions are known: ranked, and nothing dynamic or scalable.
    pub fn has_static_shape(&self) -> bool {
        match self {
            TypeKind::Vector { scalable, .. } => scalable.is_empty(),
            _ => self.dims().is_some_and(|d| !d.contains(&DYNAMIC)),
        }
    }

    /// Whether this is a vector or a tensor, ranked or not.
    pub fn is_shaped(&self) -> bool {
        matches!(
            self,
            TypeKind::Vector { .. }
                | TypeKind::RankedTensor { .. }
                | TypeKind::UnrankedTensor(_)
                | TypeKind::MemRef { .. }
                | TypeKind::UnrankedMemRef { .. }
        )
    }

    /// Number of elements of a static shape; `None` if it is not static or does not fit.
    pub fn num_elements(&self) -> Option<u64> {
        if !self.has_static_shape() {
            return None;
        }
        let dims = self.dims()?;
        if dims.contains(&0) {
            return Some(0);
        }
        dims.iter().try_fold(1u64, |n, &d| n.checked_mul(u64::try_from(d).ok()?))
    }
}
