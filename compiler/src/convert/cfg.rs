//! The blocks of a function as a graph: liveness, and, for a part of the graph, loops, dominators and post-dominators.

use std::collections::BTreeSet;

use crate::components::components;
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graphmap::DiGraphMap;
use petgraph::visit::Reversed;
use rustc_hash::FxHashMap;
use tfrt_ir::body::Body;
use tfrt_ir::entity::{Block, Value};

/// A target of control: a block, by number, or the end of the function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Target {
    Block(usize),
    Return,
}

/// Stands for everything outside of a part of the graph.
const OUTSIDE: usize = usize::MAX;

/// The reachable blocks of a function, numbered in the order in which they are reached.
pub(super) struct Cfg {
    pub(super) blocks: Vec<Block>,
    pub(super) successors: Vec<Vec<Target>>,
    pub(super) numbers: FxHashMap<Block, usize>,
    /// Values that a block or a later one uses, and that are defined before it.
    pub(super) live_in: Vec<BTreeSet<Value>>,
}

impl Cfg {
    pub(super) fn new(body: &Body, entry: Block) -> Cfg {
        let mut cfg = Cfg {
            blocks: vec![entry],
            successors: Vec::new(),
            numbers: [(entry, 0)].into_iter().collect(),
            live_in: Vec::new(),
        };
        let mut next = 0;
        while next < cfg.blocks.len() {
            let last = body.last_op(cfg.blocks[next]);
            let mut targets = Vec::new();
            for &block in last.map_or(&[][..], |last| body.successors(last)) {
                let count = cfg.blocks.len();
                let number = *cfg.numbers.entry(block).or_insert(count);
                if number == count {
                    cfg.blocks.push(block);
                }
                targets.push(Target::Block(number));
            }
            if targets.is_empty() {
                targets.push(Target::Return);
            }
            cfg.successors.push(targets);
            next += 1;
        }
        cfg.find_live(body);
        cfg
    }

    /// The values that the operations of a block use and that are defined outside of it.
    pub(super) fn used_from_outside(&self, body: &Body, number: usize) -> BTreeSet<Value> {
        let block = self.blocks[number];
        let operands = body.ops(block).flat_map(|op| body.operands(op));
        operands.filter(|&value| body.value_block(value) != Some(block)).collect()
    }

    fn find_live(&mut self, body: &Body) {
        self.live_in = (0..self.blocks.len()).map(|number| self.used_from_outside(body, number)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for number in (0..self.blocks.len()).rev() {
                let block = self.blocks[number];
                let mut live = std::mem::take(&mut self.live_in[number]);
                let before = live.len();
                for &target in &self.successors[number] {
                    if let Target::Block(next) = target
                        && next != number
                    {
                        let through = self.live_in[next].iter().copied();
                        live.extend(through.filter(|&value| body.value_block(value) != Some(block)));
                    }
                }
                changed |= live.len() != before;
                self.live_in[number] = live;
            }
        }
    }
}

/// A part of the graph, entered at some blocks and left towards some targets, without the edges to these.
pub(super) struct Part {
    /// The blocks that are reached in it.
    nodes: BTreeSet<usize>,
    /// For each block, which cycle it is on.
    cycle_of: FxHashMap<usize, usize>,
    /// The blocks of each cycle.
    pub(super) cycles: Vec<Vec<usize>>,
    entering: FxHashMap<usize, usize>,
    dominators: Dominators<usize>,
    post_dominators: Dominators<usize>,
}

impl Part {
    pub(super) fn new(cfg: &Cfg, entries: &[usize], exits: &[Target]) -> Part {
        let mut graph = DiGraphMap::<usize, ()>::new();
        let mut nodes: BTreeSet<usize> = BTreeSet::new();
        let mut entering: FxHashMap<usize, usize> = FxHashMap::default();
        let mut work = entries.to_vec();
        for &entry in entries {
            graph.add_edge(OUTSIDE - 1, entry, ());
        }
        while let Some(number) = work.pop() {
            if !nodes.insert(number) {
                continue;
            }
            for &target in &cfg.successors[number] {
                match target {
                    Target::Block(next) if !exits.contains(&target) => {
                        graph.add_edge(number, next, ());
                        *entering.entry(next).or_default() += 1;
                        work.push(next);
                    }
                    _ => {
                        graph.add_edge(number, OUTSIDE, ());
                    }
                }
            }
        }
        graph.add_node(OUTSIDE);
        let mut cycles = Vec::new();
        let mut cycle_of = FxHashMap::default();
        for component in components(&graph) {
            if component.len() > 1 || graph.contains_edge(component[0], component[0]) {
                cycle_of.extend(component.iter().map(|&number| (number, cycles.len())));
                cycles.push(component);
            }
        }
        let dominators = simple_fast(&graph, OUTSIDE - 1);
        let post_dominators = simple_fast(Reversed(&graph), OUTSIDE);
        Part { nodes, cycle_of, cycles, entering, dominators, post_dominators }
    }

    pub(super) fn cycle(&self, number: usize) -> Option<usize> {
        self.cycle_of.get(&number).copied()
    }

    /// The number of edges to a block.
    pub(super) fn entering(&self, number: usize) -> usize {
        self.entering.get(&number).copied().unwrap_or(0)
    }

    /// Through which blocks a cycle is entered from outside of it.
    pub(super) fn entries(&self, cfg: &Cfg, cycle: usize) -> Vec<usize> {
        let inside = |number: usize| self.cycle(number) == Some(cycle);
        let mut entries: BTreeSet<usize> = BTreeSet::new();
        for &number in &self.nodes {
            if inside(number) {
                continue;
            }
            for &target in &cfg.successors[number] {
                if let Target::Block(next) = target
                    && inside(next)
                {
                    entries.insert(next);
                }
            }
        }
        entries.into_iter().collect()
    }

    /// The number of edges from outside of a cycle into it.
    pub(super) fn edges_into(&self, cfg: &Cfg, cycle: usize) -> usize {
        let inside = |number: usize| self.cycle(number) == Some(cycle);
        let outside = self.nodes.iter().filter(|&&number| !inside(number));
        let targets = outside.flat_map(|&number| &cfg.successors[number]);
        targets.filter(|target| matches!(target, Target::Block(next) if inside(*next))).count()
    }

    /// The block in which all ways from this one meet first, if they do and it lies behind this one on every way to it.
    pub(super) fn meeting(&self, number: usize) -> Option<usize> {
        let meeting = self.post_dominators.immediate_dominator(number).filter(|&block| block != OUTSIDE)?;
        self.dominators.dominators(meeting)?.any(|block| block == number).then_some(meeting)
    }
}
