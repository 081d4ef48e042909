//! Arguments that callers give away to a call.

use crate::failure::Failure;
use crate::handles::Handle;

/// Of the arguments that a program may take away, those that this call takes away from the caller, who keeps some: each once, and nowhere else among the
/// arguments.
///
/// # Errors
/// A buffer that is taken away and given a second time, in XLA's words, which programs look for.
pub(super) fn donated(donated: &[usize], arguments: &[Handle], kept: &[i64]) -> Result<Vec<usize>, Failure> {
    let mut donated = donated.to_vec();
    donated.retain(|&index| index < arguments.len() && !kept.contains(&(index as i64)));
    for &index in &donated {
        let Some(other) =
            (0..arguments.len()).find(|&other| other != index && arguments[other] == arguments[index])
        else {
            continue;
        };
        let (first, later) = (index.min(other), index.max(other));
        let (what, example) = match [first, later].map(|argument| donated.contains(&argument)) {
            [true, true] => {
                ("Attempt to donate the same buffer twice in Execute()", "f(donate(a), donate(a))")
            }
            [true, false] => (
                "Attempt to use a buffer that was previously donated in the same call to Execute()",
                "f(donate(a), a)",
            ),
            [false, _] => (
                "Attempt to donate a buffer which is also used by the same call to Execute()",
                "f(a, donate(a))",
            ),
        };
        return Err(Failure::invalid(format!(
            "{what} (flattened argument {later}, replica 0, partition 0, first use: {first}). Toy example for this bug: \
             `{example}`."
        )));
    }
    Ok(donated)
}
