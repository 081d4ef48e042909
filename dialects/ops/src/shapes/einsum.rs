//! The equation of `tf.Einsum`: labels of dimensions, and the sizes that operands give them.

use smallvec::SmallVec;

use super::{Attrs, Call, Dim, DimList, Outcome, ShapeRow, ShapeView, at_least};
use crate::OpError;

pub(super) const ROWS: &[ShapeRow] = rows! {
    einsum, at_least(1) => "tf.Einsum";
};

/// A label: a letter, or a dimension of the ellipsis counted from its end.
pub type Label = u16;

/// Labels of an ellipsis start here.
pub const ELLIPSIS: Label = 256;

/// An equation and the sizes of its labels.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The labels of each operand. Those of an ellipsis are missing where the operand's rank is unknown.
    pub operands: Vec<SmallVec<[Label; 8]>>,
    /// The labels of the result. Those of an ellipsis are as many as the operands of known rank have.
    pub output: SmallVec<[Label; 8]>,
    sizes: Vec<(Label, Dim)>,
    /// Whether the result may have more dimensions than `output` has labels.
    is_open: bool,
}

/// The labels that a subscript names, with the ellipsis as `None`.
fn subscript(text: &str) -> Result<Vec<Option<Label>>, OpError> {
    let mut labels = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("...") {
            if labels.contains(&None) {
                return Err(format!("subscript '{text}' of tf.Einsum has more than one ellipsis").into());
            }
            labels.push(None);
            rest = after;
            continue;
        }
        if !letter.is_ascii_alphabetic() {
            return Err(
                format!("subscript '{text}' of tf.Einsum has '{letter}', which is not a letter").into()
            );
        }
        labels.push(Some(letter as Label));
        rest = &rest[1..];
    }
    Ok(labels)
}

/// The labels of an ellipsis that stands for so many dimensions.
fn ellipsis(count: usize) -> impl Iterator<Item = Label> {
    (0..count).rev().map(|at| ELLIPSIS + at as Label)
}

impl Equation {
    /// The equation that the attribute `equation` says, for operands of these shapes.
    ///
    /// # Errors
    /// It is no equation, or the operands do not fit it.
    pub fn of(attrs: &dyn Attrs, shapes: &[ShapeView<'_>]) -> Result<Equation, OpError> {
        let text = attrs.get_string("equation").ok_or("missing 'equation' attribute")?;
        let text: String = String::from_utf8_lossy(text).chars().filter(|c| !c.is_whitespace()).collect();
        let Some((inputs, output)) = text.split_once("->").filter(|(_, output)| !output.contains("->"))
        else {
            return Err(format!("Expecting exactly one '->' in einsum equation: {text}").into());
        };
        let inputs: Vec<&str> = inputs.split(',').collect();
        if inputs.len() != shapes.len() {
            let (expected, got) = (inputs.len(), shapes.len());
            return Err(format!("Expected {expected} inputs for equation {text} but got: {got}").into());
        }
        let mut equation =
            Equation { operands: Vec::new(), output: SmallVec::new(), sizes: Vec::new(), is_open: false };
        let mut hidden = 0;
        for (i, (input, shape)) in inputs.into_iter().zip(shapes).enumerate() {
            hidden = hidden.max(equation.add_operand(i, input, shape)?);
        }
        for label in subscript(output)? {
            match label {
                Some(label) if equation.find(label).is_none() => {
                    let label = char::from(label as u8);
                    return Err(format!(
                        "label '{label}' of the output is in no input of einsum equation {text}"
                    )
                    .into());
                }
                Some(label) => equation.output.push(label),
                None => equation.output.extend(ellipsis(hidden)),
            }
        }
        let shows_ellipsis = output.contains("...");
        if hidden > 0 && !shows_ellipsis {
            return Err(format!(
                "the output of einsum equation {text} needs an ellipsis, as the inputs have dimensions for it"
            )
            .into());
        }
        equation.is_open &= shows_ellipsis;
        Ok(equation)
    }

    /// Adds an operand; says how many dimensions its ellipsis stands for, as far as its rank is known.
    fn add_operand(&mut self, i: usize, input: &str, shape: &ShapeView<'_>) -> Result<usize, OpError> {
        let labels = subscript(input)?;
        let named = labels.iter().flatten().count();
        let has_ellipsis = labels.contains(&None);
        let hidden = match shape.rank() {
            Some(rank) if named > rank || (!has_ellipsis && named != rank) => {
                return Err(format!(
                    "Expected input {i} to have rank {named} for '{input}', but it has shape {shape}"
                )
                .into());
            }
            Some(rank) => rank - named,
            None => {
                self.is_open |= has_ellipsis;
                0
            }
        };
        let mut full = SmallVec::new();
        for label in labels {
            match label {
                Some(label) => full.push(label),
                None => full.extend(ellipsis(hidden)),
            }
        }
        for (axis, &label) in full.iter().enumerate() {
            self.learn(label, shape.dim(axis), i)?;
        }
        self.operands.push(full);
        Ok(hidden)
    }

    fn find(&self, label: Label) -> Option<Dim> {
        self.sizes.iter().find(|(known, _)| *known == label).map(|(_, size)| *size)
    }

    /// Takes in the size of a label in an operand. Dimensions of an ellipsis broadcast: those of one are like any other.
    fn learn(&mut self, label: Label, size: Dim, operand: usize) -> Result<(), OpError> {
        let Some((_, known)) = self.sizes.iter_mut().find(|(known, _)| *known == label) else {
            self.sizes.push((label, size));
            return Ok(());
        };
        let broadcasts = label >= ELLIPSIS;
        *known = match (known.known(), size.known()) {
            (Some(1), _) if broadcasts => size,
            (_, Some(1)) if broadcasts => *known,
            (Some(a), Some(b)) if a != b => {
                let name = if broadcasts { "...".to_owned() } else { char::from(label as u8).to_string() };
                return Err(format!(
                    "Expected dimension {a} for label '{name}' of input {operand}, but got dimension {b}"
                )
                .into());
            }
            _ => known.or(size),
        };
        Ok(())
    }
}

fn einsum(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [first, rest @ ..] = call.operands else { return Err("tf.Einsum needs an operand".into()) };
    if let Some(other) = rest.iter().find(|other| !other.same_dtype(first))
        && let (Some(a), Some(b)) = (first.dtype, other.dtype)
    {
        let (a, b) = (a.label(), b.label());
        return Err(format!("incompatible dtypes for tf.Einsum: {a} and {b}").into());
    }
    let shapes: Vec<ShapeView<'_>> = call.operands.iter().map(|x| x.shape).collect();
    let equation = Equation::of(call.attrs, &shapes)?;
    let dtype = call.operands.iter().find_map(|x| x.dtype);
    if equation.is_open {
        return Ok(Outcome::unranked(dtype));
    }
    let dims: DimList = equation.output.iter().filter_map(|&label| equation.find(label)).collect();
    Outcome::of_dims(dtype, &dims)
}
