//! Look-up of an operation's declaration by the handle of its name, usually without a lock or a string.
//!
//! A direct-mapped table of hints: a word holds the handle of a name and the position of its declaration, or marks the name as
//! undeclared. Two names that share a word evict each other and pay for a look-up by name; a program has few names of operations.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Context;
use crate::dialect::Place;
use crate::handles::Ident;
use crate::opdef::OpDefinition;

const SLOTS: usize = 1024;
/// The place of undeclared names; no registry has as many dialects.
const NOWHERE: Place = Place { dialect: u16::MAX, op: u16::MAX };

/// See the [module documentation](self).
pub(super) struct Definitions {
    /// `(handle + 1) << 32 | dialect << 16 | operation`, zero when empty.
    slots: Box<[AtomicU64]>,
}

impl Definitions {
    pub(super) fn new() -> Self {
        Definitions { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }
}

fn word(name: Ident, place: Place) -> u64 {
    (name.index() as u64 + 1) << 32 | u64::from(place.dialect) << 16 | u64::from(place.op)
}

impl Context {
    /// The declaration of the operation with this name. A few nanoseconds, except for the first of its dialect, which makes all
    /// declarations of that.
    ///
    /// # Panics
    /// A declaration of the dialect is wrong; see [`DialectRegistry::check`](crate::dialect::DialectRegistry::check).
    #[must_use]
    #[inline]
    pub fn definition(&self, name: Ident) -> Option<&OpDefinition> {
        // A hint is valid whenever it was written: places do not change.
        let hint = self.definitions.slots[name.index() % SLOTS].load(Ordering::Relaxed);
        let place = if hint >> 32 == name.index() as u64 + 1 {
            Place { dialect: (hint >> 16) as u16, op: hint as u16 }
        } else {
            self.find_definition(name)
        };
        (place != NOWHERE).then(|| self.dialects.at(place))
    }

    #[cold]
    fn find_definition(&self, name: Ident) -> Place {
        let place = self.dialects.place(self.str(name)).unwrap_or(NOWHERE);
        self.definitions.slots[name.index() % SLOTS].store(word(name, place), Ordering::Relaxed);
        place
    }
}
