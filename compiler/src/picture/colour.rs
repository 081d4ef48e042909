//! Colours in the notation that every renderer reads, `#rrggbb`.

/// A colour, by its parts red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Colour([u8; 3]);

impl Colour {
    /// That of boxes that are no kernels.
    pub(super) const NONE: Colour = Colour([0xee, 0xee, 0xee]);
    /// That of boxes that stand for a whole name scope.
    pub(super) const SCOPE: Colour = Colour([0xdd, 0xe6, 0xf2]);

    /// That of a stream; streams whose numbers are neighbours have hues far apart.
    pub(super) fn of_stream(stream: u32) -> Colour {
        Colour::of_hue((u64::from(stream) * 137 % 360) as u32)
    }

    /// That of an op, the same in every picture.
    pub(super) fn of_name(name: &str) -> Colour {
        // FNV-1a: the same on every machine.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        Colour::of_hue((hash % 360) as u32)
    }

    /// A light colour of a hue in degrees: saturation 0.6, lightness 0.84.
    fn of_hue(hue: u32) -> Colour {
        const CHROMA: f64 = (1.0 - (2.0 * 0.84_f64 - 1.0)) * 0.6;
        const LEAST: f64 = 0.84 - CHROMA / 2.0;
        let sector = f64::from(hue % 360) / 60.0;
        let second = CHROMA * (1.0 - (sector % 2.0 - 1.0).abs());
        let (red, green, blue) = match sector as u32 {
            0 => (CHROMA, second, 0.0),
            1 => (second, CHROMA, 0.0),
            2 => (0.0, CHROMA, second),
            3 => (0.0, second, CHROMA),
            4 => (second, 0.0, CHROMA),
            _ => (CHROMA, 0.0, second),
        };
        // Parts are between 0 and 1.
        Colour([red, green, blue].map(|part| ((part + LEAST) * 255.0).round() as u8))
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_are_colours() {
        assert_eq!(Colour::of_hue(0).to_string(), "#efbebe");
        assert_eq!(Colour::of_hue(120).to_string(), "#beefbe");
        assert_eq!(Colour::of_hue(240).to_string(), "#bebeef");
        assert_eq!(Colour::of_hue(60).to_string(), "#efefbe");
    }

    #[test]
    fn neighbouring_streams_differ_in_colour() {
        for stream in 0..100 {
            let (Colour(a), Colour(b)) = (Colour::of_stream(stream), Colour::of_stream(stream + 1));
            let difference: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
            assert!(difference > 40, "{a:?} {b:?}");
        }
    }
}
