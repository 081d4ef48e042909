//! Attributes as values.

use crate::{dtype::DTypeCode, file::BefFile, fused::FusedBodyView, records::*};

/// The value of an attribute. Byte slices lie in the file, aligned to their element type (constants to 64 bytes); they
/// are little-endian. Booleans in `data` are bytes whose values nothing has checked: zero is false, the rest is true.
#[derive(Debug, Clone, Copy)]
pub enum AttrView<'a> {
    /// Present, without a value.
    Unit,
    /// A number of at most 64 bits.
    Scalar {
        /// Its type.
        dtype: DTypeCode,
        /// Its bits; those beyond the type's size are zero.
        bits: u64,
    },
    /// A byte string.
    String(&'a [u8]),
    /// An element type.
    Type(DTypeCode),
    /// Numbers of one type.
    Array {
        /// Their type.
        dtype: DTypeCode,
        /// The number of elements.
        len: usize,
        /// The elements.
        data: &'a [u8],
    },
    /// Element types, as their codes.
    TypeArray(&'a [u8]),
    /// A tensor.
    Dense {
        /// Type of its elements.
        dtype: DTypeCode,
        /// Its dimensions.
        shape: &'a [i64],
        /// Its elements, row-major, aligned to 64 bytes.
        data: &'a [u8],
    },
    /// A shape: dimensions (-1 where unknown), or `None` when even the rank is unknown.
    Shape(Option<&'a [i64]>),
    /// Other attributes.
    Aggregate(AggregateView<'a>),
    /// The type of tensors.
    TensorType {
        /// Type of the elements.
        dtype: DTypeCode,
        /// Dimensions, -1 where unknown, or `None` when even the rank is.
        shape: Option<&'a [i64]>,
    },
    /// A tensor of strings.
    StringTensor {
        /// Its dimensions.
        shape: &'a [i64],
        /// Its elements, row-major, or one that all equal; all of them are strings.
        values: AggregateView<'a>,
    },
    /// The body of a fused op.
    FusedBody(FusedBodyView<'a>),
    /// Name of a function inside an aggregate.
    FuncName(&'a [u8]),
    /// A symbol of a compilation unit.
    SymbolRef(SymbolRefView<'a>),
}

/// The elements of an aggregate.
#[derive(Debug, Clone, Copy)]
pub struct AggregateView<'a> {
    file: &'a BefFile,
    elements: &'a [AttrIx],
}

impl<'a> AggregateView<'a> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The elements' indices.
    pub fn indices(&self) -> &'a [AttrIx] {
        self.elements
    }

    /// An element.
    pub fn get(&self, position: usize) -> Option<AttrView<'a>> {
        self.elements.get(position).map(|&ix| self.file.attr(ix))
    }

    /// The elements in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = AttrView<'a>> + use<'a> {
        let file = self.file;
        self.elements.iter().map(move |&ix| file.attr(ix))
    }
}

impl<'a> AggregateView<'a> {
    /// Interprets the elements of an aggregate by its meaning. The verifier has checked that they fit the
    /// meaning.
    fn with_meaning(self, meaning: AggregateMeaning) -> AttrView<'a> {
        match (meaning, self.get(0), self.get(1)) {
            (AggregateMeaning::TensorType, Some(AttrView::Type(dtype)), Some(AttrView::Shape(shape))) => {
                AttrView::TensorType { dtype, shape }
            }
            (AggregateMeaning::StringTensor, Some(_), Some(AttrView::Shape(Some(shape)))) => {
                let values = AggregateView { file: self.file, elements: &self.elements[2..] };
                AttrView::StringTensor { shape, values }
            }
            (AggregateMeaning::FusedBody, Some(words), None) => {
                words.as_fused_body().map_or(AttrView::Aggregate(self), AttrView::FusedBody)
            }
            _ => AttrView::Aggregate(self),
        }
    }
}

/// A symbol of a compilation unit.
#[derive(Debug, Clone, Copy)]
pub struct SymbolRefView<'a> {
    file: &'a BefFile,
    /// The unit.
    pub unit: UnitIx,
    /// Name of the module.
    pub root: &'a str,
    nested: &'a [StringIx],
}

impl<'a> SymbolRefView<'a> {
    /// Names below the module's.
    pub fn nested(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let file = self.file;
        self.nested.iter().map(move |&ix| file.string(ix))
    }

    /// The module's text.
    pub fn text(&self) -> &'a str {
        self.file.unit_text(self.unit)
    }
}

impl<'a> AttrView<'a> {
    pub(crate) fn new(file: &'a BefFile, ix: AttrIx) -> AttrView<'a> {
        let record = &file.attr_records()[ix.index()];
        let aux = record.aux as usize;
        let data = |len: usize| {
            let all = file.section_bytes(Section::AttrData);
            &all[record.payload as usize..][..len]
        };
        // Verification has seen to it that every kind that has an element type says a known one.
        let dtype = DTypeCode::from_code(record.dtype).unwrap_or(DTypeCode::UI8);
        match AttrKind::from_code(record.kind).unwrap_or(AttrKind::Unit) {
            AttrKind::Unit => AttrView::Unit,
            AttrKind::Scalar => AttrView::Scalar { dtype, bits: record.payload },
            AttrKind::String => AttrView::String(data(aux)),
            AttrKind::Type => AttrView::Type(dtype),
            AttrKind::Array | AttrKind::DenseArray => {
                AttrView::Array { dtype, len: aux, data: data(aux * dtype.size().unwrap_or(0)) }
            }
            AttrKind::TypeArray => AttrView::TypeArray(data(aux)),
            AttrKind::Shape => AttrView::Shape(Some(bytemuck::cast_slice(data(aux * 8)))),
            AttrKind::UnrankedShape => AttrView::Shape(None),
            AttrKind::Dense => {
                let words: &[i64] = bytemuck::cast_slice(data(16 + aux * 8));
                let (start, len) = (words[0] as usize, words[1] as usize);
                let data = &file.section_bytes(Section::Constants)[start..][..len];
                AttrView::Dense { dtype, shape: &words[2..], data }
            }
            AttrKind::Aggregate => {
                let list = AggregateView { file, elements: bytemuck::cast_slice(data(aux * 4)) };
                list.with_meaning(AggregateMeaning::from_code(record.meaning))
            }
            AttrKind::FuncName => AttrView::FuncName(data(aux)),
            AttrKind::SymbolRef => {
                let words: &[u32] = bytemuck::cast_slice(data(8 + aux * 4));
                AttrView::SymbolRef(SymbolRefView {
                    file,
                    unit: UnitIx(words[0]),
                    root: file.string(StringIx(words[1])),
                    nested: bytemuck::cast_slice(&words[2..]),
                })
            }
        }
    }

    /// The kind of the attribute, for messages: `i32 attribute`, `string attribute`, ….
    pub fn describe(&self) -> String {
        match self {
            AttrView::Unit => "unit attribute".into(),
            AttrView::Scalar { dtype, .. } => format!("{dtype} attribute"),
            AttrView::String(_) => "string attribute".into(),
            AttrView::Type(_) => "type attribute".into(),
            AttrView::Array { dtype, .. } => format!("{dtype} array attribute"),
            AttrView::TypeArray(_) => "type array attribute".into(),
            AttrView::Dense { dtype, .. } => format!("dense {dtype} attribute"),
            AttrView::Shape(_) => "shape attribute".into(),
            AttrView::Aggregate(_) => "aggregate attribute".into(),
            AttrView::TensorType { .. } => "tensor type attribute".into(),
            AttrView::StringTensor { .. } => "dense string attribute".into(),
            AttrView::FusedBody(_) => "fused body attribute".into(),
            AttrView::FuncName(_) => "function name attribute".into(),
            AttrView::SymbolRef(_) => "symbol reference attribute".into(),
        }
    }

    /// The value of an `i1`.
    pub fn as_bool(&self) -> Option<bool> {
        match *self {
            AttrView::Scalar { dtype: DTypeCode::I1, bits } => Some(bits != 0),
            _ => None,
        }
    }

    /// The value of an integer of any width and sign, sign-extended if it is signed.
    pub fn as_int(&self) -> Option<i64> {
        let AttrView::Scalar { dtype, bits } = *self else { return None };
        Some(match dtype {
            DTypeCode::I8 => i64::from(bits as i8),
            DTypeCode::I16 => i64::from(bits as i16),
            DTypeCode::I32 => i64::from(bits as i32),
            DTypeCode::I1
            | DTypeCode::UI8
            | DTypeCode::UI16
            | DTypeCode::UI32
            | DTypeCode::UI64
            | DTypeCode::I64 => bits as i64,
            _ => return None,
        })
    }

    /// The value of an `f32`.
    pub fn as_f32(&self) -> Option<f32> {
        match *self {
            AttrView::Scalar { dtype: DTypeCode::F32, bits } => Some(f32::from_bits(bits as u32)),
            _ => None,
        }
    }

    /// The value of an `f64`.
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            AttrView::Scalar { dtype: DTypeCode::F64, bits } => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// The bytes of a string.
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        match *self {
            AttrView::String(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The fused body that an array of words holds.
    fn as_fused_body(&self) -> Option<FusedBodyView<'a>> {
        match *self {
            AttrView::Array { dtype: DTypeCode::UI64, data, .. } => {
                FusedBodyView::sections(bytemuck::try_cast_slice(data).ok()?)
            }
            _ => None,
        }
    }

    /// The text of a string, if it is UTF-8.
    pub fn as_str(&self) -> Option<&'a str> {
        std::str::from_utf8(self.as_bytes()?).ok()
    }
}
