//! Layouts: the order of an array's elements in memory, as the extension of the interface for them asks.
//!
//! An [`Order`] is a permutation of an array's dimensions. Its text is XLA's: dimensions from the one whose neighbours are nearest in memory to the
//! one whose are farthest, `{1,0}` for a matrix in row-major order. Programs run on arrays in row-major order: a buffer in another order is
//! brought into it when it becomes an argument, and a result is brought into the order that the program states.
//!
//! A layout may state [`Tiles`]. They are told to callers, and count for the size of an array; as with XLA's CPU, elements lie as they would without.
#![expect(unsafe_code, reason = "callers hand over dimensions by address")]

mod tiles;

use std::sync::Arc;

use tfrt_compiler::stablehlo_permutation;
use tfrt_executor::tensor::{DenseHostTensor, Shape, TensorMetadata};
use tfrt_ir::OpRef;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Value;

use crate::abi::{self, *};
use crate::buffer::{self, Buffer};
use crate::client::{Client, Topology};
use crate::element::Element;
use crate::executable::Executable;
use crate::executable::serialized::{self, Serialized};
use crate::failure::Failure;
use crate::handles::{self, Handle};

pub(crate) use tiles::Tiles;

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

/// The order of an array's dimensions in memory: row-major, or from the dimension whose neighbours are nearest to the one whose are farthest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// Empty in row-major order.
    nearest_first: Box<[i64]>,
    tiles: Tiles,
}

impl Order {
    /// An order from the dimensions, nearest first; each of the array's must be there once.
    pub(crate) fn new(nearest_first: &[i64], rank: usize) -> Result<Order, Failure> {
        let list = || nearest_first.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        if nearest_first.len() != rank {
            return Err(Failure::invalid(format!(
                "expected a layout of {rank} dimensions, got {{{}}}",
                list()
            )));
        }
        let mut seen = vec![false; rank];
        for &dimension in nearest_first {
            match usize::try_from(dimension).ok().and_then(|at| seen.get_mut(at)) {
                None => {
                    return Err(Failure::invalid(format!(
                        "layout minor_to_major field has out-of-bounds value {dimension}: {{{}}}, rank {rank}",
                        list()
                    )));
                }
                Some(true) => {
                    return Err(Failure::invalid(format!(
                        "layout minor_to_major field has duplicate values: {{{}}}",
                        list()
                    )));
                }
                Some(seen) => *seen = true,
            }
        }
        let is_row_major = nearest_first.iter().rev().zip(0..).all(|(&dimension, at)| dimension == at);
        let nearest_first = if is_row_major { Box::default() } else { nearest_first.into() };
        Ok(Order { nearest_first, tiles: Tiles::default() })
    }

    /// The order with these tiles.
    pub(crate) fn with_tiles(self, tiles: Tiles) -> Order {
        Order { tiles, ..self }
    }

    /// An order from XLA's text.
    fn read(text: &str, rank: usize) -> Result<Order, Failure> {
        let refused = || Failure::unimplemented(format!("layouts like {text} are not supported"));
        let inner =
            text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}')).ok_or_else(refused)?;
        let (dims, properties) = inner.split_once(':').unwrap_or((inner, ""));
        let (tiles, rest) = Tiles::read(properties).ok_or_else(refused)?;
        // The size of an element in bits is known by its type.
        let is_size = rest.starts_with("E(") && rest.find(')') == Some(rest.len() - 1);
        if !rest.is_empty() && !is_size {
            return Err(refused());
        }
        let dims = dims.split(',').filter(|text| !text.trim().is_empty());
        let dims =
            dims.map(|text| text.trim().parse().map_err(|_| refused())).collect::<Result<Vec<_>, _>>()?;
        Ok(Order::new(&dims, rank)?.with_tiles(tiles))
    }

    /// The tiles that the layout states.
    pub(crate) fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// The elements that an array of these dimensions has room for: its own, and those that fill its tiles.
    pub(crate) fn room(&self, dims: &[i64]) -> i64 {
        let farthest_first: Vec<i64> = match self.is_row_major() {
            true => dims.to_vec(),
            false => self.nearest_first.iter().rev().map(|&at| dims[at as usize]).collect(),
        };
        self.tiles.room(farthest_first)
    }

    /// The dimensions, nearest first; none in row-major order.
    pub(crate) fn nearest_first(&self) -> &[i64] {
        &self.nearest_first
    }

    pub(crate) fn is_row_major(&self) -> bool {
        self.nearest_first.is_empty()
    }

    /// XLA's text for an array of so many dimensions, whose elements have the given bits of a byte, or whole bytes for 0.
    fn text(&self, rank: usize, bits: u32) -> String {
        let dims: Vec<String> = match self.is_row_major() {
            true => (0..rank).rev().map(|dim| dim.to_string()).collect(),
            false => self.nearest_first.iter().map(i64::to_string).collect(),
        };
        let mut properties = self.tiles.to_string();
        if bits != 0 {
            properties += &format!("E({bits})");
        }
        let mark = if properties.is_empty() { "" } else { ":" };
        format!("{{{}{mark}{properties}}}", dims.join(","))
    }

    /// The order of a transposed array: its dimension `at` is `permutation[at]` of this one.
    fn transposed(&self, permutation: &[i64]) -> Order {
        let rank = permutation.len();
        let own = || (0..rank as i64).rev().collect();
        let from: Box<[i64]> = if self.is_row_major() { own() } else { self.nearest_first.clone() };
        let place = |dim: &i64| permutation.iter().position(|from| from == dim).map(|at| at as i64);
        let moved: Option<Vec<i64>> = from.iter().map(place).collect();
        moved.and_then(|moved| Order::new(&moved, rank).ok()).unwrap_or_default()
    }

    /// The strides in bytes of a packed array of this order.
    pub(crate) fn strides(&self, dims: &[i64], size: usize) -> Vec<i64> {
        if self.is_row_major() {
            return buffer::packed(dims, size);
        }
        let mut strides = vec![0; dims.len()];
        let mut stride = size as i64;
        for at in self.nearest_first.iter().map(|&dimension| dimension as usize) {
            strides[at] = stride;
            stride *= dims[at].max(1);
        }
        strides
    }

    /// The elements of a tensor in this order, as a tensor whose first dimension is the farthest one.
    pub(crate) fn of_rows(&self, tensor: DenseHostTensor) -> Result<DenseHostTensor, Failure> {
        if self.is_row_major() {
            return Ok(tensor);
        }
        let dims = tensor.shape().dims();
        let stored: Vec<i64> = self.nearest_first.iter().rev().map(|&at| dims[at as usize]).collect();
        let size = tensor.dtype().size().unwrap_or_default();
        moved(&tensor, &stored, &dims, &self.strides(&dims, size), |row, own| (own, row))
    }

    /// The tensor of these dimensions whose elements [`Order::of_rows`] has put in this order.
    pub(crate) fn to_rows(&self, stored: DenseHostTensor, dims: &[i64]) -> Result<DenseHostTensor, Failure> {
        if self.is_row_major() {
            return Ok(stored);
        }
        let size = stored.dtype().size().unwrap_or_default();
        moved(&stored, dims, dims, &self.strides(dims, size), |row, own| (row, own))
    }
}

/// Elements at other places: `places` says, of an element's place in row-major order and with strides, where it goes and where it comes from.
fn moved(
    from: &DenseHostTensor,
    to_dims: &[i64],
    dims: &[i64],
    strides: &[i64],
    places: impl Fn(usize, usize) -> (usize, usize),
) -> Result<DenseHostTensor, Failure> {
    let shape = Shape::new(to_dims).map_err(|error| Failure::internal(error.to_string()))?;
    let size = from.dtype().size().unwrap_or_default();
    let mut tensor = DenseHostTensor::uninitialized(TensorMetadata::new(from.dtype(), shape))
        .map_err(Failure::out_of_memory)?;
    let to = tensor.bytes_mut().ok_or_else(|| Failure::internal("a new tensor is shared"))?;
    let bytes = from.bytes();
    buffer::for_each_element(dims, strides, size, |row, offset| {
        let (to_place, from_place) = places(row, offset.cast_unsigned());
        to[to_place..to_place + size].copy_from_slice(&bytes[from_place..from_place + size]);
    });
    Ok(tensor)
}

/// The layout of arrays of a rank and an element type.
#[derive(Debug)]
pub(crate) struct Layout {
    rank: usize,
    order: Order,
    element: Element,
}

impl Layout {
    /// Gives a layout to a caller.
    pub(crate) fn give(rank: usize, order: Order, element: Element) -> Handle {
        handles::issue(Arc::new(Layout { rank, order, element }))
    }
}

/// Layouts that live as long as the object that callers ask for them.
#[derive(Debug)]
pub(crate) struct Layouts(pub(crate) Box<[Handle]>);

impl Layouts {
    pub(crate) fn of(ranks: &[usize], orders: &[Order], elements: &[Element]) -> Layouts {
        let all = ranks.iter().zip(orders).zip(elements);
        Layouts(all.map(|((&rank, order), &element)| Layout::give(rank, order.clone(), element)).collect())
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

/// The orders of the arguments and of the results of `main`: those that it states. Where it leaves the choice, an argument is in row-major order,
/// and a result in the order in which the elements of the array that it was made of need not be moved.
pub(crate) fn of_main(main: OpRef<'_>, ranks: [&[usize]; 2]) -> Result<[Vec<Order>; 2], Failure> {
    let ctx = main.ctx;
    let mode = |name: &str, index: usize| {
        let all = ctx.array_elems(main.attr(name)?)?;
        let mode = ctx.dict_get(*all.get(index)?, ctx.ident("mhlo.layout_mode"))?;
        ctx.attr_as_str(mode)
    };
    let stated = |name: &str, index: usize, rank: usize| match mode(name, index) {
        None | Some("default" | "auto" | "") => Ok(Order::default()),
        Some(text) => Order::read(text, rank),
    };
    let arguments = ranks[0].iter().enumerate().map(|(index, &rank)| stated("arg_attrs", index, rank));
    let arguments: Vec<Order> = arguments.collect::<Result<_, _>>()?;
    let region = main.region(0);
    let end = region.and_then(|region| region.terminator(ctx));
    let results = ranks[1].iter().enumerate().map(|(index, &rank)| {
        if mode("res_attrs", index) == Some("auto")
            && let Some((region, value)) = region.zip(end.and_then(|end| end.operands().nth(index)))
        {
            return Ok(followed(ctx, region.body, value, &arguments));
        }
        stated("res_attrs", index, rank)
    });
    let results = results.collect::<Result<_, _>>()?;
    Ok([arguments, results])
}

/// The order of a value that is an argument, or one whose dimensions were only permuted since.
fn followed(ctx: &Context, body: &Body, mut value: Value, arguments: &[Order]) -> Order {
    let mut permutations = Vec::new();
    while let Some(op) = body.defining_op(value) {
        let op = OpRef { ctx, body, op };
        match op.name_str() {
            "builtin.unrealized_conversion_cast" => {}
            _ => match stablehlo_permutation(op) {
                Some(permutation) => permutations.push(permutation),
                None => break,
            },
        }
        value = op.operand(0);
    }
    let entry = body.root_regions().first().and_then(|&region| body.entry_block(region));
    let position =
        entry.and_then(|block| body.block_args(block).iter().position(|&argument| argument == value));
    let order = position.and_then(|at| arguments.get(at).cloned()).unwrap_or_default();
    permutations.iter().rev().fold(order, |order, permutation| order.transposed(permutation))
}

pub(crate) fn of_buffer(args: &mut BufferGetMemoryLayout) -> Result<(), Failure> {
    let buffer = handles::find::<Buffer>(args.buffer)?;
    let rank = buffer.rank();
    let Some(start) = MOST.checked_sub(rank) else {
        return Err(Failure::unimplemented(format!("expected at most {MOST} dimensions, got {rank}")));
    };
    let list = match buffer.order().nearest_first() {
        [] => MINOR_TO_MAJOR[start..].as_ptr(),
        // They live as long as the buffer, which the caller holds.
        list => list.as_ptr(),
    };
    let tiles = buffer.order().tiles();
    args.layout = MemoryLayout {
        struct_size: MemoryLayout::SIZE,
        extension_start: std::ptr::null_mut(),
        inner_size: MemoryLayout::TILED_SIZE,
        inner_extension: std::ptr::null_mut(),
        list,
        list_len: rank,
        tile_dims: tiles.dims().as_ptr(),
        tile_dim_sizes: tiles.ranks().as_ptr(),
        num_tiles: tiles.ranks().len(),
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
    let layout = handles::find::<Layout>(args.layout)?;
    let text = layout.order.text(layout.rank, layout.element.packed_bits());
    (args.serialized_bytes, args.serialized_bytes_size, args.serialized_layout) =
        Serialized::give(text.into_bytes());
    args.serialized_layout_deleter = Some(serialized::free);
    Ok(())
}

fn of_client(args: &mut ClientGetDefaultLayout) -> Result<(), Failure> {
    handles::find::<Client>(args.client)?;
    args.layout = default_layout(args.element_type, args.dims, args.num_dims)?;
    Ok(())
}

fn of_topology(args: &mut TopologyGetDefaultLayout) -> Result<(), Failure> {
    handles::find::<Topology>(args.topology)?;
    args.layout = default_layout(args.element_type, args.dims, args.num_dims)?;
    Ok(())
}

fn default_layout(element_type: i32, dims: *const i64, num_dims: usize) -> Result<Handle, Failure> {
    // SAFETY: the caller's dimensions, which stay during the call.
    let dims = unsafe { abi::elements("dims", dims, num_dims)? };
    Ok(Layout::give(dims.len(), Order::default(), Element::of_number(element_type)?))
}

fn of_array(args: &mut BufferMemoryLayout) -> Result<(), Failure> {
    let buffer = handles::find::<Buffer>(args.buffer)?;
    args.layout = Layout::give(buffer.rank(), buffer.order().clone(), buffer.element());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_have_the_texts_of_xla() {
        let read = |text: &str, rank| Order::read(text, rank).map_err(|error| error.message);
        assert_eq!(read("{1,0}", 2), Ok(Order::default()));
        assert_eq!(read("{}", 0), Ok(Order::default()));
        let order = read("{0, 2,1:E(4)}", 3).expect("a permutation");
        assert_eq!(order.text(3, 0), "{0,2,1}");
        assert_eq!(Order::default().text(3, 4), "{2,1,0:E(4)}");
        assert!(read("{0,0}", 2).is_err_and(|why| why.contains("duplicate values: {0, 0}")));
        assert!(read("{0,2}", 2).is_err_and(|why| why.contains("out-of-bounds value 2")));
        assert!(read("{0}", 2).is_err_and(|why| why.contains("2 dimensions, got {0}")));
        let tiled = read("{1,0:T(8,128)(2,1)}", 2).expect("two tiles");
        assert_eq!(tiled.text(2, 0), "{1,0:T(8,128)(2,1)}");
        assert_eq!(read("{0,1:T(2)E(4)}", 2).expect("a tile").text(2, 4), "{0,1:T(2)E(4)}");
        assert!(read("{1,0:S(5)}", 2).is_err_and(|why| why.contains("not supported")));
    }

    #[test]
    fn elements_in_an_order_are_found_again() {
        let values: Vec<i32> = (0..24).collect();
        let tensor =
            DenseHostTensor::from_values(Shape::new(&[2, 3, 4]).expect("small"), &values).expect("memory");
        for nearest_first in [[2, 1, 0], [2, 0, 1], [1, 2, 0], [1, 0, 2], [0, 2, 1], [0, 1, 2]] {
            let order = Order::new(&nearest_first, 3).expect("a permutation");
            let stored = order.of_rows(tensor.clone()).expect("memory");
            let strides = order.strides(&[2, 3, 4], 1);
            let at = strides[0] + 2 * strides[1] + 3 * strides[2];
            assert_eq!(stored.values::<i32>().expect("its own type")[at as usize], 23, "{nearest_first:?}");
            assert_eq!(order.to_rows(stored, &[2, 3, 4]).expect("memory").values::<i32>(), Some(&values[..]));
        }
        let order = Order::new(&[0, 1], 2).expect("a permutation");
        let empty =
            DenseHostTensor::from_values::<i32>(Shape::new(&[0, 3]).expect("small"), &[]).expect("memory");
        assert_eq!(order.of_rows(empty).expect("memory").shape().dims()[..], [3, 0]);
    }

    #[test]
    fn a_transposed_order_leaves_elements_where_they_are() {
        assert_eq!(Order::default().transposed(&[1, 0]).nearest_first(), [0, 1]);
        assert_eq!(Order::default().transposed(&[1, 2, 0]).nearest_first(), [1, 0, 2]);
        assert!(Order::default().transposed(&[1, 2, 0]).transposed(&[2, 0, 1]).is_row_major());
    }
}
