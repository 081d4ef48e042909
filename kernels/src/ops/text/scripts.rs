//! The script that a character belongs to: `tf.UnicodeScript`, in the numbers that ICU gives scripts.
//!
//! `scripts.table` has Unicode's assignment: where a run of characters of one script starts, and the script's number.

use std::sync::OnceLock;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};

use crate::ops::memory::result_metadata;

const TABLE: &str = include_str!("scripts.table");

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.UnicodeScript",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
            for (to, &point) in out.values_mut::<i32>().iter_mut().zip(frame.values::<i32>(0)?) {
                *to = script(point);
            }
            frame.finish(0, out);
            Ok(())
        }),
    );
}

/// The number of a character's script; -1 for what is no character.
fn script(point: i32) -> i32 {
    static RUNS: OnceLock<Vec<(i32, i32)>> = OnceLock::new();
    let runs = RUNS.get_or_init(|| {
        let run = |line: &str| {
            let (start, script) = line.split_once(' ')?;
            Some((i32::from_str_radix(start, 16).ok()?, script.parse().ok()?))
        };
        TABLE.lines().filter_map(run).collect()
    });
    if !(0..=0x10_ffff).contains(&point) {
        return -1;
    }
    let behind = runs.partition_point(|&(start, _)| start <= point);
    behind.checked_sub(1).map_or(-1, |at| runs[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_the_scripts_of_unicode() {
        assert_eq!(TABLE.lines().count(), 1587);
        for (character, number) in [('a', 25), ('я', 8), ('中', 17), ('ا', 2), ('1', 0), ('α', 14)] {
            assert_eq!(script(character as i32), number, "{character}");
        }
        assert_eq!([script(-1), script(0x11_0000)], [-1, -1]);
    }
}
