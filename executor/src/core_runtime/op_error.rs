//! Errors of ops as the runtime reports them: with the op's name and the details of the call.

use tfrt_ops::OpError;

use super::attrs::OpAttrsRef;
use super::handle::TensorHandle;
use crate::tensor::{OutOfMemory, TensorError};
use crate::value::{ErrorCode, OpFailure};

/// Whether a text has a name as a word.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (starts, ends) = (word.starts_with(is_part), word.ends_with(is_part));
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !(starts && before.ends_with(is_part) || ends && after.starts_with(is_part))
    })
}

/// The runtime's form of an op's error.
pub(super) trait CallError: Sized {
    /// The code of a failed call.
    fn code(&self) -> ErrorCode;

    /// The op of this name with the details, and the message.
    fn of_op(self, op: &str) -> (OpFailure, Box<str>);

    /// The error of a call with these arguments and attributes, where the details are found if it has none. Arguments that the op has
    /// taken are left out.
    fn of_call(self, args: &[TensorHandle], attrs: OpAttrsRef<'_>) -> Self;
}

impl CallError for OpError {
    fn code(&self) -> ErrorCode {
        if self.is_out_of_memory() { ErrorCode::ResourceExhausted } else { ErrorCode::Internal }
    }

    fn of_op(self, op: &str) -> (OpFailure, Box<str>) {
        let (message, details) = self.into_parts();
        (OpFailure { op: op.into(), details }, message)
    }

    #[cold]
    fn of_call(self, args: &[TensorHandle], attrs: OpAttrsRef<'_>) -> OpError {
        if !self.details().is_empty() {
            return self;
        }
        let message = self.message();
        let names_nothing = self.is_incomplete() || !message.contains(|c: char| c.is_ascii_digit());
        let (mut named, mut is_said) = (Vec::new(), false);
        for (name, kind, value) in attrs.described() {
            if !has_word(message, &name) {
                continue;
            }
            let bare = value.trim_matches('"');
            if !bare.is_empty() && has_word(message, bare) {
                is_said = true;
            } else {
                named.push(format!("attribute '{name}' is {kind} {value}"));
            }
        }
        let mut details = named.join(", ");
        if details.is_empty() && names_nothing && !is_said && !message.contains("attribute") {
            let args = args.iter().enumerate();
            let args: Vec<String> =
                args.filter_map(|(i, arg)| Some(format!("{i}: {}", arg.metadata()?))).collect();
            if !args.is_empty() {
                details = format!("arguments {}", args.join(", "));
            }
        }
        self.with_details(details)
    }
}

impl From<OutOfMemory> for OpError {
    fn from(OutOfMemory(bytes): OutOfMemory) -> Self {
        OpError::out_of_memory(format!("out of memory allocating result of {bytes} bytes"))
    }
}

impl From<TensorError> for OpError {
    fn from(error: TensorError) -> Self {
        match error {
            TensorError::OutOfMemory(error) => error.into(),
            other => OpError::new(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core_runtime::OpAttrs;
    use crate::tensor::{DenseHostTensor, Shape};

    #[test]
    fn details_are_what_a_message_speaks_of_and_leaves_out() {
        let tensor = DenseHostTensor::from_values(Shape::new(&[2]).unwrap(), &[1i32, 2]).unwrap();
        let args = [TensorHandle::new(tensor), TensorHandle::default()];
        let mut attrs = OpAttrs::new();
        attrs.set("depth", 7i64);
        attrs.set_string("mode", "sideways");
        let details = |error: OpError| error.of_call(&args, (&attrs).into()).details().to_owned();
        assert_eq!(details("depth must be a scalar".into()), "attribute 'depth' is I64 7");
        assert_eq!(details("indepth must be a scalar".into()), "arguments 0: i32 [2]");
        assert_eq!(details("missing 'mode' attribute".into()), "attribute 'mode' is CHAR \"sideways\"");
        assert_eq!(details("missing 'x' attribute".into()), "");
        let formatted = |text: &str| OpError::from(text.to_owned());
        assert_eq!(details(formatted("depth is 7")), "");
        assert_eq!(details(formatted("a depth of 9")), "attribute 'depth' is I64 7");
        assert_eq!(details(formatted("9 is wrong")), "");
        assert_eq!(details(formatted("x is wrong")), "arguments 0: i32 [2]");
        assert_eq!(details(OpError::from("depth is wrong").with_details("it is 3")), "it is 3");
    }
}
