//! Tensors of calls whose elements have a few bits.
//!
//! Programs have tensors of wider types for them, and functions take a byte for each element. A call says by a setting without a name which
//! tensors stand for others: their numbers, arguments first, and their element types. Functions do not see that setting.

use std::collections::HashMap;

use tfrt_executor::core_runtime::HostCall;
use tfrt_executor::tensor::{DenseHostTensor, TensorMetadata};
use tfrt_ops::Setting;

use crate::element::Element;
use crate::failure::Failure;

/// The element types of a call's tensors that stand for others, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Narrow(HashMap<usize, Element>);

impl Narrow {
    /// The element types that a call says.
    fn of(settings: &[(String, Setting)]) -> Result<Narrow, Failure> {
        let mut found = Narrow::default();
        let entries = settings.iter().find_map(|(name, setting)| match setting {
            Setting::Dictionary(entries) if name.is_empty() => Some(entries),
            _ => None,
        });
        for (number, setting) in entries.into_iter().flatten() {
            let Setting::Text(name) = setting else { continue };
            let name = String::from_utf8_lossy(name);
            let element = Element::of_name(&name).ok_or_else(|| {
                Failure::unimplemented(format!("functions do not take elements of type {name}"))
            })?;
            let number = number.parse().map_err(|_| Failure::invalid("a tensor of a call has no number"))?;
            found.0.insert(number, element);
        }
        Ok(found)
    }

    /// The element type of a tensor that stands for another one.
    pub(super) fn get(&self, number: usize) -> Option<Element> {
        self.0.get(&number).copied()
    }
}

/// Calls `run` with the tensors as functions take them.
pub(super) fn with(
    call: &mut HostCall<'_>,
    run: impl FnOnce(&mut HostCall<'_>, &Narrow) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let narrow = Narrow::of(call.settings)?;
    if narrow.0.is_empty() {
        return run(call, &narrow);
    }
    let settings: Vec<_> = call.settings.iter().filter(|(name, _)| !name.is_empty()).cloned().collect();
    let count = call.arguments.len();
    let of_argument = |(number, tensor): (usize, &DenseHostTensor)| match narrow.get(number) {
        Some(element) => element.of_program(tensor.clone()),
        None => Ok(tensor.clone()),
    };
    let arguments = call.arguments.iter().enumerate().map(of_argument).collect::<Result<Vec<_>, _>>()?;
    let of_result = |(index, tensor): (usize, &DenseHostTensor)| {
        let dtype = narrow.get(count + index).map_or(tensor.dtype(), Element::in_memory);
        DenseHostTensor::zeroed(TensorMetadata::new(dtype, tensor.shape().clone()))
            .map_err(Failure::out_of_memory)
    };
    let mut results = call.results.iter().enumerate().map(of_result).collect::<Result<Vec<_>, _>>()?;
    let mut inner = HostCall { settings: &settings, arguments: &arguments, results: &mut results, ..*call };
    run(&mut inner, &narrow)?;
    for (index, (to, from)) in call.results.iter_mut().zip(results).enumerate() {
        *to = match narrow.get(count + index) {
            Some(element) => element.to_program(from)?,
            None => from,
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tfrt_executor::tensor::{DType, Shape};

    use super::*;

    #[test]
    fn functions_take_bytes_and_programs_wider_elements() {
        let shape = || Shape::new(&[2]).expect("small");
        let argument = DenseHostTensor::from_values(shape(), &[1.0_f32, -2.0]).expect("memory");
        let result = DenseHostTensor::zeroed(TensorMetadata::new(DType::I8, shape())).expect("memory");
        let text = |text: &str| Setting::Text(text.as_bytes().to_vec());
        let types =
            Setting::Dictionary(vec![("0".to_owned(), text("f8E4M3FN")), ("1".to_owned(), text("i4"))]);
        let settings = [(String::new(), types), ("index".to_owned(), text("x"))];
        let mut results = [result];
        let mut call = HostCall {
            target: "f",
            settings: &settings,
            arguments: &[argument],
            results: &mut results,
            tokens: &[],
        };
        with(&mut call, |call, narrow| {
            assert_eq!(call.settings.len(), 1);
            assert_eq!(call.arguments[0].bytes(), [0x38, 0xc0]);
            assert_eq!(narrow.get(1), Element::of_name("i4"));
            let bytes = call.results[0].bytes_mut().expect("a new tensor");
            bytes.copy_from_slice(&[0x07, 0x0f]);
            Ok(())
        })
        .expect("both types are known");
        assert_eq!(results[0].values::<i8>(), Some(&[7, -1][..]));
    }
}
