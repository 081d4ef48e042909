//! The `tfrt_tensor` and `ht` dialects: the types of host tensors and of the buffers below them.

use tfrt_ir::context::Context;
use tfrt_ir::dialect::{Dialect, DialectSyntaxError};
use tfrt_ir::handles::Type;

/// The dialects; neither has operations.
pub(crate) fn dialects() -> [Dialect; 2] {
    [
        Dialect::new("tfrt_tensor")
            .summary("`!tfrt_tensor.tensor`: a tensor in host memory, of whatever kind.")
            .type_hook(parse_tensor)
            .allow_unknown_types(),
        Dialect::new("ht")
            .summary("`!ht.host_buffer`: a counted reference to bytes in host memory.")
            .type_hook(parse_buffer)
            .allow_unknown_types(),
    ]
}

fn parse_tensor(ctx: &Context, body: &str) -> Result<Type, DialectSyntaxError> {
    match body {
        "tensor" => Ok(ctx.opaque_type("tfrt_tensor", body)),
        _ => Err(DialectSyntaxError { offset: 0, message: format!("unknown tensor type: {body}") }),
    }
}

fn parse_buffer(ctx: &Context, body: &str) -> Result<Type, DialectSyntaxError> {
    match body {
        "host_buffer" => Ok(ctx.opaque_type("ht", body)),
        _ => Err(DialectSyntaxError { offset: 0, message: format!("unknown type: {body}") }),
    }
}
