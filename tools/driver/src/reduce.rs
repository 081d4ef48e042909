//! Making a text of MLIR smaller while something finds it interesting.
//!
//! Lines are taken out, many at once and then fewer, last ones first, since what is defined early is used later. A line with an open bracket goes
//! together with the lines up to the bracket that closes it, or with its closing line alone, so that functions and regions go as a whole
//! and what they contain can stay. A line whose value is needed goes if another value will do in its place.
//!
//! What is interesting is the caller's to say; a candidate need not be a program.

/// The depth in brackets that a line adds, and the least depth within it. Strings and comments do not count.
fn depths(line: &str) -> (i32, i32) {
    let (mut depth, mut least) = (0, 0);
    let mut in_string = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => in_string = !in_string,
            '\\' if in_string => drop(characters.next()),
            _ if in_string => {}
            '/' if characters.peek() == Some(&'/') => break,
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth -= 1;
                least = least.min(depth);
            }
            _ => {}
        }
    }
    (depth, least)
}

/// The line that closes what the line at `start` opens; `start` if it opens nothing.
fn end_of(lines: &[String], start: usize) -> usize {
    let (mut depth, _) = depths(&lines[start]);
    let mut at = start;
    while depth > 0 && at + 1 < lines.len() {
        at += 1;
        let (change, least) = depths(&lines[at]);
        if depth + least <= 0 && change < 0 {
            return at;
        }
        depth += change;
    }
    at
}

/// Whether a character may be in the name of a value.
fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || "_$.-".contains(character)
}

/// The names of values in a line, with their places.
fn values(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.match_indices('%').map(|(at, _)| {
        let rest = &line[at + 1..];
        (at, &line[at..at + 1 + rest.find(|c| !is_of_name(c)).unwrap_or(rest.len())])
    })
}

/// The line with another value wherever it uses this one.
fn with_value(line: &str, value: &str, other: &str) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for (at, _) in values(line).filter(|(_, name)| *name == value) {
        text.push_str(&line[end..at]);
        text.push_str(other);
        end = at + value.len();
    }
    text + &line[end..]
}

/// So many values before a line are tried in the place of its own.
const OTHERS: usize = 16;

/// The program without a line that defines a value, with each of the values before it in its place.
fn without_definition<'a>(lines: &'a [String], at: usize) -> impl Iterator<Item = Vec<String>> + 'a {
    let trimmed = lines[at].trim_start();
    let defined = trimmed.split_once(" = ").map(|(name, _)| name).filter(|name| name.starts_with('%'));
    let mut others: Vec<&str> = Vec::new();
    if defined.is_some() {
        for (_, name) in lines[..at].iter().rev().flat_map(|line| values(line)) {
            if others.len() < OTHERS && !others.contains(&name) {
                others.push(name);
            }
        }
    }
    others.into_iter().zip(std::iter::repeat(defined)).filter_map(move |(other, defined)| {
        let rest = lines[at + 1..].iter().map(|line| with_value(line, defined?, other).into());
        lines[..at].iter().map(|line| Some(line.clone())).chain(rest).collect()
    })
}

/// The smallest text that was found interesting; reducing it again changes nothing.
///
/// # Errors
/// Those of `is_interesting`, which end the search.
pub fn smallest(
    text: &str,
    mut is_interesting: impl FnMut(&str) -> Result<bool, String>,
) -> Result<String, String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut attempt = |lines: &mut Vec<String>, fewer: Vec<String>| -> Result<bool, String> {
        if fewer.len() == lines.len() || !is_interesting(&(fewer.join("\n") + "\n"))? {
            return Ok(false);
        }
        *lines = fewer;
        Ok(true)
    };
    let without = |lines: &[String], goes: &dyn Fn(usize) -> bool| -> Vec<String> {
        lines.iter().enumerate().filter(|(at, _)| !goes(*at)).map(|(_, line)| line.clone()).collect()
    };
    loop {
        let before = lines.len();
        // Whole functions and regions, the outermost first; then their first and last lines alone.
        for whole in [true, false] {
            let mut at = 0;
            while at < lines.len() {
                let end = end_of(&lines, at);
                let goes =
                    |line: usize| if whole { (at..=end).contains(&line) } else { line == at || line == end };
                let fewer = without(&lines, &goes);
                if !(end > at && attempt(&mut lines, fewer)?) {
                    at += 1;
                }
            }
        }
        let mut size = lines.len().div_ceil(2);
        while size > 0 {
            let mut end = lines.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                let fewer = without(&lines, &|line| (start..end).contains(&line));
                attempt(&mut lines, fewer)?;
                end = start.min(lines.len());
            }
            size /= 2;
        }
        for at in (0..lines.len()).rev() {
            let candidates: Vec<_> = without_definition(&lines, at).collect();
            for fewer in candidates {
                if attempt(&mut lines, fewer)? {
                    break;
                }
            }
        }
        if lines.len() == before {
            return Ok(lines.join("\n") + "\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_needed_goes() {
        let text = "// a comment {\nfunc @a() {\n  x\n}\nfunc @b() {\n  if \"}\" {\n    needed\n    y\n  } else {\n    z\n  }\n}\n";
        let needed = |text: &str| Ok(text.contains("needed"));
        assert_eq!(smallest(text, needed).unwrap(), "    needed\n");
        // Brackets must stay in balance.
        let balanced = |text: &str| {
            let sum: i32 = text.lines().map(|line| depths(line).0).sum();
            Ok(text.contains("needed") && text.contains("@b") && sum == 0)
        };
        assert_eq!(smallest(text, balanced).unwrap(), "func @b() {\n    needed\n}\n");
    }

    #[test]
    fn the_result_cannot_be_made_smaller() {
        let text: String = (0..100).map(|i| format!("{i}\n")).collect();
        // A pair that only goes together with the lines between.
        let pair = |text: &str| Ok(text.contains("17\n") && text.contains("80\n"));
        let small = smallest(&text, pair).unwrap();
        assert_eq!(small, "17\n80\n");
        assert_eq!(smallest(&small, pair).unwrap(), small);
    }

    #[test]
    fn values_are_replaced() {
        let text = "%a = 1\n%ab = f(%a)\nneeded(%ab, %a)\n";
        // A value must be defined before it is used.
        let valid = |text: &str| {
            let mut known = Vec::new();
            let is_right = text.lines().all(|line| {
                let (left, right) = line.split_once(" = ").unwrap_or(("", line));
                let right = values(right).all(|(_, name)| known.contains(&name.to_owned()));
                known.push(left.to_owned());
                right
            });
            Ok(is_right && text.contains("needed(%"))
        };
        assert_eq!(smallest(text, valid).unwrap(), "%a = 1\nneeded(%a, %a)\n");
    }

    #[test]
    fn a_test_that_fails_ends_it() {
        assert_eq!(smallest("a\nb\n", |_| Err("no".to_owned())).unwrap_err(), "no");
    }
}
