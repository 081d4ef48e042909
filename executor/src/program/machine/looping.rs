//! Loops around calls: the state of a loop while an iteration runs.

/// A loop that waits for an iteration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Loop {
    pub(in crate::program) body: u32,
    /// Iterations left after the one that runs; `None` for `while`.
    pub(in crate::program) left: Option<u32>,
    pub(in crate::program) total: u32,
}

impl Loop {
    /// A loop of `count` iterations, at least one, the first of which is starting.
    pub(crate) fn repeat(body: u32, count: u32) -> Loop {
        Loop { body, left: Some(count - 1), total: count }
    }

    /// A loop that goes on while the body's last result is true; the first iteration is starting.
    pub(crate) fn while_true(body: u32) -> Loop {
        Loop { body, left: None, total: 0 }
    }

    /// Whether it is a `tfrt.while`.
    #[inline]
    pub(crate) fn is_while(&self) -> bool {
        self.left.is_none()
    }

    /// Iterations left after the one that runs, if their number is known.
    pub(crate) fn left(&self) -> Option<u32> {
        self.left
    }

    /// Sets the number of remaining iterations of a counted loop.
    pub(crate) fn set_left(&mut self, left: u32) {
        if self.left.is_some() {
            self.left = Some(left);
        }
    }

    /// Whether there is another iteration after one that gave these values, all of which are there.
    #[inline(always)]
    pub(crate) fn again(&mut self, values: &[u64]) -> bool {
        match &mut self.left {
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
            None => values.last().is_some_and(|flag| flag & 1 != 0),
        }
    }

    /// The number of the body's results that the next iteration takes.
    #[inline(always)]
    pub(crate) fn carried(&self, results: usize) -> usize {
        if self.left.is_some() { results } else { results - 1 }
    }
}
