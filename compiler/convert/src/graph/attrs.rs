//! Attributes of ops, and type annotations of the tensors that functions take.

use tfrt_ir::context::Context;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::types::DYNAMIC;

/// The attributes of an op, by name: values, and names of functions.
///
/// They stay in the order in which they were added, which a reader of a foreign graph may want to keep; others add them in any
/// order and call [`OpAttrs::sorted`].
#[derive(Clone, Debug, Default)]
pub struct OpAttrs {
    values: Vec<(Box<str>, Attr)>,
    functions: Vec<(Box<str>, Box<str>)>,
}

impl OpAttrs {
    /// No attributes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value.
    pub fn add(&mut self, name: &str, value: Attr) {
        self.values.push((name.into(), value));
    }

    /// Adds the name of a function.
    pub fn add_function(&mut self, name: &str, function: &str) {
        self.functions.push((name.into(), function.into()));
    }

    /// The same in the order of the names.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.values.sort_by(|a, b| a.0.cmp(&b.0));
        self.functions.sort();
        self
    }

    /// The attributes `op_attrs` and `op_func_attrs` of `corert.executeop`.
    pub(super) fn into_arrays(self, ctx: &Context) -> (Attr, Attr) {
        let pair = |name: &str, value: Attr| ctx.array_attr(&[ctx.string_attr(name), value]);
        let values: Vec<Attr> = self.values.iter().map(|(name, value)| pair(name, *value)).collect();
        let functions =
            self.functions.iter().map(|(name, function)| pair(name, ctx.string_attr(&**function)));
        (ctx.array_attr(&values), ctx.array_attr(&functions.collect::<Vec<_>>()))
    }
}

/// The attribute `tf.type` of a function's argument: its element type and dimensions as far as they are known. A negative
/// dimension is unknown; without `dims` not even their number is known.
#[must_use]
pub fn tensor_type_attr(ctx: &Context, elem: Type, dims: Option<&[i64]>) -> (tfrt_ir::Ident, Attr) {
    let ty = match dims {
        None => ctx.unranked_tensor(elem),
        Some(dims) => {
            let dims: Vec<i64> = dims.iter().map(|&dim| if dim < 0 { DYNAMIC } else { dim }).collect();
            ctx.tensor(&dims, elem)
        }
    };
    (ctx.ident("tf.type"), ctx.type_attr(ty))
}
