//! The name that a misspelt one was meant to be: for messages that ask "did you mean". All of the workspace's suggestions count edits here.

/// The number of letters that are added, removed, replaced or swapped with their neighbours between two names, if that many at most.
#[must_use]
pub fn edits_within(limit: usize, name: &str, known: &str) -> Option<usize> {
    let is_possible = name.chars().count().abs_diff(known.chars().count()) <= limit;
    is_possible.then(|| strsim::osa_distance(name, known)).filter(|&edits| edits <= limit)
}

/// The known name that is spelled most like this one, if one is: at most a third of its letters, or one, are edited. Of several the first in the
/// order of the alphabet.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.len() / 3).max(1);
    let scored = known.into_iter().filter_map(|known| Some((edits_within(limit, name, known)?, known)));
    scored.min().map(|(_, known)| known)
}

/// The end of a message about an unknown name: `; did you mean '…'?`, or nothing if no known name is like it.
#[must_use]
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map(|near| format!("; did you mean '{near}'?")).unwrap_or_default()
}
