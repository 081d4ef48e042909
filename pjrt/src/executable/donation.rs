//! Arguments that callers give away to a call.

use tfrt_ir::OpRef;

use crate::failure::Failure;
use crate::handles::Handle;

/// The attribute of an argument with the number of the result that may take its memory.
pub(super) const NAMED: &str = "tf.aliasing_output";
/// The attribute of an argument whose memory any result may take.
pub(super) const ANY: &str = "jax.buffer_donor";

/// The arguments that a program takes away from its callers, each with the result that takes its memory, of the sizes in bytes of one device's parts of
/// its arguments and of its results. Those whose result the program names; of those that it may use for any result, each for which there is one of
/// its size, in order: the others stay with the caller, as with XLA.
pub(super) fn given_away(main: OpRef<'_>, [given, taken]: &[Vec<i64>; 2]) -> Vec<(usize, usize)> {
    let ctx = main.ctx;
    let attributes = main.attr("arg_attrs").and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
    let said = |own, name: &str| ctx.dict_get(own, ctx.ident(name));
    let named = |(index, &own)| {
        let result = ctx.attr_as_i64(said(own, NAMED)?)?;
        Some((index, usize::try_from(result).ok().filter(|&result| result < taken.len())?))
    };
    let mut found: Vec<(usize, usize)> = attributes.iter().enumerate().filter_map(named).collect();
    for (index, &own) in attributes.iter().enumerate() {
        if said(own, ANY).is_none() || found.iter().any(|&(other, _)| other == index) {
            continue;
        }
        let is_free = |&result: &usize| {
            Some(&taken[result]) == given.get(index) && found.iter().all(|&(_, other)| other != result)
        };
        if let Some(result) = (0..taken.len()).find(is_free) {
            found.push((index, result));
        }
    }
    found.sort_unstable();
    found
}

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
