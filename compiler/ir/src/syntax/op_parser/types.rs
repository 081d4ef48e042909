//! Types and lists of types.

use smallvec::SmallVec;

use super::{Delimiter, OpParser};
use crate::diagnostics::Failed;
use crate::handles::Type;
use crate::syntax::lexer::TokenKind;
use crate::syntax::print::type_to_string;
use crate::types::TypeKind;

impl<'s> OpParser<'_, 's> {
    /// A type.
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn ty(&mut self) -> Result<Type, Failed> {
        self.parser.with_state(|state| state.parse_type())
    }

    /// `: type`
    ///
    /// # Errors
    /// If it is not there; reported.
    pub fn colon_type(&mut self) -> Result<Type, Failed> {
        self.colon()?;
        self.ty()
    }

    /// Types separated by commas; at least one.
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn type_list(&mut self) -> Result<SmallVec<[Type; 4]>, Failed> {
        let mut types = SmallVec::new();
        loop {
            types.push(self.ty()?);
            if !self.parser.state.consume_if(TokenKind::Comma) {
                return Ok(types);
            }
        }
    }

    /// `: type, …`
    ///
    /// # Errors
    /// If it is not there; reported.
    pub fn colon_type_list(&mut self) -> Result<SmallVec<[Type; 4]>, Failed> {
        self.colon()?;
        self.type_list()
    }

    /// `: type, …`, or nothing.
    ///
    /// # Errors
    /// If a type is missing; reported.
    pub fn optional_colon_type_list(&mut self) -> Result<SmallVec<[Type; 4]>, Failed> {
        if self.parser.state.consume_if(TokenKind::Colon) { self.type_list() } else { Ok(SmallVec::new()) }
    }

    /// `-> type` or `-> (type, …)`.
    ///
    /// # Errors
    /// If it is not there; reported.
    pub fn arrow_type_list(&mut self) -> Result<SmallVec<[Type; 4]>, Failed> {
        self.arrow()?;
        self.result_type_list()
    }

    /// `-> type` or `-> (type, …)`, or nothing.
    ///
    /// # Errors
    /// If a type is missing; reported.
    pub fn optional_arrow_type_list(&mut self) -> Result<SmallVec<[Type; 4]>, Failed> {
        if self.parser.state.consume_if(TokenKind::Arrow) {
            self.result_type_list()
        } else {
            Ok(SmallVec::new())
        }
    }

    /// A type that is no function type, as it may stand behind an arrow without brackets.
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn non_function_type(&mut self) -> Result<Type, Failed> {
        self.parser.with_state(|state| state.parse_non_function_type())
    }

    fn result_type_list(&mut self) -> Result<SmallVec<[Type; 4]>, Failed> {
        if self.parser.state.at(TokenKind::LParen) {
            return self.paren_type_list();
        }
        // A function type must be in brackets here.
        let ty = self.non_function_type()?;
        Ok(SmallVec::from_slice(&[ty]))
    }

    /// `(type, …)`, may be empty.
    ///
    /// # Errors
    /// If a bracket or type is missing; reported.
    pub fn paren_type_list(&mut self) -> Result<SmallVec<[Type; 4]>, Failed> {
        let mut types = SmallVec::new();
        self.list(Delimiter::Paren, "", |p| {
            types.push(p.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// `(type, …) -> (type, …)`: inputs and results.
    ///
    /// # Errors
    /// If what stands there is another type; reported.
    pub fn function_type(&mut self) -> Result<(&'s [Type], &'s [Type]), Failed> {
        let offset = self.offset();
        let ty = self.ty()?;
        match self.ctx().type_kind(ty) {
            TypeKind::Function { inputs, results } => Ok((inputs, results)),
            _ => {
                let found = type_to_string(self.ctx(), ty);
                let message =
                    format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
                Err(self.error(offset, message))
            }
        }
    }
}
