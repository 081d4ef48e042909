//! Constant tensors: initialisers and attributes of models, and what follows from them while a model is read.

use bytes::Bytes;
use tfrt_convert::graph::Constant as GraphConstant;
use tfrt_dialects::tf::IrDataType as _;
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_shared_dense;
use tfrt_ops::DType;

/// The elements of a constant, row-major.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Elements {
    /// As many bytes as all elements have, little-endian; a boolean is a byte.
    Bytes(Bytes),
    /// Strings.
    Strings(Vec<Vec<u8>>),
}

/// A tensor that is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constant {
    /// The element type.
    pub dtype: DType,
    /// The sizes.
    pub dims: Vec<i64>,
    /// The elements.
    pub elements: Elements,
}

impl Constant {
    /// A constant of integers.
    pub(crate) fn of_ints(dtype: DType, dims: &[i64], values: &[i64]) -> Constant {
        let size = dtype.size().unwrap_or(8);
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()[..size].to_vec()).collect();
        Constant { dtype, dims: dims.to_vec(), elements: Elements::Bytes(bytes) }
    }

    /// A constant that is one number; rounded to the element type.
    pub(crate) fn of_number(dtype: DType, value: f64) -> Constant {
        let bytes = match dtype {
            DType::F32 => (value as f32).to_le_bytes().to_vec(),
            DType::F64 => value.to_le_bytes().to_vec(),
            DType::F16 => half::f16::from_f64(value).to_le_bytes().to_vec(),
            DType::BF16 => half::bf16::from_f64(value).to_le_bytes().to_vec(),
            DType::UI64 => (value as u64).to_le_bytes().to_vec(),
            DType::Complex64 => [(value as f32).to_le_bytes(), [0; 4]].concat(),
            DType::Complex128 => [value.to_le_bytes(), [0; 8]].concat(),
            _ => return Constant::of_ints(dtype, &[], &[value as i64]),
        };
        Constant { dtype, dims: Vec::new(), elements: Elements::Bytes(bytes.into()) }
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.dims.iter().product::<i64>().max(0) as usize
    }

    /// Whether all elements are zero, and none is a negative zero.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(&self.elements, Elements::Bytes(bytes) if bytes.iter().all(|&byte| byte == 0))
    }

    /// The elements as integers, if they are integers or booleans.
    pub(crate) fn ints(&self) -> Option<Vec<i64>> {
        let Elements::Bytes(bytes) = &self.elements else { return None };
        let of = |width: usize, signed: bool| {
            let number = |chunk: &[u8]| {
                let mut wide = [if signed && chunk[width - 1] >= 0x80 { 0xff } else { 0 }; 8];
                wide[..width].copy_from_slice(chunk);
                i64::from_le_bytes(wide)
            };
            bytes.chunks_exact(width).map(number).collect()
        };
        Some(match self.dtype {
            DType::I1 | DType::UI8 => of(1, false),
            DType::I8 => of(1, true),
            DType::UI16 => of(2, false),
            DType::I16 => of(2, true),
            DType::UI32 => of(4, false),
            DType::I32 => of(4, true),
            DType::I64 | DType::UI64 => of(8, true),
            _ => return None,
        })
    }

    /// The elements as numbers, if they are real.
    pub(crate) fn floats(&self) -> Option<Vec<f64>> {
        let Elements::Bytes(bytes) = &self.elements else { return None };
        Some(match self.dtype {
            DType::F32 => {
                let all = bytes.as_chunks::<4>().0.iter();
                all.map(|chunk| f64::from(f32::from_le_bytes(*chunk))).collect()
            }
            DType::F64 => bytes.as_chunks::<8>().0.iter().map(|chunk| f64::from_le_bytes(*chunk)).collect(),
            DType::F16 => {
                let all = bytes.as_chunks::<2>().0.iter();
                all.map(|chunk| half::f16::from_le_bytes(*chunk).to_f64()).collect()
            }
            DType::BF16 => {
                let all = bytes.as_chunks::<2>().0.iter();
                all.map(|chunk| half::bf16::from_le_bytes(*chunk).to_f64()).collect()
            }
            _ => self.ints()?.into_iter().map(|value| value as f64).collect(),
        })
    }

    /// The same elements with other sizes.
    pub(crate) fn reshaped(&self, dims: &[i64]) -> Option<Constant> {
        let mut dims = dims.to_vec();
        let product = |dims: &[i64]| {
            dims.iter()
                .filter(|&&dim| dim != -1)
                .try_fold(1_i64, |product, &dim| product.checked_mul(dim).filter(|_| dim >= 0))
        };
        // One size follows from the others.
        if let [at] = (0..dims.len()).filter(|&at| dims[at] == -1).collect::<Vec<_>>()[..] {
            dims[at] = (self.len() as i64).checked_div(product(&dims)?)?;
        }
        let fits = !dims.contains(&-1) && product(&dims)? == self.len() as i64;
        fits.then(|| Constant { dims, ..self.clone() })
    }

    /// With the dimensions in another order.
    pub(crate) fn transposed(&self, order: &[usize]) -> Option<Constant> {
        let Elements::Bytes(bytes) = &self.elements else { return None };
        let size = self.dtype.size()?;
        let rank = self.dims.len();
        let mut steps = vec![1_usize; rank];
        for axis in (1..rank).rev() {
            steps[axis - 1] = steps[axis] * self.dims[axis] as usize;
        }
        let dims: Vec<i64> = order.iter().map(|&axis| self.dims[axis]).collect();
        let mut to = Vec::with_capacity(bytes.len());
        let mut at = vec![0_i64; rank];
        for _ in 0..self.len() {
            let from: usize = order.iter().zip(&at).map(|(&axis, &at)| at as usize * steps[axis]).sum();
            to.extend_from_slice(&bytes[from * size..][..size]);
            for axis in (0..rank).rev() {
                at[axis] += 1;
                if at[axis] < dims[axis] {
                    break;
                }
                at[axis] = 0;
            }
        }
        Some(Constant { dtype: self.dtype, dims, elements: Elements::Bytes(to.into()) })
    }

    /// The parts at these places of an axis, one after the other.
    pub(crate) fn taken(&self, axis: usize, places: &[usize]) -> Option<Constant> {
        let Elements::Bytes(bytes) = &self.elements else { return None };
        let count = |dims: &[i64]| dims.iter().product::<i64>() as usize;
        let inner = count(&self.dims[axis + 1..]) * self.dtype.size()?;
        let whole = self.dims[axis] as usize * inner;
        let mut to = Vec::with_capacity(count(&self.dims[..axis]) * places.len() * inner);
        for outer in 0..count(&self.dims[..axis]) {
            for place in places {
                to.extend_from_slice(bytes.get(outer * whole + place * inner..)?.get(..inner)?);
            }
        }
        let mut dims = self.dims.clone();
        dims[axis] = places.len() as i64;
        Some(Constant { dtype: self.dtype, dims, elements: Elements::Bytes(to.into()) })
    }

    /// The constant in a graph.
    pub(crate) fn to_graph(&self, ctx: &Context) -> GraphConstant {
        match &self.elements {
            Elements::Strings(values) => {
                GraphConstant::Strings { dims: self.dims.clone(), values: values.clone() }
            }
            Elements::Bytes(bytes) => {
                let ty = ctx.tensor(&self.dims, self.dtype.data_type().to_type(ctx));
                GraphConstant::Dense(make_shared_dense(ctx, ty, bytes.clone()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for dtype in [DType::I8, DType::I16, DType::I32, DType::I64] {
            let constant = Constant::of_ints(dtype, &[3], &[-2, 0, 100]);
            assert_eq!(constant.ints(), Some(vec![-2, 0, 100]));
            assert_eq!(constant.floats(), Some(vec![-2.0, 0.0, 100.0]));
        }
        for dtype in [DType::F16, DType::BF16, DType::F32, DType::F64] {
            assert_eq!(Constant::of_number(dtype, -1.5).floats(), Some(vec![-1.5]));
        }
    }

    #[test]
    fn parts_of_an_axis_are_taken_in_order() {
        let constant = Constant::of_ints(DType::I64, &[2, 3], &[0, 1, 2, 3, 4, 5]);
        let check = |axis, places: &[usize], dims: &[i64], expected: &[i64]| {
            let taken = constant.taken(axis, places).unwrap();
            assert_eq!((&taken.dims[..], taken.ints()), (dims, Some(expected.to_vec())), "{places:?}");
        };
        check(1, &[2, 0], &[2, 2], &[2, 0, 5, 3]);
        check(0, &[1, 0], &[2, 3], &[3, 4, 5, 0, 1, 2]);
        check(0, &[], &[0, 3], &[]);
        assert_eq!(constant.taken(0, &[2]), None);
    }

    #[test]
    fn transposing_moves_elements() {
        let constant = Constant::of_ints(DType::I32, &[2, 3], &[0, 1, 2, 3, 4, 5]);
        let transposed = constant.transposed(&[1, 0]).unwrap();
        assert_eq!((&transposed.dims[..], transposed.ints()), (&[3, 2][..], Some(vec![0, 3, 1, 4, 2, 5])));
        assert_eq!(transposed.transposed(&[1, 0]), Some(constant));
    }
}
