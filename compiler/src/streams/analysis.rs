//! The stream analysis itself, on a graph of ops that are identified only by number.
//!
//! Ops are pushed in textual order ([`StreamAnalysis::push`]); this is the forward pass, which finds for each op the
//! costliest path from the root and the op before it on that path, its parent. [`StreamAnalysis::finish`] then goes
//! backwards: each op continues a stream of one of its children, and the others become streams of their own or are
//! joined, depending on their costs. The root stands for the function's entry: arguments come from it, and ops without
//! operands follow it.
//!
//! Both passes are linear in ops and operands.

/// Options of splitting a function into streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StreamOptions {
    /// Streams cheaper than this are joined with others. `None` is automatic: the cost of the costliest path.
    pub threshold: Option<i64>,
    /// Join streams that use each other's values first.
    pub merge_inter_dependent: bool,
}

/// An operand of an op.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// The op that defines it, `None` for an argument.
    pub op: Option<u32>,
    /// Whether it is a chain: chains order effects but carry nothing from stream to stream.
    pub is_chain: bool,
}

/// The cost of an op.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpCost {
    /// The cost of an op about which nothing is known: the threshold, or 1 if that is automatic.
    Default,
    /// A known cost.
    Known(i64),
}

/// A stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream {
    /// Cost of its ops.
    pub cost: i64,
    /// The op after which it starts; `None` for the stream of the root.
    pub parent: Option<OpOrRoot>,
}

/// An op, or the root of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpOrRoot {
    /// The function's entry.
    Root,
    /// An op by number.
    Op(u32),
}

/// The result of the analysis.
#[derive(Debug, Clone)]
pub struct Streams {
    /// Stream of each op.
    pub of_op: Vec<u32>,
    /// Stream of the root: where a call begins.
    pub root: u32,
    /// The streams by id; ids that were joined with others have their last state.
    pub streams: Vec<Stream>,
    /// The threshold that was used.
    pub threshold: i64,
}

impl Streams {
    /// The stream of an op or of the root.
    pub fn stream_of(&self, op: OpOrRoot) -> u32 {
        match op {
            OpOrRoot::Root => self.root,
            OpOrRoot::Op(op) => self.of_op[op as usize],
        }
    }

    /// The stream that a stream starts from.
    pub fn parent_stream(&self, stream: u32) -> Option<u32> {
        self.streams[stream as usize].parent.map(|op| self.stream_of(op))
    }

    /// For each op, and the root at the end, the streams that start after it, in the order of their first op.
    pub fn child_streams(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.of_op.len() + 1];
        let mut seen = vec![false; self.streams.len()];
        for &stream in &self.of_op {
            if !std::mem::replace(&mut seen[stream as usize], true) {
                match self.streams[stream as usize].parent {
                    Some(OpOrRoot::Op(op)) => children[op as usize].push(stream),
                    Some(OpOrRoot::Root) => children[self.of_op.len()].push(stream),
                    None => {}
                }
            }
        }
        children
    }
}

/// The cost of the root, as an op.
const ROOT_COST: i64 = 1;

/// Number of the root among ops.
const ROOT: u32 = u32::MAX;

/// An analysis of one function, during its forward pass.
#[derive(Debug)]
pub struct StreamAnalysis {
    options: StreamOptions,
    costs: Vec<i64>,
    /// Cost of the costliest path from the root, the op included.
    cost_from_root: Vec<i64>,
    /// The op before it on that path.
    parents: Vec<u32>,
    /// Pairs of an op and one that uses its values without being its child; only kept when streams are merged by use.
    side_uses: Vec<(u32, u32)>,
    return_op: Option<u32>,
}

impl StreamAnalysis {
    /// Starts with no ops.
    pub fn new(options: StreamOptions) -> StreamAnalysis {
        StreamAnalysis {
            options: StreamOptions {
                threshold: options.threshold.filter(|&threshold| threshold > 0),
                ..options
            },
            costs: Vec::new(),
            cost_from_root: Vec::new(),
            parents: Vec::new(),
            side_uses: Vec::new(),
            return_op: None,
        }
    }

    /// Makes room for this many ops.
    pub fn reserve(&mut self, ops: usize) {
        self.costs.reserve(ops);
        self.cost_from_root.reserve(ops);
        self.parents.reserve(ops);
    }

    /// Adds the next op of the function.
    ///
    /// Operands that name later ops count as arguments, so that no input makes this fail.
    pub fn push(&mut self, cost: OpCost, is_return: bool, operands: impl IntoIterator<Item = Operand>) {
        let op = self.costs.len() as u32;
        let cost = match cost {
            OpCost::Known(cost) => cost,
            OpCost::Default => self.options.threshold.unwrap_or(1),
        };
        let first_side_use = self.side_uses.len();
        let mut parent = ROOT;
        let mut longest = i64::MIN;
        for operand in operands {
            let def = operand.op.filter(|&def| def < op);
            let path = def.map_or(ROOT_COST, |def| self.cost_from_root[def as usize]);
            if path > longest {
                longest = path;
                parent = def.unwrap_or(ROOT);
            }
            if self.options.merge_inter_dependent && !operand.is_chain {
                self.side_uses.push((def.unwrap_or(ROOT), op));
            }
        }
        if self.options.merge_inter_dependent {
            let mut kept = self.side_uses.split_off(first_side_use);
            kept.retain(|&(def, _)| def != parent);
            self.side_uses.append(&mut kept);
        }
        self.costs.push(cost);
        self.cost_from_root.push(cost.saturating_add(longest.max(0)));
        self.parents.push(parent);
        if is_return {
            self.return_op = Some(op);
        }
    }

    /// Goes backwards over the ops and assigns them to streams.
    pub fn finish(self) -> Streams {
        let threshold = match self.options.threshold {
            Some(threshold) => threshold,
            None => self.cost_from_root.iter().copied().max().unwrap_or(1).max(1),
        };
        Backward::new(&self, threshold).run()
    }
}

/// A stream during the backward pass.
#[derive(Debug)]
struct Building {
    cost: i64,
    has_return: bool,
    parent: Option<OpOrRoot>,
    /// Itself, or the stream it was joined with.
    joined: u32,
    /// Streams it exchanges values with, ascending; ids may have been joined since.
    side: Vec<u32>,
}

struct Backward<'a> {
    analysis: &'a StreamAnalysis,
    threshold: i64,
    /// Children of each op, and of the root at the end, as ranges of `child_list`, in textual order.
    child_starts: Vec<u32>,
    child_list: Vec<u32>,
    /// Users of each op, and of the root, beside its children: ranges of `side_list`.
    side_starts: Vec<u32>,
    side_list: Vec<u32>,
    streams: Vec<Building>,
    of_op: Vec<u32>,
}

/// Groups pairs by their first part, `ROOT` as the last group, keeping the order within a group.
fn group(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
    let slot = |key: u32| if key == ROOT { count } else { key as usize };
    let mut starts = vec![0u32; count + 2];
    for (key, _) in pairs.clone() {
        starts[slot(key) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut list = vec![0; starts[count + 1] as usize];
    let mut next = starts.clone();
    for (key, value) in pairs {
        let at = &mut next[slot(key)];
        list[*at as usize] = value;
        *at += 1;
    }
    (starts, list)
}

impl<'a> Backward<'a> {
    fn new(analysis: &'a StreamAnalysis, threshold: i64) -> Backward<'a> {
        let count = analysis.parents.len();
        let parents = analysis.parents.iter().enumerate().map(|(op, &parent)| (parent, op as u32));
        let (child_starts, child_list) = group(count, parents);
        let (side_starts, side_list) = if analysis.side_uses.is_empty() {
            (Vec::new(), Vec::new())
        } else {
            group(count, analysis.side_uses.iter().copied())
        };
        Backward {
            analysis,
            threshold,
            child_starts,
            child_list,
            side_starts,
            side_list,
            streams: Vec::new(),
            of_op: vec![0; count],
        }
    }

    fn run(mut self) -> Streams {
        let count = self.of_op.len();
        for op in (0..count as u32).rev() {
            let stream = self.place(OpOrRoot::Op(op));
            self.of_op[op as usize] = stream;
        }
        let root = self.place(OpOrRoot::Root);
        for op in 0..count {
            self.of_op[op] = self.resolve(self.of_op[op]);
        }
        let root = self.resolve(root);
        let streams = self
            .streams
            .into_iter()
            .map(|stream| Stream { cost: stream.cost, parent: stream.parent })
            .collect();
        Streams { of_op: self.of_op, root, streams, threshold: self.threshold }
    }

    /// The stream that an id stands for by now.
    fn resolve(&mut self, mut id: u32) -> u32 {
        let mut end = id;
        while self.streams[end as usize].joined != end {
            end = self.streams[end as usize].joined;
        }
        while self.streams[id as usize].joined != end {
            id = std::mem::replace(&mut self.streams[id as usize].joined, end);
        }
        end
    }

    fn cost(&self, stream: u32) -> i64 {
        self.streams[stream as usize].cost
    }

    /// Whether a stream of this cost after `op` is long enough to stay alone.
    fn is_above(&self, op: OpOrRoot, cost: i64) -> bool {
        match (self.analysis.options.threshold, op) {
            (None, OpOrRoot::Op(op)) => {
                self.analysis.cost_from_root[op as usize].saturating_add(cost) >= self.threshold
            }
            (None, OpOrRoot::Root) => ROOT_COST.saturating_add(cost) >= self.threshold,
            (Some(_), _) => cost >= self.threshold,
        }
    }

    /// Joins `from` with `to`.
    fn join(&mut self, from: u32, to: u32) {
        debug_assert_ne!(from, to);
        let source = &mut self.streams[from as usize];
        source.joined = to;
        let (cost, has_return, side) = (source.cost, source.has_return, std::mem::take(&mut source.side));
        let target = &mut self.streams[to as usize];
        target.cost = target.cost.saturating_add(cost);
        target.has_return |= has_return;
        if !side.is_empty() {
            target.side.extend(side);
            target.side.sort_unstable();
            target.side.dedup();
        }
    }

    /// Finds the stream of an op whose users all have one.
    fn place(&mut self, op: OpOrRoot) -> u32 {
        let slot = match op {
            OpOrRoot::Root => self.of_op.len(),
            OpOrRoot::Op(op) => op as usize,
        };
        let children = self.child_starts[slot] as usize..self.child_starts[slot + 1] as usize;
        let (cost, is_return) = match op {
            OpOrRoot::Root => (ROOT_COST, false),
            OpOrRoot::Op(op) => (self.analysis.costs[op as usize], self.analysis.return_op == Some(op)),
        };
        let stream = if children.is_empty() {
            let id = self.streams.len() as u32;
            self.streams.push(Building {
                cost: 0,
                has_return: false,
                parent: None,
                joined: id,
                side: Vec::new(),
            });
            id
        } else {
            let mut candidates = Vec::with_capacity(children.len());
            for i in children {
                let stream = self.resolve(self.of_op[self.child_list[i] as usize]);
                self.streams[stream as usize].parent = Some(op);
                candidates.push(stream);
            }
            self.choose(op, candidates)
        };
        let state = &mut self.streams[stream as usize];
        state.cost = state.cost.saturating_add(cost);
        state.has_return |= is_return;
        self.add_side_uses(slot, stream);
        stream
    }

    /// Step for an op with children: which of their streams it continues, after joining the short ones.
    fn choose(&mut self, op: OpOrRoot, mut candidates: Vec<u32>) -> u32 {
        if let [only] = candidates[..] {
            self.streams[only as usize].parent = None;
            return only;
        }
        if self.analysis.options.merge_inter_dependent {
            self.join_inter_dependent(op, &mut candidates);
        }
        let idle: Vec<u32> = candidates.iter().copied().filter(|&stream| self.cost(stream) == 0).collect();
        let mut last_joined: Option<u32> = None;
        let mut costliest: Option<u32> = None;
        let mut with_return = None;
        for candidate in candidates {
            let mut stream = candidate;
            if !self.is_above(op, self.cost(candidate)) {
                match last_joined {
                    Some(last) if !self.is_full(op, last, candidate) => {
                        self.join(candidate, last);
                        stream = last;
                    }
                    _ => last_joined = Some(candidate),
                }
            }
            if costliest.is_none_or(|costliest| self.cost(stream) > self.cost(costliest)) {
                costliest = Some(stream);
            }
            if self.streams[stream as usize].has_return {
                with_return = Some(stream);
            }
        }
        let stream = with_return.or(costliest).unwrap_or(0);
        self.streams[stream as usize].parent = None;
        // Handing a stream on to another thread costs more than nothing.
        for idle in idle {
            let idle = self.resolve(idle);
            if idle != stream && self.cost(idle) == 0 {
                self.join(idle, stream);
                last_joined = last_joined.filter(|&last| last != idle);
            }
        }
        if self.analysis.options.threshold.is_some()
            && let Some(last) = last_joined
            && last != stream
            && self.cost(last) < self.threshold
        {
            self.join(last, stream);
        }
        stream
    }

    /// Whether the stream that short ones are joined with takes no more.
    fn is_full(&self, op: OpOrRoot, joined: u32, candidate: u32) -> bool {
        match self.analysis.options.threshold {
            Some(_) => self.is_above(op, self.cost(joined)),
            None => self.is_above(op, self.cost(joined).saturating_add(self.cost(candidate))),
        }
    }

    /// Joins candidates that use each other's values, as long as they are short.
    fn join_inter_dependent(&mut self, op: OpOrRoot, candidates: &mut Vec<u32>) {
        let mut sorted = candidates.clone();
        sorted.sort_unstable();
        for &candidate in candidates.iter() {
            if self.streams[candidate as usize].joined != candidate {
                continue;
            }
            let side = self.streams[candidate as usize].side.clone();
            let mut others = Vec::new();
            for id in side {
                if sorted.binary_search(&id).is_ok() {
                    let other = self.resolve(id);
                    if other != candidate && self.cost(other) < self.threshold && !others.contains(&other) {
                        others.push(other);
                    }
                }
            }
            for other in hash_set_order(others) {
                self.join(other, candidate);
                if self.is_above(op, self.cost(candidate)) {
                    break;
                }
            }
        }
        candidates.retain(|&candidate| self.streams[candidate as usize].joined == candidate);
    }

    /// Notes that an op's stream exchanges values with those of its users that are not its children.
    fn add_side_uses(&mut self, slot: usize, stream: u32) {
        if self.side_list.is_empty() {
            return;
        }
        for i in self.side_starts[slot]..self.side_starts[slot + 1] {
            let user = self.side_list[i as usize];
            let other = self.resolve(self.of_op[user as usize]);
            if other != stream {
                for (a, b) in [(stream, other), (other, stream)] {
                    let side = &mut self.streams[a as usize].side;
                    if let Err(at) = side.binary_search(&b) {
                        side.insert(at, b);
                    }
                }
            }
        }
    }
}

/// The order in which a hash set of small numbers gives them: the numbers times 37 modulo the size of the table, which has
/// 64 places at first and doubles when three quarters are taken; a place that is taken leads to the next but one, two, ….
/// Joining in this order is what existing programs see in their streams.
fn hash_set_order(ids: Vec<u32>) -> Vec<u32> {
    if ids.len() < 2 {
        return ids;
    }
    fn insert(table: &mut [Option<u32>], id: u32) {
        let mask = table.len() - 1;
        let mut at = (id.wrapping_mul(37)) as usize & mask;
        let mut step = 1;
        while table[at].is_some() {
            at = (at + step) & mask;
            step += 1;
        }
        table[at] = Some(id);
    }
    let mut table = vec![None; 64];
    for (taken, id) in ids.into_iter().enumerate() {
        if (taken + 1) * 4 >= table.len() * 3 {
            let mut larger = vec![None; table.len() * 2];
            table.into_iter().flatten().for_each(|id| insert(&mut larger, id));
            table = larger;
        }
        insert(&mut table, id);
    }
    table.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ops as lists of the ops they use (-1 an argument); the last one is the return.
    fn analyze(options: StreamOptions, costs: &[i64], ops: &[&[i32]]) -> Streams {
        let mut analysis = StreamAnalysis::new(options);
        for (i, operands) in ops.iter().enumerate() {
            let cost = costs.get(i).map_or(OpCost::Default, |&cost| OpCost::Known(cost));
            let operands = operands.iter().map(|&op| Operand { op: u32::try_from(op).ok(), is_chain: false });
            analysis.push(
                if i + 1 == ops.len() { OpCost::Known(1) } else { cost },
                i + 1 == ops.len(),
                operands,
            );
        }
        analysis.finish()
    }

    #[test]
    fn a_chain_of_ops_is_one_stream() {
        let streams = analyze(StreamOptions::default(), &[], &[&[], &[0, 0], &[1, 0], &[2]]);
        assert_eq!((&streams.of_op[..], streams.root, streams.threshold), (&[0, 0, 0, 0][..], 0, 4));
        assert_eq!(streams.streams[0], Stream { cost: 5, parent: None });
    }

    #[test]
    fn independent_ops_are_streams_of_their_own() {
        let streams = analyze(StreamOptions::default(), &[], &[&[], &[], &[], &[0, 1, 2]]);
        assert_eq!(streams.of_op, [0, 2, 1, 0]);
        assert_eq!(streams.child_streams()[4], [2, 1]);
        assert_eq!((streams.parent_stream(2), streams.parent_stream(0)), (Some(0), None));
    }

    #[test]
    fn ops_that_cost_nothing_are_no_streams() {
        let streams = analyze(StreamOptions::default(), &[0, 1, 1, 0], &[&[], &[], &[1, 0], &[], &[2, 3]]);
        assert_eq!((&streams.of_op[..], streams.root), (&[0; 5][..], 0));
        // Beside another stream, they are part of the one that goes on.
        let streams = analyze(StreamOptions::default(), &[0, 1, 1], &[&[], &[], &[], &[0, 1, 2]]);
        assert_eq!((&streams.of_op[..], streams.root), (&[0, 0, 1, 0][..], 0));
    }

    #[test]
    fn short_streams_are_joined_up_to_the_threshold() {
        let ops: &[&[i32]] = &[&[], &[0], &[0], &[0], &[1, 2, 3]];
        let costs = [1, 2, 3, 4];
        let at = |threshold| {
            analyze(StreamOptions { threshold: Some(threshold), ..Default::default() }, &costs, ops)
        };
        assert_eq!(at(1).of_op, [0, 2, 1, 0, 0]);
        assert_eq!(at(5).of_op, [0, 2, 2, 0, 0]);
        assert_eq!(at(100).of_op, [2, 2, 2, 2, 2]);
    }

    #[test]
    fn streams_that_use_each_other_are_joined_first() {
        let costs = [1, 2, 2, 7, 2, 2, 1];
        let ops: &[&[i32]] = &[&[], &[0], &[0], &[0], &[1, 2], &[2, 3], &[4, 5], &[6]];
        let options = StreamOptions { threshold: Some(5), merge_inter_dependent: true };
        let streams = analyze(options, &costs, ops);
        assert_eq!(streams.of_op, [0, 1, 1, 0, 1, 0, 0, 0]);
        assert_eq!((streams.streams[0].cost, streams.streams[1].cost), (13, 6));
    }

    #[test]
    fn an_empty_function_has_the_root_alone() {
        let streams = analyze(StreamOptions::default(), &[], &[]);
        assert_eq!((streams.root, streams.streams.len()), (0, 1));
    }

    #[test]
    fn numbers_come_out_of_a_hash_set_by_their_places() {
        assert_eq!(hash_set_order(vec![1, 2, 3]), [2, 1, 3]);
        assert_eq!(hash_set_order((0..100).collect()).len(), 100);
    }
}
