//! Random orders: `tf.RandomShuffle`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};

use super::{Sequences, reserve_words};
use crate::ops::element_encoding::encoded;
use crate::ops::index_arguments::picked;
use crate::ops::memory::filled;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let sequences = Sequences::default();
    ops.add(
        "tf.RandomShuffle",
        OpEntry::new()
            .dispatch(encoded(move |frame: &mut DispatchFrame<'_>| shuffle(frame, &sequences)))
            .strings(),
    );
}

/// Rows in another order.
fn shuffle(frame: &mut DispatchFrame<'_>, sequences: &Sequences) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let dims = frame.dense(0)?.shape().dims();
    let rows = dims.first().map_or(1, |&rows| rows as usize);
    let length = frame.dense(0)?.num_elements() / rows.max(1);
    let mut order = filled(0_usize, rows)?;
    order.iter_mut().enumerate().for_each(|(at, to)| *to = at);
    if rows > 1 {
        let mut words = reserve_words(sequences, frame, rows).words();
        for at in 0..rows - 1 {
            order.swap(at, at + words.word() as usize % (rows - at));
        }
    }
    let made = picked(frame.dense(0)?, &dims, length, order.into_iter())?;
    frame.set(0, made);
    Ok(())
}
