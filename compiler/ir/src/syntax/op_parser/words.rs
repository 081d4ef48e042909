//! Keywords, strings, numbers and punctuation.

use std::borrow::Cow;

use super::OpParser;
use crate::diagnostics::Failed;
use crate::syntax::lexer::TokenKind;
use crate::syntax::parser::is_integer_type;

impl<'s> OpParser<'_, 's> {
    /// A keyword.
    ///
    /// # Errors
    /// If another token stands there; reported.
    pub fn keyword(&mut self, keyword: &str) -> Result<(), Failed> {
        let offset = self.offset();
        if self.optional_keyword(keyword) {
            Ok(())
        } else {
            Err(self.error(offset, format!("expected '{keyword}'")))
        }
    }

    /// A keyword, if it is there.
    pub fn optional_keyword(&mut self, keyword: &str) -> bool {
        self.parser.state.consume_keyword(keyword)
    }

    /// Any keyword.
    ///
    /// # Errors
    /// If another token stands there; reported.
    pub fn any_keyword(&mut self) -> Result<&'s str, Failed> {
        let offset = self.offset();
        match self.optional_any_keyword() {
            Some(keyword) => Ok(keyword),
            None => Err(self.error(offset, "expected valid keyword")),
        }
    }

    /// Any keyword, if there is one.
    pub fn optional_any_keyword(&mut self) -> Option<&'s str> {
        let spelling = self.parser.state.spelling();
        let is_keyword = self.parser.state.at(TokenKind::BareId) && !is_integer_type(spelling);
        if is_keyword {
            self.parser.state.advance();
        }
        is_keyword.then_some(spelling)
    }

    /// Any keyword, or a string in its place.
    ///
    /// # Errors
    /// If another token stands there; reported.
    pub fn keyword_or_string(&mut self) -> Result<Cow<'s, str>, Failed> {
        let offset = self.offset();
        if let Some(keyword) = self.optional_any_keyword() {
            return Ok(keyword.into());
        }
        match self.optional_string() {
            Some(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned().into()),
            None => Err(self.error(offset, "expected valid keyword or string")),
        }
    }

    /// A string: its bytes.
    ///
    /// # Errors
    /// If another token stands there; reported.
    pub fn string(&mut self) -> Result<Vec<u8>, Failed> {
        let offset = self.offset();
        match self.optional_string() {
            Some(bytes) => Ok(bytes),
            None => Err(self.error(offset, "expected string")),
        }
    }

    /// A string, if there is one: its bytes.
    pub fn optional_string(&mut self) -> Option<Vec<u8>> {
        self.parser.state.at(TokenKind::String).then(|| self.parser.state.take_string())
    }

    /// An integer of 64 bits, with or without a sign.
    ///
    /// # Errors
    /// If there is none or it is too large; reported.
    pub fn integer(&mut self) -> Result<i64, Failed> {
        let offset = self.offset();
        match self.optional_integer()? {
            Some(value) => Ok(value),
            None => Err(self.error(offset, "expected integer value")),
        }
    }

    /// An integer of 64 bits, if there is one.
    ///
    /// # Errors
    /// If it is too large; reported.
    pub fn optional_integer(&mut self) -> Result<Option<i64>, Failed> {
        let offset = self.offset();
        if !matches!(self.parser.state.token().kind, TokenKind::Minus | TokenKind::Integer) {
            return Ok(None);
        }
        let negative = self.parser.state.consume_if(TokenKind::Minus);
        let spelling = self.parser.state.spelling();
        self.parser.expect(TokenKind::Integer, "expected integer value")?;
        let magnitude = match spelling.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok().map(i128::from),
            None => spelling.parse::<u64>().ok().map(i128::from),
        };
        let value = magnitude.map(|m| if negative { -m } else { m });
        match value.and_then(|value| i64::try_from(value).ok()) {
            Some(value) => Ok(Some(value)),
            None => Err(self.error(offset, "integer value too large")),
        }
    }

    /// Whether the next token is this punctuation or keyword; takes nothing.
    #[must_use]
    pub fn at(&self, text: &str) -> bool {
        let state = &self.parser.state;
        match state.token().kind {
            TokenKind::BareId => state.spelling() == text,
            kind => kind.spelling() == Some(text),
        }
    }

    pub(in crate::syntax) fn at_kind(&self, kind: TokenKind) -> bool {
        self.parser.state.at(kind)
    }

    /// Whether an operand, `%name`, stands here.
    #[must_use]
    pub fn at_operand(&self) -> bool {
        self.parser.state.at(TokenKind::PercentId)
    }

    /// Whether a string stands here.
    #[must_use]
    pub fn at_string(&self) -> bool {
        self.parser.state.at(TokenKind::String)
    }

    /// Whether a type may start here.
    #[must_use]
    pub fn at_type(&self) -> bool {
        self.parser.state.at_type()
    }

    /// Whether an attribute may start here.
    #[must_use]
    pub fn at_attribute(&self) -> bool {
        self.parser.state.at_attribute()
    }

    /// Punctuation, if it is there: `:`, `->`, `(`, ….
    pub fn optional_punctuation(&mut self, text: &str) -> bool {
        let found = self.parser.state.token().kind.spelling() == Some(text);
        if found {
            self.parser.state.advance();
        }
        found
    }

    /// Punctuation.
    ///
    /// # Errors
    /// If another token stands there; reported.
    pub fn punctuation(&mut self, text: &str) -> Result<(), Failed> {
        if self.optional_punctuation(text) {
            return Ok(());
        }
        Err(self.parser.wrong_token(format!("expected '{text}'")))
    }
}

macro_rules! punctuation {
    ($($name:ident $optional:ident $kind:ident $text:literal;)*) => {
        impl OpParser<'_, '_> {
            $(
                #[doc = concat!("`", $text, "`")]
                ///
                /// # Errors
                /// If another token stands there; reported.
                pub fn $name(&mut self) -> Result<(), Failed> {
                    self.parser.expect(TokenKind::$kind, concat!("expected '", $text, "'"))
                }

                #[doc = concat!("`", $text, "`, if it is there.")]
                pub fn $optional(&mut self) -> bool {
                    self.parser.state.consume_if(TokenKind::$kind)
                }
            )*
        }
    };
}

punctuation! {
    colon optional_colon Colon ":";
    comma optional_comma Comma ",";
    equal optional_equal Equal "=";
    arrow optional_arrow Arrow "->";
    l_paren optional_l_paren LParen "(";
    r_paren optional_r_paren RParen ")";
    l_square optional_l_square LSquare "[";
    r_square optional_r_square RSquare "]";
    l_brace optional_l_brace LBrace "{";
    r_brace optional_r_brace RBrace "}";
    less optional_less Less "<";
    greater optional_greater Greater ">";
    star optional_star Star "*";
    question optional_question Question "?";
}
