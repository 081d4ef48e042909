//! The ingredients of random programs: random numbers, and new names.

/// Chance, and names that were given.
pub(crate) struct Chance {
    pub state: u64,
    pub names: usize,
}

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance { state: seed | 1, names: 0 }
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % bound
    }

    /// A name for a value.
    pub(crate) fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }
}
