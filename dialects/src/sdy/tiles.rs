//! The part of a divided tensor that each device of a mesh has.
//!
//! A sharding gives each dimension of a tensor some axes of a mesh, the outermost first. The dimension is cut into as many equal pieces as
//! the axes have devices together, and a device has the piece at its place along them. Devices that differ in other axes only have the same.

use tfrt_ir::op_ref::OpRef;

use super::attributes::{AxisRef, DimensionSharding, Mesh, MeshOrName, TensorSharding};
use crate::dialect_attr::DialectAttr;

/// The place of a device along a dimension, and the number of pieces of the dimension.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// From zero.
    pub place: i64,
    /// At least one.
    pub count: i64,
}

impl Piece {
    /// The one piece of a dimension that is not cut.
    pub const WHOLE: Piece = Piece { place: 0, count: 1 };
}

/// The place of a device in its mesh: a coordinate for each axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeshPlace {
    /// The number of the device.
    pub device: i64,
    /// Its coordinates.
    pub coordinates: Vec<i64>,
}

impl Mesh {
    /// Devices of a mesh at most.
    pub const MOST: i64 = 1 << 12;

    /// The places of the mesh, the last axis changing first.
    ///
    /// # Errors
    /// A message, if the mesh has an axis without devices, more than [`Self::MOST`] devices, or a list of another number of them.
    pub fn places(&self) -> Result<Vec<MeshPlace>, String> {
        let mut count = 1_i64;
        for axis in &self.axes {
            count = count.saturating_mul(axis.size.max(0));
        }
        if !(1..=Mesh::MOST).contains(&count) {
            return Err(format!("expected a mesh of 1 to {} devices, got {count}", Mesh::MOST));
        }
        if !self.device_ids.is_empty() && self.device_ids.len() as i64 != count {
            let listed = self.device_ids.len();
            return Err(format!("a mesh of {count} devices lists {listed}"));
        }
        Ok((0..count)
            .map(|position| {
                let mut rest = position;
                let mut coordinates = vec![0; self.axes.len()];
                for (at, axis) in self.axes.iter().enumerate().rev() {
                    coordinates[at] = rest % axis.size;
                    rest /= axis.size;
                }
                let device = self.device_ids.get(position as usize).copied().unwrap_or(position);
                MeshPlace { device, coordinates }
            })
            .collect())
    }

    /// The position of an axis.
    ///
    /// # Errors
    /// A message, if the mesh has no such axis.
    pub fn axis(&self, name: &str) -> Result<usize, String> {
        let position = self.axes.iter().position(|axis| &*axis.name == name);
        position.ok_or_else(|| format!("the mesh has no axis \"{name}\""))
    }

    /// The place of a device along an axis or a part of one.
    fn along(&self, axis: &AxisRef, coordinates: &[i64]) -> Result<Piece, String> {
        let at = self.axis(&axis.name)?;
        let (whole, coordinate) = (self.axes[at].size, coordinates[at]);
        let Some(part) = axis.part else { return Ok(Piece { place: coordinate, count: whole }) };
        let inner = part.pre_size.checked_mul(part.size).filter(|&n| n > 0 && whole % n == 0);
        let Some(inner) = inner.filter(|_| part.size > 0) else {
            return Err(format!("an axis of size {whole} has no part {part}"));
        };
        Ok(Piece { place: coordinate / (whole / inner) % part.size, count: part.size })
    }
}

impl TensorSharding {
    /// The mesh; `symbol` finds the operation of a name.
    ///
    /// # Errors
    /// A message, if no `sdy.mesh` has the name.
    pub fn mesh<'m>(&'m self, symbol: impl FnOnce(&str) -> Option<OpRef<'m>>) -> Result<&'m Mesh, String> {
        match &self.mesh {
            MeshOrName::Mesh(mesh) => Ok(mesh),
            MeshOrName::Name(name) => {
                let found = symbol(name).and_then(|op| Mesh::named(op, "mesh"));
                found.ok_or_else(|| format!("there is no mesh @{name}"))
            }
        }
    }

    /// What the device at these coordinates has of a tensor: a piece of each dimension. Only axes that `counts` says do divide it.
    ///
    /// # Errors
    /// A message, if the sharding has an axis that the mesh does not have, cuts a tensor into more parts than there are devices (an axis divides one
    /// dimension).
    pub fn pieces(
        &self,
        mesh: &Mesh,
        coordinates: &[i64],
        counts: impl Fn(&str) -> bool,
    ) -> Result<Vec<Piece>, String> {
        let mut parts = 1_i64;
        let mut piece = |dimension: &DimensionSharding| {
            let mut whole = Piece::WHOLE;
            for axis in dimension.axes.iter().filter(|axis| counts(&axis.name)) {
                let Piece { place, count } = mesh.along(axis, coordinates)?;
                parts *= count;
                if parts > Mesh::MOST {
                    return Err(format!("a tensor is cut into more than {} parts", Mesh::MOST));
                }
                whole = Piece { place: whole.place * count + place, count: whole.count * count };
            }
            Ok(whole)
        };
        self.dimensions.iter().map(&mut piece).collect()
    }

    /// Which summand of its piece the device at these coordinates has, of how many; one, unless the tensor is still to be summed up. Only axes that
    /// `counts` says do count.
    ///
    /// # Errors
    /// As [`TensorSharding::pieces`].
    pub fn summand(
        &self,
        mesh: &Mesh,
        coordinates: &[i64],
        counts: impl Fn(&str) -> bool,
    ) -> Result<Piece, String> {
        let mut all = Piece::WHOLE;
        for axis in self.unreduced.iter().filter(|axis| counts(&axis.name)) {
            let Piece { place, count } = mesh.along(axis, coordinates)?;
            all = Piece { place: all.place * count + place, count: all.count.saturating_mul(count) };
            if all.count > Mesh::MOST {
                return Err(format!("a tensor is a sum of more than {} parts", Mesh::MOST));
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::super::attributes::{MeshAxis, SubAxis};
    use super::*;

    fn mesh(axes: &[(&str, i64)], device_ids: &[i64]) -> Mesh {
        let axes = axes.iter().map(|&(name, size)| MeshAxis { name: name.into(), size }).collect();
        Mesh { axes, device_ids: device_ids.to_vec() }
    }

    /// A name, and a part as what is before it and its size.
    type Axis = (&'static str, Option<[i64; 2]>);

    fn sharding(dimensions: &[&[Axis]]) -> TensorSharding {
        let axis = |&(name, part): &Axis| AxisRef {
            name: name.into(),
            part: part.map(|[pre_size, size]| SubAxis { pre_size, size }),
        };
        let dimension = |axes: &&[Axis]| DimensionSharding {
            axes: axes.iter().map(axis).collect(),
            is_closed: true,
            priority: None,
        };
        TensorSharding {
            mesh: MeshOrName::Name("mesh".into()),
            dimensions: dimensions.iter().map(dimension).collect(),
            replicated: Vec::new(),
            unreduced: Vec::new(),
        }
    }

    fn pieces(sharding: &TensorSharding, mesh: &Mesh) -> Vec<Vec<(i64, i64)>> {
        let places = mesh.places().expect("it is a mesh");
        let of = |place: &MeshPlace| sharding.pieces(mesh, &place.coordinates, |_| true).expect("it is one");
        places
            .iter()
            .map(|place| of(place).iter().map(|piece| (piece.place, piece.count)).collect())
            .collect()
    }

    #[test]
    fn the_first_axis_of_a_dimension_is_the_outermost() {
        let mesh = mesh(&[("x", 2), ("y", 3)], &[]);
        let places: Vec<Vec<(i64, i64)>> = pieces(&sharding(&[&[("y", None), ("x", None)], &[]]), &mesh);
        let first: Vec<(i64, i64)> = places.iter().map(|place| place[0]).collect();
        assert_eq!(first, [(0, 6), (2, 6), (4, 6), (1, 6), (3, 6), (5, 6)]);
        assert!(places.iter().all(|place| place[1] == (0, 1)));
    }

    #[test]
    fn summands_are_along_the_axes_that_are_not_summed_up() {
        let mesh = mesh(&[("x", 2), ("y", 3)], &[]);
        let mut sum = sharding(&[&[("x", None)]]);
        let of = |sum: &TensorSharding, counts: fn(&str) -> bool| -> Vec<(i64, i64)> {
            let places = mesh.places().expect("it is a mesh");
            let own =
                places.iter().map(|place| sum.summand(&mesh, &place.coordinates, counts).expect("it is one"));
            own.map(|piece| (piece.place, piece.count)).collect()
        };
        assert_eq!(of(&sum, |_| true), [(0, 1); 6]);
        sum.unreduced.push(AxisRef { name: "y".into(), part: None });
        assert_eq!(of(&sum, |_| true), [(0, 3), (1, 3), (2, 3), (0, 3), (1, 3), (2, 3)]);
        assert_eq!(of(&sum, |axis| axis == "x"), [(0, 1); 6]);
    }

    #[test]
    fn parts_of_an_axis_divide_like_axes_of_their_own() {
        let whole = mesh(&[("x", 8)], &[]);
        let split = mesh(&[("a", 2), ("b", 2), ("c", 2)], &[]);
        let parts = sharding(&[&[("x", Some([2, 2]))], &[("x", Some([1, 2]))], &[("x", Some([4, 2]))]]);
        let axes = sharding(&[&[("b", None)], &[("a", None)], &[("c", None)]]);
        assert_eq!(pieces(&parts, &whole), pieces(&axes, &split));
    }

    #[test]
    fn devices_are_those_that_the_mesh_lists() {
        let places = mesh(&[("x", 2), ("y", 2)], &[3, 2, 1, 0]).places().expect("it is a mesh");
        let found: Vec<(i64, &[i64])> =
            places.iter().map(|place| (place.device, &place.coordinates[..])).collect();
        assert_eq!(found, [(3, &[0, 0][..]), (2, &[0, 1]), (1, &[1, 0]), (0, &[1, 1])]);
        assert!(mesh(&[("x", 2)], &[0]).places().is_err());
        assert!(mesh(&[("x", 0)], &[]).places().is_err());
        assert!(mesh(&[("x", i64::MAX), ("y", i64::MAX)], &[]).places().is_err());
    }

    #[test]
    fn an_axis_does_not_divide_a_tensor_again_and_again() {
        let mesh = mesh(&[("x", 64)], &[]);
        let again = sharding(&[&[("x", None), ("x", None)], &[("x", None)]]);
        assert!(again.pieces(&mesh, &[0], |_| true).is_err());
    }

    #[test]
    fn axes_that_do_not_exist_are_errors() {
        let mesh = mesh(&[("x", 4)], &[]);
        for wrong in [
            sharding(&[&[("y", None)]]),
            sharding(&[&[("x", Some([3, 2]))]]),
            sharding(&[&[("x", Some([1, 0]))]]),
        ] {
            assert!(wrong.pieces(&mesh, &[0], |_| true).is_err());
        }
    }
}
