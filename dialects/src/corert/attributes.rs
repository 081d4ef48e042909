//! `#corert.shape<…>`, the shape of a tensor as an attribute, and `#corert.fused<…>`, the body of a fused op.

use std::fmt;
use std::sync::Arc;

use tfrt_ir::attributes::TypedAttr;
use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectSyntaxError;
use tfrt_ir::handles::Attr;
use tfrt_ops::FusedBody;

/// Parses the text after `#corert.`.
pub(super) fn parse(ctx: &Context, body: &str) -> Result<Attr, DialectSyntaxError> {
    let error =
        |what: &str| DialectSyntaxError { offset: 0, message: format!("unknown corert {what}: {body}") };
    if let Some(text) = body.strip_prefix("fused<").and_then(|rest| rest.strip_suffix('>')) {
        let fused = FusedBody::parse(text)
            .map_err(|error| DialectSyntaxError { offset: "fused<".len(), message: error.to_string() })?;
        return Ok(fused_body_attr(ctx, Arc::new(fused)));
    }
    let Some(spec) = body.strip_prefix("shape<").and_then(|rest| rest.strip_suffix('>')) else {
        return Err(error("attribute"));
    };
    let Some(shape) = shape_dims(spec) else { return Err(error("shape attribute")) };
    Ok(shape_attr(ctx, shape.as_deref()))
}

/// The shape attribute of these dimensions, -1 where unknown; `None`: of an unknown rank.
pub fn shape_attr(ctx: &Context, dims: Option<&[i64]>) -> Attr {
    let spell = |&dim: &i64| if dim < 0 { "?".to_owned() } else { dim.to_string() };
    let spec = dims.map_or("*".to_owned(), |dims| dims.iter().map(spell).collect::<Vec<_>>().join("x"));
    ctx.opaque_attr("corert", &format!("shape<{spec}>"))
}

/// The dimensions of a shape attribute, -1 where unknown: `Some(None)` for an unknown rank, `None` if `attr` is not a
/// shape.
pub fn shape(ctx: &Context, attr: Attr) -> Option<Option<Vec<i64>>> {
    let body = ctx.opaque_body(attr, "corert")?;
    shape_dims(body.strip_prefix("shape<")?.strip_suffix('>')?)
}

/// A body as an attribute, in the form that is interned.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Fused(Arc<FusedBody>);

impl fmt::Display for Fused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fused<{}>", self.0)
    }
}

/// The attribute that is this body of a fused op.
pub fn fused_body_attr(ctx: &Context, body: Arc<FusedBody>) -> Attr {
    ctx.typed_attr("corert", TypedAttr::new(Fused(body)))
}

/// The body of a fused op that an attribute is.
pub fn fused_body(ctx: &Context, attr: Attr) -> Option<&Arc<FusedBody>> {
    ctx.typed_data::<Fused>(attr).map(|fused| &fused.0)
}

fn shape_dims(spec: &str) -> Option<Option<Vec<i64>>> {
    match spec {
        "*" => Some(None),
        // Upstream takes a superfluous `x` for nothing.
        _ => {
            spec.split('x').filter(|dim| !dim.is_empty()).map(parse_dim).collect::<Option<Vec<_>>>().map(Some)
        }
    }
}

fn parse_dim(text: &str) -> Option<i64> {
    if text == "?" {
        return Some(-1);
    }
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_typed() {
        let ctx = Context::new();
        let text = "fused<%2 = tf.Mul(%0, %1); %3 = tf.LeakyRelu(%2) {alpha = 0.5}; return %2, %3>";
        let attr = parse(&ctx, text).expect("valid");
        let body = fused_body(&ctx, attr).expect("it is one");
        assert_eq!((body.num_args(), body.num_members(), body.results()), (2, 2, &[2, 3][..]));
        assert_eq!(fused_body_attr(&ctx, Arc::new(FusedBody::clone(body))), attr);
        assert_eq!(parse(&ctx, &text.replace(' ', "  ")).as_ref(), Ok(&attr));
        assert_eq!(fused_body(&ctx, ctx.unit()), None);
        let error = parse(&ctx, "fused<%1 = tf.MatMul(%0, %0)>").expect_err("no member");
        assert_eq!((error.offset, &*error.message), (6, "tf.MatMul cannot be part of a fused op"));
    }

    #[test]
    fn shapes_have_dimensions_or_no_rank() {
        let ctx = Context::new();
        let dims = |body| shape(&ctx, parse(&ctx, body).expect("valid"));
        assert_eq!(dims("shape<1x?x3>"), Some(Some(vec![1, -1, 3])));
        assert_eq!(dims("shape<*>"), Some(None));
        assert_eq!(dims("shape<>"), Some(Some(vec![])));
        assert_eq!(parse(&ctx, "shape<1xx2x>"), Ok(shape_attr(&ctx, Some(&[1, 2]))));
        for (body, message) in [
            ("nope<1>", "unknown corert attribute: nope<1>"),
            ("shape<ax1>", "unknown corert shape attribute: shape<ax1>"),
            ("shape<-1>", "unknown corert shape attribute: shape<-1>"),
            ("shape<99999999999999999999>", "unknown corert shape attribute: shape<99999999999999999999>"),
        ] {
            assert_eq!(parse(&ctx, body).expect_err(body).message, message);
        }
    }
}
