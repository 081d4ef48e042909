//! Text to operations and back.

mod op_parser;
mod op_printer;

pub use op_parser::{LegacyHook, OpParser};
pub use op_printer::OpPrinter;
