//! Operands and use lists.
//!
//! An operand slot is a node in the list of uses of its value. A new use goes to the front, so a list enumerates the uses in
//! the reverse of the order in which they were made; after parsing that is reverse textual order, as in MLIR.

use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;

use super::Body;
use crate::entity::{Op, Use, Value};

#[derive(Clone, Debug)]
pub(super) struct Operand {
    /// None once the operand was dropped.
    value: PackedOption<Value>,
    owner: Op,
    prev: PackedOption<Use>,
    next: PackedOption<Use>,
}

impl Operand {
    /// The same in a body where numbers are higher.
    pub(super) fn moved(&self, ops_by: u32, values_by: u32, operands_by: u32) -> Operand {
        let slot = |slot: PackedOption<Use>| {
            slot.expand().map(|slot| Use::new(slot.index() + operands_by as usize)).into()
        };
        Operand {
            value: self.value.expand().map(|value| Value::from_u32(value.as_u32() + values_by)).into(),
            owner: Op::from_u32(self.owner.as_u32() + ops_by),
            prev: slot(self.prev),
            next: slot(self.next),
        }
    }
}

/// The uses of a value, the newest first.
#[derive(Clone, Debug)]
pub struct Uses<'a> {
    body: &'a Body,
    next: Option<Use>,
}

impl Iterator for Uses<'_> {
    type Item = Use;

    fn next(&mut self) -> Option<Use> {
        let use_ = self.next?;
        self.next = self.body.operands[use_].next.expand();
        Some(use_)
    }
}

impl Body {
    /// Appends the slots of a new operation; returns the number of the first.
    pub(super) fn new_operands(&mut self, owner: Op, values: &[Value]) -> u32 {
        let first = self.operands.len() as u32;
        for &value in values {
            let use_ = self.operands.push(Operand {
                value: None.into(),
                owner,
                prev: None.into(),
                next: None.into(),
            });
            self.link_use(use_, value);
        }
        first
    }

    fn link_use(&mut self, use_: Use, value: Value) {
        let first = self.values[value].first_use;
        let operand = &mut self.operands[use_];
        operand.value = value.into();
        operand.prev = None.into();
        operand.next = first;
        if let Some(first) = first.expand() {
            self.operands[first].prev = use_.into();
        }
        self.values[value].first_use = use_.into();
    }

    /// Makes all uses of one value uses of another, newer than those that it has, in the order they have.
    pub(super) fn hand_over_uses(&mut self, from: Value, to: Value) {
        let Some(first) = self.values[from].first_use.take() else { return };
        let mut last = first;
        loop {
            self.operands[last].value = to.into();
            match self.operands[last].next.expand() {
                Some(next) => last = next,
                None => break,
            }
        }
        let older = self.values[to].first_use;
        self.operands[last].next = older;
        if let Some(older) = older.expand() {
            self.operands[older].prev = last.into();
        }
        self.values[to].first_use = first.into();
    }

    fn unlink_use(&mut self, use_: Use) {
        let operand = &mut self.operands[use_];
        let Some(value) = operand.value.take() else { return };
        let (prev, next) = (operand.prev, operand.next);
        match prev.expand() {
            Some(prev) => self.operands[prev].next = next,
            None => self.values[value].first_use = next,
        }
        if let Some(next) = next.expand() {
            self.operands[next].prev = prev;
        }
    }

    /// Puts the uses of a value in another order.
    ///
    /// # Panics
    /// If `order` is not all uses of the value, each once.
    pub fn set_use_order(&mut self, value: Value, order: &[Use]) {
        let is_use = |use_: &Use| self.operands[*use_].value.expand() == Some(value);
        let distinct: rustc_hash::FxHashSet<Use> = order.iter().copied().filter(is_use).collect();
        assert!(
            distinct.len() == order.len() && order.len() == self.uses(value).count(),
            "an order of uses has each use once"
        );
        for (i, &use_) in order.iter().enumerate() {
            let prev = i.checked_sub(1).map(|before| order[before]);
            let operand = &mut self.operands[use_];
            (operand.prev, operand.next) = (prev.into(), order.get(i + 1).copied().into());
        }
        self.values[value].first_use = order.first().copied().into();
    }

    /// The number of operands.
    #[must_use]
    pub fn num_operands(&self, op: Op) -> usize {
        self.ops[op].num_operands as usize
    }

    /// The operands of an operation, in order.
    pub fn operands(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone {
        let data = &self.ops[op];
        (data.first_operand..data.first_operand + data.num_operands).map(|slot| {
            let operand = &self.operands[Use::new(slot as usize)];
            operand.value.expand().expect("an operation that stands has its operands")
        })
    }

    /// One operand of an operation.
    ///
    /// # Panics
    /// If there is no such operand.
    #[must_use]
    pub fn operand(&self, op: Op, index: usize) -> Value {
        let slot = self.operand_slot(op, index);
        self.operands[slot].value.expand().expect("an operation that stands has its operands")
    }

    fn operand_slot(&self, op: Op, index: usize) -> Use {
        let data = &self.ops[op];
        assert!(index < data.num_operands as usize, "operation has no operand #{index}");
        Use::new(data.first_operand as usize + index)
    }

    /// Makes an operand name another value.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let slot = self.operand_slot(op, index);
        if self.operands[slot].value.expand() != Some(value) {
            self.unlink_use(slot);
            self.link_use(slot, value);
        }
    }

    /// Replaces all operands, whose number may change.
    pub fn set_operands(&mut self, op: Op, values: &[Value]) {
        self.drop_operands(op);
        let data = &self.ops[op];
        if values.len() <= data.num_operands as usize {
            let first = data.first_operand as usize;
            self.ops[op].num_operands = values.len() as u32;
            for (index, &value) in values.iter().enumerate() {
                self.link_use(Use::new(first + index), value);
            }
        } else {
            let first = self.new_operands(op, values);
            let data = &mut self.ops[op];
            data.first_operand = first;
            data.num_operands = values.len() as u32;
        }
    }

    /// Makes an operation use nothing, before it is erased.
    pub fn drop_operands(&mut self, op: Op) {
        let data = &self.ops[op];
        for slot in data.first_operand..data.first_operand + data.num_operands {
            self.unlink_use(Use::new(slot as usize));
        }
    }

    /// The uses of a value, the newest first.
    #[must_use]
    pub fn uses(&self, value: Value) -> Uses<'_> {
        Uses { body: self, next: self.values[value].first_use.expand() }
    }

    /// The operations that use a value, once per use, the newest use first.
    pub fn users(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        self.uses(value).map(|use_| self.use_owner(use_))
    }

    /// The operation to which an operand slot belongs.
    #[must_use]
    pub fn use_owner(&self, use_: Use) -> Op {
        self.operands[use_].owner
    }

    /// The index of a slot among its operation's operands.
    #[must_use]
    pub fn use_index(&self, use_: Use) -> usize {
        use_.index() - self.ops[self.use_owner(use_)].first_operand as usize
    }

    /// Whether anything uses a value.
    #[must_use]
    pub fn has_uses(&self, value: Value) -> bool {
        self.values[value].first_use.is_some()
    }

    /// Whether exactly one operand slot names a value.
    #[must_use]
    pub fn has_one_use(&self, value: Value) -> bool {
        let mut uses = self.uses(value);
        uses.next().is_some() && uses.next().is_none()
    }

    /// Makes everything that uses `from` use `to` instead.
    pub fn replace_all_uses(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        while let Some(use_) = self.values[from].first_use.expand() {
            self.unlink_use(use_);
            self.link_use(use_, to);
        }
    }

    /// Replaces the results of an operation by other values and erases it.
    ///
    /// # Panics
    /// If there are not as many values as results.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        assert_eq!(values.len(), self.num_results(op), "an operation is replaced by one value per result");
        for (result, &value) in self.results(op).zip(values) {
            self.replace_all_uses(result, value);
        }
        self.erase_op(op);
    }
}
