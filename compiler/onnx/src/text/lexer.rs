//! Words of ONNX's textual syntax, with their places.

use crate::Unread;

/// A word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Letters, digits and underscores, and dots between them.
    Word(String),
    /// A text in quotation marks.
    Text(String),
    /// A number, as it is written.
    Number(String),
    /// One of `( ) { } [ ] < > , : = ? @`.
    Sign(char),
    /// `=>`.
    Arrow,
    /// The end of the text.
    End,
}

impl Token {
    /// The word for a message.
    pub(super) fn shown(&self) -> String {
        match self {
            Token::Word(word) | Token::Number(word) => format!("'{word}'"),
            Token::Text(text) => format!("\"{}\"", text.escape_debug()),
            Token::Sign(sign) => format!("'{sign}'"),
            Token::Arrow => "'=>'".to_owned(),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

/// A word with its line and column.
pub(super) type Placed = (Token, (u32, u32));

/// The words of a text, each with its line and column, both from 1 on; the last is [`Token::End`].
///
/// # Errors
/// The place and the fault: a character that no word has, or a text without an end.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, Unread> {
    let no_end = |place| Unread { message: "this text has no end".to_owned(), place };
    let mut found = Vec::new();
    let mut rest = text.chars().peekable();
    let (mut line, mut column) = (1_u32, 1_u32);
    let mut step = |rest: &mut std::iter::Peekable<std::str::Chars<'_>>, place: &mut (u32, u32)| {
        let next = rest.next();
        match next {
            Some('\n') => (line, column) = (line + 1, 1),
            Some(_) => column += 1,
            None => {}
        }
        *place = (line, column);
        next
    };
    let mut place = (1, 1);
    while let Some(&next) = rest.peek() {
        let start = place;
        match next {
            '#' => while step(&mut rest, &mut place).is_some_and(|c| c != '\n') {},
            c if c.is_whitespace() => {
                step(&mut rest, &mut place);
            }
            '"' => {
                step(&mut rest, &mut place);
                let mut content = String::new();
                loop {
                    match step(&mut rest, &mut place) {
                        Some('"') => break,
                        Some('\\') => match step(&mut rest, &mut place) {
                            Some('n') => content.push('\n'),
                            Some('t') => content.push('\t'),
                            Some('r') => content.push('\r'),
                            Some(c) => content.push(c),
                            None => return Err(no_end(start)),
                        },
                        Some(c) => content.push(c),
                        None => return Err(no_end(start)),
                    }
                }
                found.push((Token::Text(content), start));
            }
            c if c.is_alphabetic() || c == '_' => {
                let mut word = String::new();
                while let Some(&c) = rest.peek().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '.')) {
                    word.push(c);
                    step(&mut rest, &mut place);
                }
                found.push((Token::Word(word), start));
            }
            c if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => {
                let mut number = String::new();
                let mut before = ' ';
                while let Some(&c) = rest.peek() {
                    let is_sign = matches!(c, '-' | '+') && matches!(before, ' ' | 'e' | 'E');
                    if !(c.is_ascii_alphanumeric() || c == '.' || is_sign) {
                        break;
                    }
                    number.push(c);
                    before = c;
                    step(&mut rest, &mut place);
                }
                found.push((Token::Number(number), start));
            }
            '=' => {
                step(&mut rest, &mut place);
                match rest.peek() {
                    Some('>') => {
                        step(&mut rest, &mut place);
                        found.push((Token::Arrow, start));
                    }
                    _ => found.push((Token::Sign('='), start)),
                }
            }
            '(' | ')' | '{' | '}' | '[' | ']' | '<' | '>' | ',' | ':' | '?' | '@' => {
                step(&mut rest, &mut place);
                found.push((Token::Sign(next), start));
            }
            other => {
                return Err(Unread { message: format!("unexpected character {other:?}"), place: start });
            }
        }
    }
    found.push((Token::End, place));
    Ok(found)
}
