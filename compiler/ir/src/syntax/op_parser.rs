//! What parse hooks see of the parser.

use std::marker::PhantomData;

use crate::body::OpState;
use crate::diagnostics::Failed;

/// Knows older spellings of operations; gets the name as written, and says under which name to go on.
pub type LegacyHook = fn(&mut OpParser<'_, '_>, &mut OpState) -> Option<Result<(), Failed>>;

/// Reads one operation.
#[derive(Debug)]
pub struct OpParser<'p, 's>(PhantomData<(&'p (), &'s ())>);
