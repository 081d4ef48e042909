//! A fused op as several fused ops with tensors between them, for a reduction in the middle that does not reduce rows which stay in
//! the first-level cache.
//!
//! A stage ends in a reduction, in a result, or in a value that other stages use; the users of every other member are in the member's own
//! stage. The groups would be the same if reductions ended them, so the attempt to merge more loses nothing.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpError, TensorHandle};
use tfrt_executor::value::Error;

use super::{Fused, one_by_one};

/// A part of a fused op.
pub(super) struct Stage {
    fused: Fused,
    /// The values that it takes: arguments of the whole first, then members.
    args: SmallVec<[u16; 4]>,
    /// The value that it gives.
    result: u16,
}

/// The stages of a fused op, each after those whose results it takes.
pub(super) fn stages(fused: &Fused) -> Vec<Stage> {
    let (first, count) = (fused.num_args, fused.members.len());
    // The last member of the stage that each member is part of.
    let mut ends: Vec<usize> = (0..count).collect();
    for i in (0..count).rev() {
        let mut users = (i + 1..count).filter(|&user| {
            let value = (first + i) as u16;
            fused.members[user].args.contains(&value)
        });
        let is_end = fused.members[i].is_reduction() || fused.results.contains(&fused.value(i));
        if let Some(user) = users.next().filter(|_| !is_end)
            && users.all(|other| ends[other] == ends[user])
        {
            ends[i] = ends[user];
        }
    }
    let is_end = |&i: &usize| ends[i] == i;
    (0..count)
        .filter(is_end)
        .map(|end| {
            let own: Vec<usize> = (0..=end).filter(|&i| ends[i] == end).collect();
            let mut numbers: FxHashMap<u16, u16> = FxHashMap::default();
            let mut args: SmallVec<[u16; 4]> = SmallVec::new();
            for &arg in own.iter().flat_map(|&i| &fused.members[i].args) {
                let is_own = usize::from(arg) >= first && ends[usize::from(arg) - first] == end;
                if !is_own && !args.contains(&arg) {
                    numbers.insert(arg, args.len() as u16);
                    args.push(arg);
                }
            }
            let mut members = Vec::with_capacity(own.len());
            for &i in &own {
                let mut member = fused.members[i].clone();
                member.args.iter_mut().for_each(|arg| *arg = numbers.get(arg).copied().unwrap_or_default());
                numbers.insert((first + i) as u16, (args.len() + members.len()) as u16);
                members.push(member);
            }
            Stage { fused: Fused::of(args.len(), members), args, result: (first + end) as u16 }
        })
        .collect()
}

/// Runs all stages. One that fails has reported why; members that take its result fail with it, the others still run.
pub(super) fn run(fused: &Fused, stages: &[Stage], frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let count = fused.num_args + fused.members.len();
    let mut left = vec![0u32; count];
    let uses = stages.iter().flat_map(|stage| &stage.args).chain(&fused.results);
    uses.for_each(|&arg| left[usize::from(arg)] += 1);
    let mut values: Vec<Option<Result<TensorHandle, Error>>> =
        (0..fused.num_args).map(|i| Some(Ok(frame.take(i)))).collect();
    values.resize_with(count, || None);
    for stage in stages {
        let mut args: Vec<Result<TensorHandle, Error>> = Vec::with_capacity(stage.args.len());
        for &arg in &stage.args {
            let arg = usize::from(arg);
            left[arg] -= 1;
            args.push(match &mut values[arg] {
                Some(Ok(handle)) if left[arg] == 0 => Ok(std::mem::take(handle)),
                Some(value) => value.clone(),
                None => return Err("a stage takes what no earlier one gives".into()),
            });
        }
        let result = if args.iter().any(Result::is_err) {
            one_by_one::of(&stage.fused, frame, args).pop().ok_or("a stage gives nothing")?
        } else {
            let mut args: SmallVec<[TensorHandle; 4]> = args.into_iter().flatten().collect();
            let results = frame.nested(&mut args, &[], |frame| stage.fused.run(frame))?;
            let handle = results.into_iter().next().unwrap_or_default();
            handle.get_error().cloned().map_or(Ok(handle), Err)
        };
        values[usize::from(stage.result)] = Some(result);
    }
    for (i, &result) in fused.results.iter().enumerate() {
        match values[usize::from(result)].take() {
            Some(Ok(handle)) => frame.set_handle(i, handle),
            Some(Err(error)) => frame.set_error(i, error),
            None => return Err("no stage gives the result".into()),
        }
    }
    Ok(())
}
