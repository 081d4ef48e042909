//! Rules for attributes.

use super::{Result, fail, limits, slice, string_exists};
use crate::{attr::AttrView, dtype::DTypeCode, file::BefFile, fused::FusedBodyView, records::*};

const OUTSIDE: &str = "points outside of its section";

pub(super) fn attributes(file: &BefFile) -> Result {
    let mut checker = Checker { file, extents: Vec::new(), next_data: 0, next_constant: 0 };
    for (i, record) in file.attr_records().iter().enumerate() {
        match checker.attribute(record, i) {
            Ok(limits::Extent::LEAF) if checker.extents.is_empty() => {}
            Ok(extent) => {
                checker.extents.resize(i, limits::Extent::LEAF);
                checker.extents.push(extent);
            }
            Err(what) => return fail(Section::Attributes, i, what),
        }
    }
    Ok(())
}

struct Checker<'a> {
    file: &'a BefFile,
    /// Sizes of the attributes seen so far. Only aggregates are larger than a leaf; without any, nothing is kept.
    extents: Vec<limits::Extent>,
    /// The end of the data of all attributes checked so far.
    next_data: u64,
    next_constant: u64,
}

impl<'a> Checker<'a> {
    /// The data of an attribute, which must lie behind the data of earlier ones.
    fn data(&mut self, at: u64, len: u64, alignment: u64) -> std::result::Result<&'a [u8], &'static str> {
        if !at.is_multiple_of(alignment) {
            return Err("points at data that is not aligned");
        }
        if at < self.next_data {
            return Err("points at data of another attribute");
        }
        let data = slice(self.file.section_bytes(Section::AttrData), at, len).ok_or(OUTSIDE)?;
        self.next_data = at + len;
        Ok(data)
    }

    /// Checks that the elements of aggregate `i`, which are valid by themselves, fit its meaning.
    fn meaning(
        &self,
        meaning: AggregateMeaning,
        elements: &[u32],
        i: usize,
    ) -> std::result::Result<(), &'static str> {
        let record = |element: u32| &self.file.attr_records()[element as usize];
        let is = |element: u32, kind: AttrKind| record(element).kind == kind as u8;
        match (meaning, elements) {
            (AggregateMeaning::List, _) => Ok(()),
            (AggregateMeaning::TensorType, &[dtype, shape])
                if is(dtype, AttrKind::Type)
                    && (is(shape, AttrKind::Shape) || is(shape, AttrKind::UnrankedShape)) =>
            {
                Ok(())
            }
            (AggregateMeaning::TensorType, _) => Err("is no type of tensors"),
            (AggregateMeaning::StringTensor, &[dtype, shape, ref values @ ..])
                if is(dtype, AttrKind::Type)
                    && record(dtype).dtype == DTypeCode::String.code()
                    && is(shape, AttrKind::Shape)
                    && values.iter().all(|&value| is(value, AttrKind::String)) =>
            {
                let AttrView::Shape(Some(dims)) = self.file.attr(AttrIx(shape)) else {
                    return Err("is no tensor of strings");
                };
                match limits::strings_fit(dims, values.len()) {
                    true => Ok(()),
                    false => Err("has strings that do not fit their shape"),
                }
            }
            (AggregateMeaning::StringTensor, _) => Err("is no tensor of strings"),
            // The attribute before it: so no two bodies share their words, and checking them all takes time linear in the file.
            (AggregateMeaning::FusedBody, &[words]) if words as usize + 1 == i => {
                match self.file.attr(AttrIx(words)) {
                    AttrView::Array { dtype: DTypeCode::UI64, data, .. } => {
                        FusedBodyView::new(bytemuck::cast_slice(data)).map(|_| ())
                    }
                    _ => Err("is no fused body"),
                }
            }
            (AggregateMeaning::FusedBody, _) => Err("is no fused body"),
        }
    }

    /// Checks one attribute and gives its size; the error is the rule it breaks.
    fn attribute(
        &mut self,
        record: &AttrRecord,
        i: usize,
    ) -> std::result::Result<limits::Extent, &'static str> {
        let Some(kind) = AttrKind::from_code(record.kind) else { return Err("has an unknown kind") };
        let dtype = DTypeCode::from_code(record.dtype).ok_or("has an unknown element type");
        let size = dtype.and_then(|dtype| dtype.size().ok_or("has elements without a size"));
        let file = self.file;
        let mut data = |len, alignment| self.data(record.payload, len, alignment);
        let mut extent = limits::Extent::LEAF;
        let aux = u64::from(record.aux);
        match kind {
            AttrKind::Unit | AttrKind::UnrankedShape => {}
            AttrKind::Type => {
                dtype?;
            }
            AttrKind::Scalar => {
                if !limits::scalar_fits(dtype?, record.payload) {
                    return Err("has a value that does not fit its type");
                }
            }
            AttrKind::String | AttrKind::FuncName => {
                data(aux, 1)?;
            }
            AttrKind::Array | AttrKind::DenseArray => {
                let dtype = dtype?;
                let bytes = data(aux * size? as u64, dtype.alignment() as u64)?;
                if dtype == DTypeCode::I1 && bytes.iter().any(|&byte| byte > 1) {
                    return Err("has a boolean that is neither 0 nor 1");
                }
            }
            AttrKind::TypeArray => {
                if data(aux, 1)?.iter().any(|&code| DTypeCode::from_code(code).is_none()) {
                    return Err("has an unknown element type");
                }
            }
            AttrKind::Shape => {
                let dims: &[i64] = bytemuck::cast_slice(data(aux * 8, 8)?);
                if dims.iter().any(|&dim| dim < -1) {
                    return Err("has a negative dimension");
                }
            }
            AttrKind::Dense => {
                let words: &[u64] = bytemuck::cast_slice(data(16 + aux * 8, 8)?);
                let (start, len) = (words[0], words[1]);
                if limits::dense_size(bytemuck::cast_slice(&words[2..]), size?) != Some(len) {
                    return Err("has data that does not fit its shape");
                }
                if !start.is_multiple_of(SECTION_ALIGNMENT as u64) {
                    return Err("has data that is not aligned");
                }
                if start < self.next_constant {
                    return Err("has data of another attribute");
                }
                slice(file.section_bytes(Section::Constants), start, len).ok_or(OUTSIDE)?;
                self.next_constant = start + len;
            }
            AttrKind::Aggregate => {
                let elements: &[u32] = bytemuck::cast_slice(data(aux * 4, 4)?);
                for &element in elements {
                    if element as usize >= i {
                        return Err("has an element that does not come before it");
                    }
                    let part = self.extents.get(element as usize).copied().unwrap_or(limits::Extent::LEAF);
                    extent = extent.with_part(part);
                }
                if !extent.allows_attribute() {
                    return Err("is nested too deeply");
                }
                self.meaning(AggregateMeaning::from_code(record.meaning), elements, i)?;
            }
            AttrKind::SymbolRef => {
                let words: &[u32] = bytemuck::cast_slice(data(8 + aux * 4, 4)?);
                if words[0] as usize >= file.unit_records().len() {
                    return Err("has a compilation unit that does not exist");
                }
                if words[1..].iter().any(|&name| !string_exists(file, StringIx(name))) {
                    return Err("has a name that does not exist");
                }
            }
        }
        Ok(extent)
    }
}
