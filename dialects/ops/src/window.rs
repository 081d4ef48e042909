//! Sliding windows (pooling, convolution): output sizes and padding.
//!
//! Shape functions need the number of windows, kernels also their positions. Both come from [`Steps`].
//!
//! `SAME` puts the smaller half of the padding before the data, as TensorFlow does. Messages are those of the shape
//! functions of TFRT's CPU library.

use std::ops::Range;

use crate::shapes::Dim;

/// The padding at the border of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Padding {
    /// Zeros around the input, so that the output has `ceil(input / stride)` positions.
    Same,
    /// Only windows that lie within the input.
    Valid,
    /// The caller says how much.
    Explicit,
}

impl Padding {
    /// Reads `same`, `valid` or `explicit`, in any case.
    ///
    /// # Errors
    /// Any other name.
    pub fn parse(name: &str) -> Result<Self, String> {
        if name.eq_ignore_ascii_case("same") {
            Ok(Padding::Same)
        } else if name.eq_ignore_ascii_case("valid") {
            Ok(Padding::Valid)
        } else if name.eq_ignore_ascii_case("explicit") {
            Ok(Padding::Explicit)
        } else {
            Err(format!("Unknown padding type {name}"))
        }
    }
}

/// The stride, dilation and padding of windows along one dimension of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    stride: usize,
    dilation: usize,
    padding: Padding,
    /// The zeros before and after the input, of explicit padding.
    explicit: (usize, usize),
}

/// One dimension of a window that slides over an input.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Input positions.
    pub input: usize,
    /// Positions the window covers (without dilation).
    pub filter: usize,
    /// Distance of two windows.
    pub stride: usize,
    /// Distance of two positions within a window.
    pub dilation: usize,
    /// Zeros before the input.
    pub before: usize,
    /// Number of windows.
    pub output: usize,
}

impl Steps {
    /// Checks strides, dilations and padding.
    ///
    /// # Errors
    /// A stride or dilation that is not positive, values without explicit padding or explicit padding without values.
    pub fn new(
        stride: i64,
        dilation: i64,
        padding: Padding,
        explicit: Option<(usize, usize)>,
    ) -> Result<Self, String> {
        let positive = |what: &str, value: i64| {
            usize::try_from(value)
                .ok()
                .filter(|&value| value > 0)
                .ok_or_else(|| format!("{what} must be > 0, but got {value}"))
        };
        let stride = positive("Stride", stride)?;
        let dilation = positive("Dilation", dilation)?;
        let explicit = match explicit {
            Some(_) if padding != Padding::Explicit => {
                return Err(
                    "Explicit padding values must be empty if padding type is not explicit".to_owned()
                );
            }
            None if padding == Padding::Explicit => {
                return Err("For explicit padding, padding values must be defined".to_owned());
            }
            explicit => explicit.unwrap_or_default(),
        };
        Ok(Steps { stride, dilation, padding, explicit })
    }

    /// The windows of a filter over an input.
    ///
    /// # Errors
    /// The filter is larger than the padded input, or sizes do not fit in a word.
    pub fn over(self, input: usize, filter: usize) -> Result<Window, String> {
        let Steps { stride, dilation, padding, explicit } = self;
        let overflow = || {
            format!(
                "window size overflows (input_size: {input}, filter_size: {filter}, strides: {stride}, dilations: {dilation})"
            )
        };
        let extent = filter
            .saturating_sub(1)
            .checked_mul(dilation)
            .and_then(|extent| extent.checked_add(filter.min(1)))
            .ok_or_else(overflow)?;
        let fit = |padded: usize| -> Result<usize, String> {
            let room = padded.checked_add(stride).ok_or_else(overflow)?;
            match room.checked_sub(extent) {
                Some(room) => Ok(room / stride),
                // A shortfall of less than a stride truncates to an empty output.
                None if extent - room < stride => Ok(0),
                None => {
                    let negative = (extent - room) / stride;
                    Err(format!(
                        "Computed output size would be negative: -{negative} (input_size: {input}, filter_size: {filter}, \
                         stride: {stride}, dilation: {dilation})"
                    ))
                }
            }
        };
        let (before, output) = match padding {
            Padding::Valid => (0, fit(input)?),
            Padding::Explicit => {
                let (before, after) = explicit;
                let padded =
                    input.checked_add(before).and_then(|sum| sum.checked_add(after)).ok_or_else(overflow)?;
                (before, fit(padded)?)
            }
            Padding::Same => {
                let output = input.div_ceil(stride);
                let covered =
                    output.saturating_sub(1).checked_mul(stride).and_then(|start| start.checked_add(extent));
                (covered.ok_or_else(overflow)?.saturating_sub(input) / 2, output)
            }
        };
        Ok(Window { input, filter, stride, dilation, before, output })
    }

    /// The number of windows of a filter over an input, as far as it is known.
    ///
    /// # Errors
    /// As of [`Steps::over`].
    pub fn count(self, input: Dim, filter: Dim) -> Result<Dim, String> {
        let output = match (input.known(), filter.known()) {
            (Some(input), Some(filter)) => self.over(input as usize, filter as usize)?.output,
            (Some(input), None) if self.padding == Padding::Same => (input as usize).div_ceil(self.stride),
            _ => return Ok(Dim::UNKNOWN),
        };
        i64::try_from(output).map(Dim::of).map_err(|_| {
            let Steps { stride, dilation, explicit, .. } = self;
            format!("{output} windows are too many (strides: {stride}, dilations: {dilation}, explicit_paddings: {explicit:?})")
        })
    }
}

impl Window {
    /// Computes padding and output size.
    ///
    /// # Errors
    /// As of [`Steps::new`] and [`Steps::over`].
    pub fn new(
        input: usize,
        filter: usize,
        stride: i64,
        dilation: i64,
        padding: Padding,
        explicit: Option<(usize, usize)>,
    ) -> Result<Self, String> {
        Steps::new(stride, dilation, padding, explicit)?.over(input, filter)
    }

    /// The input position under tap `tap` of window `output`, or `None` where there is padding.
    pub fn position(&self, output: usize, tap: usize) -> Option<usize> {
        (output * self.stride + tap * self.dilation)
            .checked_sub(self.before)
            .filter(|&position| position < self.input)
    }

    /// The places of the input under some windows, at least one.
    pub fn under(&self, windows: Range<usize>) -> Range<usize> {
        let last = windows.end.saturating_sub(1) * self.stride;
        let extent = self.filter.saturating_sub(1) * self.dilation + usize::from(self.filter > 0);
        let place = |padded: usize| padded.saturating_sub(self.before).min(self.input);
        let start = place(windows.start * self.stride);
        start..place(last + extent).max(start)
    }

    /// Some windows, at least one, over the places of the input [under](Self::under) them alone.
    pub fn part(&self, windows: Range<usize>) -> Window {
        let before = self.before.saturating_sub(windows.start * self.stride);
        Window { input: self.under(windows.clone()).len(), before, output: windows.len(), ..*self }
    }

    /// The taps of window `output` that lie on the input: those before and after them are in the padding.
    pub fn taps(&self, output: usize) -> Range<usize> {
        let start = output * self.stride;
        // So many taps begin before a place of the padded input.
        let until = |place: usize| place.saturating_sub(start).div_ceil(self.dilation).min(self.filter);
        until(self.before)..until(self.before + self.input)
    }

    /// The taps that lie on the input in some window, and those between them; all where none does.
    pub fn used(&self) -> Range<usize> {
        // The window of these taps alone begins before the input or with it.
        let first = self.taps(self.output.saturating_sub(1)).start.min(self.before / self.dilation);
        match first..self.taps(0).end {
            taps if taps.is_empty() => 0..self.filter,
            taps => taps,
        }
    }

    /// The window of some of the [used](Self::used) taps, which has the same positions.
    pub fn of_taps(&self, taps: &Range<usize>) -> Window {
        let skipped = taps.start * self.dilation;
        Window { filter: taps.len(), before: self.before.saturating_sub(skipped), ..*self }
    }

    /// The input positions window `output` covers (for a dilation of one), clipped to the input.
    pub fn range(&self, output: usize) -> Range<usize> {
        let start = output * self.stride;
        let end = (start + self.filter).saturating_sub(self.before).min(self.input);
        start.saturating_sub(self.before).min(end)..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taps_are_those_with_a_position() {
        let windows = [
            Window::new(14, 3, 1, 12, Padding::Same, None),
            Window::new(7, 5, 2, 1, Padding::Same, None),
            Window::new(2, 3, 1, 4, Padding::Explicit, Some((5, 9))),
            Window::new(9, 4, 3, 2, Padding::Valid, None),
            Window::new(14, 3, 1, 24, Padding::Same, None),
            Window::new(3, 5, 7, 1, Padding::Explicit, Some((4, 6))),
        ];
        for window in windows.map(Result::unwrap) {
            for output in 0..window.output {
                let (taps, mut on) = (window.taps(output), 0..window.filter);
                assert!(on.all(|tap| window.position(output, tap).is_some() == taps.contains(&tap)));
            }
            let used = window.used();
            let some = window.of_taps(&used);
            for output in 0..window.output {
                for tap in 0..window.filter {
                    let expected = tap.checked_sub(used.start).filter(|&tap| tap < some.filter);
                    let position = expected.and_then(|tap| some.position(output, tap));
                    assert_eq!(window.position(output, tap), position);
                }
            }
        }
    }

    #[test]
    fn parts_of_windows_lie_where_they_lay() {
        let windows = [
            Window::new(14, 3, 1, 12, Padding::Same, None),
            Window::new(7, 5, 2, 1, Padding::Same, None),
            Window::new(2, 3, 1, 4, Padding::Explicit, Some((5, 9))),
            Window::new(9, 4, 3, 2, Padding::Valid, None),
            Window::new(3, 5, 7, 1, Padding::Explicit, Some((4, 6))),
        ];
        for window in windows.map(Result::unwrap) {
            for first in 0..window.output {
                for end in first + 1..=window.output {
                    let (under, part) = (window.under(first..end), window.part(first..end));
                    assert_eq!((part.input, part.output), (under.len(), end - first));
                    for (output, tap) in
                        (first..end).flat_map(|at| (0..window.filter).map(move |tap| (at, tap)))
                    {
                        let position = part.position(output - first, tap).map(|place| place + under.start);
                        assert_eq!(position, window.position(output, tap), "{window:?} {first}..{end}");
                    }
                }
            }
        }
    }

    #[test]
    fn same_padding_puts_the_smaller_half_first() {
        let window = Window::new(4, 3, 2, 1, Padding::Same, None).unwrap();
        assert_eq!((window.output, window.before), (2, 0));
        assert_eq!((window.range(0), window.range(1)), (0..3, 2..4));
        let window = Window::new(3, 3, 1, 1, Padding::Same, None).unwrap();
        assert_eq!((window.output, window.before), (3, 1));
        assert_eq!(window.position(0, 0), None);
        assert_eq!(window.position(2, 1), Some(2));
        assert_eq!(window.position(2, 2), None);
    }

    #[test]
    fn valid_and_explicit_padding() {
        assert_eq!(Window::new(5, 2, 2, 1, Padding::Valid, None).unwrap().output, 2);
        assert_eq!(Window::new(5, 3, 1, 2, Padding::Valid, None).unwrap().output, 1);
        let window = Window::new(5, 3, 2, 1, Padding::Explicit, Some((1, 2))).unwrap();
        assert_eq!((window.output, window.before), (3, 1));
    }

    #[test]
    fn windows_over_an_unknown_input_are_not_counted() {
        let steps = |padding| Steps::new(2, 1, padding, None).unwrap();
        let (three, seven) = (Dim::of(3), Dim::of(7));
        for padding in [Padding::Same, Padding::Valid] {
            assert_eq!(steps(padding).count(Dim::UNKNOWN, three), Ok(Dim::UNKNOWN));
            let window = steps(padding).over(7, 3).unwrap();
            assert_eq!(steps(padding).count(seven, three), Ok(Dim::of(window.output as i64)));
        }
        assert_eq!(steps(Padding::Same).count(seven, Dim::UNKNOWN), Ok(Dim::of(4)));
        assert_eq!(steps(Padding::Valid).count(seven, Dim::UNKNOWN), Ok(Dim::UNKNOWN));
        assert!(steps(Padding::Valid).count(Dim::of(1), Dim::of(9)).is_err());
    }

    #[test]
    fn wrong_windows_are_refused_by_name() {
        let error = |stride, dilation, padding, explicit| {
            Window::new(2, 5, stride, dilation, padding, explicit).unwrap_err()
        };
        assert_eq!(error(0, 1, Padding::Valid, None), "Stride must be > 0, but got 0");
        assert_eq!(error(1, -1, Padding::Valid, None), "Dilation must be > 0, but got -1");
        assert_eq!(
            error(1, 1, Padding::Valid, None),
            "Computed output size would be negative: -2 (input_size: 2, filter_size: 5, stride: 1, dilation: 1)"
        );
        assert_eq!(
            error(1, 1, Padding::Explicit, None),
            "For explicit padding, padding values must be defined"
        );
        assert_eq!(
            error(1, 1, Padding::Same, Some((0, 0))),
            "Explicit padding values must be empty if padding type is not explicit"
        );
        assert_eq!(Padding::parse("odd").unwrap_err(), "Unknown padding type odd");
        assert_eq!(Padding::parse("SAME"), Ok(Padding::Same));
    }
}
