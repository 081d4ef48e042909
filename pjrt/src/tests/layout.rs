//! The layouts of structs are those of the public header: `abi_facts.txt` has what a C compiler says of it, `checks/pjrt/abi_facts.py` writes it.

use std::collections::HashMap;

use super::*;
use crate::{API, MINOR};

/// A struct of the header: its size, and the name, offset and size of each field.
#[derive(Debug, Default)]
struct Facts {
    size: usize,
    fields: Vec<(&'static str, usize, usize)>,
}

fn facts() -> HashMap<&'static str, Facts> {
    let mut found: HashMap<_, Facts> = HashMap::new();
    let mut last = "";
    let number = |text: &str| text.parse::<usize>().expect("a number");
    for line in include_str!("abi_facts.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [name, size] => {
                last = name;
                found.insert(name, Facts { size: number(size), fields: Vec::new() });
            }
            [name, offset, size] => {
                let own = found.get_mut(last).expect("a struct comes before its fields");
                own.fields.push((name, number(offset), number(size)));
            }
            _ => panic!("{line}"),
        }
    }
    found
}

/// The header's name of a struct.
fn in_header(name: &str) -> String {
    let name = match name {
        "LayoutDestroy" => "LayoutsMemoryLayoutDestroy",
        "LayoutSerialize" => "LayoutsMemoryLayoutSerialize",
        "ClientGetDefaultLayout" => "LayoutsPJRTClientGetDefaultLayout",
        "TopologyGetDefaultLayout" => "LayoutsPJRTTopologyGetDefaultLayout",
        "BufferMemoryLayout" => "LayoutsPJRTBufferMemoryLayout",
        "ExecutableGetOutputLayouts" => "LayoutsPJRTExecutableGetOutputLayouts",
        "FfiTypeRegister" => "FFITypeRegister",
        "FfiUserDataAdd" => "FFIUserDataAdd",
        "RegisterHandler" => "FFIRegisterHandler",
        other => other,
    };
    format!("PJRT{name}Args")
}

/// Each struct with its size and its fields.
macro_rules! structs {
    ($($name:ident)*) => {
        [$((stringify!($name), size_of::<$name>(), <$name as Arguments>::REQUIRED, <$name as Arguments>::FIELDS)),*]
    };
}

#[test]
fn arguments_lie_as_in_the_header() {
    use crate::ffi::RegisterHandler;
    let facts: HashMap<String, Facts> =
        facts().into_iter().map(|(name, facts)| (name.replace('_', ""), facts)).collect();
    let structs = structs! {
        RegisterHandler
        ErrorDestroy
        ErrorMessage
        ErrorGetCode
        PluginInitialize
        PluginAttributes
        EventDestroy
        EventIsReady
        EventError
        EventAwait
        EventOnReady
        ClientCreate
        ClientDestroy
        ClientPlatformName
        ClientProcessIndex
        ClientPlatformVersion
        ClientTopologyDescription
        ClientUpdateGlobalProcessInfo
        ClientDevices
        ClientAddressableDevices
        ClientLookupDevice
        ClientLookupAddressableDevice
        ClientAddressableMemories
        ClientCompile
        ClientDefaultDeviceAssignment
        ClientBufferFromHostBuffer
        ClientCreateViewOfDeviceBuffer
        TopologyDescriptionPlatformName
        TopologyDescriptionPlatformVersion
        TopologyDescriptionGetDeviceDescriptions
        TopologyDescriptionAttributes
        DeviceDescriptionId
        DeviceDescriptionProcessIndex
        DeviceDescriptionAttributes
        DeviceDescriptionKind
        DeviceDescriptionDebugString
        DeviceDescriptionToString
        DeviceGetDescription
        DeviceIsAddressable
        DeviceLocalHardwareId
        DeviceAddressableMemories
        DeviceDefaultMemory
        MemoryId
        MemoryKind
        MemoryKindId
        MemoryDebugString
        MemoryToString
        MemoryAddressableByDevices
        ExecutableDestroy
        ExecutableName
        ExecutableNumReplicas
        ExecutableNumPartitions
        ExecutableNumOutputs
        ExecutableSizeOfGeneratedCodeInBytes
        ExecutableOutputElementTypes
        ExecutableOutputDimensions
        ExecutableOutputMemoryKinds
        ExecutableOptimizedProgram
        ExecutableFingerprint
        ExecutableGetCostAnalysis
        ExecutableGetCompiledMemoryStats
        ExecutableSerialize
        ExecutableDeserializeAndLoad
        LoadedExecutableDestroy
        LoadedExecutableGetExecutable
        LoadedExecutableAddressableDevices
        LoadedExecutableGetDeviceAssignment
        LoadedExecutableDelete
        LoadedExecutableIsDeleted
        LoadedExecutableExecute
        LoadedExecutableFingerprint
        BufferDestroy
        BufferElementType
        BufferDimensions
        BufferUnpaddedDimensions
        BufferDynamicDimensionIndices
        BufferOnDeviceSizeInBytes
        BufferDevice
        BufferMemory
        BufferDelete
        BufferIsDeleted
        BufferCopyToDevice
        BufferCopyToMemory
        BufferToHostBuffer
        BufferIsOnCpu
        BufferReadyEvent
        BufferUnsafePointer
        BufferIncreaseExternalReferenceCount
        BufferDecreaseExternalReferenceCount
        BufferOpaqueDeviceMemoryDataPointer
        BufferGetMemoryLayout
        LayoutDestroy
        LayoutSerialize
        ClientGetDefaultLayout
        BufferMemoryLayout
        TopologyGetDefaultLayout
        ExecutableGetOutputLayouts
        ExecuteContextCreate
        ExecuteContextDestroy
        FfiTypeRegister
        FfiUserDataAdd
    };
    let declared = include_str!("../abi.rs").lines().filter(|line| line.starts_with("arguments!(")).count();
    // The structs of the extension for shardings are not in this header.
    assert_eq!(structs.len() + 2, declared + 1, "a struct is not in this list");
    let mut others = Vec::new();
    for (name, size, required, fields) in structs {
        let facts = facts.get(&in_header(name)).unwrap_or_else(|| panic!("{name} is not in the header"));
        assert_eq!(size, facts.size, "{name}");
        assert!(required <= size, "{name}");
        for &(field, offset, size) in fields {
            let inside = |&&(_, o, s): &&(&str, usize, usize)| o <= offset && offset + size <= o + s;
            let (known, _, whole) = facts.fields.iter().find(inside).unwrap_or_else(|| {
                panic!("{name}.{field} at {offset} with {size} bytes is no field of the header")
            });
            // A field that is a struct in the header may be several here.
            let same = known == &field || *whole > size || RENAMED.contains(&(known, field));
            if !same {
                others.push((known, field));
            }
        }
    }
    assert_eq!(others, [], "fields with other names than in the header");
}

/// Fields that have another name here than in the header.
const RENAMED: &[(&str, &str)] = &[("type", "element_type"), ("topology_description", "topology")];

#[test]
fn the_table_is_that_of_the_header() {
    let facts = facts();
    let api = &facts["PJRT_Api"];
    // The extension for shardings, which callers look for from 0.91 on, has no struct in the table.
    assert_eq!(MINOR, 91);
    assert!(include_str!("abi_facts.txt").starts_with("# PJRT 0.90,"));
    assert_eq!(size_of::<crate::Api>(), api.size);
    assert_eq!((API.struct_size, API.version.struct_size), (api.size, facts["PJRT_Api_Version"].size));
    let functions: Vec<&str> = api.fields[3..].iter().map(|field| field.0).collect();
    assert_eq!(functions, FUNCTIONS.iter().map(|function| function.0).collect::<Vec<_>>());
    for (own, name) in [
        (size_of::<Program>(), "PJRT_Program"),
        (size_of::<NamedValue>(), "PJRT_NamedValue"),
        (size_of::<MemoryLayout>(), "PJRT_Buffer_MemoryLayout"),
        (MemoryLayout::TILED_SIZE, "PJRT_Buffer_MemoryLayout_Tiled"),
        (size_of::<FfiTypeInfo>(), "PJRT_FFI_Type_Info"),
        (size_of::<crate::abi::Extension<6>>(), "PJRT_Layouts_Extension"),
        (size_of::<crate::abi::Extension<3>>(), "PJRT_FFI_Extension"),
    ] {
        assert_eq!(own, facts[name].size, "{name}");
    }
    // Options that are not read are left out at the end.
    let options = &facts["PJRT_ExecuteOptions"].fields;
    let place = |name: &str| options.iter().find(|field| field.0 == name).map(|field| field.1);
    assert_eq!(
        place("non_donatable_input_indices"),
        Some(std::mem::offset_of!(ExecuteOptions, non_donatable))
    );
    assert_eq!(place("context"), Some(std::mem::offset_of!(ExecuteOptions, context)));
}
