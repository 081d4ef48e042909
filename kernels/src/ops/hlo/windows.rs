//! Windows of dilated and padded tensors: which elements of a tensor each of them has.
//!
//! Windows are walked in two ways: one after the other, with the places of all elements of each ([`Windows::for_each`]), and in *lines*, which
//! are windows next to each other along one dimension ([`Windows::for_rows`]). Windows of a line have their elements of one number in a row or at
//! equal distances, so that a function of numbers runs over rows. Both walks visit the elements of a window in row-major order.

use std::ops::Range;

use tfrt_executor::core_runtime::OpError;
use tfrt_executor::tensor::Dims;

use crate::ops::arrays::strided::row_major;
use crate::ops::memory::room;

/// The windows of a tensor along one of its dimensions.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The size of the tensor.
    dim: i64,
    /// The number of windows.
    places: i64,
    /// The number of elements of a window.
    window: i64,
    /// How far windows are apart.
    stride: i64,
    /// How far elements of the tensor are apart.
    base: i64,
    /// How far elements of a window are apart.
    dilation: i64,
    /// The padding before the tensor; elements are left out if it is negative.
    low: i64,
}

impl Line {
    /// The place in the tensor of an element of a window; `None` in padding and holes.
    #[inline]
    fn position(&self, place: i64, element: i64) -> Option<i64> {
        let at = place * self.stride + element * self.dilation - self.low;
        if self.base == 1 {
            return (0..self.dim).contains(&at).then_some(at);
        }
        (at >= 0 && at % self.base == 0 && at / self.base < self.dim).then(|| at / self.base)
    }

    /// The places in the tensor of a window's elements, in order. The steps are as many as the window or the tensor has elements, whichever are
    /// fewer: most of a large window may be padding.
    fn positions(&self, place: i64) -> impl Iterator<Item = i64> + use<> {
        let line = *self;
        let is_short = line.window <= line.dim;
        (0..line.window.min(line.dim)).filter_map(move |i| match is_short {
            true => line.position(place, i),
            false => line.is_in_window(place, i).then_some(i),
        })
    }

    /// Whether an element of the tensor is one of a window.
    fn is_in_window(&self, place: i64, position: i64) -> bool {
        let at = position * self.base + self.low - place * self.stride;
        at >= 0 && at % self.dilation == 0 && at / self.dilation < self.window
    }

    /// Whether each element is a window.
    fn is_whole(&self) -> bool {
        self.window == 1
            && self.places == self.dim
            && (self.dim <= 1 || self.stride == self.base)
            && (0..self.dim.min(1)).all(|place| self.position(place, 0) == Some(place))
    }

    /// The windows among these that have an element of this number, where elements are not apart.
    fn range(&self, element: i64, among: &Range<i64>) -> Range<i64> {
        let before = self.low.saturating_sub(element.saturating_mul(self.dilation));
        // The first window whose element is not before the tensor, and the first one whose element is behind it. Strides may be as large as numbers
        // can be.
        let first = |from: i64| from.div_euclid(self.stride) + i64::from(from.rem_euclid(self.stride) != 0);
        let (start, end) = (first(before), first(before.saturating_add(self.dim)));
        let start = start.clamp(among.start, among.end);
        start..end.clamp(start, among.end)
    }
}

/// Elements of windows of a line that are combined at once: the first one's place in the result, their number, and where they are in the tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Where the results are, from that of the line's first window on.
    pub to: usize,
    /// The place of the first element in the tensor.
    pub from: usize,
    /// How many runs there are.
    pub count: usize,
    /// How far runs are apart in the tensor; in the result they follow each other.
    pub apart: usize,
}

/// Elements of windows that are visited though they may be padding, besides as many as the tensor has.
const PADDING: i64 = 32;

/// Elements of a window at most where each is visited, those in padding included.
const MOST_VISITED: usize = 1 << 31;

/// The windows of a tensor, one for each place.
pub(super) struct Windows {
    lines: Vec<Line>,
    /// The steps of the tensor's dimensions.
    steps: Dims,
    /// The dimensions before those at the end of which each element is a window.
    outer: usize,
    /// The elements of a tensor.
    elements: usize,
}

impl Windows {
    /// From the tensor's dimensions and attributes that were checked: padding, strides and dilations of the tensor and of windows.
    pub(super) fn new(
        dims: &[i64],
        places: &[i64],
        window: &[i64],
        padding: &[i64],
        [strides, base, dilation]: [&[i64]; 3],
    ) -> Windows {
        let line = |axis: usize| Line {
            dim: dims[axis],
            places: places[axis],
            window: window[axis],
            stride: strides[axis],
            base: base[axis],
            dilation: dilation[axis],
            low: padding[2 * axis],
        };
        let lines: Vec<Line> = (0..dims.len()).map(line).collect();
        let outer = lines.iter().rposition(|line| !line.is_whole()).map_or(0, |axis| axis + 1);
        let elements = dims.iter().map(|&dim| dim as usize).product();
        Windows { lines, steps: row_major(dims), outer, elements }
    }

    /// The elements of a window.
    pub(super) fn size(&self) -> usize {
        self.lines.iter().fold(1, |size, line| size.saturating_mul(line.window.max(0) as usize))
    }

    /// Checks that all elements of a window can be visited, those in padding included.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn check_visits(&self) -> Result<(), OpError> {
        match self.size() {
            ..=MOST_VISITED => Ok(()),
            size => {
                Err(format!("windows of {size} elements are too large for a region that is run on each")
                    .into())
            }
        }
    }

    /// Elements next to each other whose windows are next to each other.
    pub(super) fn inner(&self) -> usize {
        self.lines[self.outer..].iter().map(|line| line.places as usize).product()
    }

    /// The place in the tensor of an element of a window, if there is one.
    pub(super) fn place(&self, window: &[i64], element: &[i64]) -> Option<usize> {
        let places = self.lines.iter().zip(window).zip(element).zip(&self.steps);
        let mut all = 0;
        for (((line, &window), &element), step) in places {
            all += line.position(window, element)? * step;
        }
        Some(all as usize)
    }

    /// Calls `f` with the first element of each run of [`Self::inner`] elements of these windows, in the order of the window.
    pub(super) fn for_each(
        &self,
        windows: Range<usize>,
        f: &mut dyn FnMut(usize, &[usize]),
    ) -> Result<(), OpError> {
        let most = self.size().min(self.elements).max(1);
        let (mut all, mut next) = (room(most)?, room(most)?);
        for number in windows {
            let mut rest = number;
            let mut at: Dims = (0..self.outer).map(|_| 0).collect();
            for (at, line) in at.iter_mut().zip(&self.lines).rev() {
                *at = (rest % line.places as usize) as i64;
                rest /= line.places as usize;
            }
            all.clear();
            all.push(0);
            for ((line, &at), step) in self.lines.iter().zip(&at).zip(&self.steps) {
                // Most dimensions have one position, which moves all places.
                if line.window == 1 {
                    match line.position(at, 0) {
                        Some(position) => {
                            all.iter_mut().for_each(|place| *place += (position * step) as usize);
                        }
                        None => all.clear(),
                    }
                    continue;
                }
                next.clear();
                for &start in &all {
                    next.extend(line.positions(at).map(|position| start + (position * step) as usize));
                }
                std::mem::swap(&mut all, &mut next);
            }
            f(number, &all);
        }
        Ok(())
    }

    /// The windows of a line: of the last dimension in which windows are not elements.
    pub(super) fn line(&self) -> usize {
        self.last().map_or(1, |(line, _)| line.places as usize)
    }

    /// That dimension, and the step of the tensor in it.
    fn last(&self) -> Option<(&Line, usize)> {
        let axis = self.outer.checked_sub(1)?;
        Some((&self.lines[axis], self.steps[axis] as usize))
    }

    /// Calls `f` with the rows of elements of windows of one line, in the order of the windows' elements: runs of [`Self::inner`] elements for
    /// each window that has an element of the number. `starts` is memory that calls share.
    pub(super) fn for_rows(
        &self,
        number: usize,
        windows: Range<usize>,
        starts: &mut Vec<usize>,
        f: &mut dyn FnMut(Row),
    ) {
        let Some((line, step)) = self.last() else {
            return f(Row { to: 0, from: 0, count: windows.len(), apart: 0 });
        };
        let (inner, among) = (self.inner(), windows.start as i64..windows.end as i64);
        self.starts(number, starts);
        let apart = (line.stride as usize).saturating_mul(step);
        // Of windows that are much larger than the tensor, most elements are padding.
        let is_dense = line.base == 1 && line.window / 2 <= line.dim.saturating_add(PADDING);
        for &start in &*starts {
            let mut row = |window: i64, position: i64, count: i64| {
                let (to, from) = ((window - among.start) as usize * inner, start + position as usize * step);
                f(Row { to, from, count: count as usize, apart });
            };
            if !is_dense {
                for window in among.clone() {
                    line.positions(window).for_each(|position| row(window, position, 1));
                }
                continue;
            }
            for element in 0..line.window {
                let range = line.range(element, &among);
                if range.start < range.end
                    && let Some(position) = line.position(range.start, element)
                {
                    row(range.start, position, range.end - range.start);
                }
            }
        }
    }

    /// The places at which the lines of the tensor begin that windows of a line reach, in the order of the windows' elements.
    fn starts(&self, number: usize, starts: &mut Vec<usize>) {
        starts.clear();
        starts.push(0);
        // From the last dimension on: those before it count more.
        let mut rest = number;
        for (line, &step) in self.lines[..self.outer - 1].iter().zip(&self.steps).rev() {
            let at = (rest % line.places as usize) as i64;
            rest /= line.places as usize;
            if line.window == 1 {
                match line.position(at, 0) {
                    Some(position) => {
                        starts.iter_mut().for_each(|start| *start += (position * step) as usize)
                    }
                    None => starts.clear(),
                }
                continue;
            }
            let known = starts.len();
            for position in line.positions(at) {
                let moved = (position * step) as usize;
                starts.extend_from_within(..known);
                let last = starts.len() - known;
                starts[last..].iter_mut().for_each(|start| *start += moved);
            }
            starts.drain(..known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of lines, whatever their blocks, have the elements that windows have one after the other, in the same order.
    #[test]
    fn lines_have_the_elements_of_their_windows() {
        let mut tried = 0;
        for (dims, axis_windows) in [([3, 7, 2], [1, 3, 1]), ([2, 5, 4], [2, 2, 3]), ([1, 9, 1], [1, 4, 1])] {
            for stride in 1..4 {
                for base in 1..3 {
                    for dilation in 1..3 {
                        for low in -1..3 {
                            tried += 1;
                            let of =
                                |axis: usize, value: i64| if axis_windows[axis] == 1 { 1 } else { value };
                            let all = |value: i64| [of(0, value), of(1, value), of(2, value)];
                            let padding: Vec<i64> = (0..3)
                                .flat_map(|axis| [if axis_windows[axis] == 1 { 0 } else { low }, 1])
                                .collect();
                            let (strides, bases, dilations) = (all(stride), all(base), all(dilation));
                            let places = |axis: usize| match axis_windows[axis] {
                                1 => dims[axis],
                                window => {
                                    let size = (dims[axis] - 1) * base + 1 + low + 1;
                                    let reach = (window - 1) * dilation + 1;
                                    if size < reach { 0 } else { (size - reach) / stride + 1 }
                                }
                            };
                            let places = [places(0), places(1), places(2)];
                            let windows = Windows::new(
                                &dims,
                                &places,
                                &axis_windows,
                                &padding,
                                [&strides, &bases, &dilations],
                            );
                            check(&windows, places.iter().product::<i64>() as usize);
                        }
                    }
                }
            }
        }
        assert_eq!(tried, 3 * 3 * 2 * 2 * 4);
    }

    /// Windows that are mostly padding are walked in as many steps as the tensor has elements.
    #[test]
    fn padding_takes_no_steps() {
        const WIDE: i64 = 1 << 40;
        for base in [1, 3] {
            let size = 2 * base + 1;
            let padding = [WIDE, WIDE];
            let window = [2 * WIDE + size - 1];
            let windows = Windows::new(&[3], &[2], &window, &padding, [&[1], &[base], &[1]]);
            check(&windows, 2);
            assert!(windows.check_visits().is_err());
        }
    }

    fn check(windows: &Windows, count: usize) {
        let (inner, line) = (windows.inner(), windows.line());
        let mut expected = vec![Vec::new(); count];
        windows
            .for_each(0..count / inner.max(1), &mut |number, places| {
                for i in 0..inner {
                    expected[number * inner + i] = places.iter().map(|place| place + i).collect();
                }
            })
            .unwrap();
        for block in [1, 3, 100] {
            let mut got = vec![Vec::new(); count];
            for number in 0..count / (inner * line).max(1) {
                for start in (0..line).step_by(block) {
                    windows.for_rows(number, start..line.min(start + block), &mut Vec::new(), &mut |row| {
                        let to = (number * line + start) * inner + row.to;
                        for i in 0..row.count {
                            for j in 0..inner {
                                got[to + i * inner + j].push(row.from + i * row.apart + j);
                            }
                        }
                    });
                }
            }
            assert_eq!(got, expected);
        }
    }
}
