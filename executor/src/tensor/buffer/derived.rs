//! Memory that was derived from a constant: its elements in a layout that some kernel reads faster.
//!
//! A constant has a list of what was derived from it, each under a [`Form`], which says how. All kernels that need the same form of the same
//! constant share it, whichever call, batch size or part of the program they belong to, and it lives as long as the constant. A program may
//! bring forms with it, in its file: these are [saved](Derived::save), and become what kernels read without a copy when they are first asked for.
//!
//! Left to others: what forms mean (the crates of kernels), which constants of a program have saved forms (`core_runtime::region`).

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::Buffer;

/// How something was derived: the first number says which derivation it is, the others are its parameters. Equal forms of equal bytes have equal
/// contents. Forms are written to files, so their numbers never change their meaning.
pub type Form = [u32; FORM_WORDS];

/// Numbers of a form.
pub const FORM_WORDS: usize = 6;

/// A value that kernels derive from bytes.
pub trait Derivation: Any + Send + Sync {
    /// The bytes to be saved with a program, from which the same thing can be made again; `None` if it cannot be saved.
    fn bytes(&self) -> Option<&[u8]>;
}

/// The values that were derived from a constant, by form.
#[derive(Default)]
pub struct Derived(OnceLock<Box<Mutex<Vec<Entry>>>>);

struct Entry {
    form: Form,
    state: State,
}

enum State {
    /// As a file has it.
    Saved(Buffer),
    /// As kernels use it.
    Made(Arc<dyn Derivation>),
}

impl fmt::Debug for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forms = self.0.get().map_or(0, |entries| entries.lock().len());
        f.debug_struct("Derived").field("forms", &forms).finish()
    }
}

impl Derived {
    /// The thing of this form, which exists, or is made now of saved bytes, if they fit, or of the constant. No lock is held meanwhile: of two
    /// threads that make the same thing, both get that of the first. `None` if it cannot be made.
    pub fn get_or_make<T: Derivation>(
        &self,
        form: &Form,
        of_saved: impl FnOnce(Buffer) -> Option<T>,
        make: impl FnOnce() -> Option<T>,
    ) -> Option<Arc<T>> {
        let entries = self.0.get_or_init(Box::default);
        let saved = match entries.lock().iter().find(|entry| entry.form == *form).map(|entry| &entry.state) {
            Some(State::Made(made)) => return downcast(made),
            Some(State::Saved(bytes)) => Some(bytes.clone()),
            None => None,
        };
        let made: Arc<dyn Derivation> = Arc::new(saved.and_then(of_saved).or_else(make)?);
        let mut entries = entries.lock();
        match entries.iter_mut().find(|entry| entry.form == *form) {
            Some(Entry { state: State::Made(first), .. }) => return downcast(first),
            Some(entry) => entry.state = State::Made(made.clone()),
            None => entries.push(Entry { form: *form, state: State::Made(made.clone()) }),
        }
        downcast(&made)
    }

    /// Brings a form with it, unless it is there.
    pub fn save(&self, form: Form, bytes: Buffer) {
        let mut entries = self.0.get_or_init(Box::default).lock();
        if entries.iter().all(|entry| entry.form != form) {
            entries.push(Entry { form, state: State::Saved(bytes) });
        }
    }

    /// Whether a form was brought that differs from this one in the last number alone.
    pub fn has_other(&self, form: &Form) -> bool {
        let alike = |other: &Form| other != form && other[..FORM_WORDS - 1] == form[..FORM_WORDS - 1];
        self.0.get().is_some_and(|entries| {
            let entries = entries.lock();
            entries.iter().any(|entry| matches!(entry.state, State::Saved(_)) && alike(&entry.form))
        })
    }

    /// Everything that was made by now, in the order of the forms.
    pub fn made(&self) -> Vec<(Form, Arc<dyn Derivation>)> {
        let Some(entries) = self.0.get() else { return Vec::new() };
        let entries = entries.lock();
        let made = entries.iter().filter_map(|entry| match &entry.state {
            State::Made(made) => Some((entry.form, made.clone())),
            State::Saved(_) => None,
        });
        let mut made: Vec<_> = made.collect();
        made.sort_by_key(|&(form, _)| form);
        made
    }
}

fn downcast<T: Derivation>(made: &Arc<dyn Derivation>) -> Option<Arc<T>> {
    let made: Arc<dyn Any + Send + Sync> = made.clone();
    made.downcast().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Doubled(Vec<u8>);

    impl Derivation for Doubled {
        fn bytes(&self) -> Option<&[u8]> {
            Some(&self.0)
        }
    }

    const FORM: Form = [7, 1, 2, 3, 4, 5];

    fn saved(bytes: Buffer) -> Option<Doubled> {
        (bytes.len() == 2).then(|| Doubled(bytes.bytes().to_vec()))
    }

    #[test]
    fn a_form_is_made_once() {
        let derived = Derived::default();
        assert!(derived.get_or_make::<Doubled>(&FORM, saved, || None).is_none());
        let first = derived.get_or_make(&FORM, saved, || Some(Doubled(vec![2, 4]))).unwrap();
        let second = derived.get_or_make::<Doubled>(&FORM, saved, || panic!("it exists")).unwrap();
        assert!(Arc::ptr_eq(&first, &second));
        let other = derived.get_or_make(&[1; FORM_WORDS], saved, || Some(Doubled(vec![1]))).unwrap();
        assert_eq!(*other, Doubled(vec![1]));
        let forms: Vec<Form> = derived.made().into_iter().map(|(form, _)| form).collect();
        assert_eq!(forms, [[1; FORM_WORDS], FORM]);
    }

    #[test]
    fn a_saved_form_is_used_if_it_fits() {
        let derived = Derived::default();
        derived.save(FORM, Buffer::copy_of(&[6, 8]).unwrap());
        derived.save(FORM, Buffer::copy_of(&[0, 0]).unwrap());
        derived.save([1; FORM_WORDS], Buffer::copy_of(&[1, 2, 3]).unwrap());
        assert!(derived.made().is_empty());
        assert!(derived.has_other(&[7, 1, 2, 3, 4, 9]) && !derived.has_other(&[7, 1, 2, 3, 9, 5]));
        let made = derived.get_or_make(&FORM, saved, || panic!("it was saved")).unwrap();
        assert_eq!(*made, Doubled(vec![6, 8]));
        let made = derived.get_or_make(&[1; FORM_WORDS], saved, || Some(Doubled(vec![5]))).unwrap();
        assert_eq!(*made, Doubled(vec![5]));
    }

    #[test]
    fn a_form_of_another_kind_is_not_mistaken() {
        struct Other;
        impl Derivation for Other {
            fn bytes(&self) -> Option<&[u8]> {
                None
            }
        }
        let derived = Derived::default();
        derived.get_or_make(&FORM, saved, || Some(Doubled(vec![]))).unwrap();
        assert!(derived.get_or_make(&FORM, |_| None, || Some(Other)).is_none());
    }
}
