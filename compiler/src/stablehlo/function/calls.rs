//! Calls of functions.
//!
//! A function with effects takes a chain and gives one, so that effects run in the order of the program. A public function takes none, because
//! callers outside of the program have none: if it has effects, its operations are written in the place of a call.

use smallvec::SmallVec;
use tfrt_convert::graph::{Call, Callee};
use tfrt_dialects::{LENIENT_ATTR, RESULT_TYPES_ATTR};
use tfrt_ir::attributes::Attr;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;

use super::{Writer, parts, stated_type};
use crate::stablehlo::attributes::attr;
use crate::stablehlo::needs::Need;

impl<'a> Writer<'_, 'a> {
    pub(super) fn call(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let name = if op.name_str() == "func.call" { "callee" } else { "decomposition" };
        let callee = attr(op, name).filter(|&attr| self.ctx.flat_symbol(attr).is_some());
        let Some(callee) = callee else { return Err(self.module.refuse(op, "it names no function")) };
        if op.name_str() == "stablehlo.composite" && self.composite(op)? {
            return Ok(());
        }
        let name = self.ctx.flat_symbol(callee);
        let Some((source, block)) = name.and_then(|name| self.module.callee(name)) else {
            return Err(self.module.refuse(op, "the function that it calls has no body"));
        };
        let need = self.module.need(op);
        let is_whole = need.is_ordered && name.is_some_and(|name| self.module.is_public(name));
        if is_whole || need.is_of_members() {
            return self.inlined(op, source, block);
        }
        let operands = self.all(op, op.operands())?;
        let results = self.called(op, Callee::Function(callee), &operands, &[], need.is_ordered)?;
        self.set_results(op, results);
        Ok(())
    }

    /// Calls functions; `in_order` if they take a chain and give one, which effects behind the call wait for if there are any in it.
    /// `captured`: values of the source that follow the results, unchanged.
    pub(super) fn called(
        &mut self,
        op: OpRef<'_>,
        callee: Callee<'_>,
        operands: &[Value],
        captured: &[Value],
        in_order: bool,
    ) -> Result<SmallVec<[Value; 1]>, Failed> {
        let loc = op.loc();
        let ctx = self.ctx;
        let mut types: Vec<Attr> = Vec::new();
        for ty in op.result_types().chain(captured.iter().map(|&value| op.value_type(value))) {
            let own = parts(ctx, ty);
            let none = || ctx.type_attr(ctx.none());
            let stated: SmallVec<[Attr; 1]> =
                own.iter().map(|&ty| stated_type(ctx, ty).map_or_else(none, |(_, ty)| ty)).collect();
            types.extend((0..self.members()).flat_map(|_| stated.iter().copied()));
        }
        let results = types.len();
        let chain = in_order.then(|| self.chain(loc));
        // Where functions are seen one at a time, nothing else says what branches and loops give.
        let discardable =
            [(ctx.ident(LENIENT_ATTR), ctx.unit()), (ctx.ident(RESULT_TYPES_ATTR), ctx.array_attr(&types))];
        let discardable = match callee {
            Callee::Function(_) => &discardable[..1],
            _ => &discardable[..],
        };
        let call = Call { callee, chain, gives_chain: in_order, operands, results, discardable, loc };
        let built = self.out.graph().call(&call);
        if Need::of(op, &self.module.needs).is_ordered {
            self.chain = built.chain.or(self.chain);
        }
        Ok(built.tensors)
    }
}
