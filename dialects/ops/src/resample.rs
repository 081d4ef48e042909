//! Positions in an axis that is resized, as ONNX's `Resize` defines them.
//!
//! The compiler uses this where sizes are constants, the kernel of `onnx.Resize` where they are not.

/// The mapping of positions in the result to positions in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// Centres of elements are at halves.
    HalfPixel,
    /// As `HalfPixel`, around the centre of an axis whose exact size is not an integer.
    HalfPixelSymmetric,
    /// As `HalfPixel`; one element is at the beginning.
    PytorchHalfPixel,
    /// First and last elements are those of the input.
    AlignCorners,
    /// Elements are at integers.
    Asymmetric,
    /// A region of the input, whose first and last elements are its borders.
    Region,
    /// As `HalfPixel`, half an element further: where that is rounded down, the nearest elements are those under the centres.
    HalfPixelDown,
}

/// One axis that is resized.
#[derive(Clone, Copy, Debug)]
pub struct ResizedAxis {
    /// Elements of the input.
    pub size: i64,
    /// Elements of the result.
    pub target: i64,
    /// Elements of the result for one of the input.
    pub scale: f64,
    /// The region of the input from 0 to 1, for [`Positions::Region`].
    pub region: [f64; 2],
}

impl Positions {
    /// ONNX's names.
    const NAMES: [(&'static str, Positions); 7] = [
        ("half_pixel", Positions::HalfPixel),
        ("half_pixel_symmetric", Positions::HalfPixelSymmetric),
        ("pytorch_half_pixel", Positions::PytorchHalfPixel),
        ("align_corners", Positions::AlignCorners),
        ("asymmetric", Positions::Asymmetric),
        ("tf_crop_and_resize", Positions::Region),
        ("tf_half_pixel_for_nn", Positions::HalfPixelDown),
    ];

    /// By ONNX's name.
    #[must_use]
    pub fn named(name: &str) -> Option<Positions> {
        Positions::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, positions)| positions)
    }

    /// ONNX's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Positions::NAMES.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    /// Where an element of the result is in the input.
    #[must_use]
    pub fn place(self, to: i64, axis: &ResizedAxis) -> f64 {
        let (to, size, scale) = (to as f64, axis.size as f64, axis.scale);
        match self {
            Positions::HalfPixel => (to + 0.5) / scale - 0.5,
            Positions::HalfPixelSymmetric => {
                let adjustment = axis.target as f64 / (size * scale);
                size / 2.0 * (1.0 - adjustment) + (to + 0.5) / scale - 0.5
            }
            Positions::PytorchHalfPixel if axis.target > 1 => (to + 0.5) / scale - 0.5,
            Positions::PytorchHalfPixel => 0.0,
            Positions::AlignCorners if size * scale == 1.0 => 0.0,
            Positions::AlignCorners => to * (size - 1.0) / (size * scale - 1.0),
            Positions::Asymmetric => to / scale,
            Positions::HalfPixelDown => (to + 0.5) / scale,
            Positions::Region => {
                let [start, end] = axis.region;
                if axis.target > 1 {
                    start * (size - 1.0) + to * (end - start) * (size - 1.0) / (axis.target - 1) as f64
                } else {
                    0.5 * (start + end) * (size - 1.0)
                }
            }
        }
    }
}

/// Which element is the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// Of two, the one before.
    PreferFloor,
    /// Of two, the one behind.
    PreferCeil,
    /// The one before.
    Floor,
    /// The one behind.
    Ceil,
}

impl Nearest {
    /// ONNX's names.
    const NAMES: [(&'static str, Nearest); 4] = [
        ("round_prefer_floor", Nearest::PreferFloor),
        ("round_prefer_ceil", Nearest::PreferCeil),
        ("floor", Nearest::Floor),
        ("ceil", Nearest::Ceil),
    ];

    /// By ONNX's name.
    #[must_use]
    pub fn named(name: &str) -> Option<Nearest> {
        Nearest::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, nearest)| nearest)
    }

    /// ONNX's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Nearest::NAMES.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    /// The element nearest to a position, in an axis of a size.
    #[must_use]
    pub fn of(self, at: f64, size: i64) -> i64 {
        let at = match self {
            Nearest::PreferFloor if at == at.floor() + 0.5 => at.floor(),
            Nearest::PreferFloor | Nearest::PreferCeil => (at + 0.5).floor(),
            Nearest::Floor => at.floor(),
            Nearest::Ceil => at.ceil(),
        };
        (at as i64).clamp(0, (size - 1).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_size_keeps_places() {
        let axis = ResizedAxis { size: 5, target: 5, scale: 1.0, region: [0.0, 1.0] };
        for (name, positions) in Positions::NAMES {
            assert_eq!((Positions::named(name), positions.name()), (Some(positions), name));
            let (shift, rules) = match positions {
                Positions::HalfPixelDown => (0.5, ["floor", "round_prefer_floor"]),
                _ => (0.0, ["round_prefer_ceil", "round_prefer_floor"]),
            };
            for to in 0..5 {
                let at = positions.place(to, &axis);
                assert!((at - shift - to as f64).abs() < 1e-12, "{positions:?} {to} {at}");
                for nearest in rules {
                    assert_eq!(Nearest::named(nearest).unwrap().of(at, 5), to);
                }
            }
        }
    }

    #[test]
    fn halves_are_rounded_as_asked() {
        let of = |name: &str, at: f64| Nearest::named(name).unwrap().of(at, 10);
        assert_eq!((of("round_prefer_floor", 2.5), of("round_prefer_ceil", 2.5)), (2, 3));
        assert_eq!((of("floor", 2.9), of("ceil", 2.1), of("ceil", 9.5)), (2, 3, 9));
    }
}
