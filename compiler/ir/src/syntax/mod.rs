//! The textual form: tokens, parsers and printers.
//!
//! [`lexer`] splits text into tokens after the grammar `tokens.pest`. Parsers are functions on [`state::ParserState`];
//! this module has those of types, attributes and locations, with the printers that invert them. Parsers and printers
//! follow MLIR, error messages and their places included.

mod affine;
pub mod alias;
mod attrs;
mod dense;
pub mod lexer;
pub mod locs;
mod op_head;
mod op_parser;
mod parse_format;
mod parser;
pub mod print;
mod print_affine;
mod print_elements;
mod printer;
pub mod split;
pub mod state;
pub mod strings;
mod types;

pub use alias::{AliasCollector, AliasNames};
pub use lexer::{Token, TokenKind};
pub use locs::LocRef;
pub use op_parser::{Argument, Delimiter, LegacyHook, OpParser, UnresolvedOperand};
pub use parser::{
    MAX_ERRORS, MAX_REGIONS, parse_module, parse_module_on_threads, parse_module_part, parse_single_op,
    parse_top_level,
};
pub use print::{AttrPrintOptions, AttrPrinter, TypeSuffix, attr_to_string, loc_to_string, type_to_string};
pub use printer::{
    OpPrinter, PrintOptions, operation_text, operation_text_with, print_module, print_op, value_name,
    write_resources,
};
pub use state::{DialectBody, PResult, ParserInput, ParserState, SyntaxError};

#[cfg(test)]
mod linear_tests;
#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;
