//! The heads of operations, by one grammar rule each.
//!
//! The rule `op_head` of `grammar.pest` takes results, name and operands in one go; its tokens are handed to the parser as its
//! lookahead. A text that does not start with such a head gives no tokens, and the parser lexes on one by one.

use pest::Parser as _;

use super::lexer::{Token, TokenKind};

mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "syntax/tokens.pest"]
    #[grammar = "syntax/grammar.pest"]
    pub struct Operations;
}
use grammar::{Operations, Rule};

/// So many rules may be tried in one call of a generated parser. What is longer is no token.
const CALL_LIMIT: usize = 1 << 26;

/// Puts the tokens of the operation head at `start` into `tokens`, in reverse order.
pub(super) fn read(text: &str, start: usize, tokens: &mut Vec<Token>) {
    tokens.clear();
    let Some(rest) = text.get(start..) else { return };
    let Ok(pairs) = Operations::parse(Rule::op_head, rest) else { return };
    for pair in pairs.flatten() {
        let kind = match pair.as_rule() {
            Rule::op_value => TokenKind::PercentId,
            Rule::op_number => TokenKind::HashId,
            Rule::op_count => TokenKind::Integer,
            Rule::op_comma => TokenKind::Comma,
            Rule::op_colon => TokenKind::Colon,
            Rule::op_equal => TokenKind::Equal,
            Rule::op_open => TokenKind::LParen,
            Rule::op_close => TokenKind::RParen,
            Rule::string => TokenKind::String,
            Rule::bare_id => TokenKind::BareId,
            _ => continue,
        };
        let span = pair.as_span();
        tokens.push(Token { kind, start: start + span.start(), end: start + span.end() });
    }
    tokens.reverse();
}

/// Bounds the time that one call of a generated parser takes, for the whole process.
pub(super) fn limit_calls() {
    use std::sync::Once;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| pest::set_call_limit(std::num::NonZeroUsize::new(CALL_LIMIT)));
}
