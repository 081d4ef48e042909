//! Clients, their devices and the memories of these.
//!
//! All clients share the runtime of the process. A client has one device or several, all of this host; the handle of a device is also that of its
//! description. Each has a memory of each kind that XLA's CPU has. Results are in the first.
//! The platform is `cpu`: under that name JAX takes host memory for granted, and offers donation and callbacks.
#![expect(unsafe_code, reason = "callers hand over programs and arrays of numbers by address")]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use tfrt_driver::placement::Placement;
use tfrt_driver::program;
use tfrt_executor::core_runtime::CoreRuntime;
use tfrt_executor::host::HostOptions;
use tfrt_executor::runtime::Runtime;
use tfrt_jit::{Jit, JitOptions};

use crate::abi::{self, *};
use crate::executable::LoadedExecutable;
use crate::failure::Failure;
use crate::handles::{self, Handle};
use crate::options::{self, CompileOptions};

const PLATFORM: &str = "cpu";
pub(crate) const VERSION: &str = concat!("tfrt ", env!("CARGO_PKG_VERSION"));

/// A kind of memory. All are the host's own, so that a copy between them shares what it copies; JAX asks for them by name.
#[derive(Debug)]
struct Kind {
    name: &'static str,
    /// The start of its text, before its number.
    text: &'static str,
    debug_name: &'static str,
}

/// The kinds of XLA's CPU; the first is where a device keeps what nobody placed.
const KINDS: [Kind; 3] = [
    Kind { name: "device", text: "CPU_DEVICE_", debug_name: "CpuDeviceMemory" },
    Kind { name: "pinned_host", text: "PINNED_HOST_", debug_name: "PinnedHostMemory" },
    Kind { name: "unpinned_host", text: "UNPINNED_HOST_", debug_name: "UnpinnedHostMemorySpace" },
];

/// The runtime of the process, and the ops on its host.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) runtime: Runtime,
    _core: CoreRuntime,
}

static PROCESS: OnceLock<Result<Process, String>> = OnceLock::new();

/// The runtime of the process.
pub(crate) fn process() -> Result<&'static Process, Failure> {
    let process = PROCESS.get_or_init(|| {
        let mut kernels = program::kernels(&[]).map_err(|error| error.to_string())?;
        kernels.set_jit(Jit::new(JitOptions::default()));
        // A call that fails gives its error to the caller: nothing is printed.
        let options = HostOptions { diagnostics: Arc::new(|_| {}), ..HostOptions::default() };
        let runtime = Runtime::with_options(kernels, options)
            .map_err(|error| format!("the threads of the runtime cannot be started: {error}"))?;
        let core = program::core_runtime(runtime.host(), &Placement::default());
        core.state().register_default_handlers();
        Ok(Process { runtime, _core: core })
    });
    process.as_ref().map_err(|message| Failure::internal(message.clone()))
}

/// A client.
#[derive(Debug)]
pub(crate) struct Client {
    number: u64,
    /// By their numbers.
    pub(crate) devices: Box<[Handle]>,
    /// Those of the first device, then those of the next one.
    memories: Box<[Handle]>,
    topology: Handle,
}

/// A device, and its description.
#[derive(Debug)]
pub(crate) struct Device {
    client: u64,
    number: usize,
    memories: [Handle; KINDS.len()],
    debug_text: String,
    text: String,
}

/// A memory.
#[derive(Debug)]
pub(crate) struct Memory {
    client: u64,
    number: usize,
    /// The position of its kind.
    kind: usize,
    device: OnceLock<[Handle; 1]>,
    debug_text: String,
    text: String,
}

impl Memory {
    fn of(client: u64, device: usize, kind: usize) -> Memory {
        let number = device * KINDS.len() + kind;
        let Kind { text, debug_name, .. } = KINDS[kind];
        Memory {
            client,
            number,
            kind,
            device: OnceLock::new(),
            debug_text: format!("{debug_name}(id={number}, process_index=0, client=cpu)"),
            text: format!("{text}{number}"),
        }
    }
}

/// The devices of a client, as a description.
#[derive(Debug)]
pub(crate) struct Topology {
    devices: Box<[Handle]>,
}

impl Client {
    /// The device and memory that a caller names by either of them; the first device without any.
    pub(crate) fn place(&self, device: Handle, memory: Handle) -> Result<Place, Failure> {
        if !device.is_null() && handles::find::<Device>(device)?.client != self.number {
            return Err(Failure::invalid("expected a device of this client, got one of another"));
        }
        if memory.is_null() {
            let device = if device.is_null() { self.devices[0] } else { device };
            return Place::of(device, Handle::NULL);
        }
        let place = Place::of(Handle::NULL, memory)?;
        if place.client != self.number {
            return Err(Failure::invalid("expected a memory of this client, got one of another"));
        }
        if !device.is_null() && place.device != device {
            return Err(Failure::invalid("expected a memory of the device, got one of another device"));
        }
        Ok(place)
    }

    /// A device, and its default memory.
    pub(crate) fn place_of(&self, device: usize) -> Place {
        let memory = self.memories[device * KINDS.len()];
        Place { client: self.number, device: self.devices[device], memory }
    }
}

/// Where a buffer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) client: u64,
    pub(crate) device: Handle,
    pub(crate) memory: Handle,
}

impl Place {
    /// The place of a copy: a memory, or the default memory of a device.
    pub(crate) fn of(device: Handle, memory: Handle) -> Result<Place, Failure> {
        if device.is_null() {
            let found = handles::find::<Memory>(memory)?;
            let device = found.device.get().ok_or_else(|| Failure::internal("the memory has no device"))?[0];
            return Ok(Place { client: found.client, device, memory });
        }
        let found = handles::find::<Device>(device)?;
        Ok(Place { client: found.client, device, memory: found.memories[0] })
    }
}

pub(crate) fn initialize_plugin(_: &mut PluginInitialize) -> Result<(), Failure> {
    Ok(())
}

/// The versions of StableHLO that programs may have: the newest that is read, and the oldest.
pub(crate) fn plugin_attributes(args: &mut PluginAttributes) -> Result<(), Failure> {
    static ATTRIBUTES: OnceLock<NamedValues> = OnceLock::new();
    let attributes = ATTRIBUTES.get_or_init(|| {
        NamedValues(vec![
            NamedValue::list("stablehlo_current_version", &[1, 21, 0]),
            NamedValue::list("stablehlo_minimum_version", &[0, 9, 0]),
        ])
    });
    (args.attributes, args.num_attributes) = (attributes.0.as_ptr(), attributes.0.len());
    Ok(())
}

pub(crate) fn create(args: &mut ClientCreate) -> Result<(), Failure> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    // SAFETY: the caller's options, which stay during the call.
    let options = unsafe { abi::elements("create_options", args.create_options, args.num_options)? };
    let count = options::device_count(options)?;
    process()?;
    crate::ffi::adopt_registrations();
    let client = NUMBER.fetch_add(1, Relaxed);
    let (mut devices, mut memories) = (Vec::new(), Vec::new());
    for number in 0..count {
        let all: [_; KINDS.len()] = std::array::from_fn(|kind| Arc::new(Memory::of(client, number, kind)));
        let own = all.each_ref().map(|memory| handles::issue(memory.clone()));
        let device = handles::issue(Arc::new(Device {
            client,
            number,
            memories: own,
            debug_text: format!("TFRT_CPU_{number}"),
            text: format!("CpuDevice(id={number})"),
        }));
        for memory in &all {
            memory.device.get_or_init(|| [device]);
        }
        devices.push(device);
        memories.extend(own);
    }
    let devices: Box<[Handle]> = devices.into();
    let topology = handles::issue(Arc::new(Topology { devices: devices.clone() }));
    args.client =
        handles::issue(Arc::new(Client { number: client, devices, memories: memories.into(), topology }));
    Ok(())
}

pub(crate) fn destroy(args: &mut ClientDestroy) -> Result<(), Failure> {
    let client = handles::destroy::<Client>(args.client)?;
    handles::destroy::<Topology>(client.topology)?;
    for &device in &client.devices {
        handles::destroy::<Device>(device)?;
    }
    for &memory in &client.memories {
        handles::destroy::<Memory>(memory)?;
    }
    Ok(())
}

pub(crate) fn platform_name(args: &mut ClientPlatformName) -> Result<(), Failure> {
    handles::find::<Client>(args.client)?;
    (args.platform_name, args.platform_name_size) = (PLATFORM.as_ptr(), PLATFORM.len());
    Ok(())
}

pub(crate) fn platform_version(args: &mut ClientPlatformVersion) -> Result<(), Failure> {
    handles::find::<Client>(args.client)?;
    (args.platform_version, args.platform_version_size) = (VERSION.as_ptr(), VERSION.len());
    Ok(())
}

pub(crate) fn process_index(args: &mut ClientProcessIndex) -> Result<(), Failure> {
    handles::find::<Client>(args.client)?;
    args.process_index = 0;
    Ok(())
}

/// Takes what the caller knows of other processes. It changes nothing: a program runs in this process alone. JAX ends the process at an error here.
pub(crate) fn update_processes(args: &mut ClientUpdateGlobalProcessInfo) -> Result<(), Failure> {
    handles::find::<Client>(args.client)?;
    Ok(())
}

// A client stays where it is until it is destroyed, so callers may keep addresses of its lists.

pub(crate) fn devices(args: &mut ClientDevices) -> Result<(), Failure> {
    let client = handles::find::<Client>(args.client)?;
    (args.devices, args.num_devices) = (client.devices.as_ptr(), client.devices.len());
    Ok(())
}

pub(crate) fn addressable_devices(args: &mut ClientAddressableDevices) -> Result<(), Failure> {
    let client = handles::find::<Client>(args.client)?;
    (args.addressable_devices, args.num_addressable_devices) =
        (client.devices.as_ptr(), client.devices.len());
    Ok(())
}

pub(crate) fn addressable_memories(args: &mut ClientAddressableMemories) -> Result<(), Failure> {
    let client = handles::find::<Client>(args.client)?;
    (args.addressable_memories, args.num_addressable_memories) =
        (client.memories.as_ptr(), client.memories.len());
    Ok(())
}

/// The device with a number.
fn numbered(client: Handle, id: i32) -> Result<Handle, Failure> {
    let client = handles::find::<Client>(client)?;
    let device = usize::try_from(id).ok().and_then(|id| client.devices.get(id));
    device.copied().ok_or_else(|| {
        Failure::invalid(format!("expected a device below {}, got {id}", client.devices.len()))
    })
}

pub(crate) fn lookup_device(args: &mut ClientLookupDevice) -> Result<(), Failure> {
    args.device = numbered(args.client, args.id)?;
    Ok(())
}

pub(crate) fn lookup_addressable_device(args: &mut ClientLookupAddressableDevice) -> Result<(), Failure> {
    args.addressable_device = numbered(args.client, args.local_hardware_id)?;
    Ok(())
}

pub(crate) fn default_assignment(args: &mut ClientDefaultDeviceAssignment) -> Result<(), Failure> {
    let client = handles::find::<Client>(args.client)?;
    let (replicas, partitions) = (args.num_replicas, args.num_partitions);
    let count = usize::try_from(replicas).ok().zip(usize::try_from(partitions).ok());
    let count = count.and_then(|(replicas, partitions)| replicas.checked_mul(partitions));
    let available = client.devices.len();
    let Some(count) = count.filter(|count| (1..=available).contains(count)) else {
        return Err(Failure::invalid(format!(
            "expected 1 to {available} devices, got {replicas} replicas of {partitions} partitions"
        )));
    };
    if args.default_assignment.is_null() || args.default_assignment_size < count {
        let room = if args.default_assignment.is_null() { 0 } else { args.default_assignment_size };
        return Err(Failure::invalid(format!("expected room for {count} devices, got {room}")));
    }
    for device in 0..count {
        // SAFETY: the caller's memory has room for so many numbers.
        unsafe { args.default_assignment.add(device).write(device as i32) };
    }
    Ok(())
}

pub(crate) fn compile(args: &mut ClientCompile) -> Result<(), Failure> {
    let client = handles::find::<Client>(args.client)?;
    if args.program.is_null() {
        return Err(Failure::invalid("PJRT_Client_Compile: expected a program, got a null pointer"));
    }
    // SAFETY: the caller's program, which stays during the call.
    let (code, format) = unsafe {
        let program = &*args.program;
        let code = abi::elements("the program's code", program.code.cast_const(), program.code_size)?;
        (code, abi::elements("the program's format", program.format, program.format_size)?)
    };
    if format != b"mlir" {
        let format = String::from_utf8_lossy(format);
        return Err(Failure::unimplemented(format!("expected a program of format 'mlir', got '{format}'")));
    }
    // SAFETY: the caller's options, which stay during the call.
    let options =
        unsafe { abi::elements("compile_options", args.compile_options, args.compile_options_size)? };
    let options = CompileOptions::of(options, client.devices.len())?;
    let loaded = LoadedExecutable::compile(code, &client, &options)?;
    args.executable = handles::issue(Arc::new(loaded));
    Ok(())
}

pub(crate) fn topology(args: &mut ClientTopologyDescription) -> Result<(), Failure> {
    args.topology = handles::find::<Client>(args.client)?.topology;
    Ok(())
}

pub(crate) fn topology_platform_name(args: &mut TopologyDescriptionPlatformName) -> Result<(), Failure> {
    handles::find::<Topology>(args.topology)?;
    (args.platform_name, args.platform_name_size) = (PLATFORM.as_ptr(), PLATFORM.len());
    Ok(())
}

pub(crate) fn topology_platform_version(
    args: &mut TopologyDescriptionPlatformVersion,
) -> Result<(), Failure> {
    handles::find::<Topology>(args.topology)?;
    (args.platform_version, args.platform_version_size) = (VERSION.as_ptr(), VERSION.len());
    Ok(())
}

pub(crate) fn topology_devices(args: &mut TopologyDescriptionGetDeviceDescriptions) -> Result<(), Failure> {
    let topology = handles::find::<Topology>(args.topology)?;
    (args.descriptions, args.num_descriptions) = (topology.devices.as_ptr(), topology.devices.len());
    Ok(())
}

pub(crate) fn topology_attributes(args: &mut TopologyDescriptionAttributes) -> Result<(), Failure> {
    handles::find::<Topology>(args.topology)?;
    (args.attributes, args.num_attributes) = (std::ptr::null(), 0);
    Ok(())
}

pub(crate) fn device_id(args: &mut DeviceDescriptionId) -> Result<(), Failure> {
    args.id = handles::find::<Device>(args.device_description)?.number as i32;
    Ok(())
}

pub(crate) fn device_process_index(args: &mut DeviceDescriptionProcessIndex) -> Result<(), Failure> {
    handles::find::<Device>(args.device_description)?;
    args.process_index = 0;
    Ok(())
}

pub(crate) fn device_attributes(args: &mut DeviceDescriptionAttributes) -> Result<(), Failure> {
    handles::find::<Device>(args.device_description)?;
    (args.attributes, args.num_attributes) = (std::ptr::null(), 0);
    Ok(())
}

pub(crate) fn device_kind(args: &mut DeviceDescriptionKind) -> Result<(), Failure> {
    handles::find::<Device>(args.device_description)?;
    (args.device_kind, args.device_kind_size) = (PLATFORM.as_ptr(), PLATFORM.len());
    Ok(())
}

pub(crate) fn device_debug_string(args: &mut DeviceDescriptionDebugString) -> Result<(), Failure> {
    // Like those of a client, the texts of a device and a memory stay where they are.
    let text = &handles::find::<Device>(args.device_description)?.debug_text;
    (args.debug_string, args.debug_string_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn device_to_string(args: &mut DeviceDescriptionToString) -> Result<(), Failure> {
    let text = &handles::find::<Device>(args.device_description)?.text;
    (args.to_string, args.to_string_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn device_description(args: &mut DeviceGetDescription) -> Result<(), Failure> {
    handles::find::<Device>(args.device)?;
    args.device_description = args.device;
    Ok(())
}

pub(crate) fn device_is_addressable(args: &mut DeviceIsAddressable) -> Result<(), Failure> {
    handles::find::<Device>(args.device)?;
    args.is_addressable = 1;
    Ok(())
}

pub(crate) fn device_hardware_id(args: &mut DeviceLocalHardwareId) -> Result<(), Failure> {
    args.local_hardware_id = handles::find::<Device>(args.device)?.number as i32;
    Ok(())
}

pub(crate) fn device_memories(args: &mut DeviceAddressableMemories) -> Result<(), Failure> {
    let device = handles::find::<Device>(args.device)?;
    (args.memories, args.num_memories) = (device.memories.as_ptr(), device.memories.len());
    Ok(())
}

pub(crate) fn device_default_memory(args: &mut DeviceDefaultMemory) -> Result<(), Failure> {
    args.memory = handles::find::<Device>(args.device)?.memories[0];
    Ok(())
}

pub(crate) fn memory_id(args: &mut MemoryId) -> Result<(), Failure> {
    args.id = handles::find::<Memory>(args.memory)?.number as i32;
    Ok(())
}

pub(crate) fn memory_kind(args: &mut MemoryKind) -> Result<(), Failure> {
    let name = KINDS[handles::find::<Memory>(args.memory)?.kind].name;
    (args.kind, args.kind_size) = (name.as_ptr(), name.len());
    Ok(())
}

pub(crate) fn memory_kind_id(args: &mut MemoryKindId) -> Result<(), Failure> {
    args.kind_id = handles::find::<Memory>(args.memory)?.kind as i32;
    Ok(())
}

pub(crate) fn memory_debug_string(args: &mut MemoryDebugString) -> Result<(), Failure> {
    let text = &handles::find::<Memory>(args.memory)?.debug_text;
    (args.debug_string, args.debug_string_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn memory_to_string(args: &mut MemoryToString) -> Result<(), Failure> {
    let text = &handles::find::<Memory>(args.memory)?.text;
    (args.to_string, args.to_string_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn memory_devices(args: &mut MemoryAddressableByDevices) -> Result<(), Failure> {
    let memory = handles::find::<Memory>(args.memory)?;
    let devices = memory.device.get().map_or(&[][..], |devices| devices);
    (args.devices, args.num_devices) = (devices.as_ptr(), devices.len());
    Ok(())
}

/// The kind of memory that results are in.
pub(crate) const fn result_memory_kind() -> &'static str {
    KINDS[0].name
}
