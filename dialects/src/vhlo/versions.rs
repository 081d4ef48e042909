//! Versions of StableHLO, and since when what can be said in portable artifacts.
//!
//! What has no entry here exists since [`Version::MINIMUM`]. An operation whose newest form is younger than a target is written in an older
//! one if it says nothing that the older one cannot say; that is [`portable`](super::portable)'s part.

use std::fmt;

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};

use crate::dialect_attr::DialectAttr;
use crate::quant::QuantizedType;
use crate::stablehlo::attributes::ResultAccuracy;
use crate::stablehlo::future_types;
use crate::stablehlo::words::ResultAccuracyMode;

/// A version of StableHLO.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version(pub u32, pub u32, pub u32);

impl Version {
    /// The oldest version that is read and written.
    pub const MINIMUM: Version = Version(0, 9, 0);
    /// The newest version that is written.
    pub const CURRENT: Version = Version(1, 21, 0);

    /// The version that a text names: `#.#.#`, `current` or `minimum`.
    ///
    /// # Errors
    /// It names none, or one that cannot be written.
    pub fn target(text: &str) -> Result<Version, String> {
        match text {
            "current" => return Ok(Version::CURRENT),
            "minimum" => return Ok(Version::MINIMUM),
            _ => {}
        }
        let mut parts = text.split('.').map(|part| {
            part.parse().ok().filter(|_| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        });
        let (Some(Some(major)), Some(Some(minor)), Some(Some(patch)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(match text.is_empty() {
                true => "No target version specified.".to_owned(),
                false => format!("Invalid target version argument '{text}'"),
            } + "\n  Target version must be of the form `#.#.#`.");
        };
        let version = Version(major, minor, patch);
        if version < Version::MINIMUM {
            return Err(format!(
                "target version {version} is less than minimum supported {}",
                Version::MINIMUM
            ));
        }
        if version > Version::CURRENT {
            return Err(format!(
                "target version {version} is greater than current version {}",
                Version::CURRENT
            ));
        }
        Ok(version)
    }

    /// The version of the bytecode that readers of this version of StableHLO understand.
    #[must_use]
    pub fn bytecode(self) -> u64 {
        match self {
            version if version < Version(0, 10, 0) => 0,
            version if version < Version(0, 12, 0) => 1,
            version if version < Version(0, 14, 0) => 3,
            version if version < Version(0, 15, 0) => 4,
            _ => 6,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// The first version of an operation in one of its forms (`tan_v2`).
pub(super) fn since_op(form: &str) -> Version {
    match form {
        "collective_broadcast_v1" => Version(0, 16, 0),
        "composite_v1" => Version(0, 19, 0),
        "dynamic_conv_v2" => Version(0, 20, 0),
        "gather_v2" | "dynamic_gather_v2" | "scatter_v2" => Version(1, 1, 0),
        "tan_v1" => Version(1, 4, 0),
        "all_gather_v2" | "all_reduce_v2" | "all_to_all_v2" => Version(1, 5, 0),
        "dot_general_v2" => Version(1, 6, 0),
        "exponential_v2" => Version(1, 9, 0),
        "cbrt_v2"
        | "cosine_v2"
        | "exponential_minus_one_v2"
        | "log_plus_one_v2"
        | "log_v2"
        | "logistic_v2"
        | "rsqrt_v2"
        | "sine_v2"
        | "sqrt_v2"
        | "tan_v2"
        | "tanh_v2" => Version(1, 10, 0),
        "send_v2" | "recv_v2" => Version(1, 12, 0),
        "composite_v2" => Version(1, 14, 0),
        "async_start_v1" | "async_done_v1" => Version(1, 15, 0),
        "custom_call_v2" => Version(1, 18, 0),
        "collective_reduce_v1" => Version(1, 19, 0),
        "collective_broadcast_v2" => Version(1, 20, 0),
        _ => Version::MINIMUM,
    }
}

/// The first version that has a type; `None` if artifacts have no form of it.
pub(super) fn since_type(ctx: &Context, ty: Type) -> Option<Version> {
    let all = |types: &[Type]| {
        types.iter().try_fold(Version::MINIMUM, |since, &ty| Some(since.max(since_type(ctx, ty)?)))
    };
    match ctx.type_kind(ty) {
        TypeKind::Integer { width: 1, sign: Signedness::Signless } => Some(Version::MINIMUM),
        TypeKind::Integer { width: 2, sign: Signedness::Signless | Signedness::Unsigned } => {
            Some(Version(1, 2, 0))
        }
        TypeKind::Integer {
            width: 4 | 8 | 16 | 32 | 64,
            sign: Signedness::Signless | Signedness::Unsigned,
        }
        | TypeKind::Index => Some(Version::MINIMUM),
        TypeKind::None => Some(Version(1, 6, 0)),
        TypeKind::Float(kind) => since_float(*kind),
        TypeKind::Complex(part) => match ctx.type_kind(*part) {
            TypeKind::Float(FloatKind::F32 | FloatKind::F64) => Some(Version::MINIMUM),
            _ => None,
        },
        TypeKind::RankedTensor { elem, encoding, .. } => {
            let encoding = match encoding {
                None => Version::MINIMUM,
                Some(encoding) => {
                    crate::stablehlo::attributes::TypeExtensions::of(ctx, *encoding)?;
                    Version::MINIMUM
                }
            };
            Some(since_type(ctx, *elem)?.max(encoding))
        }
        TypeKind::UnrankedTensor(elem) => since_type(ctx, *elem),
        TypeKind::MemRef { elem, layout: None, memory_space: None, .. } => {
            Some(since_type(ctx, *elem)?.max(Version(1, 13, 0)))
        }
        TypeKind::Tuple(types) => all(types),
        TypeKind::Function { inputs, results } => Some(all(inputs)?.max(all(results)?)),
        TypeKind::Opaque { .. } => {
            let is_token = ctx.is_opaque_type(ty, "stablehlo", "token");
            if is_token {
                return Some(Version::MINIMUM);
            }
            if let Some(types) = future_types(ctx, ty) {
                return Some(all(&types)?.max(Version(1, 15, 0)));
            }
            let quantized = QuantizedType::of(ctx, ty)?;
            let storage = match quantized.storage_width {
                2 => Version(1, 2, 0),
                4 | 8 | 16 | 32 => Version::MINIMUM,
                _ => return None,
            };
            Some(storage.max(since_float(quantized.expressed)?))
        }
        _ => None,
    }
}

fn since_float(kind: FloatKind) -> Option<Version> {
    Some(match kind {
        FloatKind::BF16
        | FloatKind::F16
        | FloatKind::F32
        | FloatKind::F64
        | FloatKind::F8E4M3FN
        | FloatKind::F8E5M2 => Version::MINIMUM,
        FloatKind::F8E4M3FNUZ | FloatKind::F8E5M2FNUZ => Version(0, 10, 0),
        FloatKind::F8E4M3B11FNUZ => Version(0, 11, 0),
        FloatKind::TF32 => Version(1, 6, 0),
        FloatKind::F8E3M4 | FloatKind::F8E4M3 => Version(1, 7, 0),
        FloatKind::F4E2M1FN | FloatKind::F6E2M3FN | FloatKind::F6E3M2FN | FloatKind::F8E8M0FNU => {
            Version(1, 8, 0)
        }
        _ => return None,
    })
}

/// The first version that has an attribute in its portable form; `None` if artifacts have no form of it.
pub(super) fn since_attr(ctx: &Context, attr: Attr) -> Option<Version> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, .. } | AttrKind::Float { ty, .. } | AttrKind::Type(ty) => {
            since_type(ctx, *ty)
        }
        AttrKind::DenseElements { ty, .. } => match ctx.type_kind(*ty) {
            TypeKind::RankedTensor { .. } => since_type(ctx, *ty),
            _ => None,
        },
        AttrKind::String { ty: None, .. } => Some(Version::MINIMUM),
        AttrKind::Array(items) => {
            items.iter().try_fold(Version::MINIMUM, |since, &item| Some(since.max(since_attr(ctx, item)?)))
        }
        AttrKind::Dict(entries) => entries
            .iter()
            .try_fold(Version::MINIMUM, |since, &(_, value)| Some(since.max(since_attr(ctx, value)?))),
        AttrKind::Typed { .. } => {
            let is_accuracy =
                ResultAccuracy::of(ctx, attr).is_some() || ResultAccuracyMode::of(ctx, attr).is_some();
            super::codec::has_code(ctx, attr).then_some(if is_accuracy {
                Version(1, 9, 0)
            } else if super::mesh::is_mesh(ctx, attr) {
                Version(1, 16, 0)
            } else {
                Version::MINIMUM
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn targets_are_versions_that_can_be_written() {
        assert_eq!(Version::target("0.9.0"), Ok(Version(0, 9, 0)));
        assert_eq!(Version::target("current"), Ok(Version::CURRENT));
        assert_eq!(Version::target("1.2.10"), Ok(Version(1, 2, 10)));
        for text in ["", "1", "1.2", "1.2.3.4", "1.-2.3", "1.+2.3", "a.b.c", "0.8.9", "99.0.0", "1..2"] {
            assert!(Version::target(text).is_err(), "{text}");
        }
    }
}
