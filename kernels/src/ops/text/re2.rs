//! Patterns of RE2, which TensorFlow's ops take, in the syntax of the crate `regex`.
//!
//! The two differ where RE2 knows ASCII alone (`\w`, `\d`, `\s`, `\b`), in classes, which RE2 neither nests nor combines, and in
//! `\<`, `\>` and `\Q…\E`. Everything else is passed on, also what is no pattern: the crate says what is wrong.

use std::iter::Peekable;
use std::str::Chars;

/// The same pattern in the syntax of the crate `regex`.
pub(super) fn from_re2(pattern: &str) -> String {
    let mut out = String::new();
    let mut rest = pattern.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\\' => escape(&mut rest, false, &mut out),
            '[' => class(&mut rest, &mut out),
            _ => out.push(character),
        }
    }
    out
}

/// Reads the escape after a backslash.
fn escape(rest: &mut Peekable<Chars<'_>>, in_class: bool, out: &mut String) {
    let Some(character) = rest.next() else { return out.push('\\') };
    match character {
        'w' => out.push_str("[0-9A-Za-z_]"),
        'W' => out.push_str("[^0-9A-Za-z_]"),
        'd' => out.push_str("[0-9]"),
        'D' => out.push_str("[^0-9]"),
        's' => out.push_str(r"[\t\n\f\r ]"),
        'S' => out.push_str(r"[^\t\n\f\r ]"),
        'b' | 'B' if !in_class => out.extend(["(?-u:\\", if character == 'b' { "b)" } else { "B)" }]),
        '<' | '>' => out.push(character),
        'Q' if !in_class => literal(rest, out),
        _ => out.extend(['\\', character]),
    }
}

/// Text as it stands, up to `\E` or the end.
fn literal(rest: &mut Peekable<Chars<'_>>, out: &mut String) {
    let mut text = String::new();
    while let Some(character) = rest.next() {
        if character == '\\' && rest.next_if_eq(&'E').is_some() {
            break;
        }
        text.push(character);
    }
    out.push_str(&regex::escape(&text));
}

/// A class, after its opening bracket. Only `[:name:]` opens another one in it, and a `-` that is no end of a range separates two.
fn class(rest: &mut Peekable<Chars<'_>>, out: &mut String) {
    out.push('[');
    if rest.next_if_eq(&'^').is_some() {
        out.push('^');
    }
    // Whether a `-` can follow that makes a range of what is before.
    let mut begins_range = false;
    let mut first = true;
    while let Some(character) = rest.next() {
        let is_first = std::mem::take(&mut first);
        match character {
            ']' if !is_first => return out.push(']'),
            '[' if rest.peek() == Some(&':') => {
                out.push('[');
                for name in rest.by_ref() {
                    out.push(name);
                    if name == ']' {
                        break;
                    }
                }
                begins_range = false;
                continue;
            }
            '-' if begins_range && rest.peek().is_some_and(|&next| next != ']') => {
                out.push('-');
                match rest.next() {
                    Some('\\') => escape(rest, true, out),
                    Some(end) => member(end, out),
                    None => {}
                }
                begins_range = false;
                continue;
            }
            '\\' => {
                // A class such as `\w` begins no range.
                begins_range = rest.peek().is_some_and(|next| !"wWdDsSpP".contains(*next));
                escape(rest, true, out);
                continue;
            }
            _ => member(character, out),
        }
        begins_range = true;
    }
}

/// A character in a class, where the crate gives some a meaning that RE2 does not.
fn member(character: char, out: &mut String) {
    if matches!(character, '[' | ']' | '&' | '~' | '-' | '^') {
        out.push('\\');
    }
    out.push(character);
}

#[cfg(test)]
mod tests {
    use super::from_re2;

    fn found(pattern: &str, text: &str) -> Vec<String> {
        let regex = regex::Regex::new(&from_re2(pattern)).expect("it is a pattern");
        regex.find_iter(text).map(|found| found.as_str().to_owned()).collect()
    }

    #[test]
    fn words_digits_and_spaces_are_those_of_ascii() {
        assert_eq!(found(r"\w+", "süß ab_1"), ["s", "ab_1"]);
        assert_eq!(found(r"\W", "aü "), ["ü", " "]);
        assert_eq!(found(r"\d", "1٣"), ["1"]);
        assert_eq!(found(r"\s", " \u{a0}\u{b}"), [" "]);
        assert_eq!(found(r"[^\w\s]+", "a ü!"), ["ü!"]);
        assert_eq!(from_re2(r"\bx\B"), r"(?-u:\b)x(?-u:\B)");
        assert_eq!(found(r"\p{L}+", "süß 1"), ["süß"]);
    }

    #[test]
    fn classes_neither_nest_nor_combine() {
        assert_eq!(found("[a[]", "[a]"), ["[", "a"]);
        assert_eq!(found("[]a]", "[a]"), ["a", "]"]);
        assert_eq!(found("[a&&b]", "ab&"), ["a", "b", "&"]);
        assert_eq!(found("[a~~]", "~a"), ["~", "a"]);
        assert_eq!(found("[+--]", "+,-."), ["+", ",", "-"]);
        assert_eq!(found("[a-]", "-a"), ["-", "a"]);
        assert_eq!(found(r"[\w-]", "-a+"), ["-", "a"]);
        assert_eq!(found("[[:punct:]x]", "!xy"), ["!", "x"]);
        assert_eq!(found(r"[^a-c\]]", "a]d"), ["d"]);
    }

    #[test]
    fn escapes_that_mean_other_things() {
        assert_eq!(found(r"\<br\>", "<br>"), ["<br>"]);
        assert_eq!(found(r"\Qa.b\E.", "a.bc"), ["a.bc"]);
    }
}
