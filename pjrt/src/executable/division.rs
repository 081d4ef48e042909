//! The division of arguments and results over the devices of a program.
//!
//! All devices are those of one host, with one memory: a program runs once, on whole tensors. Its arguments are put together from what the devices
//! have, and each device is given its part of the results; a tensor that all devices have whole is shared by them. What each region of
//! `sdy.manual_computation` does for its devices is in the program (`tfrt-compiler`).

use prost::Message;
use tfrt_compiler::{Shardings, stablehlo_shardings};
use tfrt_dialects::sdy::attributes::{Mesh, TensorSharding};
use tfrt_dialects::sdy::tiles::Piece;
use tfrt_executor::tensor::{DenseHostTensor, Shape, TensorMetadata};
use tfrt_ir::Module;

use super::op_sharding::OpSharding;
use super::sums;
use crate::failure::Failure;
use crate::options::CompileOptions;

/// The parts of a tensor that devices have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Division {
    /// The number of equal parts of each dimension. Without any, every device has the whole tensor.
    pub(super) counts: Vec<i64>,
    /// For each device the place of its part along each dimension.
    pub(super) places: Vec<Vec<i64>>,
    /// For each device which summand of its part it has. Empty where tensors are not sums.
    pub(super) summands: Vec<i64>,
}

impl Division {
    /// The division that a sharding of a module says, over so many devices.
    pub(super) fn of(
        module: &Module,
        sharding: &TensorSharding,
        dims: &[i64],
        devices: usize,
    ) -> Result<Division, Failure> {
        let mesh = sharding.mesh(|name| module.lookup(name)).map_err(Failure::invalid)?;
        let places = mesh.places().map_err(Failure::invalid)?;
        // One device alone has everything.
        if mesh.axes.is_empty() {
            return Ok(Division::default());
        }
        if places.len() != devices {
            return Err(Failure::invalid(format!(
                "a sharding is of a mesh of {} devices, and the program has {devices}",
                places.len()
            )));
        }
        let mut division =
            Division { counts: vec![1; dims.len()], places: vec![Vec::new(); devices], summands: Vec::new() };
        if !sharding.unreduced.is_empty() {
            division.summands = vec![0; devices];
        }
        for place in &places {
            let pieces = sharding.pieces(mesh, &place.coordinates, |_| true).map_err(Failure::invalid)?;
            let own = usize::try_from(place.device).ok().and_then(|device| division.places.get_mut(device));
            let own = own.ok_or_else(|| {
                Failure::invalid(format!("a mesh has device {}, and the program has {devices}", place.device))
            })?;
            if !sharding.unreduced.is_empty() {
                let summand =
                    sharding.summand(mesh, &place.coordinates, |_| true).map_err(Failure::invalid)?;
                division.summands[place.device as usize] = summand.place;
            }
            if pieces.len() != dims.len() {
                return Err(Failure::invalid(format!(
                    "a sharding of {} dimensions is that of a tensor of {}",
                    pieces.len(),
                    dims.len()
                )));
            }
            for (at, Piece { place, count }) in pieces.into_iter().enumerate() {
                if dims[at] % count != 0 {
                    return Err(Failure::unimplemented(format!(
                        "a dimension of size {} cannot be divided into {count} equal parts",
                        dims[at]
                    )));
                }
                division.counts[at] = count;
                own.push(place);
            }
        }
        if division.is_whole() { Ok(Division::default()) } else { Ok(division) }
    }

    /// A division from a file: the counts, the places of one device after those of the other, and the summands.
    pub(super) fn read(
        counts: Vec<i64>,
        places: &[i64],
        summands: Vec<i64>,
        devices: usize,
    ) -> Result<Division, Failure> {
        let rank = counts.len();
        let is_sound = counts.iter().all(|&count| count > 0)
            && rank.checked_mul(devices) == Some(places.len())
            && places.iter().enumerate().all(|(at, place)| (0..counts[at % rank]).contains(place));
        let are_summands = summands.is_empty()
            || summands.len() == devices && summands.iter().all(|summand| (0..Mesh::MOST).contains(summand));
        if rank > 0 && !is_sound || rank == 0 && !places.is_empty() || !are_summands {
            return Err(Failure::invalid("a division of a tensor over devices is damaged"));
        }
        let places = match rank {
            0 if summands.is_empty() => Vec::new(),
            0 => vec![Vec::new(); devices],
            _ => places.chunks(rank).map(<[i64]>::to_vec).collect(),
        };
        Ok(Division { counts, places, summands })
    }

    /// Whether each device has the whole tensor.
    pub(super) fn is_whole(&self) -> bool {
        self.summands.is_empty() && self.counts.iter().all(|&count| count == 1)
    }

    /// The number of summands of each part.
    pub(super) fn summand_count(&self) -> i64 {
        self.summands.iter().max().map_or(1, |&last| last + 1)
    }

    /// The dimensions of a part.
    pub(super) fn part_dims(&self, dims: &[i64]) -> Vec<i64> {
        let count = |at: usize| self.counts.get(at).copied().unwrap_or(1);
        dims.iter().enumerate().map(|(at, dim)| dim / count(at)).collect()
    }

    /// As callers read it.
    pub(super) fn serialized(&self) -> Vec<u8> {
        OpSharding::of(self).encode_to_vec()
    }

    /// A tensor from the parts that the devices have.
    pub(super) fn whole(&self, parts: &[DenseHostTensor]) -> Result<DenseHostTensor, Failure> {
        let mut whole = self.summand(parts, 0)?;
        for summand in 1..self.summand_count() {
            sums::add(&mut whole, &self.summand(parts, summand)?)?;
        }
        Ok(whole)
    }

    /// One summand of a tensor, from the parts of the devices that have it.
    fn summand(&self, parts: &[DenseHostTensor], summand: i64) -> Result<DenseHostTensor, Failure> {
        let [first, ..] = parts else { return Err(Failure::internal("a program has no devices")) };
        if self.is_whole() {
            return Ok(first.clone());
        }
        let part_dims = first.shape().dims();
        if part_dims.len() != self.counts.len() {
            return Err(Failure::invalid(format!(
                "expected a part of {} dimensions, got {}",
                self.counts.len(),
                part_dims.len()
            )));
        }
        let scaled = |(&dim, &count): (&i64, &i64)| dim.checked_mul(count);
        let dims: Option<Vec<i64>> = part_dims.iter().zip(&self.counts).map(scaled).collect();
        let shape = dims.as_deref().map(Shape::new).and_then(Result::ok);
        let shape =
            shape.ok_or_else(|| Failure::invalid("a tensor put together from its parts is too large"))?;
        let metadata = TensorMetadata::new(first.dtype(), shape);
        // Not every device writes its part of a summand.
        let new =
            if self.summands.is_empty() { DenseHostTensor::uninitialized } else { DenseHostTensor::zeroed };
        let mut whole = new(metadata).map_err(Failure::out_of_memory)?;
        let dims = whole.shape().dims();
        let size = first.dtype().size().unwrap_or_default();
        let to = whole.bytes_mut().ok_or_else(|| Failure::internal("a new tensor is shared"))?;
        for (device, (part, places)) in parts.iter().zip(&self.places).enumerate() {
            if part.metadata() != first.metadata() {
                return Err(Failure::invalid(format!(
                    "expected parts of one shape: device 0 has {}, device {device} has {}",
                    first.metadata(),
                    part.metadata()
                )));
            }
            if self.summands.get(device).is_some_and(|&own| own != summand) {
                continue;
            }
            let from = part.bytes();
            for_rows(&dims, &part_dims, places, size, |row, place| {
                to[place..place + row.len()].copy_from_slice(&from[row]);
            });
        }
        Ok(whole)
    }

    /// A device's part of a tensor, in the memory of a free tensor if there is one of the part's type and size. Where that is a sum, the first summand
    /// is all of it, and the others are zero.
    pub(super) fn part(
        &self,
        tensor: &DenseHostTensor,
        device: usize,
        free: &mut Vec<DenseHostTensor>,
    ) -> Result<DenseHostTensor, Failure> {
        let places = match self.places.get(device) {
            Some(places) if !self.is_whole() => places,
            _ => return Ok(tensor.clone()),
        };
        let dims = tensor.shape().dims();
        let part_dims = self.part_dims(&dims);
        let shape = Shape::new(&part_dims).map_err(|error| Failure::internal(error.to_string()))?;
        if self.summands.get(device).is_some_and(|&summand| summand != 0) {
            return DenseHostTensor::zeroed(TensorMetadata::new(tensor.dtype(), shape))
                .map_err(Failure::out_of_memory);
        }
        let metadata = TensorMetadata::new(tensor.dtype(), shape);
        let fits = |free: &mut DenseHostTensor| {
            free.dtype() == metadata.dtype
                && free.num_elements() == metadata.shape.num_elements()
                && free.bytes_mut().is_some()
        };
        let mut part = match free.iter_mut().position(fits) {
            Some(at) => free.remove(at).into_reshaped(metadata.shape),
            None => DenseHostTensor::uninitialized(metadata),
        }
        .map_err(Failure::out_of_memory)?;
        let size = tensor.dtype().size().unwrap_or_default();
        let from = tensor.bytes();
        let to = part.bytes_mut().ok_or_else(|| Failure::internal("a new tensor is shared"))?;
        for_rows(&dims, &part_dims, places, size, |row, place| {
            let len = row.len();
            to[row].copy_from_slice(&from[place..place + len]);
        });
        Ok(part)
    }
}

/// Calls `each` with the bytes of each row of a part, and where they start in the whole tensor.
fn for_rows(
    dims: &[i64],
    part_dims: &[i64],
    places: &[i64],
    size: usize,
    mut each: impl FnMut(std::ops::Range<usize>, usize),
) {
    let Some((&last, outer)) = part_dims.split_last() else { return each(0..size, 0) };
    let row = last as usize * size;
    let rows: i64 = outer.iter().product();
    if row == 0 {
        return;
    }
    for index in 0..rows {
        let (mut rest, mut at, mut step) = (index, 0, 1);
        for axis in (0..dims.len()).rev() {
            let position = if axis == outer.len() {
                0
            } else {
                let position = rest % part_dims[axis];
                rest /= part_dims[axis];
                position
            };
            at += (places[axis] * part_dims[axis] + position) * step;
            step *= dims[axis];
        }
        let start = index as usize * row;
        each(start..start + row, at as usize * size);
    }
}

/// The divisions of the arguments and of the results of `main`, of these dimensions: as it says, else as follows from the program. Arguments
/// are whole where the options do not say that they may be placed in any way.
pub(super) fn of_main(
    module: &Module,
    dims: [&[Vec<i64>]; 2],
    options: &CompileOptions,
) -> Result<[Vec<Division>; 2], Failure> {
    let devices = options.devices.0.len();
    let mut shardings = match devices {
        1 => Shardings::default(),
        _ => stablehlo_shardings(module, |argument| options.is_open(argument)),
    };
    let mut of = |values: usize| -> Result<Vec<Division>, Failure> {
        let mut own = std::mem::take(&mut shardings[values]);
        own.resize(dims[values].len(), None);
        let division = |(sharding, dims): (Option<TensorSharding>, &Vec<i64>)| match sharding {
            Some(sharding) => Division::of(module, &sharding, dims, devices),
            None => Ok(Division::default()),
        };
        own.into_iter().zip(dims[values]).map(division).collect()
    };
    Ok([of(0)?, of(1)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two by two parts, each on two of eight devices.
    fn division() -> Division {
        let places = (0..8).map(|device| vec![device / 4, device % 2]).collect();
        Division { counts: vec![2, 2], places, summands: Vec::new() }
    }

    #[test]
    fn parts_make_the_whole_again() {
        let values: Vec<f32> = (0..24).map(|i| i as f32).collect();
        let tensor =
            DenseHostTensor::from_values(Shape::new(&[4, 6]).expect("small"), &values).expect("memory");
        let division = division();
        let parts: Vec<DenseHostTensor> =
            (0..8).map(|device| division.part(&tensor, device, &mut Vec::new()).expect("memory")).collect();
        assert_eq!(parts[1].values::<f32>(), Some(&[3., 4., 5., 9., 10., 11.][..]));
        assert_eq!(parts[6].values::<f32>(), Some(&[12., 13., 14., 18., 19., 20.][..]));
        assert_eq!(division.whole(&parts).expect("memory").values::<f32>(), Some(&values[..]));
        let other =
            DenseHostTensor::from_values(Shape::new(&[2, 2]).expect("small"), &[0.0_f32; 4]).expect("memory");
        let mut wrong = parts;
        wrong[3] = other;
        assert!(division.whole(&wrong).is_err());
    }

    #[test]
    fn summands_make_the_sum_again() {
        let values = [1.0_f32, 2.0, 3.0, 4.0];
        let tensor = DenseHostTensor::from_values(Shape::new(&[4]).expect("small"), &values).expect("memory");
        // Two parts, each a sum of two, over four devices.
        let places = (0..4).map(|device| vec![device / 2]).collect();
        let division = Division { counts: vec![2], places, summands: vec![0, 1, 0, 1] };
        let parts: Vec<DenseHostTensor> =
            (0..4).map(|device| division.part(&tensor, device, &mut Vec::new()).expect("memory")).collect();
        assert_eq!(parts[2].values::<f32>(), Some(&[3.0, 4.0][..]));
        assert_eq!(parts[3].values::<f32>(), Some(&[0.0, 0.0][..]));
        let sum = division.whole(&[&parts[..2], &parts[..2]].concat()).expect("memory");
        assert_eq!(sum.values::<f32>(), Some(&[1.0, 2.0, 1.0, 2.0][..]));
        let doubled = division.whole(&[&parts[..1], &parts[..1], &parts[2..3], &parts[2..3]].concat());
        assert_eq!(doubled.expect("memory").values::<f32>(), Some(&[2.0, 4.0, 6.0, 8.0][..]));
    }

    #[test]
    fn parts_take_the_memory_of_free_tensors() {
        let tensor = DenseHostTensor::from_values(Shape::new(&[4, 6]).expect("small"), &[1.0_f32; 24])
            .expect("memory");
        let of = |dims: &[i64]| {
            let zeros = vec![0.0_f32; dims.iter().product::<i64>() as usize];
            DenseHostTensor::from_values(Shape::new(dims).expect("small"), &zeros).expect("memory")
        };
        let (other, shared, own) = (of(&[5]), of(&[2, 3]), of(&[3, 2]));
        let (kept, address) = (shared.clone(), own.bytes().as_ptr());
        let mut free = vec![other, shared, own];
        let part = division().part(&tensor, 0, &mut free).expect("memory");
        assert_eq!((part.bytes().as_ptr(), free.len()), (address, 2));
        assert_eq!(part.values::<f32>(), Some(&[1.0; 6][..]));
        assert_eq!(kept.values::<f32>(), Some(&[0.0; 6][..]));
    }

    #[test]
    fn tensors_without_elements_have_parts() {
        let tensor =
            DenseHostTensor::from_values::<f32>(Shape::new(&[0, 6]).expect("small"), &[]).expect("memory");
        let parts: Vec<DenseHostTensor> =
            (0..8).map(|device| division().part(&tensor, device, &mut Vec::new()).expect("memory")).collect();
        assert_eq!(parts[0].shape().dims()[..], [0, 3]);
        assert_eq!(division().whole(&parts).expect("memory").shape().dims()[..], [0, 6]);
    }
}
