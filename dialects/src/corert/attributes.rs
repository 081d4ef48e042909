//! `#corert.shape<…>`: the shape of a tensor as an attribute.

use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectSyntaxError;
use tfrt_ir::handles::Attr;

/// Reads what follows `#corert.`.
pub(super) fn parse(ctx: &Context, body: &str) -> Result<Attr, DialectSyntaxError> {
    let error =
        |what: &str| DialectSyntaxError { offset: 0, message: format!("unknown corert {what}: {body}") };
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

/// The dimensions of a shape attribute, -1 where unknown: `Some(None)` for an unknown rank, `None` if `attr` is no shape.
pub fn shape(ctx: &Context, attr: Attr) -> Option<Option<Vec<i64>>> {
    let body = ctx.opaque_body(attr, "corert")?;
    shape_dims(body.strip_prefix("shape<")?.strip_suffix('>')?)
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
