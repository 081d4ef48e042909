//! The attributes of a fused op's member as attributes of the op that it runs.

use tfrt_ops::{MemberAttr, MemberValue};

use super::attrs::OpAttrs;

/// The attributes of a member as its op takes them.
pub fn member_attrs(attrs: &[MemberAttr]) -> OpAttrs {
    let mut result = OpAttrs::new();
    for attr in attrs {
        let name = attr.name.name();
        match attr.value {
            MemberValue::Type(dtype) => result.set_dtype(name, dtype),
            MemberValue::Bool(value) => result.set_bool(name, value),
            MemberValue::Number(bits) => result.set(name, f64::from_bits(bits)),
        };
    }
    result
}
