//! Single operations: arithmetic and calls become kernels, what is no matter of the conversion is copied.

use tfrt_ir::body::CopyMap;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;

use super::arith::{self, Kernel};
use super::converted_types;
use super::emit::Emitter;

impl Emitter<'_> {
    pub(super) fn operation(&mut self, op: Op) -> Result<(), Failed> {
        let view = OpRef { ctx: self.ctx, body: self.source, op };
        let (name, loc) = (view.name_str(), view.loc());
        let operands = self.values(view.operands())?;
        let types = converted_types(self.ctx, view.result_types());
        let results: Vec<Value> = if name.starts_with("arith.") || name.starts_with("math.") {
            match arith::kernel(view) {
                Some(Kernel::Same) => operands,
                Some(Kernel::Constant { value, .. }) => self.constant(value, loc).into_iter().collect(),
                Some(Kernel::Call { name, swapped }) => {
                    let mut operands = operands;
                    if swapped {
                        operands.reverse();
                    }
                    let state = self.op(&name, loc).operands(&operands).results(&types);
                    let op = self.create(state);
                    self.results_of(op)
                }
                Some(Kernel::Widened { extend, name, truncate, wide }) => {
                    let mut operands = operands;
                    if let Some(extend) = extend {
                        for operand in &mut operands {
                            *operand = self.kernel(&extend, &[*operand], wide, loc);
                        }
                    }
                    let Some(&ty) = types.first() else { return Err(self.unsupported(view)) };
                    let result =
                        self.kernel(&name, &operands, if truncate.is_some() { wide } else { ty }, loc);
                    vec![truncate.map_or(result, |truncate| self.kernel(&truncate, &[result], ty, loc))]
                }
                None => return Err(self.unsupported(view)),
            }
        } else if let ("cf.assert", Some(message)) = (name, view.attr("msg")) {
            let chain = self.ctx.opaque_type("tfrt", "chain");
            let state = self.op("tfrt_arith.assert", loc).operands(&operands).results(&[chain]);
            self.create(state.attr(self.ctx.ident("msg"), message));
            Vec::new()
        } else if name == "func.call" {
            let Some(callee) = view.attr("callee") else { return Err(self.unsupported(view)) };
            let state = self.op("tfrt.call", loc).operands(&operands).results(&types);
            let op = self.create(state.attr(self.ctx.ident("callee"), callee));
            self.results_of(op)
        } else if super::is_foreign(name)
            || self.has_foreign_below(view)
            || !view.body.inline_regions(op).is_empty()
        {
            return Err(self.unsupported(view));
        } else {
            let mut map = CopyMap::default();
            map.values.extend(view.operands().zip(operands));
            let (ctx, source) = (self.ctx, self.source);
            self.emitted += 1;
            let scope = self.scope();
            let copy = scope.body.copy_op(ctx, source, op, &mut map, &mut |loc| loc);
            scope.body.append_op(scope.block, copy);
            self.results_of(copy)
        };
        self.bind(view.results(), results);
        Ok(())
    }

    /// A kernel with one result.
    fn kernel(&mut self, name: &str, operands: &[Value], ty: Type, loc: Loc) -> Value {
        let state = self.op(name, loc).operands(operands).results(&[ty]);
        let op = self.create(state);
        self.results_of(op)[0]
    }

    fn has_foreign_below(&self, op: OpRef<'_>) -> bool {
        let mut found = false;
        if let Some(nested) = op.body.nested(op.op) {
            nested.walk(&mut |body, op| found |= super::is_foreign(self.ctx.str(body.name(op))));
        }
        found
    }

    fn unsupported(&mut self, op: OpRef<'_>) -> Failed {
        let types: Vec<String> = op
            .operand_types()
            .chain(op.result_types())
            .map(|ty| tfrt_ir::syntax::type_to_string(op.ctx, ty))
            .collect();
        let mut types = types;
        types.dedup();
        let on = if types.is_empty() { String::new() } else { format!(" on {}", types.join(", ")) };
        let message = format!("'{}' op{on} cannot be converted to the tfrt dialect", op.name_str());
        self.error(op.loc(), message)
    }
}
