//! Attributes.

use std::sync::Arc;

use bytes::Bytes;

use super::Decoder;
use crate::dtype::type_of_code;
use tfrt_bef::records::AttrKind as RecordKind;
use tfrt_bef::{AttrIx, AttrView, DTypeCode, FusedBodyView};
use tfrt_ir::apint::ApInt;
use tfrt_ir::attributes::{Attr, AttrKind, FloatBits};
use tfrt_ir::handles::Ident;
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ops::FusedBodyBuilder;

impl Decoder<'_> {
    pub(super) fn new_attr(&mut self, ix: AttrIx) -> Attr {
        let (ctx, file) = (self.ctx, self.file);
        match file.attr(ix) {
            AttrView::Unit => ctx.unit(),
            AttrView::Scalar { dtype, bits } => self.number(dtype, bits),
            AttrView::String(bytes) => ctx.string_attr(bytes),
            AttrView::Type(dtype) => ctx.type_attr(type_of_code(ctx, dtype)),
            AttrView::Array { dtype, data, .. } => {
                if file.attr_records()[ix.index()].kind == RecordKind::DenseArray as u8 {
                    return ctx.intern_attr(AttrKind::DenseArray {
                        elem: type_of_code(ctx, dtype),
                        data: data.into(),
                    });
                }
                let size = dtype.size().unwrap_or(1);
                let elements: Vec<Attr> = data
                    .chunks_exact(size)
                    .map(|bytes| {
                        let mut word = [0; 8];
                        word[..size.min(8)].copy_from_slice(&bytes[..size.min(8)]);
                        self.number(dtype, u64::from_le_bytes(word))
                    })
                    .collect();
                ctx.array_attr(&elements)
            }
            AttrView::TypeArray(codes) => {
                let types: Vec<Attr> = codes
                    .iter()
                    .filter_map(|&code| DTypeCode::from_code(code))
                    .map(|dtype| ctx.type_attr(type_of_code(ctx, dtype)))
                    .collect();
                ctx.array_attr(&types)
            }
            AttrView::Dense { dtype, shape, data } => self.dense(dtype, shape, data),
            AttrView::Shape(dims) => tfrt_dialects::shape_attr(ctx, dims),
            AttrView::Aggregate(elements) => {
                let elements: Vec<Attr> = elements.indices().iter().map(|&ix| self.attr(ix)).collect();
                ctx.array_attr(&elements)
            }
            AttrView::TensorType { dtype, shape } => {
                let elem = type_of_code(ctx, dtype);
                ctx.type_attr(match shape {
                    Some(dims) => {
                        let dims: Vec<i64> =
                            dims.iter().map(|&dim| if dim < 0 { DYNAMIC } else { dim }).collect();
                        ctx.tensor(&dims, elem)
                    }
                    None => ctx.intern_type(TypeKind::UnrankedTensor(elem)),
                })
            }
            AttrView::StringTensor { shape, values } => {
                let ty = ctx.tensor(shape, type_of_code(ctx, DTypeCode::String));
                let values: Vec<Box<[u8]>> =
                    values.iter().map(|value| value.as_bytes().unwrap_or_default().into()).collect();
                let splat = !values.is_empty() && values.iter().all(|value| *value == values[0]);
                let values = if splat { vec![values[0].clone()] } else { values };
                ctx.intern_attr(AttrKind::DenseStrings { ty, splat, values: values.into() })
            }
            AttrView::FusedBody(view) => self.fused_body(view),
            AttrView::FuncName(name) => ctx.symbol_ref(&String::from_utf8_lossy(name)),
            AttrView::SymbolRef(symbol) => {
                let nested: Vec<Ident> = symbol.nested().map(|name| ctx.ident(name)).collect();
                ctx.nested_symbol_ref(ctx.ident(symbol.root), &nested)
            }
        }
    }

    /// The body of a fused op; where it has codes that are not known here, the list of numbers that it is to older readers.
    fn fused_body(&self, view: FusedBodyView<'_>) -> Attr {
        let mut body = FusedBodyBuilder::new(usize::from(view.num_args()));
        let is_known = view.members().all(|member| {
            let attrs = member.attrs.iter().map(|attr| (attr.name, attr.value));
            body.coded_member(member.class, member.op, member.operands, attrs).is_ok()
        });
        match body.finish(view.results()) {
            Ok(body) if is_known => tfrt_dialects::fused_body_attr(self.ctx, Arc::new(body)),
            _ => {
                let words = view.words().iter().map(|&word| self.number(DTypeCode::UI64, word));
                self.ctx.array_attr(&[self.ctx.array_attr(&words.collect::<Vec<Attr>>())])
            }
        }
    }

    fn number(&self, dtype: DTypeCode, bits: u64) -> Attr {
        let ctx = self.ctx;
        let ty = type_of_code(ctx, dtype);
        match ctx.type_kind(ty) {
            TypeKind::Float(_) => {
                ctx.intern_attr(AttrKind::Float { ty, bits: FloatBits::new(u128::from(bits)) })
            }
            TypeKind::Integer { width, .. } => {
                ctx.intern_attr(AttrKind::Integer { ty, value: ApInt::from_u64(*width, bits) })
            }
            // Quantized numbers have no attributes in text; their bits do.
            _ => ctx.int_attr(ctx.i64(), bits as i64),
        }
    }

    /// A tensor; one whose elements are all equal is written as a splat.
    fn dense(&self, dtype: DTypeCode, shape: &[i64], data: &[u8]) -> Attr {
        let ctx = self.ctx;
        let ty = ctx.tensor(shape, type_of_code(ctx, dtype));
        let size = dtype.size().unwrap_or(1);
        let booleans: Vec<u8>;
        let data = if dtype == DTypeCode::I1 {
            booleans = data.iter().map(|&byte| u8::from(byte != 0)).collect();
            &booleans
        } else {
            data
        };
        let splat =
            !data.is_empty() && data.len().is_multiple_of(size) && data[size..] == data[..data.len() - size];
        let data = if splat { &data[..size] } else { data };
        ctx.intern_attr(AttrKind::DenseElements { ty, splat, data: Bytes::copy_from_slice(data) })
    }
}
