//! A fused op as its members, one after another, with tensors between them.
//!
//! This defines the meaning of the fused op. It runs where no loop can be made: when a shape or dtype is wrong, for errors that
//! depend on data (a division by zero), for strings. A member that fails is reported at its own location; its users fail with
//! it, the others still run.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, TensorHandle};
use tfrt_executor::value::Error;

use super::Fused;

/// Runs the members.
pub(super) fn run(fused: &Fused, frame: &mut DispatchFrame<'_>) {
    let args = (0..fused.num_args).map(|i| Ok(frame.take(i))).collect();
    for (i, result) in of(fused, frame, args).into_iter().enumerate() {
        match result {
            Ok(handle) => frame.set_handle(i, handle),
            Err(error) => frame.set_error(i, error),
        }
    }
}

/// The results for these arguments, some of which may have failed.
pub(super) fn of(
    fused: &Fused,
    frame: &DispatchFrame<'_>,
    args: Vec<Result<TensorHandle, Error>>,
) -> SmallVec<[Result<TensorHandle, Error>; 2]> {
    let mut left = vec![0u32; fused.num_args + fused.members.len()];
    fused.results.iter().for_each(|&result| left[usize::from(result)] += 1);
    for member in &fused.members {
        member.args.iter().for_each(|&arg| left[usize::from(arg)] += 1);
    }
    let mut values = args;
    for member in &fused.members {
        let args: Result<Vec<TensorHandle>, Error> = member
            .args
            .iter()
            .map(|&arg| {
                let value = &mut values[usize::from(arg)];
                left[usize::from(arg)] -= 1;
                match value {
                    Err(error) => Err(error.clone()),
                    // Its last use may take its memory over.
                    Ok(handle) if left[usize::from(arg)] == 0 => Ok(std::mem::take(handle)),
                    Ok(handle) => Ok(handle.clone()),
                }
            })
            .collect();
        values.push(args.and_then(|mut args| {
            frame.nested_op(&member.op, &mut args, member.attrs.as_ref()).map_err(|(code, error)| {
                frame.context().report_at(&member.location, &member.op.name, code, error)
            })
        }));
    }
    let taken =
        |&result: &u16| std::mem::replace(&mut values[usize::from(result)], Ok(TensorHandle::default()));
    fused.results.iter().map(taken).collect()
}
