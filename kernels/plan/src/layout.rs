//! Places in an arena, by liveness: values whose lives do not overlap share bytes.

/// The alignment of every place: vectors of all instruction sets are aligned, and no two values share a line of the caches.
pub(crate) const ALIGNMENT: usize = 64;

/// A value that needs a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Life {
    /// Its bytes.
    pub(crate) size: usize,
    /// The step that writes it.
    pub(crate) first: usize,
    /// The last step that reads it.
    pub(crate) last: usize,
}

/// Where each value starts, and how many bytes they need together; `None` if that is too many. Values are in the order of their first
/// steps. Each takes the lowest place that is free during all of its life.
pub(crate) fn places(lives: &[Life]) -> Option<(Vec<usize>, usize)> {
    let mut starts = Vec::with_capacity(lives.len());
    // Those that are alive, in the order of their places: start, end, last step.
    let mut alive: Vec<(usize, usize, usize)> = Vec::new();
    let mut total = 0;
    for life in lives {
        alive.retain(|&(_, _, last)| last >= life.first);
        let size = life.size.checked_next_multiple_of(ALIGNMENT)?;
        let mut start = 0;
        let mut at = 0;
        for &(other, end, _) in &alive {
            if other - start >= size {
                break;
            }
            start = end;
            at += 1;
        }
        let end = start.checked_add(size).filter(|&end| isize::try_from(end).is_ok())?;
        alive.insert(at, (start, end, life.last));
        starts.push(start);
        total = total.max(end);
    }
    Some((starts, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_live_together_have_places_of_their_own() {
        let mut state = 7u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..200 {
            let lives: Vec<Life> =
                (0..40).map(|first| Life { size: random(1000), first, last: first + random(10) }).collect();
            let (starts, total) = places(&lives).expect("small");
            for (i, (a, &at)) in lives.iter().zip(&starts).enumerate() {
                assert!(at % ALIGNMENT == 0 && at + a.size <= total);
                for (b, &other) in lives.iter().zip(&starts).skip(i + 1) {
                    let together = a.first <= b.last && b.first <= a.last;
                    let overlap = at < other + b.size && other < at + a.size;
                    assert!(!together || !overlap, "{a:?} at {at}, {b:?} at {other}");
                }
            }
        }
    }

    #[test]
    fn a_chain_needs_two_places() {
        let lives: Vec<Life> = (0..100).map(|first| Life { size: 64, first, last: first + 1 }).collect();
        assert_eq!(places(&lives).expect("small").1, 128);
    }

    #[test]
    fn too_many_bytes_are_refused() {
        let life = |size| Life { size, first: 0, last: 1 };
        assert!(places(&[life(usize::MAX)]).is_none());
        assert!(places(&[life(isize::MAX as usize - 64), life(128)]).is_none());
    }
}
