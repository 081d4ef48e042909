//! The largest integers of 8 bits under the windows of images.
//!
//! The rows of the image under a row of windows are compared first, whole lines at once, then the pixels of the line that is left.

#![expect(
    unsafe_code,
    reason = "functions are compiled for several instruction sets, and tasks write lines by address"
)]

use std::ops::Range;

use tfrt_ops::window::Window;

use crate::cpu::multiversioned;
use crate::depthwise::Depthwise;
use crate::split::Split;
use crate::tile::Shared;

/// Elements of results that a task makes, but for what makes it whole lines.
const TASK: usize = 1 << 14;

/// The largest byte under each window, for each channel, of images with channels last; bytes have a sign or not. Says whether it did: there may be no
/// memory. A window without an element of the image gives the lowest number.
///
/// # Panics
/// When a slice has not the size that the geometry says: a mistake of the caller.
pub fn largest_bytes(
    geometry: &Depthwise,
    are_signed: bool,
    input: &[u8],
    out: &mut [u8],
    split: Split<'_>,
) -> bool {
    let &Depthwise { batch, rows, columns, channels } = geometry;
    let size = |sizes: [usize; 4]| sizes.iter().try_fold(1usize, |all, &size| all.checked_mul(size));
    assert_eq!(Some(input.len()), size([batch, rows.input, columns.input, channels]), "the input's shape");
    assert_eq!(Some(out.len()), size([batch, rows.output, columns.output, channels]), "the output's shape");
    if out.is_empty() {
        return true;
    }
    let (width, made) = (columns.input * channels, columns.output * channels);
    let (lines, at_once) = (batch * rows.output, (TASK / made).max(1));
    let tasks = lines.div_ceil(at_once);
    let words = width.div_ceil(size_of::<f32>());
    let Some(mut room) = split.scratch(tasks * words) else { return false };
    let room = Shared(room.values_mut().as_mut_ptr());
    let out = Shared(out.as_mut_ptr().cast());
    split.run(tasks, &|begin, end| {
        for task in begin..end {
            // SAFETY: there is room for each task, and a task is run once.
            let room = unsafe { std::slice::from_raw_parts_mut(room.at(task * words).cast::<u8>(), width) };
            for line in task * at_once..lines.min((task + 1) * at_once) {
                let image = &input[line / rows.output * rows.input * width..][..rows.input * width];
                // SAFETY: the result has these lines, and each is one task's.
                let out =
                    unsafe { std::slice::from_raw_parts_mut(out.at(0).cast::<u8>().add(line * made), made) };
                let under = rows.range(line % rows.output);
                largest_of_line(image, under, columns, channels, u8::from(are_signed) << 7, room, out);
            }
        }
    });
    true
}

multiversioned! {
    /// The largest under the windows of a row: of these lines of the image, with the room of one. Bytes are compared without a sign, after this change of
    /// theirs.
    fn largest_of_line(
        image: &[u8],
        lines: Range<usize>,
        columns: Window,
        channels: usize,
        change: u8,
        room: &mut [u8],
        out: &mut [u8],
    ) {
        let width = room.len();
        // The lowest number.
        if lines.is_empty() {
            return out.fill(change);
        }
        room.copy_from_slice(&image[lines.start * width..][..width]);
        for line in lines.skip(1) {
            larger(room, &image[line * width..][..width], change);
        }
        for column in 0..columns.output {
            let out = &mut out[column * channels..][..channels];
            let range = columns.range(column);
            if range.is_empty() {
                out.fill(change);
                continue;
            }
            out.copy_from_slice(&room[range.start * channels..][..channels]);
            for x in range.skip(1) {
                larger(out, &room[x * channels..][..channels], change);
            }
        }
    }
}

/// The larger of each two bytes.
#[inline(always)]
fn larger(to: &mut [u8], from: &[u8], change: u8) {
    let count = to.len().min(from.len());
    let (to, from) = (&mut to[..count], &from[..count]);
    for i in 0..count {
        to[i] = (to[i] ^ change).max(from[i] ^ change) ^ change;
    }
}

#[cfg(test)]
mod tests {
    use tfrt_ops::window::Padding;

    use super::*;
    use crate::split::tests::Backwards;

    #[test]
    fn the_largest_bytes_are_found() {
        for (size, window, stride, padding, channels) in [
            ([7, 9], [3, 2], [2, 1], Padding::Same, 5),
            ([6, 40], [2, 3], [2, 2], Padding::Valid, 64),
            ([5, 5], [5, 5], [1, 1], Padding::Same, 33),
            ([4, 3], [1, 1], [1, 2], Padding::Valid, 1),
        ] {
            let of =
                |axis: usize| Window::new(size[axis], window[axis], stride[axis], 1, padding, None).unwrap();
            let (rows, columns, batch) = (of(0), of(1), 2);
            let geometry = Depthwise { batch, rows, columns, channels };
            let line = size[1] * channels;
            let input: Vec<u8> =
                (0..batch * size[0] * line).map(|i| (i * i % 251 + i / 3 % 5) as u8).collect();
            for are_signed in [false, true] {
                let mut out = vec![0; batch * rows.output * columns.output * channels];
                assert!(largest_bytes(&geometry, are_signed, &input, &mut out, Backwards::default().split()));
                for (at, &found) in out.iter().enumerate() {
                    let (channel, pixel) = (at % channels, at / channels);
                    let (column, rest) = (pixel % columns.output, pixel / columns.output);
                    let (row, image) = (rest % rows.output, rest / rows.output);
                    let under = rows.range(row).flat_map(|y| columns.range(column).map(move |x| (y, x)));
                    let bytes =
                        under.map(|(y, x)| input[(image * size[0] + y) * line + x * channels + channel]);
                    let largest = match are_signed {
                        true => bytes.map(u8::cast_signed).max().map(i8::cast_unsigned),
                        false => bytes.max(),
                    };
                    assert_eq!(Some(found), largest, "{size:?} by {window:?} at {at}");
                }
            }
        }
    }
}
