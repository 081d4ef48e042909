//! Bodies of fused ops from the records of a file.
//!
//! The file's verifier has checked their structure. This module turns codes into functions, attributes and dtypes; a code that only a
//! newer program knows is an error.

use tfrt_bef::FusedBodyView;
use tfrt_ops::{FusedBody, FusedBodyBuilder};

/// The body that a file has.
///
/// # Errors
/// Names what is not known here.
pub(crate) fn from_file(view: FusedBodyView<'_>) -> Result<FusedBody, String> {
    let mut body = FusedBodyBuilder::new(usize::from(view.num_args()));
    for member in view.members() {
        let attrs = member.attrs.iter().map(|attr| (attr.name, attr.value));
        body.coded_member(member.class, member.op, member.operands, attrs)?;
    }
    Ok(body.finish(view.results())?)
}
