//! Random orders: `tf.RandomShuffle`, `tf.StatelessShuffle`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};

use super::counter::keyed;
use super::philox::Words;
use super::{Sequences, reserve_words};
use crate::ops::element_encoding::{encoded, encoded_first};
use crate::ops::index_arguments::picked;
use crate::ops::memory::filled;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let sequences = Sequences::default();
    ops.add(
        "tf.RandomShuffle",
        OpEntry::new()
            .dispatch(encoded(move |frame: &mut DispatchFrame<'_>| {
                frame.expect_args(1)?;
                // There is nothing to draw for a single row.
                let rows = rows(frame)?;
                let words = reserve_words(&sequences, frame, if rows > 1 { rows } else { 0 }).words();
                shuffle(frame, words)
            }))
            .strings(),
    );
    let by_key = encoded_first(|frame: &mut DispatchFrame<'_>| {
        let words = keyed(frame)?.words();
        shuffle(frame, words)
    });
    ops.add(
        "tf.StatelessShuffle",
        OpEntry::new()
            .dispatch(move |frame: &mut DispatchFrame<'_>| {
                frame.expect_args(4)?;
                // These are numbers, also where what is shuffled is not.
                for i in 1..4 {
                    frame.dense(i)?;
                }
                by_key(frame)
            })
            .strings(),
    );
}

fn rows(frame: &DispatchFrame<'_>) -> Result<usize, OpError> {
    Ok(frame.dense(0)?.shape().dims().first().map_or(1, |&rows| rows as usize))
}

/// Rows in another order.
fn shuffle(frame: &mut DispatchFrame<'_>, mut words: Words) -> Result<(), OpError> {
    let (dims, rows) = (frame.dense(0)?.shape().dims(), rows(frame)?);
    let length = frame.dense(0)?.num_elements() / rows.max(1);
    let mut order = filled(0_usize, rows)?;
    order.iter_mut().enumerate().for_each(|(at, to)| *to = at);
    for at in 0..rows.saturating_sub(1) {
        order.swap(at, at + words.word() as usize % (rows - at));
    }
    let made = picked(frame.dense(0)?, &dims, length, order.into_iter())?;
    frame.set(0, made);
    Ok(())
}
