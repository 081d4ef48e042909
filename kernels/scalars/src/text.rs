//! The text that kernels print: numbers as C's `printf` formats them, and a `printf` for one integer.
//!
//! The printed lines are compared byte for byte with those of other TFRT programs, so the forms follow C. Rust
//! rounds the exact decimal value half to even, as C does. The exponent form is `tfrt_executor::tensor::Exponent`.

use std::fmt::Write as _;

use tfrt_ops::shapes::TextFormat;

/// `printf("%f")`: six decimals, `inf`, `nan`, with the sign of a NaN kept.
pub fn fixed(value: f64) -> String {
    if value.is_nan() {
        return sign_of(value, "nan");
    }
    if value.is_infinite() {
        return sign_of(value, "inf");
    }
    format!("{value:.6}")
}

fn sign_of(value: f64, word: &str) -> String {
    if value.is_sign_negative() { format!("-{word}") } else { word.to_owned() }
}

/// The parts of a conversion such as `%-05d`, without its letter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    /// The least number of bytes.
    width: usize,
    /// Digits after the point; significant ones for [`Notation::Shortest`].
    precision: Option<usize>,
}

/// The notations of `printf` for a floating-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `%f`
    Fixed,
    /// `%e`
    Scientific,
    /// `%g`
    Shortest,
}

impl Conversion {
    /// Without flags.
    pub fn new(width: usize, precision: Option<usize>) -> Conversion {
        Conversion { width, precision, ..Conversion::default() }
    }

    /// Adds one of the flags `-+ #0`; says whether it is one.
    pub fn set_flag(&mut self, flag: u8) -> bool {
        match flag {
            b'-' => self.left = true,
            b'+' => self.plus = true,
            b' ' => self.space = true,
            b'#' => self.alternate = true,
            b'0' => self.zero = true,
            _ => return false,
        }
        true
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// `%f`, `%e` or `%g` of a number.
    pub fn float(&self, notation: Notation, value: f64) -> Vec<u8> {
        let mut out = Vec::new();
        let sign = self.sign(value.is_sign_negative());
        if !value.is_finite() {
            let word = if value.is_nan() { "nan" } else { "inf" };
            pad(&mut out, self, sign.as_bytes(), word.as_bytes(), false);
            return out;
        }
        let precision = self.precision.unwrap_or(6);
        let digits = match notation {
            Notation::Fixed => self.fixed(value.abs(), precision),
            Notation::Scientific => self.scientific(value.abs(), precision),
            Notation::Shortest => self.shortest(value.abs(), precision.max(1)),
        };
        pad(&mut out, self, sign.as_bytes(), digits.as_bytes(), self.zero && !self.left);
        out
    }

    fn fixed(&self, value: f64, precision: usize) -> String {
        let point = if self.alternate && precision == 0 { "." } else { "" };
        format!("{value:.precision$}{point}")
    }

    fn scientific(&self, value: f64, precision: usize) -> String {
        let (mantissa, exponent) = split_exponent(value, precision);
        let point = if self.alternate && precision == 0 { "." } else { "" };
        format!("{mantissa}{point}{}", exponent_text(exponent))
    }

    fn shortest(&self, value: f64, significant: usize) -> String {
        let (mantissa, exponent) = split_exponent(value, significant - 1);
        let fits = exponent >= -4 && exponent < significant as i64;
        let mut digits =
            if fits { self.fixed(value, (significant as i64 - 1 - exponent) as usize) } else { mantissa };
        if !self.alternate && digits.contains('.') {
            digits.truncate(digits.trim_end_matches('0').trim_end_matches('.').len());
        }
        if !fits {
            digits.push_str(&exponent_text(exponent));
        }
        digits
    }

    /// `%d` of a number.
    pub fn integer(&self, value: i128) -> Vec<u8> {
        let mut out = Vec::new();
        let digits = value.unsigned_abs().to_string();
        let precision = self.precision.unwrap_or(0);
        pad(
            &mut out,
            self,
            self.sign(value < 0).as_bytes(),
            format!("{digits:0>precision$}").as_bytes(),
            self.zero && !self.left,
        );
        out
    }

    /// `%s` of a text, whole.
    pub fn text(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        pad(&mut out, self, b"", text, false);
        out
    }
}

/// A number as digits with one before the point, and a decimal exponent.
fn split_exponent(value: f64, precision: usize) -> (String, i64) {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

fn exponent_text(exponent: i64) -> String {
    format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// `printf(format, value)` with its one `int` argument: `%d %i %u %o %x %X %c` with flags, width and precision, and `%%`.
///
/// # Errors
/// A conversion that is unknown or would need a second argument, named by its letter.
pub fn format_integer(format: &[u8], value: i32) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(format.len() + 16);
    let mut rest = format.iter().copied().peekable();
    let mut used = false;
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        if rest.next_if_eq(&b'%').is_some() {
            out.push(b'%');
            continue;
        }
        let mut conversion = Conversion::default();
        while rest.peek().is_some_and(|&flag| conversion.set_flag(flag)) {
            rest.next();
        }
        let mut digits = |limit: usize| -> Result<usize, String> {
            let mut number = 0_usize;
            while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
                number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            }
            if number > limit {
                Err(format!("field width {number} in format string is too large"))
            } else {
                Ok(number)
            }
        };
        conversion.width = digits(TextFormat::MAX_WIDTH)?;
        if rest.next_if_eq(&b'.').is_some() {
            let mut number = 0_usize;
            while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
                number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            }
            conversion.precision = Some(number.min(TextFormat::MAX_WIDTH));
        }
        while rest.next_if(|byte| b"hljzt".contains(byte)).is_some() {}
        let letter = rest.next().ok_or("format string ends inside a conversion")?;
        if used {
            return Err("format string has more than one conversion".to_owned());
        }
        used = true;
        convert(&mut out, &conversion, letter, value)?;
    }
    Ok(out)
}

fn convert(out: &mut Vec<u8>, conversion: &Conversion, letter: u8, value: i32) -> Result<(), String> {
    let unsigned = value.cast_unsigned();
    let mut prefix = String::new();
    let mut digits = match letter {
        b'd' | b'i' => {
            prefix.push_str(conversion.sign(value < 0));
            value.unsigned_abs().to_string()
        }
        b'u' => unsigned.to_string(),
        b'o' => {
            let digits = format!("{unsigned:o}");
            if conversion.alternate && !digits.starts_with('0') { format!("0{digits}") } else { digits }
        }
        b'x' | b'X' => {
            if conversion.alternate && unsigned != 0 {
                prefix.push('0');
                prefix.push(char::from(letter));
            }
            if letter == b'x' { format!("{unsigned:x}") } else { format!("{unsigned:X}") }
        }
        b'c' => {
            // The argument is converted to `unsigned char`: its low byte.
            pad(out, conversion, b"", &[unsigned.to_le_bytes()[0]], false);
            return Ok(());
        }
        other => {
            return Err(format!(
                "conversion '%{}' in format string does not take an integer",
                char::from(other)
            ));
        }
    };
    if let Some(precision) = conversion.precision {
        if precision == 0 && value == 0 {
            digits.clear();
        }
        let mut padded = String::new();
        for _ in digits.len()..precision {
            padded.push('0');
        }
        let _ = write!(padded, "{digits}");
        digits = padded;
    }
    let zero = conversion.zero && !conversion.left && conversion.precision.is_none();
    pad(out, conversion, prefix.as_bytes(), digits.as_bytes(), zero);
    Ok(())
}

fn pad(out: &mut Vec<u8>, conversion: &Conversion, prefix: &[u8], body: &[u8], zero: bool) {
    let fill = conversion.width.saturating_sub(prefix.len() + body.len());
    if !conversion.left && !zero {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(prefix);
    if zero {
        out.resize(out.len() + fill, b'0');
    }
    out.extend_from_slice(body);
    if conversion.left {
        out.resize(out.len() + fill, b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_has_six_decimals_and_rounds_exact_ties_to_even() {
        let texts = [1.5, -123_456.789, 1e-30, -0.0, 1e22, 0.007_812_5, 0.023_437_5].map(fixed);
        assert_eq!(
            texts,
            [
                "1.500000",
                "-123456.789000",
                "0.000000",
                "-0.000000",
                "10000000000000000000000.000000",
                "0.007812",
                "0.023438"
            ]
        );
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY, f64::NAN].map(fixed), ["inf", "-inf", "nan"]);
    }

    #[test]
    fn integers_are_formatted_as_printf_does() {
        let cases: [(&str, i32, &str); 12] = [
            ("<%05d>", -42, "<-0042>"),
            ("%d", i32::MIN, "-2147483648"),
            ("%-6dx", 7, "7     x"),
            ("%+d", 7, "+7"),
            ("% d", 7, " 7"),
            ("%.3d", 7, "007"),
            ("%8.3d|", -7, "    -007|"),
            ("%u", -1, "4294967295"),
            ("%#x %%", 255, "0xff %"),
            ("%#o", 8, "010"),
            ("%3c", 65, "  A"),
            ("none", 1, "none"),
        ];
        for (format, value, expected) in cases {
            let text = format_integer(format.as_bytes(), value)
                .map(|text| String::from_utf8_lossy(&text).into_owned());
            assert_eq!(text.as_deref(), Ok(expected), "{format}");
        }
    }

    #[test]
    fn floats_are_formatted_as_printf_does() {
        use Notation::{Fixed, Scientific, Shortest};
        type Case = (&'static str, usize, Option<usize>, Notation, f64, &'static str);
        let cases: [Case; 19] = [
            ("", 0, None, Fixed, 1e-7, "0.000000"),
            ("0", 12, None, Fixed, 3.25, "00003.250000"),
            ("0", 12, None, Fixed, f64::NEG_INFINITY, "        -inf"),
            ("-", 12, None, Shortest, -0.0, "-0          "),
            ("+", 0, Some(1), Fixed, 0.25, "+0.2"),
            (" ", 0, Some(0), Fixed, 2.5, " 2"),
            ("#", 0, Some(0), Fixed, 2.5, "2."),
            ("#", 0, Some(0), Scientific, 2.5, "2.e+00"),
            ("", 14, Some(3), Scientific, 1e-300, "    1.000e-300"),
            ("", 0, None, Shortest, 2.71825, "2.71825"),
            ("", 0, None, Shortest, 1e20, "1e+20"),
            ("", 0, None, Shortest, 123_456_789.0, "1.23457e+08"),
            ("", 0, None, Shortest, 999_999.5, "1e+06"),
            ("", 0, None, Shortest, 100_000.0, "100000"),
            ("", 0, None, Shortest, 1e-4, "0.0001"),
            ("", 0, None, Shortest, 1e-5, "1e-05"),
            ("", 0, Some(20), Shortest, 3.3, "3.2999999999999998224"),
            ("#", 0, Some(3), Shortest, 1.0, "1.00"),
            ("+", 0, None, Shortest, f64::NAN, "+nan"),
        ];
        for (flags, width, precision, notation, value, expected) in cases {
            let mut conversion = Conversion::new(width, precision);
            assert!(flags.bytes().all(|flag| conversion.set_flag(flag)));
            assert_eq!(String::from_utf8_lossy(&conversion.float(notation, value)), expected, "{value}");
        }
    }

    #[test]
    fn formats_that_need_another_argument_are_refused() {
        for format in ["%s", "%d %d", "%", "%*d", "%99999999999d", "%f"] {
            assert!(format_integer(format.as_bytes(), 1).is_err(), "{format}");
        }
    }
}
