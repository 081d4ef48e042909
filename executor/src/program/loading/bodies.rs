//! The check of fused bodies: a body from a newer program, with unknown codes, is refused.

use rustc_hash::FxHashMap;
use tfrt_bef::records::{AggregateMeaning, AttrRecord};
use tfrt_bef::{AttrIx, AttrView, BefFile};

use crate::fused_body;

/// The attributes that are such bodies, and why; none, as a rule.
pub(super) struct Refused(FxHashMap<AttrIx, String>);

impl Refused {
    /// Those of a file.
    pub(super) fn of(file: &BefFile) -> Refused {
        let is_body =
            |record: &AttrRecord| AggregateMeaning::from_code(record.meaning) == AggregateMeaning::FusedBody;
        let bodies = file.attr_records().iter().enumerate().filter(|(_, record)| is_body(record));
        let refusal = |(i, _)| {
            let ix = AttrIx(i as u32);
            let AttrView::FusedBody(body) = file.attr(ix) else { return None };
            fused_body::from_file(body).err().map(|why| (ix, why))
        };
        Refused(bodies.filter_map(refusal).collect())
    }

    /// Fails if one of a kernel's attributes is refused, or consists of one that is.
    pub(super) fn check(&self, file: &BefFile, attrs: &[AttrIx]) -> Result<(), String> {
        if self.0.is_empty() {
            return Ok(());
        }
        attrs.iter().try_for_each(|&attr| match (self.0.get(&attr), file.attr(attr)) {
            (Some(why), _) => Err(why.clone()),
            (None, AttrView::Aggregate(elements)) => self.check(file, elements.indices()),
            (None, _) => Ok(()),
        })
    }
}
