//! What print hooks see of the printer.

use std::marker::PhantomData;

/// Prints one operation.
#[derive(Debug)]
pub struct OpPrinter<'p>(PhantomData<&'p ()>);
