//! The messages of an operation's verification hook, declared beside it.
//!
//! So documentation can list them, and tests can demand a program for each. Builds with debug assertions check that a hook
//! reports no other message.

use super::OpDefinition;

impl OpDefinition {
    /// Declares the messages of the [`verify_hook`](Self::verify_hook). In a message, `{}` stands for any text. The name that
    /// begins most messages, `'tfrt.if' op `, is left out when it is that of this operation.
    #[must_use]
    pub fn verify_messages(mut self, messages: &'static [&'static str]) -> Self {
        self.messages = messages;
        self
    }

    /// The messages of the hook that verifies it, with `{}` for what differs.
    #[must_use]
    pub fn declared_messages(&self) -> &'static [&'static str] {
        self.messages
    }

    /// Whether there is a hook that verifies it.
    #[must_use]
    pub fn has_verify_hook(&self) -> bool {
        self.verify.is_some()
    }

    /// The index of a diagnostic among the declared messages.
    #[must_use]
    pub fn declared_message(&self, message: &str) -> Option<usize> {
        let about = message.strip_prefix('\'').and_then(|rest| rest.split_once("' op "));
        let about = about.filter(|(name, _)| !name.contains('\''));
        let is_message = |declared: &&str| match about {
            Some((name, own)) if name == self.name() => {
                is_instance(declared, own) || is_instance(declared, message)
            }
            Some((other, _)) => {
                let names_it = |prefix: &str| declared.starts_with(prefix);
                (names_it(&format!("'{other}' op ")) || names_it("'{}' op "))
                    && is_instance(declared, message)
            }
            None => is_instance(declared, message),
        };
        self.messages.iter().position(is_message)
    }
}

/// Whether a text is a template whose `{}` are replaced by something. The pieces between them are taken as early as possible.
fn is_instance(template: &str, text: &str) -> bool {
    let mut pieces = template.split("{}");
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_recognized() {
        let op = OpDefinition::new("d.op").verify_messages(&[
            "has {} operands, not {}",
            "is wrong",
            "'d.end' op lies",
        ]);
        assert_eq!(op.declared_message("'d.op' op has 1 operands, not 2"), Some(0));
        assert_eq!(op.declared_message("has 1 operands, not 2"), Some(0));
        assert_eq!(op.declared_message("'d.op' op is wrong"), Some(1));
        assert_eq!(op.declared_message("'d.end' op lies"), Some(2));
        assert_eq!(op.declared_message("'d.op' op is wrong again"), None);
        assert_eq!(op.declared_message("'d.op' op has 1 operands"), None);
        assert_eq!(op.declared_message("'d.other' op is wrong"), None);
        let op = OpDefinition::new("d.call").verify_messages(&["'{}' is no function"]);
        assert_eq!(op.declared_message("'d.call' op 'f' is no function"), Some(0));
        assert_eq!(op.declared_message("'d.other' op 'f' is no function"), None);
    }
}
