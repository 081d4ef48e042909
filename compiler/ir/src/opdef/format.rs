//! Declarative assembly formats: one text that drives parsing *and* printing of an operation.
//!
//! The notation is that of MLIR's operation definitions:
//! * `` `word` ``: a keyword or punctuation; `` ` ` `` prints a space, ` `` ` suppresses the next space;
//! * `$name`: an operand, attribute, region or successor;
//! * `operands`, `results`, `regions`, `successors`: all of them; `type($name)`, `type(operands)`, `type(results)`: types;
//!   `functional-type(operands, results)`: `(…) -> …`;
//! * `attr-dict`, `attr-dict-with-keyword`: the attributes that no other element writes;
//! * `operands-and-comma($name)`: the operands of a group, each followed by a comma;
//! * `shared-type(operands, results)`: the one type that all of them have, else a function type;
//! * `pairwise-types(operands, results)`: the types of the operands, which the results have too;
//! * `custom<Name>($a, …)`: attributes that a [`Directive`](super::Directive) of the operation reads and prints;
//! * `( … )?` and `( … ) : ( … )?`: a part that is written only when its anchor, the element marked `^`, is present;
//!   its first element decides when reading.
//!
//! Types that no format element gives follow from the constraint of the operand or result. Forms that this notation cannot
//! express need hooks (see [`OpDefinition::parse_hook`](super::OpDefinition::parse_hook)).

use std::fmt;

/// The operands or results of a `type(…)` or `functional-type(…)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeOf {
    /// One declared operand, by index.
    Operand(usize),
    /// One declared result, by index.
    Result(usize),
    /// All operands.
    Operands,
    /// All results.
    Results,
}

/// An element of an assembly format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// A keyword or punctuation.
    Literal(Box<str>),
    /// Printed between its neighbours: a space, a newline or nothing.
    Space(Box<str>),
    /// A declared operand, by index.
    Operand(usize),
    /// A declared attribute, by index.
    Attribute(usize),
    /// A declared region, by index.
    Region(usize),
    /// A declared successor, by index.
    Successor(usize),
    /// All operands.
    Operands,
    /// All regions.
    Regions,
    /// All successors.
    Successors,
    /// The types of something.
    Type(TypeOf),
    /// A function type.
    FunctionalType(TypeOf, TypeOf),
    /// A declared operand, by index, with a comma behind each value, or a single comma if it has no values.
    OperandsAndComma(usize),
    /// One type that all operands and results have, or a function type.
    SharedType(TypeOf, TypeOf),
    /// The types of the operands, which are those of the results.
    PairwiseTypes(TypeOf, TypeOf),
    /// A directive of the operation, by index, and the attributes that it stands for.
    Custom(usize, Vec<usize>),
    /// `{…}` with the other attributes, if there are any.
    AttrDict,
    /// `attributes {…}` with the other attributes, if there are any.
    AttrDictWithKeyword,
    /// A part that may be missing.
    Optional {
        /// The elements that are written if the anchor is present.
        then: Vec<Element>,
        /// The elements that are written if it is not.
        otherwise: Vec<Element>,
        /// The index in `then` of the element that decides when printing.
        anchor: usize,
    },
}

/// A parsed assembly format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Format {
    /// Its elements, in order.
    pub elements: Vec<Element>,
    text: Box<str>,
}

/// The names a format may refer to.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Declared operands.
    pub operands: &'a [&'a str],
    /// Declared results.
    pub results: &'a [&'a str],
    /// Declared attributes.
    pub attributes: &'a [&'a str],
    /// Declared regions.
    pub regions: &'a [&'a str],
    /// Declared successors.
    pub successors: &'a [&'a str],
    /// Directives.
    pub directives: &'a [&'a str],
}

/// A mistake in a format; a mistake of the dialect's author, found when the dialect is registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError(String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl Format {
    /// Reads a format.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str, names: Names<'_>) -> Result<Format, FormatError> {
        let mut reader = Reader { rest: text, names };
        let elements = reader.elements(0)?.0;
        if !reader.rest.trim_start().is_empty() {
            return Err(FormatError(format!("unexpected '{}'", reader.rest.trim_start())));
        }
        Ok(Format { elements, text: text.into() })
    }

    /// The text it was read from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether some element satisfies a test, optional parts included.
    pub fn any(&self, test: &dyn Fn(&Element) -> bool) -> bool {
        fn any(elements: &[Element], test: &dyn Fn(&Element) -> bool) -> bool {
            elements.iter().any(|element| {
                test(element)
                    || matches!(element, Element::Optional { then, otherwise, .. } if any(then, test) || any(otherwise, test))
            })
        }
        any(&self.elements, test)
    }
}

struct Reader<'a> {
    rest: &'a str,
    names: Names<'a>,
}

impl<'a> Reader<'a> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T, FormatError> {
        Err(FormatError(message.into()))
    }

    fn eat(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, text: &str) -> Result<(), FormatError> {
        if self.eat(text) { Ok(()) } else { self.error(format!("expected '{text}' before '{}'", self.rest)) }
    }

    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Elements up to the end or a `)`, and the index of the anchor among them.
    fn elements(&mut self, depth: usize) -> Result<(Vec<Element>, Option<usize>), FormatError> {
        let mut elements = Vec::new();
        let mut anchor = None;
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.chars().next() {
                None => break,
                Some(')') if depth > 0 => break,
                Some('`') => {
                    let Some((literal, rest)) = self.rest[1..].split_once('`') else {
                        return self.error("a literal does not end");
                    };
                    self.rest = rest;
                    elements.push(match literal {
                        "" | " " => Element::Space(literal.into()),
                        "\\n" => Element::Space("\n".into()),
                        _ => Element::Literal(literal.into()),
                    });
                }
                Some('$') => {
                    self.rest = &self.rest[1..];
                    let name = self.word();
                    elements.push(self.variable(name)?);
                }
                Some('(') => {
                    self.rest = &self.rest[1..];
                    elements.push(self.optional(depth)?);
                }
                Some(_) => {
                    let word = self.word();
                    elements.push(self.directive(word)?);
                }
            }
            if self.rest.starts_with('^') {
                self.rest = &self.rest[1..];
                anchor = Some(elements.len() - 1);
            }
        }
        Ok((elements, anchor))
    }

    fn optional(&mut self, depth: usize) -> Result<Element, FormatError> {
        let (then, anchor) = self.elements(depth + 1)?;
        self.expect(")")?;
        let mut otherwise = Vec::new();
        if self.eat(":") {
            self.expect("(")?;
            otherwise = self.elements(depth + 1)?.0;
            self.expect(")")?;
        }
        self.expect("?")?;
        let Some(anchor) = anchor else { return self.error("an optional group needs an anchor '^'") };
        Ok(Element::Optional { then, otherwise, anchor })
    }

    fn variable(&self, name: &str) -> Result<Element, FormatError> {
        let position = |names: &[&str]| names.iter().position(|n| *n == name);
        if let Some(index) = position(self.names.operands) {
            Ok(Element::Operand(index))
        } else if let Some(index) = position(self.names.attributes) {
            Ok(Element::Attribute(index))
        } else if let Some(index) = position(self.names.regions) {
            Ok(Element::Region(index))
        } else if let Some(index) = position(self.names.successors) {
            Ok(Element::Successor(index))
        } else {
            self.error(format!("'${name}' is not declared"))
        }
    }

    fn directive(&mut self, word: &str) -> Result<Element, FormatError> {
        Ok(match word {
            "attr-dict" => Element::AttrDict,
            "attr-dict-with-keyword" => Element::AttrDictWithKeyword,
            "operands" => Element::Operands,
            "regions" => Element::Regions,
            "successors" => Element::Successors,
            "type" => {
                self.expect("(")?;
                let of = self.type_of()?;
                self.expect(")")?;
                Element::Type(of)
            }
            "functional-type" => {
                let (inputs, results) = self.two_types()?;
                Element::FunctionalType(inputs, results)
            }
            "shared-type" => {
                let (inputs, results) = self.two_types()?;
                Element::SharedType(inputs, results)
            }
            "pairwise-types" => {
                let (inputs, results) = self.two_types()?;
                Element::PairwiseTypes(inputs, results)
            }
            "operands-and-comma" => {
                self.expect("(")?;
                self.expect("$")?;
                let name = self.word();
                let Element::Operand(index) = self.variable(name)? else {
                    return self.error(format!("'${name}' is no operand"));
                };
                self.expect(")")?;
                Element::OperandsAndComma(index)
            }
            "custom" => self.custom()?,
            _ => return self.error(format!("unknown directive '{word}' before '{}'", self.rest)),
        })
    }

    fn custom(&mut self) -> Result<Element, FormatError> {
        self.expect("<")?;
        let name = self.word();
        let Some(directive) = self.names.directives.iter().position(|known| *known == name) else {
            return self.error(format!("'custom<{name}>' is not declared"));
        };
        self.expect(">")?;
        self.expect("(")?;
        let mut attributes = Vec::new();
        loop {
            self.expect("$")?;
            let name = self.word();
            match self.variable(name)? {
                Element::Attribute(index) => attributes.push(index),
                _ => return self.error(format!("'${name}' is no attribute")),
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(Element::Custom(directive, attributes))
    }

    fn two_types(&mut self) -> Result<(TypeOf, TypeOf), FormatError> {
        self.expect("(")?;
        let first = self.type_of()?;
        self.expect(",")?;
        let second = self.type_of()?;
        self.expect(")")?;
        Ok((first, second))
    }

    fn type_of(&mut self) -> Result<TypeOf, FormatError> {
        if self.eat("$") {
            let name = self.word();
            let position = |names: &[&str]| names.iter().position(|n| *n == name);
            if let Some(index) = position(self.names.operands) {
                return Ok(TypeOf::Operand(index));
            }
            return match position(self.names.results) {
                Some(index) => Ok(TypeOf::Result(index)),
                None => self.error(format!("'${name}' is neither an operand nor a result")),
            };
        }
        match self.word() {
            "operands" => Ok(TypeOf::Operands),
            "results" => Ok(TypeOf::Results),
            word => self.error(format!("'{word}' has no types")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Element>, String> {
        let names = Names {
            operands: &["lhs", "rhs"],
            results: &["sum"],
            attributes: &["value"],
            regions: &["body"],
            successors: &[],
            directives: &["Word"],
        };
        Format::parse(text, names).map(|f| f.elements).map_err(|e| e.to_string())
    }

    #[test]
    fn elements_in_order() {
        assert_eq!(
            parse("$lhs `,` $rhs attr-dict `:` type($sum)"),
            Ok(vec![
                Element::Operand(0),
                Element::Literal(",".into()),
                Element::Operand(1),
                Element::AttrDict,
                Element::Literal(":".into()),
                Element::Type(TypeOf::Result(0)),
            ])
        );
    }

    #[test]
    fn optional_groups_have_an_anchor() {
        assert_eq!(
            parse("(`with` $value^)? $body"),
            Ok(vec![
                Element::Optional {
                    then: vec![Element::Literal("with".into()), Element::Attribute(0)],
                    otherwise: vec![],
                    anchor: 1
                },
                Element::Region(0),
            ])
        );
        assert_eq!(parse("(`with` $value)?"), Err("an optional group needs an anchor '^'".into()));
    }

    #[test]
    fn directives_name_attributes() {
        assert_eq!(parse("custom<Word>($value)"), Ok(vec![Element::Custom(0, vec![0])]));
        assert_eq!(parse("custom<Word>($lhs)"), Err("'$lhs' is no attribute".into()));
        assert_eq!(parse("custom<Other>($value)"), Err("'custom<Other>' is not declared".into()));
        assert_eq!(parse("operands-and-comma($lhs)"), Ok(vec![Element::OperandsAndComma(0)]));
        assert_eq!(parse("operands-and-comma($value)"), Err("'$value' is no operand".into()));
        assert_eq!(
            parse("shared-type(operands, results)"),
            Ok(vec![Element::SharedType(TypeOf::Operands, TypeOf::Results)])
        );
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(parse("$nothing"), Err("'$nothing' is not declared".into()));
        assert_eq!(parse("types"), Err("unknown directive 'types' before ''".into()));
        assert_eq!(parse("`unfinished"), Err("a literal does not end".into()));
        assert!(parse("attr-dict )").is_err());
    }
}
