//! From blocks to pixels: upsampling of each component, and conversion of colours.

use super::transform::{block, factors};
use super::{Component, Decoded, Frame, Options, Transform, Wrong};

/// Samples of a component, row by row.
struct Plane {
    width: usize,
    height: usize,
    stride: usize,
    samples: Vec<u8>,
}

/// The meaning of a pixel's numbers.
#[derive(Clone, Copy, PartialEq)]
enum Space {
    Grey,
    Brightness,
    Colours,
    /// Four inks, the first three of them as brightness and chroma or not; what files of this kind hold is turned around.
    Inks {
        brightness: bool,
        around: bool,
    },
}

impl Space {
    fn of(frame: &Frame, adobe: Option<u8>, jfif: bool) -> Result<Space, Wrong> {
        let ids: Vec<u8> = frame.components.iter().map(|component| component.id).collect();
        Ok(match (ids.len(), adobe) {
            (1, _) => Space::Grey,
            (3, _) if jfif => Space::Brightness,
            (3, Some(0)) => Space::Colours,
            (3, Some(_)) => Space::Brightness,
            (3, None) if ids == *b"RGB" => Space::Colours,
            (3, None) => Space::Brightness,
            (4, adobe) => Space::Inks { brightness: adobe == Some(2), around: adobe.is_some() },
            (count, _) => return Err(format!("pictures of {count} components are not decoded")),
        })
    }
}

pub(super) fn picture(
    frame: &Frame,
    adobe: Option<u8>,
    jfif: bool,
    options: &Options,
) -> Result<Decoded, Wrong> {
    let size = 8 / options.ratio;
    let (height, whole) = (frame.height.div_ceil(options.ratio), frame.width.div_ceil(options.ratio));
    // What lies outside of the wanted units is as if it were not there, also for the interpolation of chroma.
    let unit = size * frame.most()[0];
    let [first, end] =
        options.columns.map_or([0, whole], |[first, end]| [first / unit * unit, end.min(whole)]);
    let width = end.saturating_sub(first);
    let space = Space::of(frame, adobe, jfif)?;
    let channels = match options.channels {
        0 if space == Space::Grey => 1,
        0 => 3,
        channels => channels,
    };
    // Of brightness and chroma, grey is the first.
    let wanted = if channels == 1 && matches!(space, Space::Grey | Space::Brightness) { 1 } else { 4 };
    // The planes in full size, on their way there, and the result.
    let bytes = height.saturating_mul(width.saturating_add(16)).saturating_mul(channels + 2 * wanted);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| "out of memory for the picture")?;
    let mut planes = Vec::new();
    for component in frame.components.iter().take(wanted) {
        planes.push(full_size(frame, component, size, [height, first, width], options)?);
    }
    let mut samples = vec![0; height * width * channels];
    let rows = samples.chunks_exact_mut(width * channels).enumerate();
    for (y, out) in rows {
        let row = |i: usize| &planes[i].samples[y * planes[i].stride..][..width];
        match (space, channels) {
            (Space::Grey | Space::Brightness, 1) => out.copy_from_slice(row(0)),
            (Space::Grey, _) => {
                out.as_chunks_mut::<3>().0.iter_mut().zip(row(0)).for_each(|(out, &grey)| *out = [grey; 3]);
            }
            (Space::Inks { brightness, around }, _) => {
                let (a, b, c, k) = (row(0), row(1), row(2), row(3));
                for (x, out) in out.chunks_exact_mut(channels).enumerate() {
                    let inks = match brightness {
                        true => rgb(a[x], b[x], c[x]).map(|value| 255 - value),
                        false => [a[x], b[x], c[x]],
                    };
                    let full = |x: u8| u32::from(if around { x } else { 255 - x });
                    put(out, inks.map(|ink| (full(ink) * full(k[x]) / 255) as u8));
                }
            }
            _ => {
                let (a, b, c) = (row(0), row(1), row(2));
                for (x, out) in out.chunks_exact_mut(channels).enumerate() {
                    let colours = match space {
                        Space::Brightness => rgb(a[x], b[x], c[x]),
                        _ => [a[x], b[x], c[x]],
                    };
                    put(out, colours);
                }
            }
        }
    }
    Ok(Decoded { first, height, width, channels, samples })
}

/// A pixel, or the grey that is as bright.
fn put(out: &mut [u8], colours: [u8; 3]) {
    match out {
        [grey] => {
            let [red, green, blue] = colours.map(u32::from);
            *grey = ((19595 * red + 38470 * green + 7471 * blue + 32768) >> 16) as u8;
        }
        out => out.copy_from_slice(&colours),
    }
}

/// The colours of brightness and chroma.
fn rgb(y: u8, cb: u8, cr: u8) -> [u8; 3] {
    const HALF: i32 = 1 << 15;
    let (y, cb, cr) = (i32::from(y), i32::from(cb) - 128, i32::from(cr) - 128);
    let red = y + ((91881 * cr + HALF) >> 16);
    let green = y + ((-22554 * cb - 46802 * cr + HALF) >> 16);
    let blue = y + ((116_130 * cb + HALF) >> 16);
    [red, green, blue].map(|x| x.clamp(0, 255) as u8)
}

/// The samples of a component, one for each pixel.
fn full_size(
    frame: &Frame,
    component: &Component,
    size: usize,
    [height, first, width]: [usize; 3],
    options: &Options,
) -> Result<Plane, Wrong> {
    let [across, down] = frame.most();
    // If fewer pixels are made, blocks of components that are stored at a lower resolution are scaled up
    // instead.
    let mut own = size;
    while own < 8
        && (across * size).is_multiple_of(component.across * own * 2)
        && (down * size).is_multiple_of(component.down * own * 2)
    {
        own *= 2;
    }
    let mut plane = samples(component, own, options.transform)?;
    if options.columns.is_some() {
        let [start, count] =
            [first * component.across * own / (across * size), width * component.across * own];
        plane.width = count.div_ceil(across * size);
        plane = part(&plane, start);
    } else {
        plane.width = (frame.width * component.across * own).div_ceil(8 * across);
    }
    plane.height = (frame.height * component.down * own).div_ceil(8 * down);
    let [wide, high] = [across * size, down * size];
    let [own_wide, own_high] = [component.across * own, component.down * own];
    if !wide.is_multiple_of(own_wide) || !high.is_multiple_of(own_high) {
        return Err(format!("a component sampled {own_wide} times for {wide} is not decoded"));
    }
    let (by_x, by_y) = (wide / own_wide, high / own_high);
    let fancy = options.fancy && size > 1;
    Ok(match (by_x, by_y) {
        (1, 1) => plane,
        (2, 1) if fancy && plane.width > 2 => twice_across(&plane),
        (2, 2) if fancy && plane.width > 2 => twice(&plane),
        (1, 2) if fancy => twice_down(&plane),
        _ => repeated(&plane, [by_x, by_y], [height, width]),
    })
}

/// The columns from one on, as many as the width says.
fn part(plane: &Plane, start: usize) -> Plane {
    let rows = plane.samples.chunks_exact(plane.stride.max(1));
    let samples = rows.flat_map(|row| &row[start..][..plane.width]).copied().collect();
    Plane { width: plane.width, height: plane.height, stride: plane.width, samples }
}

fn samples(component: &Component, size: usize, transform: Transform) -> Result<Plane, Wrong> {
    let table = component.quantization.as_ref().ok_or("a quantisation table is missing")?;
    let fast = transform == Transform::Fast && size == 8;
    let factors = factors(table, fast);
    let (stride, rows) = (component.stride * size, component.blocks.len() / component.stride.max(1));
    let mut made = vec![0; stride * rows * size];
    let mut out = [0; 64];
    for (at, coefficients) in component.blocks.iter().enumerate() {
        block(coefficients, &factors, size, fast, &mut out);
        let (x, y) = (at % component.stride * size, at / component.stride * size);
        for (row, from) in out.chunks_exact(size).take(size).enumerate() {
            made[(y + row) * stride + x..][..size].copy_from_slice(from);
        }
    }
    Ok(Plane { width: stride, height: rows * size, stride, samples: made })
}

fn repeated(plane: &Plane, [by_x, by_y]: [usize; 2], [height, width]: [usize; 2]) -> Plane {
    let mut samples = Vec::with_capacity(height * width);
    for y in 0..height {
        let row = &plane.samples[y / by_y * plane.stride..];
        samples.extend((0..width).map(|x| row[x / by_x]));
    }
    Plane { width, height, stride: width, samples }
}

/// Between two samples, three quarters of the nearer and one of the other.
fn twice_across(plane: &Plane) -> Plane {
    let width = plane.width;
    let mut samples = vec![0; 2 * width * plane.height];
    for (row, out) in plane.samples.chunks_exact(plane.stride).zip(samples.chunks_exact_mut(2 * width)) {
        let at = |x: usize| u32::from(row[x]);
        for x in 0..width {
            out[2 * x] = if x == 0 { row[0] } else { ((3 * at(x) + at(x - 1) + 1) >> 2) as u8 };
            out[2 * x + 1] = if x + 1 == width { row[x] } else { ((3 * at(x) + at(x + 1) + 2) >> 2) as u8 };
        }
    }
    Plane { width: 2 * width, height: plane.height, stride: 2 * width, samples }
}

/// The row that a row of twice as many is nearest to, and the other one that it lies between.
fn near_and_far(plane: &Plane, y: usize) -> (&[u8], &[u8]) {
    let near = y / 2;
    let far = if y.is_multiple_of(2) { near.saturating_sub(1) } else { (near + 1).min(plane.height - 1) };
    let row = |y: usize| &plane.samples[y * plane.stride..][..plane.width];
    (row(near), row(far))
}

fn twice_down(plane: &Plane) -> Plane {
    let mut samples = Vec::with_capacity(2 * plane.height * plane.width);
    for y in 0..2 * plane.height {
        let (near, far) = near_and_far(plane, y);
        let bias = if y.is_multiple_of(2) { 1 } else { 2 };
        let mixed = |(&near, &far): (&u8, &u8)| ((3 * u32::from(near) + u32::from(far) + bias) >> 2) as u8;
        samples.extend(near.iter().zip(far).map(mixed));
    }
    Plane { width: plane.width, height: 2 * plane.height, stride: plane.width, samples }
}

fn twice(plane: &Plane) -> Plane {
    let width = plane.width;
    let mut samples = vec![0; 4 * width * plane.height];
    let mut sums = vec![0_u32; width];
    for (y, out) in samples.chunks_exact_mut(2 * width).enumerate() {
        let (near, far) = near_and_far(plane, y);
        for ((sum, &near), &far) in sums.iter_mut().zip(near).zip(far) {
            *sum = 3 * u32::from(near) + u32::from(far);
        }
        for x in 0..width {
            let own = sums[x];
            out[2 * x] = match x.checked_sub(1) {
                None => ((own * 4 + 8) >> 4) as u8,
                Some(before) => ((own * 3 + sums[before] + 8) >> 4) as u8,
            };
            out[2 * x + 1] = match sums.get(x + 1) {
                None => ((own * 4 + 7) >> 4) as u8,
                Some(next) => ((own * 3 + next + 7) >> 4) as u8,
            };
        }
    }
    Plane { width: 2 * width, height: 2 * plane.height, stride: 2 * width, samples }
}
