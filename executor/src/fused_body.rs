//! Bodies of fused ops from the records of a file.
//!
//! The file's verifier has checked their structure. Here codes become functions, attributes and dtypes; what a newer program may have
//! written and is not known here is an error.

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
