//! The text form of pass pipelines: `builtin.module(func.func(cse,canonicalize{max-iterations=2}),inline)`.
//!
//! A pipeline is a tree: an anchor, which is the name of the operations it runs on (or `any`), and a list of passes and
//! nested pipelines. Parsing checks only the form; [`super::PassRegistry::build`] knows the passes and their options, and
//! reports unknown ones at the offset kept here. Printing gives text that parses to the same pipeline.

use std::fmt;

/// One element of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PipelineElement {
    /// A pass or a named pipeline, with its options.
    Pass(PassSpec),
    /// A pipeline on operations nested directly below.
    Nested(PipelineSpec),
}

/// A pass as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassSpec {
    /// The name of the pass.
    pub name: String,
    /// Options in the order written; without `=` the value is empty.
    pub options: Vec<(String, String)>,
    /// Offset of the name in the text, in bytes.
    pub offset: usize,
}

/// A pipeline as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineSpec {
    /// The name of the operations to run on, or `any`.
    pub anchor: String,
    /// The elements, in order.
    pub elements: Vec<PipelineElement>,
    /// Offset of the anchor in the text, in bytes.
    pub offset: usize,
}

/// A fault in the text of a pipeline, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineError {
    /// The complaint.
    pub message: String,
    /// Offset into the text, in bytes; none if all of it is meant.
    pub offset: Option<usize>,
}

/// Pipelines nested deeper than this are refused.
const MAX_DEPTH: usize = 64;

impl PipelineSpec {
    /// Reads a pipeline with its anchor.
    ///
    /// # Errors
    /// If there is none or more than one, brackets do not match, or a name is missing.
    pub fn parse(text: &str) -> Result<Self, PipelineError> {
        let mut elements = Self::parse_elements(text)?;
        match (elements.pop(), elements.is_empty()) {
            (Some(PipelineElement::Nested(spec)), true) => Ok(spec),
            _ => Err(PipelineError {
                message: "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"
                    .to_owned(),
                offset: None,
            }),
        }
    }

    /// Reads a list of passes and pipelines, as they stand in an anchor's brackets.
    ///
    /// # Errors
    /// If brackets do not match or a name is missing.
    pub fn parse_elements(text: &str) -> Result<Vec<PipelineElement>, PipelineError> {
        let mut parser = Parser { text, pos: 0 };
        let elements = parser.elements(0)?;
        if parser.pos < text.len() {
            return Err(parser.error(match parser.peek() {
                Some(b')') => {
                    "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"
                }
                _ => "expected ',' after parsing pipeline",
            }));
        }
        Ok(elements)
    }

    /// The text on lines of its own for each pass, as tools show it.
    #[must_use]
    pub fn on_lines(&self) -> String {
        let mut out = String::new();
        self.write_lines(&mut out, 0);
        out
    }

    fn write_lines(&self, out: &mut String, indent: usize) {
        out.push_str(&format!("{:indent$}{}(\n", "", self.anchor));
        for (index, element) in self.elements.iter().enumerate() {
            out.push_str(if index > 0 { ",\n" } else { "" });
            match element {
                PipelineElement::Pass(pass) => out.push_str(&format!("{:1$}{pass}", "", indent + 2)),
                PipelineElement::Nested(nested) => nested.write_lines(out, indent + 2),
            }
        }
        out.push_str(&format!("\n{:indent$})", ""));
    }
}

struct Parser<'a> {
    text: &'a str,
    pos: usize,
}

impl Parser<'_> {
    fn error(&self, message: impl Into<String>) -> PipelineError {
        PipelineError { message: message.into(), offset: Some(self.pos) }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.pos += usize::from(found);
        found
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.pos += 1;
        }
    }

    fn name(&mut self) -> (&str, usize) {
        self.skip_space();
        let start = self.pos;
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric() || b"._-$".contains(&b)) {
            self.pos += 1;
        }
        (&self.text[start..self.pos], start)
    }

    /// Reads elements up to a closing bracket or the end.
    fn elements(&mut self, depth: usize) -> Result<Vec<PipelineElement>, PipelineError> {
        if depth > MAX_DEPTH {
            return Err(self.error(format!("pipelines nest at most {MAX_DEPTH} deep")));
        }
        let mut elements = Vec::new();
        self.skip_space();
        if matches!(self.peek(), None | Some(b')')) {
            return Ok(elements);
        }
        loop {
            let (name, offset) = self.name();
            let mut name = name.to_owned();
            if name.is_empty() && self.peek() == Some(b'(') {
                name.push_str("any");
            }
            if name.is_empty() {
                return Err(self.error("expected pass or pipeline name"));
            }
            self.skip_space();
            if self.eat(b'(') {
                let nested = self.elements(depth + 1)?;
                if !self.eat(b')') {
                    return Err(self.error("expected ')' to close the pipeline"));
                }
                elements.push(PipelineElement::Nested(PipelineSpec {
                    anchor: name,
                    elements: nested,
                    offset,
                }));
            } else {
                let options = if self.eat(b'{') { self.options()? } else { Vec::new() };
                elements.push(PipelineElement::Pass(PassSpec { name, options, offset }));
            }
            self.skip_space();
            if !self.eat(b',') {
                return Ok(elements);
            }
        }
    }

    /// Reads `key=value key=value}`; a value may hold spaces inside brackets or quotes.
    fn options(&mut self) -> Result<Vec<(String, String)>, PipelineError> {
        let mut options = Vec::new();
        loop {
            self.skip_space();
            if self.eat(b'}') {
                return Ok(options);
            }
            let (key, _) = self.name();
            let key = key.to_owned();
            if key.is_empty() {
                return Err(self.error("expected option name or '}' in pass options"));
            }
            let value = if self.eat(b'=') { self.value()? } else { String::new() };
            options.push((key, value));
        }
    }

    fn value(&mut self) -> Result<String, PipelineError> {
        let start = self.pos;
        let mut open = Vec::new();
        while let Some(byte) = self.peek() {
            match byte {
                b'"' | b'\'' => {
                    let closing = self.text[self.pos + 1..].find(byte as char);
                    let Some(length) = closing else { return Err(self.error("string is not closed")) };
                    self.pos += length + 2;
                    continue;
                }
                b'{' | b'(' | b'[' => open.push(byte),
                b'}' | b')' | b']' if open.pop().is_none() => break,
                b if b.is_ascii_whitespace() && open.is_empty() => break,
                _ => {}
            }
            self.pos += 1;
        }
        if !open.is_empty() {
            return Err(self.error("expected closing bracket in pass options"));
        }
        let text = &self.text[start..self.pos];
        let quoted = text.len() >= 2
            && (text.starts_with('"') || text.starts_with('\''))
            && text[1..].find(text.chars().next().unwrap_or('"')) == Some(text.len() - 2);
        Ok(if quoted { text[1..text.len() - 1].to_owned() } else { text.to_owned() })
    }
}

impl fmt::Display for PipelineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.anchor)?;
        for (index, element) in self.elements.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match element {
                PipelineElement::Pass(pass) => pass.fmt(f)?,
                PipelineElement::Nested(nested) => nested.fmt(f)?,
            }
        }
        f.write_str(")")
    }
}

impl fmt::Display for PassSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            f.write_str(if index == 0 { "{" } else { " " })?;
            f.write_str(key)?;
            if !value.is_empty() {
                let quote = if value.contains(char::is_whitespace) { "\"" } else { "" };
                write!(f, "={quote}{value}{quote}")?;
            }
        }
        if self.options.is_empty() { Ok(()) } else { f.write_str("}") }
    }
}

impl PipelineError {
    /// The complaint in the form of the tools: the text, with a caret below the place.
    #[must_use]
    pub fn render(&self, text: &str) -> String {
        let Some(offset) = self.offset else { return format!("<unknown>:0: error: {}\n", self.message) };
        let line = text.lines().next().unwrap_or_default();
        let column = text[..offset.min(text.len())].chars().count();
        format!(
            "<pass-pipeline>:1:{}: error: {}\n{line}\n{}^\n",
            column + 1,
            self.message,
            " ".repeat(column)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_gives_back_what_was_read() {
        for text in [
            "builtin.module()",
            "builtin.module(cse)",
            "builtin.module(func.func(cse,canonicalize{max-iterations=2 top-down}),inline)",
            "any(cse,any(canonicalize))",
            "builtin.module(a{k=\"two words\" l=[x, y]})",
        ] {
            let spec = PipelineSpec::parse(text).unwrap();
            assert_eq!(PipelineSpec::parse(&spec.to_string()).unwrap().to_string(), spec.to_string());
        }
        let spec = PipelineSpec::parse(" builtin.module( func.func( cse ) , inline ) ").unwrap();
        assert_eq!(spec.to_string(), "builtin.module(func.func(cse),inline)");
    }

    #[test]
    fn brackets_without_a_name_stand_for_any_operation() {
        assert_eq!(
            PipelineSpec::parse("builtin.module((cse))").unwrap().to_string(),
            "builtin.module(any(cse))"
        );
    }

    #[test]
    fn tools_show_each_pass_on_a_line() {
        let spec = PipelineSpec::parse("builtin.module(cse,func.func(cse,a{k=1 l=2}),inline)").unwrap();
        let lines = "builtin.module(\n  cse,\n  func.func(\n    cse,\n    a{k=1 l=2}\n  ),\n  inline\n)";
        assert_eq!(spec.on_lines(), lines);
        assert_eq!(PipelineSpec::parse("builtin.module()").unwrap().on_lines(), "builtin.module(\n\n)");
    }

    #[test]
    fn a_pipeline_has_one_anchor() {
        for text in ["", "cse", "cse,inline", "builtin.module", "builtin.module(cse),builtin.module(cse)"] {
            let error = PipelineSpec::parse(text).unwrap_err();
            assert!(
                error.message.contains("wrapped with the anchor operation type"),
                "{text}: {}",
                error.message
            );
        }
        assert_eq!(PipelineSpec::parse_elements("cse,func.func(cse)").unwrap().len(), 2);
        assert_eq!(PipelineSpec::parse_elements("").unwrap(), []);
    }

    #[test]
    fn errors_say_where() {
        let offset = |text| PipelineSpec::parse(text).unwrap_err().offset.unwrap();
        assert_eq!(offset("any(cse))"), 8);
        assert_eq!(offset("builtin.module(cse"), 18);
        assert_eq!(offset("cse,,inline"), 4);
        assert_eq!(offset("cse{a=[}"), 8);
        assert_eq!(offset("cse{=}"), 4);
        assert!(PipelineSpec::parse(&"a(".repeat(100_000)).is_err());
    }
}
