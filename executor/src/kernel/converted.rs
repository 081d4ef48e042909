//! Attributes whose integers have another width or sign than their kernels take.

use super::{AttrSpec, Integers, convert_integers};
use rustc_hash::FxHashMap;
use tfrt_bef::{AttrIx, AttrView, BefFile, DTypeCode};

/// These attributes with the integers that kernels take; as a rule there are none.
#[derive(Default)]
pub(crate) struct Converted(FxHashMap<(AttrIx, DTypeCode), Integers>);

impl Converted {
    /// Converts an attribute that is not what the kernel takes, unless that has been done.
    ///
    /// # Errors
    /// The attribute is something else, or one of its values does not fit.
    pub(crate) fn add(&mut self, file: &BefFile, ix: AttrIx, spec: AttrSpec) -> Result<(), String> {
        let attr = file.attr(ix);
        let other = || format!("must be a {spec}, but is a {}", attr.describe());
        let (want, same_form) = match (spec, &attr) {
            (AttrSpec::Scalar(want), AttrView::Scalar { .. })
            | (AttrSpec::Array(want), AttrView::Array { .. }) => (want, true),
            _ => (DTypeCode::I1, false),
        };
        if !same_form {
            return Err(other());
        }
        if self.0.contains_key(&(ix, want)) {
            return Ok(());
        }
        let integers = convert_integers(&attr, want).ok_or_else(other)?;
        let integers = integers.map_err(|what| format!("{}: {what}", other()))?;
        self.0.insert((ix, want), integers);
        Ok(())
    }

    /// An attribute as a kernel with this requirement reads it.
    #[inline]
    pub(crate) fn view<'a>(&'a self, file: &'a BefFile, ix: AttrIx, spec: AttrSpec) -> AttrView<'a> {
        if !self.0.is_empty()
            && let AttrSpec::Scalar(want) | AttrSpec::Array(want) = spec
            && let Some(integers) = self.0.get(&(ix, want))
        {
            return integers.view();
        }
        file.attr(ix)
    }
}
