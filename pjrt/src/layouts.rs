//! Layouts: the order of an array's elements in memory, as the extension of the interface for them asks.
//!
//! Every array here lies in row-major order, so a layout is its rank. Its text is XLA's: dimensions from the one whose neighbours are nearest in
//! memory to the one whose are farthest, `{1,0}` for a matrix. A program that asks for another order of an argument or a result is refused when
//! it is compiled.
#![expect(unsafe_code, reason = "callers hand over dimensions by address")]

use std::sync::Arc;

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;

use crate::abi::{self, *};
use crate::buffer::Buffer;
use crate::client::{Client, Topology};
use crate::executable::Executable;
use crate::executable::serialized::{self, Serialized};
use crate::failure::Failure;
use crate::handles::{self, Handle};

/// The largest rank whose layout can be asked for.
const MOST: usize = 64;

/// The dimensions of an array of the largest rank, nearest first; that of a smaller rank is its end.
static MINOR_TO_MAJOR: [i64; MOST] = {
    let mut dims = [0; MOST];
    let mut index = 0;
    while index < MOST {
        dims[index] = (MOST - 1 - index) as i64;
        index += 1;
    }
    dims
};

/// The layout of arrays of a rank.
#[derive(Debug)]
pub(crate) struct Layout {
    rank: usize,
}

impl Layout {
    /// Gives a layout to a caller.
    pub(crate) fn give(rank: usize) -> Handle {
        handles::issue(Arc::new(Layout { rank }))
    }

    fn text(&self) -> String {
        let dims: Vec<String> = (0..self.rank).rev().map(|dim| dim.to_string()).collect();
        format!("{{{}}}", dims.join(","))
    }
}

/// Layouts that live as long as the object that callers ask for them.
#[derive(Debug)]
pub(crate) struct Layouts(pub(crate) Box<[Handle]>);

impl Layouts {
    pub(crate) fn of(ranks: &[usize]) -> Layouts {
        Layouts(ranks.iter().map(|&rank| Layout::give(rank)).collect())
    }
}

impl Drop for Layouts {
    fn drop(&mut self) {
        for &layout in &self.0 {
            // A caller may have freed one that it does not own.
            drop(handles::destroy::<Layout>(layout));
        }
    }
}

/// Refuses arguments or results, with these attributes and ranks, that a program wants in another order.
pub(crate) fn check(
    ctx: &Context,
    what: &str,
    attributes: Option<Attr>,
    ranks: &[usize],
) -> Result<(), Failure> {
    let all = attributes.and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
    for (index, (&own, &rank)) in all.iter().zip(ranks).enumerate() {
        let Some(mode) = ctx.dict_get(own, ctx.ident("mhlo.layout_mode")) else { continue };
        let AttrKind::String { .. } = ctx.attr_kind(mode) else { continue };
        let mode = ctx.attr_as_str(mode).unwrap_or_default();
        let ours = Layout { rank }.text();
        if !matches!(mode, "default" | "auto" | "") && mode.replace(' ', "") != ours {
            return Err(Failure::unimplemented(format!(
                "{what} {index}: expected the layout {ours}, got {mode}: arrays lie in row-major order"
            )));
        }
    }
    Ok(())
}

pub(crate) fn of_buffer(args: &mut BufferGetMemoryLayout) -> Result<(), Failure> {
    let rank = handles::find::<Buffer>(args.buffer)?.rank();
    let Some(start) = MOST.checked_sub(rank) else {
        return Err(Failure::unimplemented(format!("expected at most {MOST} dimensions, got {rank}")));
    };
    args.layout = MemoryLayout {
        struct_size: MemoryLayout::SIZE,
        extension_start: std::ptr::null_mut(),
        inner_size: MemoryLayout::TILED_SIZE,
        inner_extension: std::ptr::null_mut(),
        list: MINOR_TO_MAJOR[start..].as_ptr(),
        list_len: rank,
        tile_dims: std::ptr::null(),
        tile_dim_sizes: std::ptr::null(),
        num_tiles: 0,
        kind: 0,
    };
    Ok(())
}

fn destroyed(args: &mut LayoutDestroy) -> Result<(), Failure> {
    if !args.layout.is_null() {
        handles::destroy::<Layout>(args.layout)?;
    }
    Ok(())
}

fn serialized(args: &mut LayoutSerialize) -> Result<(), Failure> {
    let text = handles::find::<Layout>(args.layout)?.text();
    (args.serialized_bytes, args.serialized_bytes_size, args.serialized_layout) =
        Serialized::give(text.into_bytes());
    args.serialized_layout_deleter = Some(serialized::free);
    Ok(())
}

fn of_client(args: &mut ClientGetDefaultLayout) -> Result<(), Failure> {
    handles::find::<Client>(args.client)?;
    args.layout = default_layout(args.dims, args.num_dims)?;
    Ok(())
}

fn of_topology(args: &mut TopologyGetDefaultLayout) -> Result<(), Failure> {
    handles::find::<Topology>(args.topology)?;
    args.layout = default_layout(args.dims, args.num_dims)?;
    Ok(())
}

fn default_layout(dims: *const i64, num_dims: usize) -> Result<Handle, Failure> {
    // SAFETY: the caller's dimensions, which stay during the call.
    let dims = unsafe { abi::elements("dims", dims, num_dims)? };
    Ok(Layout::give(dims.len()))
}

fn of_array(args: &mut BufferMemoryLayout) -> Result<(), Failure> {
    args.layout = Layout::give(handles::find::<Buffer>(args.buffer)?.rank());
    Ok(())
}

fn of_results(args: &mut ExecutableGetOutputLayouts) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    let layouts = &executable.layouts().0;
    (args.layouts, args.num_outputs) = (layouts.as_ptr(), layouts.len());
    Ok(())
}

/// `PJRT_Extension_Type_Layouts`.
const KIND: i32 = 4;

/// The extension of the interface for layouts.
pub(crate) static EXTENSION: Extension<6> = Extension::new(
    KIND,
    (&raw const crate::ffi::EXTENSION).cast(),
    [
        abi::extension_entry!("PJRT_Layouts_MemoryLayout_Destroy", destroyed),
        abi::extension_entry!("PJRT_Layouts_MemoryLayout_Serialize", serialized),
        abi::extension_entry!("PJRT_Layouts_PJRT_Client_GetDefaultLayout", of_client),
        abi::extension_entry!("PJRT_Layouts_PJRT_Buffer_MemoryLayout", of_array),
        abi::extension_entry!("PJRT_Layouts_PJRT_Topology_GetDefaultLayout", of_topology),
        abi::extension_entry!("PJRT_Layouts_PJRT_Executable_GetOutputLayouts", of_results),
    ],
);
