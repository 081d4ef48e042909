//! The resource section of a file.

use super::Parser;
use crate::diagnostics::Failed;
use crate::resources::{ResourceGroup, ResourceValue};
use crate::syntax::lexer::TokenKind;
use crate::syntax::strings::{decode_hex, unquote};

impl Parser<'_> {
    /// `{-# section: {group: {key: value, …}, …}, … #-}`
    pub(super) fn file_metadata(&mut self) -> Result<(), Failed> {
        self.state.advance();
        if self.state.consume_if(TokenKind::FileMetadataEnd) {
            return Ok(());
        }
        loop {
            let offset = self.state.offset();
            let section = self.key("expected identifier key in file metadata dictionary")?;
            self.expect(TokenKind::Colon, "expected ':'")?;
            let groups = self.groups()?;
            match section.as_str() {
                "dialect_resources" => self.resources.dialect.extend(groups),
                "external_resources" => self.resources.external.extend(groups),
                _ => {
                    let message = format!("unknown key '{section}' in file metadata dictionary");
                    return Err(self.error(offset, message));
                }
            }
            if !self.state.consume_if(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::FileMetadataEnd, "expected '#-}' at the end of file metadata")
    }

    fn groups(&mut self) -> Result<Vec<ResourceGroup>, Failed> {
        let mut groups = Vec::new();
        self.braces(|p| {
            let name = p.key("expected identifier key for 'resource' entry")?;
            p.expect(TokenKind::Colon, "expected ':'")?;
            let mut group = ResourceGroup { name, entries: Vec::new() };
            p.braces(|p| {
                let key = p.key("expected identifier key for 'resource' entry")?;
                p.expect(TokenKind::Colon, "expected ':'")?;
                let value = p.resource_value()?;
                group.entries.push((key, value));
                Ok(())
            })?;
            groups.push(group);
            Ok(())
        })?;
        Ok(groups)
    }

    fn braces(&mut self, mut element: impl FnMut(&mut Self) -> Result<(), Failed>) -> Result<(), Failed> {
        self.expect(TokenKind::LBrace, "expected '{'")?;
        if self.state.consume_if(TokenKind::RBrace) {
            return Ok(());
        }
        loop {
            element(self)?;
            if !self.state.consume_if(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RBrace, "expected '}'")
    }

    fn key(&mut self, message: &str) -> Result<String, Failed> {
        let offset = self.state.offset();
        let spelling = self.state.spelling();
        let key = match self.state.token().kind {
            TokenKind::BareId => spelling.to_owned(),
            TokenKind::String => match String::from_utf8(unquote(spelling)) {
                Ok(key) => key,
                Err(_) => return Err(self.error(offset, "a key must be UTF-8")),
            },
            _ => return Err(self.wrong_token(message)),
        };
        self.state.advance();
        Ok(key)
    }

    fn resource_value(&mut self) -> Result<ResourceValue, Failed> {
        let offset = self.state.offset();
        let spelling = self.state.spelling();
        let value = match (self.state.token().kind, spelling) {
            (TokenKind::BareId, "true") => ResourceValue::Bool(true),
            (TokenKind::BareId, "false") => ResourceValue::Bool(false),
            (TokenKind::String, _) => match spelling.starts_with("\"0x") {
                false => ResourceValue::String(unquote(spelling)),
                true => match decode_hex(&spelling.as_bytes()[1..spelling.len() - 1]).as_deref() {
                    Some([a, b, c, d, data @ ..]) => ResourceValue::Blob {
                        alignment: u32::from_le_bytes([*a, *b, *c, *d]),
                        data: data.to_vec(),
                    },
                    _ => {
                        let message =
                            "expected hex string blob with at least 4 bytes, to encode its alignment";
                        return Err(self.error(offset, message));
                    }
                },
            },
            _ => return Err(self.wrong_token("expected resource value")),
        };
        self.state.advance();
        Ok(value)
    }
}
