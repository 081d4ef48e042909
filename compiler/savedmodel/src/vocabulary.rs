//! Tables in files of lines: a key and a value on each, as columns.
//!
//! Importing them embeds the asset in the program, which then needs no file where it runs.

use tfrt_graphdef::{Constant, constant};
use tfrt_ir::context::Context;
use tfrt_ops::DataType;

/// A column of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Column {
    /// −2: the whole line; −1: its number; else the number of the field.
    pub(crate) index: i64,
    /// The delimiter of fields.
    pub(crate) delimiter: Vec<u8>,
    /// The number of lines that are read; all if it is negative.
    pub(crate) lines: i64,
    /// The offset that is added to the numbers of lines.
    pub(crate) offset: i64,
}

/// The lines of a file, without their ends.
fn lines(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    let body = content.strip_suffix(b"\n").unwrap_or(content);
    let all = (!content.is_empty()).then(|| body.split(|&byte| byte == b'\n'));
    all.into_iter().flatten().map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// The elements of a column.
///
/// # Errors
/// A line that has no such field, or one that is no number of the type.
pub(crate) fn column(
    ctx: &Context,
    content: &[u8],
    column: &Column,
    data_type: DataType,
) -> Result<Constant, String> {
    let limit = usize::try_from(column.lines).unwrap_or(usize::MAX);
    let mut texts: Vec<Vec<u8>> = Vec::new();
    let mut numbers: Vec<u8> = Vec::new();
    let mut count = 0_i64;
    for line in lines(content).take(limit) {
        let at = |why: String| format!("line {}: {why}", count + 1);
        let number = count + column.offset;
        let text: &[u8] = match column.index {
            -2 => line,
            -1 => &[],
            index => {
                let field =
                    usize::try_from(index).ok().and_then(|index| fields(line, &column.delimiter).nth(index));
                field.ok_or_else(|| at(format!("has no field {index}")))?
            }
        };
        let text_of = || std::str::from_utf8(text).unwrap_or_default().trim();
        let wrong = || at(format!("'{}' is no {}", String::from_utf8_lossy(text), data_type.name()));
        match data_type {
            DataType::String if column.index == -1 => texts.push(number.to_string().into_bytes()),
            DataType::String => texts.push(text.to_vec()),
            _ if column.index == -1 => match data_type {
                DataType::Int64 => numbers.extend(number.to_le_bytes()),
                _ => return Err(format!("numbers of lines are int64, not {}", data_type.name())),
            },
            DataType::Int32 => numbers.extend(text_of().parse::<i32>().map_err(|_| wrong())?.to_le_bytes()),
            DataType::Int64 => numbers.extend(text_of().parse::<i64>().map_err(|_| wrong())?.to_le_bytes()),
            DataType::Float32 => numbers.extend(text_of().parse::<f32>().map_err(|_| wrong())?.to_le_bytes()),
            DataType::Float64 => numbers.extend(text_of().parse::<f64>().map_err(|_| wrong())?.to_le_bytes()),
            _ => return Err(format!("columns of {} are not supported", data_type.name())),
        }
        count += 1;
    }
    match data_type {
        DataType::String => Ok(Constant::Strings { dims: vec![count], values: texts }),
        _ => constant(ctx, data_type, &[count], numbers.into()),
    }
}

fn fields<'l>(line: &'l [u8], delimiter: &'l [u8]) -> impl Iterator<Item = &'l [u8]> {
    let separator = delimiter.first().copied().unwrap_or(b'\t');
    line.split(move |&byte| byte == separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(content: &[u8], index: i64, lines: i64) -> Result<Vec<Vec<u8>>, String> {
        let wanted = Column { index, delimiter: b"\t".to_vec(), lines, offset: 5 };
        match column(&Context::new(), content, &wanted, DataType::String)? {
            Constant::Strings { values, .. } => Ok(values),
            Constant::Dense(_) => Err("no strings".into()),
        }
    }

    #[test]
    fn lines_and_fields_are_elements() {
        assert_eq!(texts(b"a\tb\n\nc", -2, -1), Ok(vec![b"a\tb".to_vec(), b"".to_vec(), b"c".to_vec()]));
        assert_eq!(texts(b"a\tb\nc\td\n", 1, -1), Ok(vec![b"b".to_vec(), b"d".to_vec()]));
        assert_eq!(texts(b"a\nb\nc\n", -1, 2), Ok(vec![b"5".to_vec(), b"6".to_vec()]));
        assert_eq!(texts(b"", -2, -1), Ok(vec![]));
        assert_eq!(texts(b"a\tb\nc\n", 1, -1), Err("line 2: has no field 1".into()));
    }
}
