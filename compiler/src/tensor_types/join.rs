//! Join and meet of two tensor types: what they have in common, and what both together imply.

use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::types::{DYNAMIC, TypeKind};

/// The most that is known of a tensor that has one type or the other; nothing if their elements differ.
#[must_use]
pub fn join(ctx: &Context, a: Type, b: Type) -> Option<Type> {
    if a == b {
        return Some(a);
    }
    let (a, b) = (ctx.type_kind(a), ctx.type_kind(b));
    let element = a.element_type().filter(|&element| b.element_type() == Some(element))?;
    Some(match (a.dims(), b.dims()) {
        (Some(a), Some(b)) if a.len() == b.len() => {
            let dims: Vec<i64> = a.iter().zip(b).map(|(&a, &b)| if a == b { a } else { DYNAMIC }).collect();
            ctx.tensor(&dims, element)
        }
        _ => ctx.unranked_tensor(element),
    })
}

/// The type of a tensor that has both types. Where they contradict each other, the first takes precedence.
#[must_use]
pub fn meet(ctx: &Context, a: Type, b: Type) -> Type {
    let (kind_a, kind_b) = (ctx.type_kind(a), ctx.type_kind(b));
    if kind_a.element_type() != kind_b.element_type() {
        return a;
    }
    match (kind_a, kind_b) {
        (TypeKind::UnrankedTensor(_), TypeKind::RankedTensor { .. }) => b,
        (TypeKind::RankedTensor { dims: known, elem, .. }, TypeKind::RankedTensor { dims: other, .. })
            if known.len() == other.len() =>
        {
            let dims: Vec<i64> =
                known.iter().zip(other).map(|(&a, &b)| if a == DYNAMIC { b } else { a }).collect();
            ctx.tensor(&dims, *elem)
        }
        _ => a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_keep_what_agrees_and_meets_what_either_says() {
        let ctx = Context::new();
        let tensor = |dims: &[i64]| ctx.tensor(dims, ctx.f32());
        let (a, b) = (tensor(&[2, DYNAMIC, 3]), tensor(&[2, 5, 4]));
        assert_eq!(join(&ctx, a, b), Some(tensor(&[2, DYNAMIC, DYNAMIC])));
        assert_eq!(join(&ctx, a, tensor(&[2])), Some(ctx.unranked_tensor(ctx.f32())));
        assert_eq!(join(&ctx, a, ctx.tensor(&[2, 5, 3], ctx.i32())), None);
        assert_eq!(meet(&ctx, a, b), tensor(&[2, 5, 3]));
        assert_eq!(meet(&ctx, ctx.unranked_tensor(ctx.f32()), a), a);
        assert_eq!(meet(&ctx, a, ctx.unranked_tensor(ctx.f32())), a);
    }
}
