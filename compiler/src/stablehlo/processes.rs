//! Operations between processes, of programs that run in one process: replica 0, and partition 0 outside of manual computations
//! ([`members`](super::members)).
//!
//! A group has one member, which gives it its own operand. Groups of more members are refused with their number.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;

use super::attributes::list;
use super::function::{Handles, Writer};

impl Writer<'_, '_> {
    /// Converts one of these operations; gives whether it is one.
    pub(super) fn between_processes(&mut self, op: OpRef<'_>) -> Result<bool, Failed> {
        match op.name_str() {
            "stablehlo.replica_id" | "stablehlo.partition_id" => {
                let (elem, _) = self.result(op, 0)?;
                let device = self.devices.get(self.at.unwrap_or(0)).copied().unwrap_or(0);
                let number = match op.name_str() {
                    "stablehlo.partition_id" => device % self.partitions,
                    _ => device / self.partitions,
                };
                let number = self.number(elem, number as f64, op.loc());
                self.set(op, 0, Handles::from_slice(&[number]));
                Ok(true)
            }
            "stablehlo.all_gather"
            | "stablehlo.all_reduce"
            | "stablehlo.all_to_all"
            | "stablehlo.collective_broadcast"
            | "stablehlo.collective_reduce"
            | "stablehlo.cross-replica-sum"
            | "stablehlo.reduce_scatter" => {
                // Numbers that are negative fill short groups; no groups are one of all processes.
                let (ids, _) = self.group_numbers(op)?;
                let others = ids.into_iter().find(|&id| id > 0);
                if let Some(other) = others {
                    let why = format!(
                        "a group has process {other}, and the program runs in one process, which is 0"
                    );
                    return Err(self.module.refuse(op, why));
                }
                // The number of the root is 0.
                if !op.operand_types().take(op.num_results()).eq(op.result_types()) {
                    return Err(self
                        .module
                        .refuse(op, "its results are not of the operands' types in one process"));
                }
                for i in 0..op.num_results() {
                    let handles = self.handles(op, op.operand(i))?;
                    self.set(op, i, handles);
                }
                Ok(true)
            }
            "stablehlo.collective_permute" => {
                let pairs = list(op, "source_target_pairs").unwrap_or_default();
                if let Some(other) = pairs.iter().find(|&&id| id != 0) {
                    let why = format!(
                        "a pair has process {other}, and the program runs in one process, which is 0"
                    );
                    return Err(self.module.refuse(op, why));
                }
                // A process to which none sends has zeros.
                let handle = match pairs.is_empty() {
                    true => self.zero(op, 0)?,
                    false => self.handle(op, op.operand(0))?,
                };
                self.set(op, 0, Handles::from_slice(&[handle]));
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}
