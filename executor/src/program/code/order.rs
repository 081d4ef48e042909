//! The users of each register of a function, and the order of effects that follows from them.
//!
//! The dataflow rules (a kernel whose operands are all available joins the last-in-first-out list of its stream) fix the
//! order in which kernels run as long as each of them completes at once. This module computes that order once per
//! function, by simulating the rules; the straight loop follows it. A function in which the rules would hand a stream to
//! the work queue has no such order: it runs as dataflow.

use tfrt_bef::FunctionView;

/// Uses of registers, in the form the dataflow rules need.
pub(crate) struct Graph {
    users_start: Box<[u32]>,
    users: Box<[u32]>,
    /// For each register: its user if it has exactly one, otherwise [`u32::MAX`].
    only_users: Box<[u32]>,
    /// The number of operands that each kernel waits for, at least one.
    pub(crate) counters: Box<[u32]>,
    /// Kernels without operands, in textual order.
    pub(crate) sources: Box<[u32]>,
    /// The stream of each kernel: a small number.
    pub(crate) streams: Box<[u32]>,
    pub(crate) root: u32,
    /// Whether there is any stream but the root's.
    pub(crate) many_streams: bool,
    /// For each register: 1 + its first position among the function's results, or 0.
    result_first: Box<[u32]>,
    /// For each result: 1 + the next result that is the same register, or 0.
    result_next: Box<[u32]>,
}

impl Graph {
    pub(crate) fn new(function: FunctionView<'_>) -> Graph {
        let (registers, kernels) = (function.num_registers(), function.num_kernels());
        let mut start = vec![0u32; registers + 1];
        let mut counters = Vec::with_capacity(kernels);
        let mut streams = Vec::with_capacity(kernels);
        let mut sources = Vec::new();
        let root = function.root_stream();
        let mut many_streams = false;
        for (position, kernel) in function.kernels().enumerate() {
            let operands = kernel.operands();
            for &register in operands {
                start[register as usize + 1] += 1;
            }
            if operands.is_empty() {
                sources.push(position as u32);
            }
            counters.push(operands.len().max(1) as u32);
            streams.push(kernel.stream());
            many_streams |= kernel.stream() != root;
        }
        for i in 0..registers {
            start[i + 1] += start[i];
        }
        let mut next: Vec<u32> = start[..registers].to_vec();
        let mut users = vec![0u32; start[registers] as usize];
        // Users are listed as the compiler's use lists have them: the last use first.
        for (position, kernel) in function.kernels().enumerate().rev() {
            for &register in kernel.operands() {
                let slot = &mut next[register as usize];
                users[*slot as usize] = position as u32;
                *slot += 1;
            }
        }
        let only_user =
            |ends: &[u32]| if ends[1] - ends[0] == 1 { users[ends[0] as usize] } else { u32::MAX };
        let only_users = start.windows(2).map(only_user).collect();
        // Numbers of streams index tables: those of a file that are out of all proportion get others in the same order.
        let mut root = root;
        if streams.iter().chain([&root]).any(|&stream| stream as usize > kernels + 1024) {
            let mut numbers: Vec<u32> = streams.iter().copied().chain([root]).collect();
            numbers.sort_unstable();
            numbers.dedup();
            // Every number is among them.
            let rank = |stream: u32| numbers.partition_point(|&number| number < stream) as u32;
            streams.iter_mut().for_each(|stream| *stream = rank(*stream));
            root = rank(root);
        }
        let results = function.result_registers();
        let mut result_first = vec![0; registers];
        let mut result_next = vec![0; results.len()];
        for (position, &register) in results.iter().enumerate().rev() {
            result_next[position] = result_first[register as usize];
            result_first[register as usize] = position as u32 + 1;
        }
        Graph {
            users_start: start.into(),
            users: users.into(),
            only_users,
            counters: counters.into(),
            sources: sources.into(),
            streams: streams.into(),
            root,
            many_streams,
            result_first: result_first.into(),
            result_next: result_next.into(),
        }
    }

    /// Kernels that use a register, one entry per use.
    #[inline]
    pub(crate) fn users(&self, register: u32) -> &[u32] {
        let at = register as usize;
        let starts = &self.users_start[at..at + 2];
        &self.users[starts[0] as usize..starts[1] as usize]
    }

    /// The kernel that uses a register, if it is used once.
    #[inline]
    pub(crate) fn only_user(&self, register: u32) -> Option<u32> {
        Some(self.only_users[register as usize]).filter(|&user| user != u32::MAX)
    }

    #[inline]
    pub(crate) fn is_result(&self, register: u32) -> bool {
        self.result_first[register as usize] != 0
    }

    /// Positions of a register among the function's results.
    pub(crate) fn result_positions(&self, register: u32) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.result_first[register as usize];
        std::iter::from_fn(move || {
            let position = at.checked_sub(1)? as usize;
            at = self.result_next[position];
            Some(position)
        })
    }
}

/// Ready kernels of one local queue.
#[derive(Default)]
pub(crate) struct Ready {
    /// Kernels of the queue's stream; the last one runs next. Shared by nested queues, each of which has its part.
    pub(crate) inline: Vec<u32>,
    /// Kernels of other streams. Empty whenever a kernel runs.
    pub(crate) outline: Vec<u32>,
}

impl Ready {
    /// Moves the outline kernels of this stream to the inline list.
    ///
    /// Kernels that stay keep their places, and those that go are in the order that partitioning in place, from both ends, leaves: kernels
    /// of other streams to the front, the ones of this stream behind them.
    pub(crate) fn switch_to(&mut self, streams: &[u32], stream: u32) {
        let list = &mut self.outline;
        let stays = |kernel: u32| streams[kernel as usize] != stream;
        let (mut first, mut last) = (0, list.len());
        'partition: loop {
            while first != last && stays(list[first]) {
                first += 1;
            }
            if first == last {
                break;
            }
            loop {
                last -= 1;
                if first == last {
                    break 'partition;
                }
                if stays(list[last]) {
                    break;
                }
            }
            list.swap(first, last);
            first += 1;
        }
        self.inline.extend(list.drain(first..));
    }
}

/// Ready kernels by stream, on their way to the work queue: the ends of a list for each stream.
#[derive(Default)]
pub(crate) struct StreamLists {
    /// By stream; `first` and `last` of those that are not among `used` are [`u32::MAX`].
    lists: Vec<StreamList>,
    used: Vec<u32>,
}

/// The ends of a list of kernels.
#[derive(Clone, Copy)]
pub(crate) struct StreamList {
    pub(crate) first: u32,
    pub(crate) last: u32,
}

impl StreamLists {
    const EMPTY: StreamList = StreamList { first: u32::MAX, last: u32::MAX };

    /// The list of a stream, to which a kernel is about to be added.
    #[inline]
    pub(crate) fn list_of(&mut self, stream: u32) -> &mut StreamList {
        let at = stream as usize;
        if at >= self.lists.len() {
            self.lists.resize(at + 1, Self::EMPTY);
        }
        let list = &mut self.lists[at];
        if list.last == u32::MAX {
            self.used.push(stream);
        }
        list
    }

    /// Gives streams and first kernels to `f` in the order of the streams' numbers, and forgets them.
    pub(crate) fn drain_sorted(&mut self, mut f: impl FnMut(u32, u32)) {
        self.used.sort_unstable();
        for stream in self.used.drain(..) {
            let list = std::mem::replace(&mut self.lists[stream as usize], Self::EMPTY);
            f(stream, list.first);
        }
    }
}

/// The order in which the kernels run if each completes at once and no stream goes to the work queue.
pub(crate) fn straight_order(function: FunctionView<'_>, graph: &Graph) -> Option<Vec<u32>> {
    let mut ready = Ready::default();
    let mut counters = graph.counters.to_vec();
    let records = function.kernel_records();
    let registers = function.num_registers() as u32;
    let mut order = Vec::with_capacity(counters.len());
    let mut stream = graph.root;
    let mut release = |kernels: &[u32], ready: &mut Ready, stream: u32| {
        for &kernel in kernels {
            let counter = &mut counters[kernel as usize];
            *counter -= 1;
            if *counter == 0 {
                let same = graph.streams[kernel as usize] == stream;
                if same { &mut ready.inline } else { &mut ready.outline }.push(kernel);
            }
        }
    };
    release(&graph.sources, &mut ready, stream);
    for arg in 0..function.num_args() as u32 {
        release(graph.users(arg), &mut ready, stream);
    }
    loop {
        if ready.inline.is_empty() && !ready.outline.is_empty() {
            stream = graph.streams[ready.outline[0] as usize];
            ready.switch_to(&graph.streams, stream);
        }
        if !ready.outline.is_empty() {
            return None;
        }
        let Some(kernel) = ready.inline.pop() else { break };
        order.push(kernel);
        let position = kernel as usize;
        let end = records.get(position + 1).map_or(registers, |next| next.first_result);
        for register in records[position].first_result..end {
            release(graph.users(register), &mut ready, stream);
        }
    }
    Some(order)
}
