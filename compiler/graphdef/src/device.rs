//! Names of devices and of the op handlers that run ops on them.
//!
//! TensorFlow's full name of a device is `/job:localhost/replica:0/task:0/device:CPU:0`. The op handler `cpu` stands for the
//! first CPU; every other handler is called like the type and the number of its device, `MY_DEVICE:0`.

/// The prefix of full names, followed by type, colon and number.
pub const LOCAL: &str = "/job:localhost/replica:0/task:0/device:";

/// The full name of the device whose op handler has this name.
pub fn of_handler(handler: &str) -> String {
    let (kind, number) = match handler.rsplit_once(':') {
        Some((kind, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            (kind, number)
        }
        _ => (handler, "0"),
    };
    format!("{LOCAL}{}:{number}", kind.to_ascii_uppercase())
}

/// The type in a device's name, in full or short form: `CPU`, `MY_DEVICE`. `None` for an empty or unreadable name.
pub fn device_type(device: &str) -> Option<&str> {
    Some(parts(device)?.0).filter(|kind| !kind.is_empty())
}

/// The name of the op handler for a device, in full or short form; `cpu` for an empty name.
pub fn handler(device: &str) -> String {
    match parts(device) {
        None => "cpu".into(),
        Some((kind, number)) if kind.eq_ignore_ascii_case("cpu") && number == "0" => "cpu".into(),
        Some((kind, number)) => format!("{kind}:{number}"),
    }
}

/// Type and number: of `/…/device:GPU:1`, of `/device:GPU:1`, of the older `/gpu:1`, of `GPU:1` and of `GPU`.
fn parts(device: &str) -> Option<(&str, &str)> {
    let last = device.rsplit('/').next().unwrap_or(device);
    if last.is_empty() || ["job:", "replica:", "task:"].iter().any(|part| last.starts_with(part)) {
        return None;
    }
    let last = last.strip_prefix("device:").unwrap_or(last);
    match last.rsplit_once(':') {
        Some((kind, "*")) => Some((kind, "0")),
        Some((kind, number)) if number.bytes().all(|b| b.is_ascii_digit()) => Some((kind, number)),
        _ => Some((last, "0")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_and_handlers_name_each_other() {
        for (name, device) in [("cpu", "CPU:0"), ("MY_DEVICE:1", "MY_DEVICE:1"), ("CPU:2", "CPU:2")] {
            assert_eq!(of_handler(name), format!("{LOCAL}{device}"));
            assert_eq!(handler(&of_handler(name)), name);
        }
        for (device, name) in [
            ("", "cpu"),
            ("/device:GPU:1", "GPU:1"),
            ("/gpu:1", "gpu:1"),
            ("GPU", "GPU:0"),
            ("/job:worker/task:1", "cpu"),
            ("/device:GPU:*", "GPU:0"),
        ] {
            assert_eq!(handler(device), name, "{device}");
        }
        assert_eq!(device_type("/job:localhost/replica:0/task:0/device:XPU:0"), Some("XPU"));
        assert_eq!(device_type(""), None);
    }
}
