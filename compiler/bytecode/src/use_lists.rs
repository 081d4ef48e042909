//! Orders of use lists.
//!
//! By default, the uses of a value are ordered from the last one in the file to the first. Another order is stored as the position of
//! each use in the default order.

use tfrt_ir::body::Body;
use tfrt_ir::entity::{Use, Value};

use crate::cursor::Cursor;
use crate::emitter::Emitter;
use crate::error::BytecodeError;

/// The order of the uses of a value as a file gives it.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// The number of the value it is for.
    pub(crate) value: usize,
    /// Whether the places are pairs of where a use stood and where it goes; the others stay.
    is_pairs: bool,
    places: Vec<u64>,
    /// Its place in the file.
    offset: usize,
}

/// Reads the orders for some of `count` values.
pub(crate) fn read(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<Order>, BytecodeError> {
    let values = if count > 1 { cursor.count("orders of uses")? } else { 1 };
    let mut orders = Vec::with_capacity(values);
    for _ in 0..values {
        let offset = cursor.offset();
        let value = if count > 1 { cursor.size()? } else { 0 };
        if value >= count {
            return Err(BytecodeError::at(offset, format!("an order of uses for value {value} of {count}")));
        }
        let (places, is_pairs) = cursor.count_with_flag("places of uses")?;
        let places = (0..places).map(|_| cursor.varint()).collect::<Result<_, _>>()?;
        orders.push(Order { value, is_pairs, places, offset });
    }
    Ok(orders)
}

/// The uses of a value in the usual order: those of operations that were made last come first.
fn usual(body: &Body, value: Value) -> Vec<Use> {
    let mut uses: Vec<Use> = body.uses(value).collect();
    uses.sort_by_key(|&use_| std::cmp::Reverse((body.use_owner(use_), body.use_index(use_))));
    uses
}

/// Brings the uses of a value into the order that the file gives, or else into the usual one.
pub(crate) fn apply(body: &mut Body, value: Value, order: Option<&Order>) -> Result<(), BytecodeError> {
    let uses = usual(body, value);
    if uses.len() < 2 {
        return Ok(());
    }
    let Some(order) = order else {
        body.set_use_order(value, &uses);
        return Ok(());
    };
    let invalid = || {
        BytecodeError::at(
            order.offset,
            format!("an order of uses that is none of the {} uses of a value", uses.len()),
        )
    };
    let mut places: Vec<u64> = (0..uses.len() as u64).collect();
    if order.is_pairs {
        let (pairs, rest) = order.places.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(invalid());
        }
        for &[from, to] in pairs {
            let place =
                usize::try_from(from).ok().and_then(|from| places.get_mut(from)).ok_or_else(invalid)?;
            *place = to;
        }
    } else {
        places.clone_from(&order.places);
    }
    let mut ordered: Vec<Option<Use>> = vec![None; uses.len()];
    if places.len() != uses.len() {
        return Err(invalid());
    }
    for (&place, &use_) in places.iter().zip(&uses) {
        let slot = usize::try_from(place).ok().and_then(|place| ordered.get_mut(place));
        let slot = slot.filter(|slot| slot.is_none()).ok_or_else(invalid)?;
        *slot = Some(use_);
    }
    let ordered: Vec<Use> = ordered.into_iter().flatten().collect();
    body.set_use_order(value, &ordered);
    Ok(())
}

/// Writes the orders of those values whose uses are not in the usual one, which `number` tells of operations; says whether there are any.
pub(crate) fn write(
    body: &Body,
    values: impl ExactSizeIterator<Item = Value>,
    number: &dyn Fn(Use) -> (u32, usize),
    out: &mut Emitter,
) -> bool {
    let count = values.len();
    let mut orders = Vec::new();
    for (index, value) in values.enumerate() {
        let uses: Vec<(u32, usize)> = body.uses(value).map(number).collect();
        if uses.is_sorted_by(|a, b| a > b) {
            continue;
        }
        let mut usual: Vec<usize> = (0..uses.len()).collect();
        usual.sort_by_key(|&place| std::cmp::Reverse(uses[place]));
        orders.push((index, usual));
    }
    if orders.is_empty() {
        return false;
    }
    if count > 1 {
        out.size(orders.len());
    }
    for (value, places) in orders {
        if count > 1 {
            out.size(value);
        }
        out.varint_with_flag(places.len() as u64, false);
        places.into_iter().for_each(|place| out.size(place));
    }
    true
}
