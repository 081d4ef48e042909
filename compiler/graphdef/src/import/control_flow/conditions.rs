//! Conditions: `Switch` and `Merge` nodes become `If` nodes, or `Case` nodes where there are more than two sides.
//!
//! A node's *guards* say when it is done: for which outputs of which predicates, by all `Switch` nodes that it depends on and no `Merge`
//! has joined again. The two sides of a `Merge` differ in the outcome of one predicate: that is its condition. What a side depends
//! on that is guarded by this outcome is the branch; what is not is an argument of it.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Edge, Flow, Maker, Node, Place, types_attr};
use crate::attr;
use crate::import::order::GraphError;
use crate::op_def;
use crate::proto::tensorflow::attr_value::{ListValue, Value};
use crate::proto::tensorflow::{NameAttrList, NodeDef};

/// Outcomes of predicates: the predicate's tensor, and the output that switches give their values on: 1 for a true predicate.
type Guards = BTreeSet<(Edge, u32)>;

/// A merge that is ready to be replaced: the predicate, and the sides by outcome.
struct Join {
    merge: usize,
    predicate: Edge,
    sides: Vec<Edge>,
}

impl Maker<'_> {
    /// Replaces all conditions of a graph without loops.
    pub(super) fn conditions(&mut self, flow: &mut Flow) -> Result<(), GraphError> {
        loop {
            let merges = flow.all("Merge");
            if merges.is_empty() {
                return self.drop_branches(flow);
            }
            let order = flow.order()?;
            let guards = guards(flow, &order);
            let merges: Vec<usize> = order.into_iter().filter(|&node| flow.nodes[node].is("Merge")).collect();
            let first = join(flow, &guards, merges[0])?;
            // Others of the same condition are results of the same branches, unless they come after one of them.
            let mut joins: Vec<Join> = Vec::new();
            for &merge in &merges {
                let Ok(join) = join(flow, &guards, merge) else { continue };
                let alike = join.predicate == first.predicate && join.sides.len() == first.sides.len();
                if alike && !join.sides.iter().any(|&side| depends_on_merge(flow, side)) {
                    joins.push(join);
                }
            }
            self.replace_joins(flow, &guards, &joins)?;
        }
    }

    /// Removes what is left of branches whose results were joined.
    fn drop_branches(&self, flow: &mut Flow) -> Result<(), GraphError> {
        let order = flow.order()?;
        let guards = guards(flow, &order);
        for node in order {
            if is_switch(flow, node) {
                flow.alive[node] = false;
            } else if !guards[node].is_empty() {
                let op = op_def::find(self.registry, &op_def::op_of_node(&flow.nodes[node].def));
                if !flow.taken.contains(&node) && op.is_none_or(|op| op.is_stateful) {
                    return Err(flow.error(node, "is done under a condition whose sides are not joined"));
                }
                flow.alive[node] = false;
            }
        }
        Ok(())
    }

    fn replace_joins(
        &mut self,
        flow: &mut Flow,
        guards: &[Guards],
        joins: &[Join],
    ) -> Result<(), GraphError> {
        let Some(Join { predicate, merge: first, sides }) = joins.first() else {
            return Err(super::whole("a condition depends on itself".to_owned()));
        };
        let (predicate, outcomes) = (*predicate, sides.len() as u32);
        // What merges wait for is done in the branches as well, or before.
        let mut control: Vec<usize> =
            joins.iter().flat_map(|join| flow.nodes[join.merge].control.clone()).collect();
        let mut effects: Vec<Vec<usize>> = Vec::new();
        for outcome in 0..outcomes {
            let (inside, outside) =
                control.into_iter().partition(|&node| belongs(flow, guards, predicate, outcome, node));
            effects.push(inside);
            control = outside;
        }
        // Arguments of the branches: tensors that any may take.
        let mut captured: Vec<Edge> = Vec::new();
        let mut numbers: FxHashMap<Edge, usize> = FxHashMap::default();
        for outcome in 0..outcomes {
            let mut seen = FxHashSet::default();
            let mut pending: Vec<Edge> = joins.iter().map(|join| join.sides[outcome as usize]).collect();
            pending.extend(effects[outcome as usize].iter().map(|&node| (node, 0)));
            while let Some(edge) = pending.pop() {
                match source(flow, guards, predicate, outcome, edge)? {
                    Some(outer) => {
                        numbers.entry(outer).or_insert_with(|| {
                            captured.push(outer);
                            captured.len() - 1
                        });
                    }
                    None if seen.insert(edge.0) => {
                        pending.extend(&flow.nodes[edge.0].data);
                        let waits = flow.nodes[edge.0].control.iter();
                        pending.extend(
                            waits
                                .filter(|&&node| belongs(flow, guards, predicate, outcome, node))
                                .map(|&node| (node, 0)),
                        );
                    }
                    None => {}
                }
            }
            flow.taken.extend(seen);
        }
        let types: Vec<i32> = captured.iter().map(|&edge| flow.data_type(edge, self.registry)).collect();
        let wanted = flow.nodes[*first].def.name.clone();
        let is_if = outcomes == 2;
        let mut branches = Vec::new();
        for outcome in 0..outcomes {
            let suffix = match (is_if, outcome) {
                (true, 0) => "else".to_owned(),
                (true, _) => "then".to_owned(),
                (false, outcome) => format!("branch{outcome}"),
            };
            let results: Vec<Edge> = joins.iter().map(|join| join.sides[outcome as usize]).collect();
            let shared: &Flow = flow;
            let place = |edge: Edge| {
                Ok(match source(shared, guards, predicate, outcome, edge)? {
                    Some(outer) => Place::Argument(numbers[&outer]),
                    None => Place::Member,
                })
            };
            let waits = |node: usize| belongs(shared, guards, predicate, outcome, node);
            branches.push(self.function(
                &format!("{wanted}_{suffix}"),
                flow,
                &types,
                (&results, &effects[outcome as usize]),
                &place,
                &waits,
            )?);
        }
        let result_types: Vec<i32> =
            joins.iter().map(|join| flow.data_type((join.merge, 0), self.registry)).collect();
        let mut attrs = vec![("Tin", types_attr(&types)), ("Tout", types_attr(&result_types))];
        if is_if {
            attrs.push(("Tcond", attr::value(Value::Type(flow.data_type(predicate, self.registry)))));
            attrs.push(("then_branch", attr::function(&branches[1])));
            attrs.push(("else_branch", attr::function(&branches[0])));
        } else {
            let func =
                branches.into_iter().map(|name| NameAttrList { name, ..NameAttrList::default() }).collect();
            attrs.push(("branches", attr::value(Value::List(ListValue { func, ..ListValue::default() }))));
        }
        let def = NodeDef {
            op: if is_if { "If" } else { "Case" }.to_owned(),
            device: flow.nodes[*first].def.device.clone(),
            attr: attrs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            ..NodeDef::default()
        };
        let data = std::iter::once(predicate).chain(captured).collect();
        let node = flow.add(&wanted, Node { def, data, control });
        let merged =
            joins.iter().enumerate().map(|(at, join)| ((join.merge, 0), (node, at as u32))).collect();
        flow.redirect(&merged);
        for join in joins {
            flow.alive[join.merge] = false;
            if let Some(user) = flow.alive().find(|&user| flow.nodes[user].data.contains(&(join.merge, 1))) {
                return Err(
                    flow.error(user, "takes the number of the branch that was done, which is not supported")
                );
            }
        }
        Ok(())
    }
}

fn is_switch(flow: &Flow, node: usize) -> bool {
    matches!(&*flow.nodes[node].def.op, "Switch" | "_SwitchN")
}

/// The predicate of a switch, whatever hands it on.
fn predicate(flow: &Flow, switch: usize) -> Option<Edge> {
    let mut edge = *flow.nodes[switch].data.get(1)?;
    while flow.nodes[edge.0].is("Identity") {
        edge = *flow.nodes[edge.0].data.first()?;
    }
    Some(edge)
}

/// When a tensor is there.
fn guards_of(flow: &Flow, guards: &[Guards], edge: Edge) -> Guards {
    let mut out = guards[edge.0].clone();
    if is_switch(flow, edge.0) {
        out.extend(predicate(flow, edge.0).map(|predicate| (predicate, edge.1)));
    }
    out
}

/// When each node is done, for an order in which nodes come after their inputs.
fn guards(flow: &Flow, order: &[usize]) -> Vec<Guards> {
    let mut guards = vec![Guards::new(); flow.nodes.len()];
    for &node in order {
        let inputs = &flow.nodes[node];
        let mut mine = Guards::new();
        if inputs.is("Merge") {
            let mut sides = inputs.data.iter().map(|&edge| guards_of(flow, &guards, edge));
            mine = sides.next().unwrap_or_default();
            for side in sides {
                mine.retain(|guard| side.contains(guard));
            }
        } else {
            for &edge in &inputs.data {
                mine.extend(guards_of(flow, &guards, edge));
            }
        }
        // A merge is done when one side is, and may wait for nodes of every side.
        for &control in inputs.control.iter().filter(|_| !inputs.is("Merge")) {
            mine.extend(guards[control].iter().copied());
        }
        guards[node] = mine;
    }
    guards
}

/// The condition whose sides a merge joins.
fn join(flow: &Flow, guards: &[Guards], merge: usize) -> Result<Join, GraphError> {
    let inputs = &flow.nodes[merge].data;
    let sides: Vec<Guards> = inputs.iter().map(|&edge| guards_of(flow, guards, edge)).collect();
    // The outcome of a predicate at each side.
    let outcomes = |predicate: Edge| -> Option<Vec<u32>> {
        let outcome = |side: &Guards| side.iter().find(|guard| guard.0 == predicate).map(|guard| guard.1);
        sides.iter().map(outcome).collect()
    };
    let mut found = Vec::new();
    for &(predicate, _) in sides.first().into_iter().flatten() {
        let Some(outcomes) = outcomes(predicate) else { continue };
        let mut by_outcome: Vec<Option<Edge>> = vec![None; inputs.len()];
        for (&edge, outcome) in inputs.iter().zip(outcomes) {
            if let Some(place) = by_outcome.get_mut(outcome as usize) {
                *place = Some(edge);
            }
        }
        if let Some(sides) = by_outcome.into_iter().collect::<Option<Vec<Edge>>>() {
            found.push(Join { merge, predicate, sides });
        }
    }
    match (found.pop(), found.pop()) {
        (Some(join), None) if join.sides.len() > 1 => Ok(join),
        _ => Err(flow.error(merge, "its inputs are not the sides of one condition")),
    }
}

/// Whether a tensor is computed from a merge that is still there.
fn depends_on_merge(flow: &Flow, edge: Edge) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![edge.0];
    while let Some(node) = pending.pop() {
        if flow.nodes[node].is("Merge") {
            return true;
        }
        if seen.insert(node) {
            pending.extend(flow.inputs(node));
        }
    }
    false
}

/// Whether a node is done for one outcome of a predicate only.
fn belongs(flow: &Flow, guards: &[Guards], predicate: Edge, outcome: u32, node: usize) -> bool {
    !is_switch(flow, node) && guards[node].contains(&(predicate, outcome))
}

/// For a tensor that a branch takes from outside: that tensor. `None` for one that is computed in the branch.
fn source(
    flow: &Flow,
    guards: &[Guards],
    condition: Edge,
    outcome: u32,
    edge: Edge,
) -> Result<Option<Edge>, GraphError> {
    let node = edge.0;
    if is_switch(flow, node) && predicate(flow, node) == Some(condition) {
        if edge.1 != outcome {
            return Err(flow.error(node, "is used on several sides of its condition at once"));
        }
        // What is switched may itself come out of an equal switch.
        let data = flow.input(node, 0)?;
        return Ok(Some(source(flow, guards, condition, outcome, data)?.unwrap_or(data)));
    }
    Ok(if guards[node].contains(&(condition, outcome)) { None } else { Some(edge) })
}
