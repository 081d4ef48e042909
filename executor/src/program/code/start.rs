//! The state of a call at its start when all of its arguments are available.
//!
//! The dataflow rules then always lead to the same state before the first kernel runs: counters, the list of the stream that
//! is run first, and the lists of the streams that go to the work queue. This module computes it once per function, by
//! simulating the rules; a call copies it instead of counting down kernel by kernel.

use crate::program::code::order::{Graph, Ready, StreamLists};

/// The state of a frame before its first kernel.
pub(crate) struct Start {
    pub(in crate::program) counters: Box<[u32]>,
    /// The stream that is run first, and its ready kernels.
    pub(in crate::program) stream: u32,
    pub(in crate::program) inline: Box<[u32]>,
    /// For each other stream that has ready kernels, in order: its number, and where its part of `kernels` begins.
    streams: Box<[(u32, u32)]>,
    kernels: Box<[u32]>,
}

impl Start {
    pub(in crate::program) fn new(graph: &Graph, num_args: u32) -> Start {
        let mut counters = graph.counters.clone();
        let mut ready = Ready::default();
        let mut arrive = |kernels: &[u32]| {
            for &kernel in kernels {
                let counter = &mut counters[kernel as usize];
                *counter -= 1;
                if *counter == 0 {
                    let same = graph.streams[kernel as usize] == graph.root;
                    if same { &mut ready.inline } else { &mut ready.outline }.push(kernel);
                }
            }
        };
        arrive(&graph.sources);
        (0..num_args).for_each(|arg| arrive(graph.users(arg)));
        let mut stream = graph.root;
        if ready.inline.is_empty()
            && let Some(&first) = ready.outline.first()
        {
            stream = graph.streams[first as usize];
            ready.switch_to(&graph.streams, stream);
        }
        // The lists of the streams: those that belong together one after the other.
        let mut lists = StreamLists::default();
        for &kernel in &ready.outline {
            lists.list_of(graph.streams[kernel as usize]).last = kernel;
        }
        let mut streams: Vec<(u32, u32)> = Vec::new();
        lists.drain_sorted(|stream, _| streams.push((stream, 0)));
        let mut kernels = ready.outline;
        kernels.sort_by_key(|&kernel| graph.streams[kernel as usize]);
        for (stream, at) in &mut streams {
            *at = kernels.partition_point(|&kernel| graph.streams[kernel as usize] < *stream) as u32;
        }
        Start {
            counters,
            stream,
            inline: ready.inline.into(),
            streams: streams.into(),
            kernels: kernels.into(),
        }
    }

    /// The number of streams that go to the work queue.
    pub(in crate::program) fn num_streams(&self) -> u32 {
        self.streams.len() as u32
    }

    /// A stream that goes to the work queue, and its ready kernels.
    pub(in crate::program) fn stream(&self, index: u32) -> (u32, &[u32]) {
        let at = index as usize;
        let (stream, begin) = self.streams[at];
        let end = self.streams.get(at + 1).map_or(self.kernels.len(), |&(_, next)| next as usize);
        (stream, &self.kernels[begin as usize..end])
    }
}
