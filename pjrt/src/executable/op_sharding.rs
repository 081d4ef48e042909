//! `OpSharding`, XLA's message of how a tensor is divided over devices, as divisions and shardings of `sdy` and back.
//!
//! Devices are numbers of the program's: their places in its assignment.

use prost::Message;
use tfrt_dialects::sdy::attributes::{AxisRef, DimensionSharding, Mesh, MeshOrName, TensorSharding};
use tfrt_dialects::sdy::tiles::MeshPlace;

use super::division::Division;
use crate::failure::Failure;

/// The message. Empty it is a tensor that each device has whole.
#[derive(Clone, PartialEq, Message)]
pub(super) struct OpSharding {
    #[prost(int32, tag = "1")]
    pub(super) kind: i32,
    #[prost(int64, repeated, tag = "3")]
    pub(super) tile_assignment_dimensions: Vec<i64>,
    #[prost(int64, repeated, tag = "4")]
    pub(super) tile_assignment_devices: Vec<i64>,
    #[prost(message, repeated, tag = "5")]
    pub(super) tuple: Vec<OpSharding>,
    #[prost(bool, tag = "6")]
    pub(super) replicate_on_last_tile_dim: bool,
    #[prost(int32, repeated, tag = "8")]
    pub(super) last_tile_dims: Vec<i32>,
    #[prost(int64, repeated, tag = "9")]
    pub(super) iota_reshape_dims: Vec<i64>,
    #[prost(int32, repeated, tag = "10")]
    pub(super) iota_transpose_perm: Vec<i32>,
}

/// Each device has the whole tensor.
const REPLICATED: i32 = 0;
/// There is one sharding for each element of a tuple.
const TUPLE: i32 = 2;
/// The tensor is cut into tiles.
const TILES: i32 = 3;
/// Each device has a summand of the tensor.
const UNREDUCED: i32 = 6;

impl OpSharding {
    /// A division, as callers read it.
    pub(super) fn of(division: &Division) -> OpSharding {
        if division.is_whole() {
            return OpSharding::default();
        }
        let summands = division.summand_count();
        let tiles: i64 = division.counts.iter().product::<i64>() * summands;
        let copies = division.places.len() as i64 / tiles.max(1);
        if summands > 1 && summands == division.places.len() as i64 {
            return OpSharding { kind: UNREDUCED, ..OpSharding::default() };
        }
        let tile = |device: i64| {
            let places = &division.places[device as usize];
            let tile = places.iter().zip(&division.counts).fold(0, |at, (place, count)| at * count + place);
            tile * summands + division.summands.get(device as usize).copied().unwrap_or_default()
        };
        let mut devices: Vec<i64> = (0..division.places.len() as i64).collect();
        devices.sort_by_key(|&device| tile(device));
        let mut dimensions = division.counts.clone();
        let mut last_tile_dims = Vec::new();
        if summands > 1 {
            dimensions.push(summands);
            last_tile_dims.push(UNREDUCED);
        }
        if copies > 1 {
            dimensions.push(copies);
            if summands > 1 {
                last_tile_dims.push(REPLICATED);
            }
        }
        let (tile_assignment_devices, (iota_reshape_dims, iota_transpose_perm)) = match counted(&devices) {
            Some(counts) => (Vec::new(), counts),
            None => (devices, Default::default()),
        };
        OpSharding {
            kind: TILES,
            tile_assignment_dimensions: dimensions,
            tile_assignment_devices,
            replicate_on_last_tile_dim: copies > 1 && summands == 1,
            last_tile_dims,
            iota_reshape_dims,
            iota_transpose_perm,
            ..OpSharding::default()
        }
    }

    /// As HLO's text has it.
    pub(super) fn text(&self) -> String {
        let list = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        match self.kind {
            TUPLE => {
                let parts: Vec<String> = self.tuple.iter().map(OpSharding::text).collect();
                format!("{{{}}}", parts.join(", "))
            }
            TILES => {
                let devices = match &self.iota_reshape_dims[..] {
                    [] => list(&self.tile_assignment_devices),
                    [all] => format!("<=[{all}]"),
                    dims => {
                        let order: Vec<i64> =
                            self.iota_transpose_perm.iter().copied().map(i64::from).collect();
                        format!("<=[{}]T({})", list(dims), list(&order))
                    }
                };
                let word = |&kind: &i32| if kind == UNREDUCED { "unreduced" } else { "replicated" };
                let kinds: Vec<&str> = self.last_tile_dims.iter().map(word).collect();
                let copies = match (self.replicate_on_last_tile_dim, &kinds[..]) {
                    (true, _) => " last_tile_dim_replicate".to_owned(),
                    (false, []) => String::new(),
                    (false, kinds) => format!(" last_tile_dims={{{}}}", kinds.join(", ")),
                };
                format!("{{devices=[{}]{devices}{copies}}}", list(&self.tile_assignment_dimensions))
            }
            UNREDUCED => "{unreduced}".to_owned(),
            _ => "{replicated}".to_owned(),
        }
    }

    /// The shardings of a tuple's elements.
    pub(super) fn of_tuple(tuple: Vec<OpSharding>) -> OpSharding {
        OpSharding { kind: TUPLE, tuple, ..OpSharding::default() }
    }

    pub(super) fn read(bytes: &[u8]) -> Result<OpSharding, Failure> {
        OpSharding::decode(bytes).map_err(|error| Failure::invalid(format!("a sharding is damaged: {error}")))
    }

    /// The shardings of so many values, which are a tuple unless there is one.
    pub(super) fn of_values(self, count: usize) -> Result<Vec<OpSharding>, Failure> {
        let all = if self.kind == TUPLE { self.tuple } else { vec![self] };
        if all.len() != count {
            return Err(Failure::invalid(format!("expected shardings of {count} values, got {}", all.len())));
        }
        Ok(all)
    }

    /// The devices in the order of the tiles, as they are listed or as they are counted.
    fn devices(&self) -> Result<Vec<i64>, Failure> {
        let damaged = || Failure::invalid("the devices of a sharding are damaged");
        let dims = &self.iota_reshape_dims;
        if dims.is_empty() {
            return Ok(self.tile_assignment_devices.clone());
        }
        let count = dims.iter().try_fold(1_i64, |count, &dim| count.checked_mul(dim.max(0)));
        let count = count.filter(|count| (1..=Mesh::MOST).contains(count)).ok_or_else(damaged)?;
        let order: Vec<usize> = match self.iota_transpose_perm[..] {
            [] => (0..dims.len()).collect(),
            ref order => order
                .iter()
                .map(|&at| usize::try_from(at).map_err(|_| damaged()))
                .collect::<Result<_, _>>()?,
        };
        let mut seen = order.clone();
        seen.sort_unstable();
        if !seen.into_iter().eq(0..dims.len()) {
            return Err(damaged());
        }
        let mut strides = vec![1; dims.len()];
        for at in (1..dims.len()).rev() {
            strides[at - 1] = strides[at] * dims[at];
        }
        let device = |position: i64| {
            let mut rest = position;
            order.iter().rev().fold(0, |device, &at| {
                let place = rest % dims[at];
                rest /= dims[at];
                device + place * strides[at]
            })
        };
        Ok((0..count).map(device).collect())
    }

    /// The sharding over a mesh that divides a tensor of this rank so.
    pub(super) fn over(
        &self,
        name: &MeshOrName,
        mesh: &Mesh,
        rank: usize,
    ) -> Result<TensorSharding, Failure> {
        let axes = match self.kind {
            REPLICATED => vec![Vec::new(); rank],
            TILES => self.axes(mesh, rank)?,
            other => {
                return Err(Failure::unimplemented(format!(
                    "shardings of OpSharding type {other} are not supported"
                )));
            }
        };
        let dimension = |axes| DimensionSharding { axes, is_closed: true, priority: None };
        Ok(TensorSharding {
            mesh: name.clone(),
            dimensions: axes.into_iter().map(dimension).collect(),
            replicated: Vec::new(),
            unreduced: Vec::new(),
        })
    }

    /// The axes that cut each dimension of a tensor into its tiles.
    fn axes(&self, mesh: &Mesh, rank: usize) -> Result<Vec<Vec<AxisRef>>, Failure> {
        let damaged = || Failure::invalid("the tiles of a sharding are damaged");
        let dims = &self.tile_assignment_dimensions;
        let devices = self.devices()?;
        let count = dims.iter().try_fold(1_i64, |count, &dim| count.checked_mul(dim.max(0)));
        // Dimensions behind those of the tensor are of devices with the same tile.
        if dims.len() < rank || count != Some(devices.len() as i64) {
            return Err(damaged());
        }
        if self.last_tile_dims.iter().any(|&kind| kind != REPLICATED) {
            return Err(Failure::unimplemented("shardings that are in part manual are not supported"));
        }
        let places = mesh.places().map_err(Failure::invalid)?;
        let mut steps = vec![1; dims.len()];
        for at in (1..dims.len()).rev() {
            steps[at - 1] = steps[at] * dims[at];
        }
        let mut free: Vec<usize> = (0..mesh.axes.len()).collect();
        let mut found = Vec::with_capacity(rank);
        for at in 0..rank {
            let place = |own: &MeshPlace| {
                let position = devices.iter().position(|&device| device == own.device);
                position.map(|position| position as i64 / steps[at] % dims[at]).ok_or_else(damaged)
            };
            let along: Vec<i64> = places.iter().map(place).collect::<Result<_, _>>()?;
            let axes = axes_of(mesh, &places, &along, dims[at], &mut free).ok_or_else(|| {
                Failure::unimplemented(format!("a sharding does not follow the axes of its mesh, {mesh}"))
            })?;
            found.push(axes);
        }
        Ok(found)
    }
}

/// The grid that gives this list of devices: its sizes, with devices numbered by rows, and the order in which its dimensions are listed; `None` if
/// no grid gives it.
fn counted(devices: &[i64]) -> Option<(Vec<i64>, Vec<i32>)> {
    // The dimensions as the list runs through them, the innermost first: size and distance of neighbours.
    let (mut dims, mut inner): (Vec<(i64, i64)>, usize) = (Vec::new(), 1);
    while inner < devices.len() {
        let step = devices[inner] - devices[0];
        let is_next = |count: &usize| {
            devices.get(count * inner).is_some_and(|&device| device == devices[0] + *count as i64 * step)
        };
        let count = (1..).take_while(is_next).count() + 1;
        dims.push((count as i64, step));
        inner *= count;
    }
    dims.reverse();
    let mut order: Vec<usize> = (0..dims.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(dims[at].1));
    let place = |at: usize| order.iter().position(|&own| own == at).unwrap_or_default() as i32;
    let grid = OpSharding {
        iota_reshape_dims: order.iter().map(|&at| dims[at].0).collect(),
        iota_transpose_perm: (0..dims.len()).map(place).collect(),
        ..OpSharding::default()
    };
    let is_listed = grid.devices().is_ok_and(|listed| listed == devices);
    is_listed.then_some((grid.iota_reshape_dims, grid.iota_transpose_perm))
}

/// The axes, the outermost first, along which devices have these places of so many; those are no longer free.
fn axes_of(
    mesh: &Mesh,
    places: &[MeshPlace],
    along: &[i64],
    count: i64,
    free: &mut Vec<usize>,
) -> Option<Vec<AxisRef>> {
    if count == 1 {
        return Some(Vec::new());
    }
    for at in 0..free.len() {
        let axis = free[at];
        let size = mesh.axes[axis].size;
        if size <= 1 || count % size != 0 {
            continue;
        }
        let inner = count / size;
        if places.iter().zip(along).any(|(place, along)| along / inner != place.coordinates[axis]) {
            continue;
        }
        free.remove(at);
        let rest: Vec<i64> = along.iter().map(|along| along % inner).collect();
        if let Some(mut axes) = axes_of(mesh, places, &rest, inner, free) {
            axes.insert(0, AxisRef { name: mesh.axes[axis].name.clone(), part: None });
            return Some(axes);
        }
        free.insert(at, axis);
    }
    None
}

#[cfg(test)]
mod tests {
    use tfrt_dialects::sdy::attributes::MeshAxis;

    use super::*;

    /// Two by two parts, each on two of eight devices.
    fn division() -> Division {
        let places = (0..8).map(|device| vec![device / 4, device % 2]).collect();
        Division { counts: vec![2, 2], places, summands: Vec::new() }
    }

    fn mesh() -> Mesh {
        let axis = |&name: &&str| MeshAxis { name: name.into(), size: 2 };
        Mesh { axes: ["x", "y", "z"].iter().map(axis).collect(), device_ids: Vec::new() }
    }

    #[test]
    fn callers_read_tiles_and_the_devices_that_share_them() {
        let read = OpSharding::of(&division());
        assert_eq!((read.kind, read.replicate_on_last_tile_dim), (3, true));
        assert_eq!(read.tile_assignment_dimensions, [2, 2, 2]);
        assert_eq!(read.devices().ok(), Some(vec![0, 2, 1, 3, 4, 6, 5, 7]));
        assert_eq!(
            (&read.iota_reshape_dims[..], &read.iota_transpose_perm[..]),
            (&[2, 2, 2][..], &[0, 2, 1][..])
        );
        assert_eq!(read.text(), "{devices=[2,2,2]<=[2,2,2]T(0,2,1) last_tile_dim_replicate}");
        assert_eq!(
            OpSharding::of_tuple(vec![OpSharding::default(); 2]).text(),
            "{{replicated}, {replicated}}"
        );
        assert!(OpSharding::of(&Division::default()).encode_to_vec().is_empty());
    }

    #[test]
    fn summands_are_tiles_of_their_own() {
        let places = (0..4).map(|_| vec![0]).collect();
        let sums = |summands: &[i64]| {
            OpSharding::of(&Division {
                counts: vec![1],
                places: Vec::clone(&places),
                summands: summands.to_vec(),
            })
            .text()
        };
        assert_eq!(
            sums(&[0, 1, 0, 1]),
            "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={unreduced, replicated}}"
        );
        assert_eq!(sums(&[0, 1, 2, 3]), "{unreduced}");
    }

    #[test]
    fn devices_are_counted_where_a_grid_lists_them() {
        let of = |devices: &[i64]| counted(devices);
        assert_eq!(of(&[0, 1, 2, 3]), Some((vec![4], vec![0])));
        assert_eq!(of(&[0, 2, 1, 3]), Some((vec![2, 2], vec![1, 0])));
        assert_eq!(of(&[0, 2, 4, 1, 3, 5]), Some((vec![3, 2], vec![1, 0])));
        for other in
            [&[0, 1, 3, 2][..], &[1, 0], &[3, 2, 1, 0], &[0, 3, 1, 2, 4, 7, 5, 6], &[0, 1, 2, 3, 4, 6, 5, 7]]
        {
            assert_eq!(of(other), None, "{other:?}");
        }
    }

    #[test]
    fn tiles_follow_the_axes_of_a_mesh() {
        let over = |sharding: &OpSharding| {
            let found = sharding.over(&MeshOrName::Name("m".into()), &mesh(), 2);
            found.map(|found| found.to_string()).map_err(|failure| failure.message)
        };
        assert_eq!(over(&OpSharding::of(&division())), Ok(r#"sharding<@m, [{"x"}, {"z"}]>"#.into()));
        assert_eq!(over(&OpSharding::default()), Ok("sharding<@m, [{}, {}]>".into()));
        // Devices that are counted: an axis in the place of another, and two of them along one dimension.
        let counted = |dims: &[i64], reshape: &[i64], order: &[i32]| OpSharding {
            kind: TILES,
            tile_assignment_dimensions: dims.to_vec(),
            iota_reshape_dims: reshape.to_vec(),
            iota_transpose_perm: order.to_vec(),
            replicate_on_last_tile_dim: true,
            ..OpSharding::default()
        };
        assert_eq!(over(&counted(&[4, 2], &[8], &[])), Ok(r#"sharding<@m, [{"x", "y"}, {"z"}]>"#.into()));
        assert_eq!(
            over(&counted(&[4, 1, 2], &[2, 2, 2], &[2, 0, 1])),
            Ok(r#"sharding<@m, [{"z", "x"}, {}]>"#.into())
        );
        assert!(over(&counted(&[4, 2], &[8], &[3])).is_err_and(|message| message.contains("damaged")));
        let shuffled = OpSharding {
            iota_reshape_dims: Vec::new(),
            tile_assignment_devices: vec![0, 3, 1, 2, 4, 7, 5, 6],
            ..counted(&[2, 2, 2], &[], &[])
        };
        assert!(over(&shuffled).is_err_and(|message| message.contains("does not follow the axes")));
    }
}
