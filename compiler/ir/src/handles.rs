//! Handles of what a [`Context`](crate::context::Context) interns: types, attributes, locations and names.
//!
//! A handle is a `u32`, cheap to copy and to compare; two handles of one context are equal exactly if what they stand for
//! is equal. A handle means nothing outside its context, and no output may depend on its number: interning order depends on
//! the order in which threads run.

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The handle with this number. For interners and side tables: the number must come from the same context.
            #[must_use]
            pub const fn from_u32(index: u32) -> Self {
                Self(index)
            }

            /// The number of this handle.
            #[must_use]
            pub const fn as_u32(self) -> u32 {
                self.0
            }

            /// The number of this handle, to index a table.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
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
