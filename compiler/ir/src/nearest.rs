//! The name that a misspelt one was meant to be: for messages that ask "did you mean".

/// The known name that is spelled most like this one, if one is: at most a third of its letters, and one more, are added, removed,
/// replaced or swapped with their neighbours. Of several the first in the order of the alphabet.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.into_iter().map(|known| (strsim::osa_distance(name, known), known));
    scored.min().filter(|(distance, _)| *distance <= name.len() / 3 + 1).map(|(_, known)| known)
}
