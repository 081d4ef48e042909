//! Older spellings of `corert` operations: read, with a remark that names the current one, and never printed.

use tfrt_ir::body::OpState;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::syntax::{Delimiter, OpParser};

/// The current name of an op that `executeop` runs: `tfrt_test.…` for what was `test.…`.
pub(super) fn current_op_name(p: &mut OpParser<'_, '_>, at: usize, name: Vec<u8>) -> Vec<u8> {
    match name.strip_prefix(b"test.") {
        Some(rest) => {
            let current = [b"tfrt_test.", rest].concat();
            p.remark(at, format!("this op is now spelled \"{}\"", String::from_utf8_lossy(&current)));
            current
        }
        None => name,
    }
}

/// The number of results of an `executeop` that does not give it: as many as there are names for, without the operation's own.
pub(super) fn implied_results(p: &mut OpParser<'_, '_>, own: usize) -> usize {
    let results = p.num_results().saturating_sub(own);
    if results > 0 {
        let at = p.name_offset();
        p.remark(
            at,
            format!("the number of results is now spelled at the end of the operation: ' : {results}'"),
        );
    }
    results
}

/// `corert.get_op_handler("name")`, which takes no chain; one is made.
pub(super) fn get_op_handler(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Option<Result<(), Failed>> {
    let at = p.name_offset();
    p.optional_l_paren().then(|| {
        let ctx = p.ctx();
        let name = p.string()?;
        p.r_paren()?;
        p.remark(at, "this is now spelled 'corert.get_op_handler %chain \"name\"'; a new chain is taken");
        let chain = OpState::new(ctx.ident("tfrt.new.chain"), p.loc_at(at));
        let chain = p.create_op_before(chain.results(&[ctx.opaque_type("tfrt", "chain")]));
        state.operands.push(p.body().result(chain, 0));
        state.attrs.push((ctx.ident("op_handler_name"), ctx.string_attr(name)));
        state.result_types.push(ctx.opaque_type("corert", "ophandler"));
        p.attr_dict(&mut state.attrs)
    })
}

/// `corert.print_tensorhandle(%handle, %chain)`, which is now written in generic form.
pub(crate) fn print_tensor_handle(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let at = p.name_offset();
    let operands = p.operand_list(Delimiter::Paren)?;
    let handle = ctx.opaque_type("corert", "tensorhandle");
    let chain = ctx.opaque_type("tfrt", "chain");
    for (index, operand) in operands.iter().enumerate() {
        p.resolve(operand, if index == 0 { handle } else { chain }, &mut state.operands)?;
    }
    state.result_types.push(chain);
    p.remark(
        at,
        "this is now spelled '\"corert.print_tensorhandle\"(%handle, %chain) : \
         (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain'",
    );
    p.attr_dict(&mut state.attrs)
}
