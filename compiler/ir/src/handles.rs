//! Handles of the things that a [`Context`](crate::context::Context) interns: types, attributes, locations
//! and names.
//!
//! A handle is a `u32`, cheap to copy and to compare; two handles of one context are equal exactly if the things they stand
//! for are equal. A handle has no meaning outside its context, and no output may depend on its number: interning order
//! depends on the schedule of the threads.

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        pub struct $name(std::num::NonZeroU32);

        impl $name {
            /// The handle with this number, below `u32::MAX`. For interners and side tables: the number must come from
            /// the same context.
            #[must_use]
            #[inline]
            pub const fn from_u32(index: u32) -> Self {
                // One more than the number, so that `Option` of a handle takes 4 bytes.
                Self(std::num::NonZeroU32::MIN.saturating_add(index))
            }

            /// The number of this handle.
            #[must_use]
            #[inline]
            pub const fn as_u32(self) -> u32 {
                self.0.get() - 1
            }

            /// The number of this handle, to index a table.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.as_u32() as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.as_u32())
            }
        }

        impl cranelift_entity::EntityRef for $name {
            fn new(index: usize) -> Self {
                Self::from_u32(u32::try_from(index).unwrap_or(u32::MAX - 1))
            }
            fn index(self) -> usize {
                self.as_u32() as usize
            }
        }
    };
}

handle! {
    /// An interned type.
    Type
}
handle! {
    /// An interned attribute.
    Attr
}
handle! {
    /// An interned location.
    Loc
}
handle! {
    /// An interned string: the name of an operation, an attribute, a dialect or a file.
    Ident
}
