//! Results as text: in the form of `--input` literals, as JSON and as CSV.
//!
//! All digits are written that tell a number from its neighbours, of halves too, so that [`parse_literal`](crate::array::parse_literal)
//! reads the same elements back. Strings are escaped: no byte of a program's strings reaches a terminal. The printing kernels of programs
//! have upstream's form instead, which is `Tensor::print`.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use tfrt_executor::tensor::{DType, Dims, StringHostTensor, Tensor};
use tfrt_executor::value::Value;

use crate::array::HostArray;
use crate::values::{tensor_of, to_array};

/// A tensor with more elements is cut on a terminal, unless the user asks for all of it.
const SHOWN: usize = 1000;

/// Elements that remain at each end of a dimension that is cut.
const EDGE: usize = 3;

/// The forms of text that the extension of a file stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFormat {
    /// A line in the form of `--input`: `.txt`.
    Literal,
    /// Lists of lists: `.json`.
    Json,
    /// A line for each row: `.csv`.
    Csv,
}

impl TextFormat {
    /// The format of a file; none if its extension stands for no text.
    pub fn of(path: &Path) -> Option<TextFormat> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match &*extension {
            "txt" => Some(TextFormat::Literal),
            "json" => Some(TextFormat::Json),
            "csv" => Some(TextFormat::Csv),
            _ => None,
        }
    }
}

/// A result that has a text: a tensor of numbers or of strings, or a scalar.
#[derive(Debug)]
pub struct ResultText<'a> {
    content: Content<'a>,
    is_tensor: bool,
}

#[derive(Debug)]
enum Content<'a> {
    Numbers(HostArray),
    Strings(&'a StringHostTensor),
}

impl<'a> ResultText<'a> {
    /// The text of a result; none for errors, tensors of devices and values of other types.
    pub fn of(value: &'a Value) -> Option<ResultText<'a>> {
        let tensor = tensor_of(value);
        let content = match tensor {
            _ if value.error().is_some() => return None,
            Some(Tensor::String(strings)) => Content::Strings(strings),
            _ => Content::Numbers(to_array(value)?),
        };
        Some(ResultText { content, is_tensor: tensor.is_some() })
    }

    /// Writes `NAME=TYPE=VALUES` without an end of line, for scalars the value alone. With `is_cut`, the middle of large tensors is left
    /// out.
    pub fn write_literal(&self, out: &mut dyn Write, name: Option<&str>, is_cut: bool) -> io::Result<()> {
        if !self.is_tensor {
            return self.element(out, 0, TextFormat::Literal);
        }
        if let Some(name) = name {
            write!(out, "{name}=")?;
        }
        let dims = self.dims();
        match &self.content {
            Content::Numbers(array) => write!(out, "{}=", array.type_text())?,
            Content::Strings(_) => {
                for dim in &dims {
                    write!(out, "{dim}x")?;
                }
                write!(out, "str=")?;
            }
        }
        match self.len() {
            // Empty lists would be as many as the other dimensions say.
            0 => Ok(()),
            len => self.nested(out, &dims, 0, TextFormat::Literal, is_cut && len > SHOWN),
        }
    }

    /// Whether a file of this format can hold the result.
    ///
    /// # Errors
    /// The complaint if it cannot.
    pub fn check(&self, format: TextFormat) -> Result<(), String> {
        let rank = self.dims().len();
        if format == TextFormat::Csv && rank > 2 {
            return Err(format!(
                "a CSV file is a table, but the result has {rank} dimensions; .json, .txt and .npy hold it"
            ));
        }
        // A list of empty lists is as long as the dimensions before the empty one say, with no elements to account for it.
        let lists = || {
            self.dims().iter().take_while(|&&dim| dim > 0).try_fold(1i64, |all, &dim| all.checked_mul(dim))
        };
        if self.len() == 0 && format != TextFormat::Literal && lists().is_none_or(|lists| lists > 1 << 20) {
            return Err("the result has no elements, but too many empty rows".to_owned());
        }
        if let (Content::Strings(strings), true) = (&self.content, format != TextFormat::Literal)
            && let Some(index) =
                strings.strings().iter().position(|string| std::str::from_utf8(string).is_err())
        {
            return Err(format!("element {index} is no text in UTF-8; .txt and .npy hold it"));
        }
        Ok(())
    }

    /// Writes the whole content of a file, which [`check`](Self::check) has allowed.
    pub fn write(&self, out: &mut dyn Write, format: TextFormat) -> io::Result<()> {
        let dims = self.dims();
        match format {
            TextFormat::Literal => self.write_literal(out, None, false)?,
            TextFormat::Json => self.nested(out, &dims, 0, format, false)?,
            TextFormat::Csv => {
                let columns = dims.get(1).map_or(1, |&columns| columns as usize);
                let rows = dims.first().map_or(1, |&rows| rows as usize);
                for row in 0..rows {
                    for column in 0..columns {
                        if column > 0 {
                            out.write_all(b",")?;
                        }
                        self.element(out, row * columns + column, format)?;
                    }
                    out.write_all(b"\n")?;
                }
                return Ok(());
            }
        }
        out.write_all(b"\n")
    }

    fn dims(&self) -> Dims {
        match &self.content {
            Content::Numbers(array) => array.dims(),
            Content::Strings(strings) => strings.metadata().shape.dims(),
        }
    }

    fn len(&self) -> usize {
        match &self.content {
            Content::Numbers(array) => array.tensor().num_elements(),
            Content::Strings(strings) => strings.strings().len(),
        }
    }

    /// Writes the elements from `at` on as lists of lists.
    fn nested(
        &self,
        out: &mut dyn Write,
        dims: &[i64],
        at: usize,
        format: TextFormat,
        is_cut: bool,
    ) -> io::Result<()> {
        let Some((&dim, inner)) = dims.split_first() else { return self.element(out, at, format) };
        let (dim, stride) = (dim as usize, inner.iter().product::<i64>() as usize);
        out.write_all(b"[")?;
        let mut index = 0;
        while index < dim {
            if index > 0 {
                out.write_all(b", ")?;
            }
            if is_cut && index == EDGE && dim > 2 * EDGE {
                out.write_all(b"..., ")?;
                index = dim - EDGE;
            }
            self.nested(out, inner, at + index * stride, format, is_cut)?;
            index += 1;
        }
        out.write_all(b"]")
    }

    fn element(&self, out: &mut dyn Write, index: usize, format: TextFormat) -> io::Result<()> {
        match &self.content {
            Content::Strings(strings) => string(out, &strings.strings()[index], format),
            Content::Numbers(array) => {
                let size = array.dtype().size().unwrap_or(1);
                number(out, array.dtype(), &array.bytes()[index * size..][..size], format)
            }
        }
    }
}

/// Writes one number from its bytes, which are as many as the dtype has.
fn number(out: &mut dyn Write, dtype: DType, bytes: &[u8], format: TextFormat) -> io::Result<()> {
    macro_rules! read {
        ($ty:ty) => {
            // The caller gives as many bytes as an element has.
            <$ty>::from_le_bytes(bytes.try_into().unwrap_or_default())
        };
    }
    let mut integer = |value: &dyn Display| write!(out, "{value}");
    match dtype {
        DType::I1 => integer(&(bytes[0] != 0)),
        DType::UI8 | DType::QUI8 => integer(&read!(u8)),
        DType::UI16 | DType::QUI16 => integer(&read!(u16)),
        DType::UI32 => integer(&read!(u32)),
        DType::UI64 => integer(&read!(u64)),
        DType::I8 | DType::QI8 => integer(&read!(i8)),
        DType::I16 | DType::QI16 => integer(&read!(i16)),
        DType::I32 | DType::QI32 => integer(&read!(i32)),
        DType::I64 => integer(&read!(i64)),
        DType::F16 => float(out, read!(half::f16).to_f32(), format),
        DType::BF16 => float(out, read!(half::bf16).to_f32(), format),
        DType::F32 => float(out, read!(f32), format),
        DType::F64 => float(out, read!(f64), format),
        DType::Complex64 | DType::Complex128 => {
            let part = if dtype == DType::Complex64 { DType::F32 } else { DType::F64 };
            let (re, im) = bytes.split_at(bytes.len() / 2);
            let (open, between, close) = match format {
                TextFormat::Literal => ("(", ", ", ")"),
                TextFormat::Json => ("[", ", ", "]"),
                // As Python writes complex numbers.
                TextFormat::Csv if im[im.len() - 1] & 0x80 == 0 => ("", "+", "j"),
                TextFormat::Csv => ("", "", "j"),
            };
            out.write_all(open.as_bytes())?;
            number(out, part, re, format)?;
            out.write_all(between.as_bytes())?;
            number(out, part, im, format)?;
            out.write_all(close.as_bytes())
        }
        // Tensors of these have no plain elements.
        DType::String | DType::Resource | DType::Variant => out.write_all(b"unknown"),
    }
}

/// Writes a float with the fewest digits that no other float of its type has; a half as the `f32` that it is.
fn float<T: Copy + Into<f64> + std::fmt::Debug>(
    out: &mut dyn Write,
    value: T,
    format: TextFormat,
) -> io::Result<()> {
    let wide: f64 = value.into();
    // JSON has no such numbers; the strings are those of the JSON form of protocol buffers.
    let quote = if format == TextFormat::Json && !wide.is_finite() { "\"" } else { "" };
    if wide.is_nan() {
        return write!(out, "{quote}{}{quote}", if quote.is_empty() { "nan" } else { "NaN" });
    }
    if wide.is_infinite() {
        let sign = if wide < 0.0 { "-" } else { "" };
        return write!(out, "{quote}{sign}{}{quote}", if quote.is_empty() { "inf" } else { "Infinity" });
    }
    let text = format!("{value:?}");
    out.write_all(text.strip_suffix(".0").unwrap_or(&text).as_bytes())
}

fn string(out: &mut dyn Write, bytes: &[u8], format: TextFormat) -> io::Result<()> {
    let mut text = String::new();
    match format {
        TextFormat::Literal => tfrt_ir::syntax::strings::write_quoted(&mut text, bytes),
        TextFormat::Json => {
            text.push('"');
            for c in String::from_utf8_lossy(bytes).chars() {
                match c {
                    '"' | '\\' => text.extend(['\\', c]),
                    '\0'..'\x20' | '\x7f'..'\u{a0}' => text += &format!("\\u{:04x}", u32::from(c)),
                    _ => text.push(c),
                }
            }
            text.push('"');
        }
        TextFormat::Csv => {
            let plain = String::from_utf8_lossy(bytes);
            match plain.contains([',', '"', '\n', '\r']) {
                true => text = format!("\"{}\"", plain.replace('"', "\"\"")),
                false => text = plain.into_owned(),
            }
        }
    }
    out.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::{parse_literal, parse_strings};
    use proptest::prelude::*;
    use tfrt_exchange::Access;

    fn text(tensor: impl Into<Tensor>, is_cut: bool) -> String {
        let value = Value::new(tensor.into());
        let mut out = Vec::new();
        ResultText::of(&value).unwrap().write_literal(&mut out, None, is_cut).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn file(tensor: impl Into<Tensor>, format: TextFormat) -> Result<String, String> {
        let value = Value::new(tensor.into());
        let text = ResultText::of(&value).unwrap();
        text.check(format)?;
        let mut out = Vec::new();
        text.write(&mut out, format).unwrap();
        Ok(String::from_utf8(out).unwrap())
    }

    fn numbers(literal: &str) -> Tensor {
        parse_literal(literal).unwrap().tensor().clone().into()
    }

    #[test]
    fn tensors_are_written_as_inputs_are_given() {
        for literal in [
            "2x2xf32=[[1.5, -0], [1e-40, 16777216]]",
            "3xf64=[0.1, inf, -inf]",
            "2xbf16=[1, 0.099609375]",
            "1xf16=[0.099975586]",
            "f32=nan",
            "2xi1=[true, false]",
            "1x1xui64=[[18446744073709551615]]",
            "1xcomplex<f32>=[(1, -2.5)]",
            "2x0xf32=",
            "0xi32=",
        ] {
            assert_eq!(text(numbers(literal), true), literal);
        }
        let strings = r#"2x1xstr=[["a,\22\\"], ["\1B[2J\FF"]]"#;
        assert_eq!(text(parse_strings(strings, Access::Mapped).unwrap().unwrap(), true), strings);
    }

    #[test]
    fn large_tensors_are_cut_in_the_middle() {
        assert_eq!(text(numbers("1001xi8=1"), true), "1001xi8=[1, 1, 1, ..., 1, 1, 1]");
        assert_eq!(text(numbers("1000xi8=1"), true).matches('1').count(), 1001);
        assert_eq!(text(numbers("1001xi8=1"), false).matches(", ").count(), 1000);
        assert_eq!(
            text(numbers("2x600xi8=1"), true),
            "2x600xi8=[[1, 1, 1, ..., 1, 1, 1], [1, 1, 1, ..., 1, 1, 1]]"
        );
    }

    #[test]
    fn files_of_text_hold_what_others_read() {
        use TextFormat::{Csv, Json};
        let ok = |text: &str| Ok(text.to_owned());
        assert_eq!(
            file(numbers("2x2xf32=1,nan,-inf,0.5"), Json),
            ok("[[1, \"NaN\"], [\"-Infinity\", 0.5]]\n")
        );
        assert_eq!(file(numbers("2x2xf32=1,nan,-inf,0.5"), Csv), ok("1,nan\n-inf,0.5\n"));
        assert_eq!(file(numbers("2xi32=1,2"), Csv), ok("1\n2\n"));
        assert_eq!(file(numbers("2x0xi32="), Json), ok("[[], []]\n"));
        assert_eq!(file(numbers("1xcomplex<f64>=(1,-2)"), Csv), ok("1-2j\n"));
        let strings = || parse_strings(r#"2xstr="a\"b,","\n""#, Access::Mapped).unwrap().unwrap();
        assert_eq!(file(strings(), Json), ok("[\"a\\\"b,\", \"\\u000a\"]\n"));
        assert_eq!(file(strings(), Csv), ok("\"a\"\"b,\"\n\"\n\"\n"));
        let raw = parse_strings(r#"1xstr="\FF""#, Access::Mapped).unwrap().unwrap();
        assert_eq!(file(raw, Json), Err("element 0 is no text in UTF-8; .txt and .npy hold it".to_owned()));
        assert!(file(numbers("1x1x1xi8=1"), Csv).unwrap_err().starts_with("a CSV file is a table"));
        assert!(file(numbers("1000000000x0xi8="), Json).is_err());
    }

    proptest! {
        #[test]
        fn every_element_reads_back(bits in any::<[u64; 4]>(), rows in 1i64..3) {
            let bytes: Vec<u8> = bits.iter().flat_map(|bits| bits.to_le_bytes()).collect();
            for dtype in DType::ALL.iter().copied() {
                let Some(size) = dtype.size() else { continue };
                let quantised = [DType::QUI8, DType::QUI16, DType::QI8, DType::QI16, DType::QI32];
                if quantised.contains(&dtype) { continue }
                let mut bytes = bytes.clone();
                if dtype == DType::I1 {
                    bytes.iter_mut().for_each(|byte| *byte &= 1);
                }
                let dims = vec![rows, (32 / size) as i64 / rows];
                let used = (dims[0] * dims[1]) as usize * size;
                let array = HostArray::new(dtype, dims, bytes[..used].to_vec()).unwrap();
                let written = text(array.tensor().clone(), false);
                let read = parse_literal(&written).unwrap();
                // All NaNs are one.
                prop_assert!(
                    read.bytes() == array.bytes() || written.contains("nan"), "{written}: {:?}", read.bytes()
                );
                prop_assert_eq!(text(read.tensor().clone(), false), written);
            }
        }
    }
}
