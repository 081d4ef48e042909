//! Conditions: `Switch` and `Merge` nodes become `If` nodes, or `Case` nodes where there are more than two sides.
//!
//! A node's *guards* are the condition under which it runs: outputs of predicates, from all `Switch` nodes that it depends on, less
//! those that a `Merge` has joined again. The two sides of a `Merge` differ in the outcome of one predicate: that is its condition. The
//! nodes on which a side depends and that this outcome guards form the branch; other nodes on which it depends are arguments of the
//! branch.

use std::collections::{BTreeMap, BTreeSet};

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
        if flow.all("Merge").is_empty() {
            return self.drop_branches(flow);
        }
        let order = flow.order()?;
        let mut guards = guards(flow, &order);
        let mut ready = Ready::new(flow, &guards, order);
        while let Some(joins) = ready.next() {
            let joins = joins?;
            self.replace_joins(flow, &mut guards, &joins)?;
            for join in &joins {
                ready.done(flow, &guards, join.merge);
            }
        }
        self.drop_branches(flow)
    }

    /// Removes the rest of branches whose results were joined.
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
        all_guards: &mut Vec<Guards>,
        joins: &[Join],
    ) -> Result<(), GraphError> {
        let Some(Join { predicate, merge: first, sides }) = joins.first() else { return Ok(()) };
        let guards: &[Guards] = all_guards;
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
            attrs.push((
                "branches",
                attr::value(Value::List(Box::new(ListValue { func, ..ListValue::default() }))),
            ));
        }
        let def = NodeDef {
            op: if is_if { "If" } else { "Case" }.to_owned(),
            device: flow.nodes[*first].def.device.clone(),
            attr: attrs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            ..NodeDef::default()
        };
        for join in joins {
            let takes_number = |user: &&usize| flow.nodes[**user].data.contains(&(join.merge, 1));
            let users = flow.users[join.merge].iter();
            if let Some(&user) = users.filter(|&&user| flow.alive[user]).find(takes_number) {
                return Err(
                    flow.error(user, "takes the number of the branch that was done, which is not supported")
                );
            }
        }
        let data = std::iter::once(predicate).chain(captured).collect();
        let node = flow.add(&wanted, Node { def, data, control });
        // It runs when the merges have run and its inputs are available.
        let mut mine = guards[*first].clone();
        for &edge in &flow.nodes[node].data {
            mine.extend(guards_of(flow, guards, edge));
        }
        all_guards.resize_with(flow.nodes.len(), Guards::new);
        all_guards[node] = mine;
        let merged =
            joins.iter().enumerate().map(|(at, join)| ((join.merge, 0), (node, at as u32))).collect();
        flow.redirect(&merged);
        for join in joins {
            flow.alive[join.merge] = false;
        }
        Ok(())
    }
}

/// The key of a merge's condition: the predicate, and the number of sides.
type Condition = (Edge, usize);

/// The merges that depend on no other merge that is still there.
///
/// The first of these in the graph's order is next, with all others of the same condition: they are results of the same branches. A
/// merge becomes ready when the last one that it depends on is done; each edge of the graph is visited once.
struct Ready {
    /// For each node: how many of its uses of others, as often as it names them, are of nodes that depend on merges.
    waits: Vec<usize>,
    /// The place of each node in the graph's order.
    place: Vec<usize>,
    /// The users of each node in the original graph.
    users: Vec<Vec<usize>>,
    /// Ready merges by place.
    merges: BTreeMap<usize, Result<Condition, GraphError>>,
    joins: FxHashMap<Condition, BTreeMap<usize, Join>>,
}

impl Ready {
    fn new(flow: &Flow, guards: &[Guards], order: Vec<usize>) -> Ready {
        let mut ready = Ready {
            waits: vec![0; flow.nodes.len()],
            place: vec![0; flow.nodes.len()],
            users: flow.users.clone(),
            merges: BTreeMap::new(),
            joins: FxHashMap::default(),
        };
        let mut merges = Vec::new();
        for (place, &node) in order.iter().enumerate() {
            ready.place[node] = place;
            let inputs = flow.inputs(node);
            ready.waits[node] =
                inputs.filter(|&input| flow.nodes[input].is("Merge") || ready.waits[input] > 0).count();
            if flow.nodes[node].is("Merge") && ready.waits[node] == 0 {
                merges.push(node);
            }
        }
        for merge in merges {
            ready.add(flow, guards, merge);
        }
        ready
    }

    fn add(&mut self, flow: &Flow, guards: &[Guards], merge: usize) {
        let place = self.place[merge];
        let condition = join(flow, guards, merge).map(|join| {
            let condition = (join.predicate, join.sides.len());
            self.joins.entry(condition).or_default().insert(place, join);
            condition
        });
        self.merges.insert(place, condition);
    }

    /// The merges of the next condition.
    fn next(&mut self) -> Option<Result<Vec<Join>, GraphError>> {
        let (_, condition) = self.merges.pop_first()?;
        Some(condition.map(|condition| {
            let joins = self.joins.remove(&condition).unwrap_or_default();
            for place in joins.keys() {
                self.merges.remove(place);
            }
            joins.into_values().collect()
        }))
    }

    /// Says that a merge is replaced.
    fn done(&mut self, flow: &Flow, guards: &[Guards], merge: usize) {
        let mut free = vec![merge];
        while let Some(node) = free.pop() {
            for user in std::mem::take(&mut self.users[node]) {
                let Some(waits) = self.waits.get_mut(user).filter(|waits| **waits > 0) else { continue };
                *waits -= 1;
                if *waits > 0 {
                    continue;
                }
                match flow.nodes[user].is("Merge") {
                    true => self.add(flow, guards, user),
                    false => free.push(user),
                }
            }
        }
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
        // The switched value may itself come out of an equal switch.
        let data = flow.input(node, 0)?;
        return Ok(Some(source(flow, guards, condition, outcome, data)?.unwrap_or(data)));
    }
    Ok(if guards[node].contains(&(condition, outcome)) { None } else { Some(edge) })
}
