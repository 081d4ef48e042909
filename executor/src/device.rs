//! Devices: where tensors live and ops run.
//!
//! A [`DeviceRef`] is a small number that stands for a name and a type for the lifetime of the process, so that a tensor
//! handle can carry it; equal names are the same device. The [`DeviceManager`] of a host holds the devices that the host
//! has.

use std::fmt;

use parking_lot::RwLock;

/// A device. Comparing compares identities.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeviceRef(u32);

struct Device {
    name: &'static str,
    kind: &'static str,
}

const HOST_DEVICE: Device = Device { name: "CPU:0", kind: "cpu" };

static OTHERS: RwLock<Vec<Device>> = RwLock::new(Vec::new());

impl DeviceRef {
    /// The host itself, `CPU:0`.
    pub const HOST: DeviceRef = DeviceRef(0);

    /// The device of this name and type (`cpu`, `gpu` …). Names and types are kept for the life of the process.
    pub fn intern(name: &str, kind: &str) -> DeviceRef {
        if name == HOST_DEVICE.name {
            return Self::HOST;
        }
        let mut others = OTHERS.write();
        let at = others.iter().position(|device| device.name == name).unwrap_or_else(|| {
            let keep = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
            others.push(Device { name: keep(name), kind: keep(kind) });
            others.len() - 1
        });
        DeviceRef(at as u32 + 1)
    }

    /// Its name, `CPU:0`.
    pub fn name(self) -> &'static str {
        match self.0 {
            0 => HOST_DEVICE.name,
            at => OTHERS.read()[at as usize - 1].name,
        }
    }

    /// The name of its type, `cpu`.
    pub fn kind(self) -> &'static str {
        match self.0 {
            0 => HOST_DEVICE.kind,
            at => OTHERS.read()[at as usize - 1].kind,
        }
    }

    /// The full name that TensorFlow gives it, `/job:localhost/replica:0/task:0/device:CPU:0`.
    pub fn tensorflow_name(self) -> String {
        format!("/job:localhost/replica:0/task:0/device:{}", self.name())
    }
}

impl fmt::Debug for DeviceRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for DeviceRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The devices of a host: `CPU:0`, and added ones.
#[derive(Debug, Default)]
pub struct DeviceManager {
    added: RwLock<Vec<DeviceRef>>,
}

impl DeviceManager {
    /// Adds a device; one of an existing name is that device.
    pub fn add(&self, name: &str, kind: &str) -> DeviceRef {
        let device = DeviceRef::intern(name, kind);
        let mut added = self.added.write();
        if device != DeviceRef::HOST && !added.contains(&device) {
            added.push(device);
        }
        device
    }

    /// The device of this name, if the host has it.
    pub fn get(&self, name: &str) -> Option<DeviceRef> {
        if name == DeviceRef::HOST.name() {
            return Some(DeviceRef::HOST);
        }
        self.added.read().iter().copied().find(|device| device.name() == name)
    }

    /// All devices, the host first.
    pub fn all(&self) -> Vec<DeviceRef> {
        [DeviceRef::HOST].into_iter().chain(self.added.read().iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_found_by_name() {
        let manager = DeviceManager::default();
        assert_eq!(manager.get("CPU:0"), Some(DeviceRef::HOST));
        assert_eq!(manager.get("CPU:1"), None);
        let second = manager.add("CPU:1", "cpu");
        assert_eq!(manager.add("CPU:1", "cpu"), second);
        assert_eq!((second.name(), second.kind()), ("CPU:1", "cpu"));
        assert_eq!(manager.all(), [DeviceRef::HOST, second]);
        assert_eq!(second.tensorflow_name(), "/job:localhost/replica:0/task:0/device:CPU:1");
        assert_eq!(DeviceManager::default().get("CPU:1"), None);
    }
}
