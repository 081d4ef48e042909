//! The body of a region: ops of known shapes that run as a whole, as typed records.
//!
//! Lowering makes regions of op graphs; a [`RegionBody`] travels as an array of words in an attribute of the op that runs the region, next
//! to lists with the names, the attributes and the places of its steps and with its constants. A backend compiles it without having seen
//! the IR. Only [`RegionBodyBuilder`] makes bodies, also those that are read from words. It checks their structure, so every body
//! satisfies:
//!
//! * Values are numbered: the arguments, the constants, then the results of the steps, in order. There are at most [`MAX_VALUES`].
//! * Each value has a [`RegionType`]: a dtype whose elements have a size, and dimensions, each a number, a multiple of the batch size, or
//!   [`OPEN`]. Constants have numbers only.
//! * There is at least one step. A step takes earlier values and has at least one result.
//! * The region's results are results of steps, each at most once; there is at least one.
//!
//! What the steps compute, and whether the shapes are those that their ops give, is for those to check who know the ops.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::{DType, Dims, Shape, TensorMetadata};

/// Values of a region at most.
pub const MAX_VALUES: usize = 1 << 20;

/// A dimension that follows from the shapes of a call's arguments, in another way than as a multiple of the batch size.
pub const OPEN: i64 = i64::MIN;

/// The layout of the words, their first.
const VERSION: i64 = 1;

/// The reason why a body of a region is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionError(&'static str);

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the region {}", self.0)
    }
}

impl std::error::Error for RegionError {}

/// Dtype and dimensions of a value, which may depend on the size of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegionType {
    /// The dtype of its elements.
    pub dtype: DType,
    /// The dimensions. A negative one is that many times the batch size, -1 is the batch size itself; or it is [`OPEN`].
    pub dims: Dims,
}

/// The dimensions of a value for a batch of this size.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The size of the batch.
    pub batch: i64,
    /// The dimensions.
    pub dims: &'a [i64],
}

impl RegionType {
    /// The type of a value that has these dimensions for two sizes of a batch: one that is the same for both is a number, and one that is the
    /// same multiple of both sizes is that multiple. `None` if the ranks differ.
    pub fn of_samples(dtype: DType, [a, b]: [Sample<'_>; 2]) -> Option<RegionType> {
        let times = |dim: i64, batch: i64| (batch > 0 && dim % batch == 0).then(|| dim / batch);
        let dim = |(&of_a, &of_b): (&i64, &i64)| match (times(of_a, a.batch), times(of_b, b.batch)) {
            _ if of_a == of_b => of_a,
            (Some(times), Some(other)) if times == other => -times,
            _ => OPEN,
        };
        let dims = a.dims.iter().zip(b.dims).map(dim).collect();
        (a.dims.len() == b.dims.len()).then_some(RegionType { dtype, dims })
    }

    /// Whether the arguments of a call make no difference.
    pub fn is_fixed(&self) -> bool {
        self.dims.iter().all(|&dim| dim >= 0)
    }

    /// Whether a dimension is [`OPEN`].
    pub fn is_open(&self) -> bool {
        self.dims.contains(&OPEN)
    }

    /// Whether values can have it: with a batch, and open dimensions, of size 1.
    fn is_valid(&self) -> bool {
        let one = |&dim: &i64| if dim == OPEN { 1 } else { dim };
        let dims = self.dims.iter().map(one).collect();
        RegionType { dtype: self.dtype, dims }.at(1).is_some()
    }

    /// The metadata for a batch of this size; `None` if that is no shape, more bytes than memory can have, or not known because a dimension is
    /// [`OPEN`].
    pub fn at(&self, batch: i64) -> Option<TensorMetadata> {
        let dim = |&dim: &i64| if dim < 0 { dim.checked_neg()?.checked_mul(batch) } else { Some(dim) };
        let dims: Dims = self.dims.iter().map(dim).collect::<Option<_>>()?;
        let shape = Shape::new(&dims).ok()?;
        let bytes = shape.num_elements().checked_mul(self.dtype.size()?)?;
        isize::try_from(bytes).ok()?;
        Some(TensorMetadata::new(self.dtype, shape))
    }

    /// The batch size with which this is the type of tensors of a shape; `None` if no batch size gives that shape, or every one does.
    pub fn batch_of(&self, shape: &Shape) -> Option<i64> {
        if shape.rank() != self.dims.len() {
            return None;
        }
        let at = self.dims.iter().position(|&dim| is_of_batch(dim))?;
        let (dim, times) = (shape.dim(at), self.dims[at].checked_neg()?);
        (dim % times == 0).then_some(dim / times)
    }
}

fn is_of_batch(dim: i64) -> bool {
    dim < 0 && dim != OPEN
}

impl From<&TensorMetadata> for RegionType {
    fn from(metadata: &TensorMetadata) -> RegionType {
        RegionType { dtype: metadata.dtype, dims: metadata.shape.dims() }
    }
}

/// A step: the values that it takes and those that it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionStep<'a> {
    /// The numbers of the values that it takes.
    pub operands: &'a [u32],
    /// The numbers of its results.
    pub results: Range<usize>,
}

/// Where the operands and the results of a step end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    operands_end: usize,
    results_end: usize,
}

/// The body of a region. See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionBody {
    num_args: usize,
    num_constants: usize,
    types: Box<[RegionType]>,
    steps: Arc<[Record]>,
    operands: Arc<[u32]>,
    results: Arc<[u32]>,
}

impl RegionBody {
    /// The number of arguments.
    pub fn num_args(&self) -> usize {
        self.num_args
    }

    /// The number of constants, whose values come after the arguments.
    pub fn num_constants(&self) -> usize {
        self.num_constants
    }

    /// The number of steps: at least one.
    pub fn num_steps(&self) -> usize {
        self.steps.len()
    }

    /// The type of every value.
    pub fn types(&self) -> &[RegionType] {
        &self.types
    }

    /// Whether a dimension of a value is [`OPEN`].
    pub fn is_open(&self) -> bool {
        self.types.iter().any(RegionType::is_open)
    }

    /// The same body whose values have these types; `None` if they cannot have them.
    pub fn with_types(&self, types: Vec<RegionType>) -> Option<RegionBody> {
        let constants = self.num_args..self.num_args + self.num_constants;
        let fit = types.len() == self.types.len()
            && types.iter().all(RegionType::is_valid)
            && types[constants.clone()] == self.types[constants];
        fit.then(|| RegionBody {
            types: types.into(),
            steps: self.steps.clone(),
            operands: self.operands.clone(),
            results: self.results.clone(),
            ..*self
        })
    }

    /// Dtype and shape of every value for a batch of this size; `None` if one has no shape then, or is [`OPEN`].
    pub fn types_at(&self, batch: i64) -> Option<Box<[TensorMetadata]>> {
        self.types.iter().map(|ty| ty.at(batch)).collect()
    }

    /// The batch size for arguments of these shapes, if one fits the first that depends on it; any will do where none does.
    pub fn batch_of<'s>(&self, shapes: impl Iterator<Item = &'s Shape>) -> Option<i64> {
        let mut args = self.types[..self.num_args].iter().zip(shapes);
        let depends = |ty: &RegionType| ty.dims.iter().any(|&dim| is_of_batch(dim));
        args.find(|(ty, _)| depends(ty)).map_or(Some(1), |(ty, shape)| ty.batch_of(shape))
    }

    /// The steps in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = RegionStep<'_>> {
        let (mut operand, mut result) = (0, self.num_args + self.num_constants);
        self.steps.iter().map(move |record| {
            let step = RegionStep {
                operands: &self.operands[operand..record.operands_end],
                results: result..record.results_end,
            };
            (operand, result) = (record.operands_end, record.results_end);
            step
        })
    }

    /// The numbers of the values that are results.
    pub fn results(&self) -> &[u32] {
        &self.results
    }

    /// The body as words, from which [`Self::from_words`] makes it again.
    pub fn to_words(&self) -> Vec<i64> {
        fn metadata(words: &mut Vec<i64>, ty: &RegionType) {
            words.extend([i64::from(ty.dtype.code()), ty.dims.len() as i64]);
            words.extend_from_slice(&ty.dims);
        }
        let counts = [self.num_args, self.num_constants, self.steps.len(), self.results.len()];
        let mut words = vec![VERSION];
        words.extend(counts.map(|count| count as i64));
        for ty in &self.types[..self.num_args + self.num_constants] {
            metadata(&mut words, ty);
        }
        for step in self.steps() {
            words.extend([step.operands.len() as i64, step.results.len() as i64]);
            words.extend(step.operands.iter().map(|&operand| i64::from(operand)));
            for ty in &self.types[step.results] {
                metadata(&mut words, ty);
            }
        }
        words.extend(self.results.iter().map(|&result| i64::from(result)));
        words
    }

    /// The body that these words say.
    ///
    /// # Errors
    /// If they say none.
    pub fn from_words(words: &[i64]) -> Result<RegionBody, RegionError> {
        let mut words = Words(words);
        if words.next()? != VERSION {
            return Err(RegionError("has a layout that is not known here"));
        }
        let [args, constants, steps, results] =
            [words.count()?, words.count()?, words.count()?, words.count()?];
        let mut builder = RegionBodyBuilder::default();
        for _ in 0..args {
            builder.arg(words.metadata()?)?;
        }
        for _ in 0..constants {
            builder.constant(words.metadata()?)?;
        }
        for _ in 0..steps {
            let [operands, results] = [words.count()?, words.count()?];
            let operands = words.numbers(operands)?;
            let types = (0..results).map(|_| words.metadata()).collect::<Result<Vec<_>, _>>()?;
            builder.step(&operands, types)?;
        }
        let results = words.numbers(results)?;
        if !words.0.is_empty() {
            return Err(RegionError("has more words than it says"));
        }
        builder.finish(&results)
    }
}

/// The words that are still to be read.
struct Words<'a>(&'a [i64]);

impl Words<'_> {
    fn next(&mut self) -> Result<i64, RegionError> {
        let (&first, rest) = self.0.split_first().ok_or(RegionError("has fewer words than it says"))?;
        self.0 = rest;
        Ok(first)
    }

    /// A number of things, of which each has a word at least.
    fn count(&mut self) -> Result<usize, RegionError> {
        let count = usize::try_from(self.next()?).ok().filter(|&count| count <= self.0.len());
        count.ok_or(RegionError("has fewer words than it says"))
    }

    fn take(&mut self, count: usize) -> Result<&[i64], RegionError> {
        let (first, rest) =
            self.0.split_at_checked(count).ok_or(RegionError("has fewer words than it says"))?;
        self.0 = rest;
        Ok(first)
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<u32>, RegionError> {
        let number = |&word: &i64| u32::try_from(word).map_err(|_| RegionError("names no value"));
        self.take(count)?.iter().map(number).collect()
    }

    fn metadata(&mut self) -> Result<RegionType, RegionError> {
        let dtype = u8::try_from(self.next()?).ok().and_then(DType::from_code);
        let dtype = dtype.ok_or(RegionError("has a value of a dtype that is not known here"))?;
        let rank = self.count()?;
        Ok(RegionType { dtype, dims: Dims::from_slice(self.take(rank)?) })
    }
}

/// Makes a [`RegionBody`]: arguments first, then constants, then steps.
#[derive(Clone, Debug, Default)]
pub struct RegionBodyBuilder {
    num_args: usize,
    num_constants: usize,
    types: Vec<RegionType>,
    steps: Vec<Record>,
    operands: Vec<u32>,
}

impl RegionBodyBuilder {
    fn value(&mut self, ty: RegionType) -> Result<u32, RegionError> {
        if !ty.is_valid() {
            return Err(RegionError(
                "has a value without a shape, whose elements have no size, or that is too large",
            ));
        }
        if self.types.len() == MAX_VALUES {
            return Err(RegionError("has too many values"));
        }
        self.types.push(ty);
        Ok(self.types.len() as u32 - 1)
    }

    /// Adds an argument; gives its number.
    ///
    /// # Errors
    /// If a value cannot be of this type, or does not come now.
    pub fn arg(&mut self, ty: RegionType) -> Result<u32, RegionError> {
        if self.num_constants > 0 || !self.steps.is_empty() {
            return Err(RegionError("has an argument after other values"));
        }
        self.num_args += 1;
        self.value(ty)
    }

    /// Adds a constant; gives its number.
    ///
    /// # Errors
    /// If a value cannot be of this type, or does not come now.
    pub fn constant(&mut self, ty: RegionType) -> Result<u32, RegionError> {
        if !self.steps.is_empty() {
            return Err(RegionError("has a constant after steps"));
        }
        if !ty.is_fixed() {
            return Err(RegionError("has a constant whose shape depends on the arguments"));
        }
        self.num_constants += 1;
        self.value(ty)
    }

    /// Adds a step; gives the numbers of its results.
    ///
    /// # Errors
    /// If an operand is no earlier value, or a result cannot be of its type.
    pub fn step(
        &mut self,
        operands: &[u32],
        results: impl IntoIterator<Item = RegionType>,
    ) -> Result<Range<u32>, RegionError> {
        let first = self.types.len() as u32;
        if operands.iter().any(|&operand| operand >= first) {
            return Err(RegionError("has a step that takes no earlier value"));
        }
        self.operands.extend_from_slice(operands);
        for ty in results {
            self.value(ty)?;
        }
        let end = self.types.len() as u32;
        if end == first {
            return Err(RegionError("has a step without results"));
        }
        self.steps.push(Record { operands_end: self.operands.len(), results_end: end as usize });
        Ok(first..end)
    }

    /// The body, with these values as its results.
    ///
    /// # Errors
    /// If there are no steps, or these are no results.
    pub fn finish(self, results: &[u32]) -> Result<RegionBody, RegionError> {
        let first = self.num_args + self.num_constants;
        let mut sorted = results.to_vec();
        sorted.sort_unstable();
        let are_values = sorted.iter().all(|&result| (first..self.types.len()).contains(&(result as usize)));
        if !are_values || results.is_empty() || !sorted.is_sorted_by(|a, b| a < b) {
            return Err(RegionError("has results that are not those of its steps, or has none"));
        }
        Ok(RegionBody {
            num_args: self.num_args,
            num_constants: self.num_constants,
            types: self.types.into(),
            steps: self.steps.into(),
            operands: self.operands.into(),
            results: results.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32s(dims: &[i64]) -> RegionType {
        RegionType { dtype: DType::F32, dims: Dims::from_slice(dims) }
    }

    fn body() -> RegionBody {
        let mut builder = RegionBodyBuilder::default();
        let x = builder.arg(f32s(&[2, 3])).unwrap();
        let w = builder.constant(f32s(&[3, 70_000])).unwrap();
        let product = builder.step(&[x, w], [f32s(&[2, 70_000])]).unwrap();
        let two = builder.step(&[product.start, x], [f32s(&[]), f32s(&[0, 5])]).unwrap();
        builder.finish(&[two.start + 1, product.start]).unwrap()
    }

    #[test]
    fn words_come_back() {
        let body = body();
        assert_eq!(RegionBody::from_words(&body.to_words()), Ok(body.clone()));
        let steps: Vec<_> = body.steps().collect();
        assert_eq!((steps[0].operands, steps[0].results.clone()), (&[0, 1][..], 2..3));
        assert_eq!((steps[1].operands, steps[1].results.clone()), (&[2, 0][..], 3..5));
        assert_eq!(body.results(), [4, 2]);
    }

    #[test]
    fn types_follow_the_batch_size() {
        let ty = f32s(&[-6, 4]);
        let at = |batch| ty.at(batch).map(|metadata| metadata.shape.dims().to_vec());
        assert_eq!(at(2), Some(vec![12, 4]));
        assert_eq!(at(0), Some(vec![0, 4]));
        assert_eq!((at(-1), at(i64::MAX), at(i64::MAX / 6)), (None, None, None));
        let batch = |dims: &[i64]| ty.batch_of(&Shape::new(dims).unwrap());
        assert_eq!((batch(&[12, 4]), batch(&[13, 4]), batch(&[12])), (Some(2), None, None));
        let mut builder = RegionBodyBuilder::default();
        builder.arg(f32s(&[3])).unwrap();
        builder.arg(ty.clone()).unwrap();
        builder.step(&[0, 1], [f32s(&[-1])]).unwrap();
        let body = builder.finish(&[2]).unwrap();
        let shapes = [[3].as_slice(), &[12, 4]].map(|dims| Shape::new(dims).unwrap());
        assert_eq!(body.batch_of(shapes.iter()), Some(2));
        assert_eq!(body.types_at(2).unwrap()[2].shape.dims()[..], [2]);
    }

    #[test]
    fn open_types_are_known_from_elsewhere() {
        let ty = RegionType::of_samples(
            DType::F32,
            [
                Sample { batch: 7, dims: &[7, 21, 64, 96, 0] },
                Sample { batch: 11, dims: &[11, 33, 64, 160, 0] },
            ],
        );
        assert_eq!(ty, Some(f32s(&[-1, -3, 64, OPEN, 0])));
        let samples = [Sample { batch: 1, dims: &[1] }, Sample { batch: 2, dims: &[2, 1] }];
        assert_eq!(RegionType::of_samples(DType::F32, samples), None);
        let mut builder = RegionBodyBuilder::default();
        builder.arg(f32s(&[OPEN])).unwrap();
        builder.arg(f32s(&[OPEN, -2])).unwrap();
        builder.constant(f32s(&[3])).unwrap();
        builder.step(&[0, 1, 2], [f32s(&[-1, OPEN])]).unwrap();
        let body = builder.finish(&[3]).unwrap();
        assert!(body.is_open() && body.types_at(1).is_none());
        assert_eq!(RegionBody::from_words(&body.to_words()), Ok(body.clone()));
        let shapes = [[5].as_slice(), &[9, 4]].map(|dims| Shape::new(dims).unwrap());
        assert_eq!(body.batch_of(shapes.iter()), Some(2));
        let closed = body.with_types(vec![f32s(&[5]), f32s(&[9, -2]), f32s(&[3]), f32s(&[-1, 9])]).unwrap();
        assert!(!closed.is_open());
        assert_eq!(closed.types_at(2).unwrap()[3].shape.dims()[..], [2, 9]);
        assert_eq!(body.with_types(vec![f32s(&[5]), f32s(&[9, -2]), f32s(&[4]), f32s(&[-1, 9])]), None);
        assert_eq!(body.with_types(vec![f32s(&[5])]), None);
    }

    /// Words that are changed or cut are refused, or are a body that obeys the rules: its words come back.
    #[test]
    fn other_words_are_refused_or_are_bodies() {
        let words = body().to_words();
        let check = |words: &[i64]| {
            if let Ok(body) = RegionBody::from_words(words) {
                assert_eq!(RegionBody::from_words(&body.to_words()), Ok(body));
            }
        };
        for at in 0..words.len() {
            assert!(RegionBody::from_words(&words[..at]).is_err());
            for value in [-1, 0, 1, 2, 3, 7, 13, 1 << 20, 1 << 40, i64::MAX, i64::MIN] {
                let mut changed = words.clone();
                changed[at] = value;
                check(&changed);
            }
        }
        let mut longer = words;
        longer.push(0);
        assert!(RegionBody::from_words(&longer).is_err());
    }

    #[test]
    fn the_builder_checks_structure() {
        let new = || {
            let mut builder = RegionBodyBuilder::default();
            builder.arg(f32s(&[2])).unwrap();
            builder
        };
        let mut builder = new();
        assert!(builder.step(&[1], [f32s(&[2])]).is_err());
        assert!(builder.step(&[0], []).is_err());
        let strings = RegionType { dtype: DType::String, dims: Dims::new() };
        assert!(builder.arg(strings).is_err());
        assert!(builder.arg(f32s(&[i64::MIN + 1])).is_err());
        assert!(builder.arg(f32s(&[i64::MAX])).is_err());
        assert!(builder.arg(f32s(&[i64::MAX, OPEN])).is_err());
        assert!(builder.constant(f32s(&[-1])).is_err());
        assert!(builder.constant(f32s(&[OPEN])).is_err());
        assert!(new().finish(&[]).is_err());
        assert!(new().finish(&[0]).is_err());
        let mut builder = new();
        builder.step(&[0], [f32s(&[2])]).unwrap();
        assert!(builder.clone().constant(f32s(&[2])).is_err());
        assert!(builder.clone().arg(f32s(&[2])).is_err());
        assert!(builder.clone().finish(&[1, 1]).is_err());
        assert!(builder.clone().finish(&[2]).is_err());
        assert!(builder.finish(&[1]).is_ok());
    }
}
