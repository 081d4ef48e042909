//! The options of a compilation, and the number of devices.
//!
//! Options come as the message `CompileOptionsProto` of XLA. Read are the numbers of replicas and partitions, the devices, and the names of further options
//! ([`overrides`]): those of XLA's own compiler change nothing here, other names are refused.

mod overrides;

use std::collections::BTreeMap;

use prost::Message;

use crate::abi::NamedValue;
use crate::failure::Failure;

/// Devices of a client at most.
const MOST_DEVICES: usize = 1024;

/// `CompileOptionsProto`.
#[derive(Clone, PartialEq, Message)]
struct CompileOptionsMessage {
    #[prost(message, optional, tag = "3")]
    build: Option<BuildOptions>,
    #[prost(btree_map = "string, message", tag = "7")]
    overrides: BTreeMap<String, Override>,
}

/// `ExecutableBuildOptionsProto`.
#[derive(Clone, PartialEq, Message)]
struct BuildOptions {
    #[prost(int64, tag = "1")]
    device_ordinal: i64,
    #[prost(int64, tag = "4")]
    num_replicas: i64,
    #[prost(int64, tag = "5")]
    num_partitions: i64,
    #[prost(message, optional, tag = "9")]
    device_assignment: Option<DeviceAssignment>,
    /// For each argument, or for all, whether its sharding may follow from the program.
    #[prost(bool, repeated, tag = "18")]
    open_parameters: Vec<bool>,
}

/// `OptionOverrideProto`: one of its fields.
#[derive(Clone, PartialEq, Message)]
struct Override {
    #[prost(string, optional, tag = "1")]
    text: Option<String>,
    #[prost(bool, optional, tag = "2")]
    boolean: Option<bool>,
    #[prost(int64, optional, tag = "3")]
    integer: Option<i64>,
    #[prost(double, optional, tag = "4")]
    float: Option<f64>,
}

/// `DeviceAssignmentProto`: for each computation, the devices of its replicas.
#[derive(Clone, PartialEq, Message)]
struct DeviceAssignment {
    #[prost(int32, tag = "1")]
    replica_count: i32,
    #[prost(int32, tag = "2")]
    computation_count: i32,
    #[prost(message, repeated, tag = "3")]
    computations: Vec<ComputationDevices>,
}

#[derive(Clone, PartialEq, Message)]
struct ComputationDevices {
    #[prost(int64, repeated, tag = "1")]
    replicas: Vec<i64>,
}

/// The devices of a program: one for each partition, by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Devices(pub(crate) Vec<usize>);

/// The options of a compilation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompileOptions {
    pub(crate) devices: Devices,
    /// For each argument, or for all, whether its sharding may follow from the program.
    open_parameters: Vec<bool>,
}

impl CompileOptions {
    /// Whether the sharding of an argument that is not stated may follow from the program.
    pub(crate) fn is_open(&self, argument: usize) -> bool {
        match self.open_parameters[..] {
            [all] => all,
            _ => self.open_parameters.get(argument) == Some(&true),
        }
    }

    /// Reads options for a client that has so many devices.
    pub(crate) fn of(options: &[u8], available: usize) -> Result<CompileOptions, Failure> {
        let options = CompileOptionsMessage::decode(options)
            .map_err(|error| Failure::invalid(format!("the compile options are damaged: {error}")))?;
        overrides::check(&options.overrides)?;
        let build = options.build.unwrap_or_default();
        if build.num_replicas > 1 {
            return Err(Failure::unimplemented(format!(
                "programs of {} replicas are not supported: expected partitions",
                build.num_replicas
            )));
        }
        let partitions = usize::try_from(build.num_partitions.max(1)).unwrap_or(usize::MAX);
        let devices: Vec<i64> = match build.device_assignment {
            Some(assignment) => assignment
                .computations
                .iter()
                .flat_map(|computation| computation.replicas.iter().copied())
                .collect(),
            None if partitions == 1 => vec![build.device_ordinal.max(0)],
            None => (0..partitions.min(available + 1) as i64).collect(),
        };
        if devices.len() != partitions {
            return Err(Failure::invalid(format!(
                "expected {partitions} devices, one for each partition, got {}",
                devices.len()
            )));
        }
        let devices = Devices::checked(&devices, available)?;
        Ok(CompileOptions { devices, open_parameters: build.open_parameters })
    }
}

impl Devices {
    /// Devices by their numbers: each is one of the client's, and none is there twice.
    pub(crate) fn checked(devices: &[i64], available: usize) -> Result<Devices, Failure> {
        let mut found: Vec<usize> = Vec::with_capacity(devices.len());
        for &device in devices {
            match usize::try_from(device).ok().filter(|&device| device < available) {
                Some(device) if !found.contains(&device) => found.push(device),
                Some(device) => {
                    return Err(Failure::invalid(format!("device {device} is assigned twice")));
                }
                None => {
                    return Err(Failure::invalid(format!(
                        "expected a device below {available}, got {device}"
                    )));
                }
            }
        }
        Ok(Devices(found))
    }

    /// As a `DeviceAssignmentProto`.
    pub(crate) fn serialized(&self) -> Vec<u8> {
        let computation = |&device: &usize| ComputationDevices { replicas: vec![device as i64] };
        let assignment = DeviceAssignment {
            replica_count: 1,
            computation_count: self.0.len() as i32,
            computations: self.0.iter().map(computation).collect(),
        };
        assignment.encode_to_vec()
    }
}

/// The number of devices that a new client has: what its options say (`num_devices`), else the variable `TFRT_PJRT_DEVICES`, else JAX's own setting
/// `jax_num_cpu_devices`, else XLA's flag `--xla_force_host_platform_device_count`; without any of these, one.
pub(crate) fn device_count(options: &[NamedValue]) -> Result<usize, Failure> {
    let mut stated = options.iter().find_map(|option| option.number("num_devices"));
    if stated.is_none()
        && let Ok(text) = std::env::var("TFRT_PJRT_DEVICES")
    {
        let number = text.trim().parse().map_err(|_| {
            Failure::invalid(format!("TFRT_PJRT_DEVICES: expected a number of devices, got '{text}'"))
        })?;
        stated = Some(number);
    }
    let flag = || {
        let flags = std::env::var("XLA_FLAGS").ok()?;
        let value =
            |word: &str| word.strip_prefix("--xla_force_host_platform_device_count=")?.parse::<i64>().ok();
        flags.split_whitespace().filter_map(value).next_back()
    };
    let count = stated.or_else(crate::ffi::jax_device_count).or_else(flag).unwrap_or(1);
    usize::try_from(count).ok().filter(|count| (1..=MOST_DEVICES).contains(count)).ok_or_else(|| {
        Failure::invalid(format!("expected 1 to {MOST_DEVICES} devices of a client, got {count}"))
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The message of a program for so many partitions, on these devices.
    pub(crate) fn options(partitions: i64, devices: Option<&[i64]>) -> Vec<u8> {
        let computation = |&device: &i64| ComputationDevices { replicas: vec![device] };
        let assignment = devices.map(|devices| DeviceAssignment {
            replica_count: 1,
            computation_count: devices.len() as i32,
            computations: devices.iter().map(computation).collect(),
        });
        let build = BuildOptions {
            device_ordinal: -1,
            num_replicas: 1,
            num_partitions: partitions,
            device_assignment: assignment,
            open_parameters: Vec::new(),
        };
        CompileOptionsMessage { build: Some(build), overrides: BTreeMap::new() }.encode_to_vec()
    }

    #[test]
    fn devices_are_those_of_the_assignment() {
        let of = |options: &[u8]| {
            CompileOptions::of(options, 4).map(|options| options.devices.0).map_err(|error| error.message)
        };
        assert_eq!(of(&[]), Ok(vec![0]));
        assert_eq!(of(&options(1, Some(&[3]))), Ok(vec![3]));
        assert_eq!(of(&options(4, Some(&[3, 1, 0, 2]))), Ok(vec![3, 1, 0, 2]));
        assert_eq!(of(&options(2, None)), Ok(vec![0, 1]));
        assert_eq!(of(&options(5, None)), Err("expected a device below 4, got 4".into()));
        assert_eq!(of(&options(2, Some(&[1, 1]))), Err("device 1 is assigned twice".into()));
        assert_eq!(
            of(&options(2, Some(&[1]))),
            Err("expected 2 devices, one for each partition, got 1".into())
        );
        assert_eq!(of(&options(1, Some(&[-1]))), Err("expected a device below 4, got -1".into()));
        assert!(of(&[0x1a, 9]).is_err_and(|message| message.contains("damaged")));
        let devices = Devices(vec![2, 0]);
        let read = DeviceAssignment::decode(&devices.serialized()[..]).expect("it is a message");
        assert_eq!((read.replica_count, read.computation_count), (1, 2));
    }
}
