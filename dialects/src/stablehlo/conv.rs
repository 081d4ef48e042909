//! The dimensions of convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
//!
//! Each of the three lists says what each dimension of a tensor is: batch, feature, or the number of a spatial dimension.
//! Numbers that no such list can say (two meanings of one dimension, gaps) are written by their fields, after the word `raw`.

use std::collections::BTreeMap;
use std::fmt;

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::syntax::OpParser;

use crate::attr_text::{AttrText, Read, write_integers};
use crate::dialect_attr::DialectAttr;

/// The meaning of the dimensions of a convolution's tensors.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct ConvDimensionNumbers {
    /// The input's batch dimension.
    pub input_batch: i64,
    /// The input's feature dimension.
    pub input_feature: i64,
    /// The input's spatial dimensions, in the order of the window's.
    pub input_spatial: Vec<i64>,
    /// The kernel's dimension of input features.
    pub kernel_input_feature: i64,
    /// The kernel's dimension of output features.
    pub kernel_output_feature: i64,
    /// The kernel's spatial dimensions.
    pub kernel_spatial: Vec<i64>,
    /// The result's batch dimension.
    pub output_batch: i64,
    /// The result's feature dimension.
    pub output_feature: i64,
    /// The result's spatial dimensions.
    pub output_spatial: Vec<i64>,
}

impl DialectAttr for ConvDimensionNumbers {
    const DIALECT: &'static str = "stablehlo";
}

/// The letters of the two dimensions in each list that are not spatial.
const LETTERS: [[char; 2]; 3] = [['b', 'f'], ['i', 'o'], ['b', 'f']];

/// The names of the fields of the raw form.
const FIELDS: [[&str; 3]; 3] = [
    ["input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"],
    ["kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions"],
    ["output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"],
];

impl ConvDimensionNumbers {
    /// Each list as the dimensions of its two letters and the spatial ones.
    fn lists(&self) -> [(i64, i64, &[i64]); 3] {
        [
            (self.input_batch, self.input_feature, &self.input_spatial),
            (self.kernel_input_feature, self.kernel_output_feature, &self.kernel_spatial),
            (self.output_batch, self.output_feature, &self.output_spatial),
        ]
    }

    fn from_lists([input, kernel, output]: [(i64, i64, Vec<i64>); 3]) -> Self {
        ConvDimensionNumbers {
            input_batch: input.0,
            input_feature: input.1,
            input_spatial: input.2,
            kernel_input_feature: kernel.0,
            kernel_output_feature: kernel.1,
            kernel_spatial: kernel.2,
            output_batch: output.0,
            output_feature: output.1,
            output_spatial: output.2,
        }
    }

    /// The lists as they are written between the dimensions of operands; `None` if they cannot be.
    #[must_use]
    pub fn to_lists_text(&self) -> Option<String> {
        let mut text = String::new();
        for (index, (first, second, spatial)) in self.lists().into_iter().enumerate() {
            let mut items: Vec<Option<String>> = vec![None; spatial.len() + 2];
            let letters = [(first, LETTERS[index][0].to_string()), (second, LETTERS[index][1].to_string())];
            let numbers = spatial.iter().enumerate().map(|(number, &dim)| (dim, number.to_string()));
            for (dim, item) in letters.into_iter().chain(numbers) {
                let place = usize::try_from(dim).ok().and_then(|dim| items.get_mut(dim))?;
                if place.replace(item).is_some() {
                    return None;
                }
            }
            let items: Vec<String> = items.into_iter().collect::<Option<_>>()?;
            text += ["", "x", "->"][index];
            text += &format!("[{}]", items.join(", "));
        }
        Some(text)
    }
}

impl fmt::Display for ConvDimensionNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(lists) = self.to_lists_text() {
            return write!(f, "conv<{lists}>");
        }
        f.write_str("conv<raw ")?;
        for (index, (first, second, spatial)) in self.lists().into_iter().enumerate() {
            let [first_name, second_name, spatial_name] = FIELDS[index];
            f.write_str(if index > 0 { ", " } else { "" })?;
            write!(f, "{first_name} = {first}, {second_name} = {second}, {spatial_name} = ")?;
            write_integers(f, spatial)?;
        }
        f.write_str(">")
    }
}

/// One item of a list.
enum Item<'t> {
    Letter(&'t str),
    Number(i64),
}

/// Collects the items of one list.
struct List {
    /// The letters that are not found yet, and of those that are, the dimensions.
    letters: [(char, Option<i64>); 2],
    spatial: BTreeMap<i64, i64>,
    count: i64,
}

impl List {
    fn new(index: usize) -> Self {
        List { letters: LETTERS[index].map(|letter| (letter, None)), spatial: BTreeMap::new(), count: 0 }
    }

    /// The letters that are missing, separated by commas.
    fn missing(&self) -> String {
        let missing = self.letters.iter().filter(|(_, dim)| dim.is_none());
        missing.map(|(letter, _)| letter.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Adds an item, or says what is wrong with it.
    fn add(&mut self, item: &Item<'_>) -> Result<(), String> {
        let dim = self.count;
        self.count += 1;
        match *item {
            Item::Letter(word) => {
                let missing = self.missing();
                if word.chars().count() != 1 || missing.is_empty() {
                    return Err(format!("Unexpected keyword {word}"));
                }
                let place =
                    self.letters.iter_mut().find(|(letter, dim)| dim.is_none() && word.starts_with(*letter));
                match place {
                    Some((_, place)) => *place = Some(dim),
                    None => return Err(format!("Unexpected dimension {word}, expecting {missing}")),
                }
            }
            Item::Number(number) if number < 0 => return Err(format!("Unexpected dimension {number}")),
            Item::Number(number) => {
                if self.spatial.insert(number, dim).is_some() {
                    return Err(format!("Duplicate entries for spatial dimension {number}"));
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(i64, i64, Vec<i64>), String> {
        /// Missing numbers that a message names.
        const NAMED: usize = 10;
        let missing = self.missing();
        let [(_, Some(first)), (_, Some(second))] = self.letters else {
            return Err(format!("Expected dimensions {missing} not specified"));
        };
        let last = self.spatial.last_key_value().map_or(-1, |(&number, _)| number);
        let unnamed = (0..=last).filter(|number| !self.spatial.contains_key(number)).take(NAMED);
        let unnamed: Vec<String> = unnamed.map(|number| number.to_string()).collect();
        if !unnamed.is_empty() {
            return Err(format!("Expected spatial dimensions {} not specified", unnamed.join(", ")));
        }
        Ok((first, second, self.spatial.into_values().collect()))
    }
}

/// Reads the text after `conv`.
pub(super) fn parse_attr(text: &mut AttrText<'_>) -> Read<ConvDimensionNumbers> {
    text.expect("<")?;
    let before = *text;
    let numbers = if text.word() == Some("raw") {
        parse_raw(text)?
    } else {
        *text = before;
        let mut lists: [(i64, i64, Vec<i64>); 3] = Default::default();
        for (index, found) in lists.iter_mut().enumerate() {
            text.expect(["[", "x", "->"][index])?;
            if index > 0 {
                text.expect("[")?;
            }
            let mut list = List::new(index);
            let start = text.offset();
            loop {
                let at = text.offset();
                let item = match text.word() {
                    Some(word) => Item::Letter(word),
                    None if text.remaining().starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                        Item::Number(text.integer()?)
                    }
                    None => return Err(text.error("expected valid keyword")),
                };
                list.add(&item).map_err(|message| text.error_at(at, message))?;
                if !text.eat(",") {
                    break;
                }
            }
            *found = list.finish().map_err(|message| text.error_at(start, message))?;
            text.expect("]")?;
        }
        ConvDimensionNumbers::from_lists(lists)
    };
    text.expect(">")?;
    Ok(numbers)
}

fn parse_raw(text: &mut AttrText<'_>) -> Read<ConvDimensionNumbers> {
    let mut lists: [(i64, i64, Vec<i64>); 3] = Default::default();
    let mut more = true;
    while more {
        let at = text.offset();
        let word = text.word().unwrap_or_default();
        let place = FIELDS.iter().enumerate().find_map(|(list, fields)| {
            fields.iter().position(|field| *field == word).map(|field| (list, field))
        });
        let Some((list, field)) = place else {
            let known: Vec<String> = FIELDS.iter().flatten().map(|field| format!("`{field}`")).collect();
            return Err(text.error_at(at, format!("expected one of: {}", known.join(", "))));
        };
        text.expect("=")?;
        match field {
            0 => lists[list].0 = text.integer()?,
            1 => lists[list].1 = text.integer()?,
            _ => lists[list].2 = text.integers()?,
        }
        more = text.eat(",");
    }
    Ok(ConvDimensionNumbers::from_lists(lists))
}

/// Reads the lists in the form of an operation.
pub(super) fn parse_in_op(p: &mut OpParser<'_, '_>) -> Result<ConvDimensionNumbers, Failed> {
    let mut lists: [(i64, i64, Vec<i64>); 3] = Default::default();
    for (index, found) in lists.iter_mut().enumerate() {
        match index {
            0 => {}
            1 => p.keyword("x")?,
            _ => p.arrow()?,
        }
        p.l_square()?;
        let mut list = List::new(index);
        let start = p.offset();
        loop {
            let at = p.offset();
            let item = match p.optional_integer()? {
                Some(number) => Item::Number(number),
                None => Item::Letter(p.any_keyword()?),
            };
            list.add(&item).map_err(|message| p.error(at, message))?;
            if !p.optional_comma() {
                break;
            }
        }
        *found = list.finish().map_err(|message| p.error(start, message))?;
        p.punctuation("]")?;
    }
    Ok(ConvDimensionNumbers::from_lists(lists))
}
