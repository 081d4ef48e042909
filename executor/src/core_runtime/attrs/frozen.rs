//! Attributes that outlive the call: on the heap, shared, immutable.
//!
//! An op gets an [`OpAttrsRef`], which knows whether its attributes are already on the heap; then keeping them takes one
//! reference and no allocation.

use std::sync::Arc;

use super::OpAttrs;

/// Attributes on the heap: shared, immutable.
#[derive(Debug, Clone)]
pub struct FrozenAttrs(Arc<OpAttrs>);

impl FrozenAttrs {
    pub(super) fn new(attrs: OpAttrs) -> FrozenAttrs {
        FrozenAttrs(Arc::new(attrs))
    }

    /// The attributes by reference.
    #[inline]
    pub fn as_ref(&self) -> OpAttrsRef<'_> {
        OpAttrsRef { attrs: &self.0, frozen: Some(self) }
    }
}

impl std::ops::Deref for FrozenAttrs {
    type Target = OpAttrs;

    fn deref(&self) -> &OpAttrs {
        &self.0
    }
}

/// Attributes by reference, on the stack or frozen: what ops get.
#[derive(Debug, Clone, Copy)]
pub struct OpAttrsRef<'a> {
    attrs: &'a OpAttrs,
    frozen: Option<&'a FrozenAttrs>,
}

impl OpAttrsRef<'_> {
    /// Attributes that outlive the call. Allocates only when they are not frozen yet.
    pub fn freeze(&self) -> FrozenAttrs {
        match self.frozen {
            Some(frozen) => frozen.clone(),
            None => self.attrs.freeze(),
        }
    }
}

impl<'a> From<&'a OpAttrs> for OpAttrsRef<'a> {
    #[inline]
    fn from(attrs: &'a OpAttrs) -> Self {
        OpAttrsRef { attrs, frozen: None }
    }
}

impl std::ops::Deref for OpAttrsRef<'_> {
    type Target = OpAttrs;

    #[inline]
    fn deref(&self) -> &OpAttrs {
        self.attrs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frozen_attributes_do_not_change() {
        let mut attrs = OpAttrs::new();
        attrs.set("a", 1i32);
        let frozen = OpAttrsRef::from(&attrs).freeze();
        attrs.set("late", 1i32);
        assert!(!frozen.contains("late"));
        assert_eq!(frozen.get::<i32>("a"), Some(1));
        assert!(Arc::ptr_eq(&frozen.as_ref().freeze().0, &frozen.0));
    }
}
