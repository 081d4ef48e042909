//! The types and attributes of this project's dialects with their meaning, for the reference pages and other listings.
//!
//! The type hook of a dialect decides which of them it accepts; most hooks accept others too, as opaque ones.

/// A type or attribute.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The dialect.
    pub dialect: &'static str,
    /// Its spelling in programs.
    pub spelling: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
}

const fn word(dialect: &'static str, spelling: &'static str, meaning: &'static str) -> Word {
    Word { dialect, spelling, meaning }
}

/// Every type.
pub const TYPES: &[Word] = &[
    word("tfrt", "!tfrt.chain", "orders what is executed; has no contents"),
    word("tfrt", "!tfrt.string", "a string of bytes"),
    word("tfrt", "!tfrt.tensor_type", "a kind of tensor, such as dense or sparse, as a value"),
    word("tfrt", "!tfrt.device", "a device"),
    word("corert", "!corert.ophandler", "runs ops that are given by name"),
    word(
        "corert",
        "!corert.tensorhandle",
        "a tensor that may still be computed, with its dtype, shape and device",
    ),
    word("corert", "!corert.string", "the element type of tensors of strings"),
    word("corert", "!corert.resource", "the element type of tensors of resource handles"),
    word("corert", "!corert.variant", "the element type of tensors of variants"),
    word("corert", "!corert.quint8", "an unsigned quantized element type of 8 bits"),
    word("corert", "!corert.quint16", "an unsigned quantized element type of 16 bits"),
    word("corert", "!corert.qint8", "a signed quantized element type of 8 bits"),
    word("corert", "!corert.qint16", "a signed quantized element type of 16 bits"),
    word("corert", "!corert.qint32", "a signed quantized element type of 32 bits"),
    word("ts", "!ts.shape", "a shape of which everything is known"),
    word("ts", "!ts.partial_shape", "a shape of which the rank or some dimensions may be unknown"),
    word(
        "ts",
        "!ts.fixed_rank_shape.N",
        "a shape of rank N, 0 to 3; results have this type, but it cannot be written",
    ),
    word("tfrt_tensor", "!tfrt_tensor.tensor", "a tensor in host memory, of whatever kind"),
    word("ht", "!ht.host_buffer", "a counted reference to bytes in host memory"),
];

/// Every attribute.
pub const ATTRIBUTES: &[Word] = &[
    word("corert", "#corert.shape<1x?x3>", "the shape of a tensor; `?` is a dimension that is not known"),
    word("corert", "#corert.shape<*>", "the shape of a tensor of unknown rank"),
    word("corert", "#corert.shape<>", "the shape of a scalar"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_ir::context::Context;
    use tfrt_ir::dialect::DialectRegistry;

    #[test]
    fn dialects_accept_their_own_words() {
        let mut registry = DialectRegistry::new();
        crate::register_all(&mut registry).expect("the declarations are right");
        let ctx = Context::with_dialects(registry);
        for word in TYPES.iter().filter(|word| !word.spelling.ends_with(".N")) {
            let dialect = ctx.dialects().dialect(word.dialect).expect(word.dialect);
            let body = word.spelling.split_once('.').expect(word.spelling).1;
            match dialect.parse_type() {
                Some(hook) => assert_eq!(hook(&ctx, body), Ok(ctx.opaque_type(word.dialect, body))),
                None => assert!(dialect.allows_unknown_types(), "{}", word.spelling),
            }
        }
        for word in ATTRIBUTES {
            let dialect = ctx.dialects().dialect(word.dialect).expect(word.dialect);
            let body = word.spelling.split_once('.').expect(word.spelling).1;
            let hook = dialect.parse_attr().expect(word.spelling);
            assert_eq!(hook(&ctx, body), Ok(ctx.opaque_attr(word.dialect, body)));
        }
    }
}
