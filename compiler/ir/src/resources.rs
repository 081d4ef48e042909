//! The resource section of a file: data that stands behind the program, `{-# dialect_resources: {…}, external_resources: {…} #-}`.
//!
//! The attribute that refers to a resource (`dense_resource<key>`) determines its meaning; this module keeps values as
//! they were written.

/// The value of a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResourceValue {
    /// `true` or `false`.
    Bool(bool),
    /// A text.
    String(Vec<u8>),
    /// `"0x…"`: four bytes of alignment, little-endian, and the data behind them.
    Blob {
        /// The alignment of the data.
        alignment: u32,
        /// The data.
        data: Vec<u8>,
    },
}

/// The resources of one dialect or one tool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ResourceGroup {
    /// The dialect or tool that they belong to.
    pub name: String,
    /// Keys and values, in the order of the file.
    pub entries: Vec<(String, ResourceValue)>,
}

/// All resources of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// Resources of dialects, to which attributes refer.
    pub dialect: Vec<ResourceGroup>,
    /// Resources of tools.
    pub external: Vec<ResourceGroup>,
}

impl Resources {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dialect.is_empty() && self.external.is_empty()
    }

    /// The data of a resource that an attribute refers to.
    #[must_use]
    pub fn blob(&self, key: &str) -> Option<&[u8]> {
        self.dialect.iter().flat_map(|group| &group.entries).find_map(|(name, value)| match value {
            ResourceValue::Blob { data, .. } if name == key => Some(data.as_slice()),
            _ => None,
        })
    }
}
