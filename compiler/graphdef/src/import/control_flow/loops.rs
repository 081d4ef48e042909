//! Loops: frames of nodes become `While` nodes.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Edge, Flow, Maker, Node, Place, types_attr};
use crate::attr;
use crate::import::order::GraphError;
use crate::proto::tensorflow::NodeDef;
use crate::proto::tensorflow::attr_value::Value;

/// The frame of a loop.
struct Frame {
    name: String,
    /// The frame around it.
    parent: Option<usize>,
    enters: Vec<usize>,
}

/// A value that goes around.
struct Variable {
    enter: usize,
    merge: usize,
    switch: Option<usize>,
    exits: Vec<usize>,
    next: Edge,
    /// The node that starts the next round.
    iteration: usize,
}

impl Maker<'_> {
    /// Replaces all loops.
    pub(super) fn loops(&mut self, flow: &mut Flow) -> Result<(), GraphError> {
        let (mut frames, mut frame_of) = frames(flow)?;
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); frames.len()];
        for node in flow.alive() {
            if let Some(frame) = frame_of[node] {
                members[frame].push(node);
            }
        }
        // How many frames are left within each; those without any are next.
        let mut inner = vec![0_usize; frames.len()];
        for parent in frames.iter().flatten().filter_map(|frame| frame.parent) {
            inner[parent] += 1;
        }
        let mut next: BTreeSet<usize> = (0..frames.len()).filter(|&at| inner[at] == 0).collect();
        while let Some(at) = next.pop_first() {
            let Some(frame) = frames[at].take() else { continue };
            let replaced = self.replace(flow, at, &frame, std::mem::take(&mut members[at]), &frame_of)?;
            frame_of.resize(flow.nodes.len(), None);
            frame_of[replaced] = frame.parent;
            if let Some(parent) = frame.parent {
                members[parent].push(replaced);
                inner[parent] -= 1;
                if inner[parent] == 0 {
                    next.insert(parent);
                }
            }
        }
        match frames.iter().flatten().next() {
            None => Ok(()),
            Some(frame) => Err(flow.error(frame.enters[0], "its loop is within itself")),
        }
    }

    /// Puts a `While` node in the place of a frame, and returns it.
    fn replace(
        &mut self,
        flow: &mut Flow,
        at: usize,
        frame: &Frame,
        members: Vec<usize>,
        frame_of: &[Option<usize>],
    ) -> Result<usize, GraphError> {
        let of =
            |op: &str| members.iter().copied().filter(|&node| flow.nodes[node].is(op)).collect::<Vec<_>>();
        let [condition] = of("LoopCond")[..] else {
            return Err(flow.error(
                frame.enters[0],
                format!("its loop must have one LoopCond, but has {}", of("LoopCond").len()),
            ));
        };
        // Which switch takes a merged value out of the loop or into the body, and what takes it out.
        let mut switches: FxHashMap<usize, usize> = FxHashMap::default();
        for switch in of("Switch") {
            if let [(merge, 0), predicate, ..] = flow.nodes[switch].data[..]
                && predicate == (condition, 0)
            {
                switches.entry(merge).or_insert(switch);
            }
        }
        let mut exits_of: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for exit in of("Exit") {
            if let Some(&(switch, 0)) = flow.nodes[exit].data.first() {
                exits_of.entry(switch).or_default().push(exit);
            }
        }
        let mut variables = Vec::new();
        for merge in of("Merge") {
            let inputs = [flow.input(merge, 0)?, flow.input(merge, 1)?];
            let Some(back) = inputs.iter().position(|&(node, _)| flow.nodes[node].is("NextIteration")) else {
                // The end of a condition.
                continue;
            };
            let enter = inputs[1 - back].0;
            if !flow.nodes[enter].is("Enter") {
                return Err(flow.error(merge, "goes around, but does not start with an Enter"));
            }
            let switch = switches.get(&merge).copied();
            let exits = switch.and_then(|switch| exits_of.remove(&switch)).unwrap_or_default();
            let next = flow.input(inputs[back].0, 0)?;
            variables.push(Variable { enter, merge, switch, exits, next, iteration: inputs[back].0 });
        }
        let entered: FxHashSet<usize> = variables.iter().map(|variable| variable.enter).collect();
        let mut invariants = frame.enters.clone();
        invariants.retain(|enter| !entered.contains(enter));

        let enters: Vec<usize> =
            variables.iter().map(|variable| variable.enter).chain(invariants.iter().copied()).collect();
        let types: Vec<i32> = enters.iter().map(|&enter| flow.data_type((enter, 0), self.registry)).collect();
        // Tensors that are arguments: before the condition the merged values, after it the switched ones.
        let mut arguments: FxHashMap<Edge, usize> = FxHashMap::default();
        let mut boundary: FxHashSet<usize> = [condition].into_iter().collect();
        for (at, variable) in variables.iter().enumerate() {
            arguments.insert((variable.merge, 0), at);
            boundary.insert(variable.merge);
            if let Some(switch) = variable.switch {
                arguments.insert((switch, 1), at);
                boundary.insert(switch);
            }
        }
        for (at, &enter) in invariants.iter().enumerate() {
            arguments.insert((enter, 0), variables.len() + at);
        }
        boundary.extend(&enters);
        let shared: &Flow = flow;
        let place = |edge: Edge| match arguments.get(&edge) {
            Some(&at) => Ok(Place::Argument(at)),
            None if boundary.contains(&edge.0) => {
                Err(shared.error(edge.0, "is used within its loop in a way that no function could"))
            }
            None => Ok(Place::Member),
        };
        let waits = |node: usize| !boundary.contains(&node) && frame_of[node] == Some(at);
        let test = [flow.input(condition, 0)?];
        let cond =
            self.function(&format!("{}_cond", frame.name), flow, &types, (&test, &[]), &place, &waits)?;
        let next =
            variables.iter().map(|variable| variable.next).chain(invariants.iter().map(|&enter| (enter, 0)));
        let next: Vec<Edge> = next.collect();
        // No round starts before these have run, which keep what gradients take later.
        let effects = variables.iter().flat_map(|variable| &flow.nodes[variable.iteration].control);
        let mut effects: Vec<usize> = effects.copied().filter(|&node| waits(node)).collect();
        effects.sort_unstable();
        effects.dedup();
        let body =
            self.function(&format!("{}_body", frame.name), flow, &types, (&next, &effects), &place, &waits)?;

        let data = enters.iter().map(|&enter| flow.input(enter, 0)).collect::<Result<_, _>>()?;
        let control = enters.iter().flat_map(|&enter| flow.nodes[enter].control.clone()).collect();
        let attrs =
            [("T", types_attr(&types)), ("cond", attr::function(&cond)), ("body", attr::function(&body))];
        let def = NodeDef {
            op: "While".to_owned(),
            device: flow.nodes[condition].def.device.clone(),
            attr: attrs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            ..NodeDef::default()
        };
        let node = flow.add(&frame.name, Node { def, data, control });
        let exits = variables.iter().enumerate().flat_map(|(at, variable)| {
            variable.exits.iter().map(move |&exit| ((exit, 0), (node, at as u32)))
        });
        flow.redirect(&exits.collect());
        for member in members {
            flow.alive[member] = false;
        }
        Ok(node)
    }
}

/// The frames that are left, and for each node the one that it is in.
type Frames = (Vec<Option<Frame>>, Vec<Option<usize>>);

fn frames(flow: &Flow) -> Result<Frames, GraphError> {
    let mut frames: Vec<Option<Frame>> = Vec::new();
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut frame_of: Vec<Option<usize>> = vec![None; flow.nodes.len()];
    for enter in flow.all("Enter") {
        let Some(Value::S(name)) =
            flow.nodes[enter].def.attr.get("frame_name").and_then(|name| name.value.as_ref())
        else {
            return Err(flow.error(enter, "has no frame_name"));
        };
        let name = String::from_utf8_lossy(name).into_owned();
        let at = *numbers.entry(name.clone()).or_insert_with(|| {
            frames.push(Some(Frame { name, parent: None, enters: Vec::new() }));
            frames.len() - 1
        });
        frames[at].iter_mut().for_each(|frame| frame.enters.push(enter));
        frame_of[enter] = Some(at);
    }
    // From each node on to its users; the output of an Exit is in the enclosing frame, which is known when the walk
    // reaches it.
    let mut pending: Vec<usize> = flow.all("Enter");
    let mut outside = Vec::new();
    loop {
        let Some(node) = pending.pop() else {
            // Exits of frames whose own place is known by now.
            let ready: Vec<(usize, usize)> = std::mem::take(&mut outside);
            for (user, frame) in ready {
                let parent = frames[frame].as_ref().and_then(|frame| frame.parent);
                if let (Some(parent), None) = (parent, frame_of[user])
                    && !flow.nodes[user].is("Enter")
                {
                    frame_of[user] = Some(parent);
                    pending.push(user);
                }
            }
            if pending.is_empty() {
                break;
            }
            continue;
        };
        let Some(frame) = frame_of[node] else { continue };
        for &user in flow.users[node].iter().filter(|&&user| flow.alive[user]) {
            if flow.nodes[node].is("Exit") {
                outside.push((user, frame));
            } else if flow.nodes[user].is("Enter") {
                if let (Some(of), true) = (frame_of[user], frame_of[user] != Some(frame)) {
                    frames[of].iter_mut().for_each(|inner| inner.parent = Some(frame));
                }
            } else if frame_of[user].is_none() {
                frame_of[user] = Some(frame);
                pending.push(user);
            }
        }
    }
    Ok((frames, frame_of))
}
