//! Scratch memory for the intermediate numbers of a product or convolution.
//!
//! The caller lends its allocator as a [`Memory`]: a runtime has cached buffers, and fresh pages would cost more than the
//! computation on them.

/// An allocator of scratch memory.
pub trait Memory: Sync {
    /// At least `len` numbers with unspecified contents, aligned for every vector; `None` if there is no memory for them.
    fn numbers(&self, len: usize) -> Option<Box<dyn Numbers>>;
}

/// Numbers that a [`Memory`] allocated. Dropping them gives them back.
pub trait Numbers: Send + Sync {
    /// The numbers.
    fn values(&self) -> &[f32];

    /// The numbers, to be written.
    fn values_mut(&mut self) -> &mut [f32];
}

/// A run of numbers in scratch memory.
pub struct Scratch {
    numbers: Box<dyn Numbers>,
    len: usize,
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scratch").field("len", &self.len).finish_non_exhaustive()
    }
}

impl Scratch {
    /// Room for `len` numbers, with unspecified contents; `None` if there is no memory for them.
    pub fn new(memory: &dyn Memory, len: usize) -> Option<Scratch> {
        Some(Scratch { numbers: memory.numbers(len)?, len })
    }

    /// Numbers that are there already, the first `len` of them; `None` if there are fewer.
    pub(crate) fn of(numbers: Box<dyn Numbers>, len: usize) -> Option<Scratch> {
        (numbers.values().len() >= len).then_some(Scratch { numbers, len })
    }

    /// The numbers, exactly as many as requested.
    ///
    /// # Panics
    /// When the allocator gave fewer: a mistake of its own.
    pub fn values(&self) -> &[f32] {
        &self.numbers.values()[..self.len]
    }

    /// The numbers, to be written; exactly as many as requested.
    ///
    /// # Panics
    /// When the allocator gave fewer: a mistake of its own.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.numbers.values_mut()[..self.len]
    }
}

/// Memory of the tests: the heap.
#[cfg(test)]
pub(crate) struct Heap;

#[cfg(test)]
impl Memory for Heap {
    fn numbers(&self, len: usize) -> Option<Box<dyn Numbers>> {
        Some(Box::new(vec![f32::NAN; len]))
    }
}

#[cfg(test)]
impl Numbers for Vec<f32> {
    fn values(&self) -> &[f32] {
        self
    }

    fn values_mut(&mut self) -> &mut [f32] {
        self
    }
}
