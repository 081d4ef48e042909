//! Labels: numbers for names of scopes that occur often.
//!
//! A scope with a label is recorded as a number, without a lock and without formatting its name. Labels are for small sets of
//! names, such as those of ops: they are kept for the lifetime of the process.

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::Kind;

/// The name of scopes of one sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label(u32);

#[derive(Default)]
struct Labels {
    numbers: FxHashMap<(Kind, Arc<str>), u32>,
    all: Vec<(Kind, Arc<str>)>,
}

static LABELS: Mutex<Option<Labels>> = Mutex::new(None);

impl Label {
    /// The label of this name: the same one each time.
    pub fn new(kind: Kind, name: &str) -> Label {
        let key = (kind, Arc::from(name));
        let mut labels = LABELS.lock();
        let Labels { numbers, all } = labels.get_or_insert_default();
        let next = all.len() as u32;
        Label(*numbers.entry(key).or_insert_with_key(|key| {
            all.push(key.clone());
            next
        }))
    }

    /// Its number in recordings.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// The name it stands for.
    pub(super) fn describe(self) -> (Kind, Arc<str>) {
        described(self.0).unwrap_or_else(|| (Kind::Scope, Arc::from("")))
    }
}

/// The name that the label with this number stands for.
pub(super) fn described(number: u32) -> Option<(Kind, Arc<str>)> {
    LABELS.lock().as_ref()?.all.get(number as usize).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_one_name_and_kind_are_the_same() {
        let label = Label::new(Kind::Scope, "a scope");
        assert_eq!(label, Label::new(Kind::Scope, "a scope"));
        assert_ne!(label, Label::new(Kind::Op, "a scope"));
        assert_eq!(label.describe(), (Kind::Scope, Arc::from("a scope")));
        assert_eq!(described(u32::MAX), None);
    }
}
