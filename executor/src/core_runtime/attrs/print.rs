//! Attributes as text: one line each, sorted by name.
//!
//! Logs and programs print attributes in this form, so it is fixed: arrays stop after five elements, and tensors print their
//! type, not their elements. The text is bytes, since strings need not be UTF-8.

use smallvec::SmallVec;

use super::{AttrValue, Data, Entry, OpAttrs};
use crate::core_runtime::attr_type::OpAttrType;
use crate::tensor::{DType, DenseHostTensor, DisplayElement, Exponent, PartialShape, StringHostTensor};

impl OpAttrs {
    /// Entries sorted by name.
    fn sorted(&self) -> SmallVec<[&Entry; 8]> {
        let mut entries: SmallVec<[&Entry; 8]> = self.entries.iter().collect();
        entries.sort_by(|a, b| self.name(a).cmp(self.name(b)));
        entries
    }

    /// The text form, as bytes (characters need not be UTF-8).
    pub fn print(&self) -> Vec<u8> {
        if self.is_empty() {
            return b"OpAttrs is empty\n".to_vec();
        }
        let mut out = format!("OpAttrs contains {} entries:\n", self.len()).into_bytes();
        for entry in self.sorted() {
            out.extend_from_slice(b"  '");
            out.extend_from_slice(self.name(entry));
            out.extend_from_slice(format!("' type={} value=", entry.kind.name()).as_bytes());
            self.print_value(entry, &mut out);
            out.push(b'\n');
        }
        out.push(b'\n');
        out
    }

    /// For messages: name, kind and value of each attribute whose name is text.
    pub(in crate::core_runtime) fn described(&self) -> Vec<(String, &'static str, String)> {
        let of = |entry: &Entry| {
            let name = std::str::from_utf8(self.name(entry)).ok()?;
            let value = match self.get_string(name) {
                Some(text) => format!("{:?}", String::from_utf8_lossy(text)),
                None => {
                    let mut value = Vec::new();
                    self.print_value(entry, &mut value);
                    String::from_utf8_lossy(&value).into_owned()
                }
            };
            Some((name.to_owned(), entry.kind.name(), value))
        };
        self.sorted().into_iter().filter_map(of).collect()
    }

    fn print_value(&self, entry: &Entry, out: &mut Vec<u8>) {
        /// The number of elements of an array that are shown.
        const SHOWN: usize = 5;
        match &entry.data {
            Data::Dense(tensor) => out.extend_from_slice(dense_text(tensor).as_bytes()),
            Data::Strings(tensor) => out.extend_from_slice(strings_text(tensor).as_bytes()),
            Data::TensorType(ty) => out.extend_from_slice(type_text(ty.0, &ty.1).as_bytes()),
            Data::FusedBody(body) => out.extend_from_slice(body.to_string().as_bytes()),
            Data::Aggregate(values) => out.extend_from_slice(aggregate_text(values).as_bytes()),
            Data::Shape(None) => out.extend_from_slice(b"<*>"),
            Data::Shape(Some(start)) => {
                let dims: Vec<String> = self.dims(*start, entry.count).iter().map(i64::to_string).collect();
                out.extend_from_slice(format!("<{}>", dims.join("x")).as_bytes());
            }
            &Data::Words(start) => {
                let size = element_size(entry.kind);
                let count = entry.count as usize;
                let bytes = self.bytes(start, count * size);
                if !entry.is_array {
                    return print_element(entry.kind, bytes, out);
                }
                out.push(b'[');
                for (i, element) in bytes.chunks_exact(size).take(SHOWN).enumerate() {
                    if i > 0 {
                        out.extend_from_slice(b", ");
                    }
                    print_element(entry.kind, element, out);
                }
                out.extend_from_slice(if count > SHOWN { b"...]" } else { b"]" });
            }
        }
    }
}

fn element_size(kind: OpAttrType) -> usize {
    match kind {
        OpAttrType::Char | OpAttrType::Func | OpAttrType::DType => 1,
        other => other.to_dtype().and_then(DType::size).unwrap_or(1),
    }
}

fn print_element(kind: OpAttrType, bytes: &[u8], out: &mut Vec<u8>) {
    let text = match kind {
        OpAttrType::I1 | OpAttrType::UI8 | OpAttrType::I8 | OpAttrType::Char => {
            return out.extend_from_slice(bytes);
        }
        OpAttrType::Func => {
            out.extend_from_slice(b"FUNC function_name: ");
            return out.extend_from_slice(bytes);
        }
        OpAttrType::DType => OpAttrType::from_id(bytes[0]).map_or("UNKNOWN", OpAttrType::name).to_owned(),
        OpAttrType::F32 => Exponent(f64::from(bytemuck::pod_read_unaligned::<f32>(bytes))).to_string(),
        other => match other.to_dtype() {
            Some(dtype) => DisplayElement { dtype, bytes }.to_string(),
            None => "unknown".to_owned(),
        },
    };
    out.extend_from_slice(text.as_bytes());
}

fn dense_text(tensor: &DenseHostTensor) -> String {
    let kind = OpAttrType::of_dtype(tensor.dtype()).name();
    format!("dtype={kind}, rank={}, elt_count={}", tensor.shape().rank(), tensor.num_elements())
}

fn strings_text(tensor: &StringHostTensor) -> String {
    let shape = &tensor.metadata().shape;
    format!("dtype={}, rank={}, elt_count={}", OpAttrType::Char.name(), shape.rank(), shape.num_elements())
}

/// As in programs: `tensor<2x?xf32>`.
fn type_text(dtype: DType, shape: &PartialShape) -> String {
    let mut text = String::from("tensor<");
    match shape {
        PartialShape::Unranked => text.push_str("*x"),
        PartialShape::Ranked(dims) => {
            for &dim in dims {
                text.push_str(&if dim < 0 { "?x".to_owned() } else { format!("{dim}x") });
            }
        }
    }
    text + dtype.name() + ">"
}

fn aggregate_text(values: &[AttrValue]) -> String {
    let elements: Vec<String> = values
        .iter()
        .map(|value| match value {
            AttrValue::Dense(tensor) => format!("{{{}}}", dense_text(tensor)),
            AttrValue::Strings(tensor) => format!("{{{}}}", strings_text(tensor)),
            AttrValue::TensorType(dtype, shape) => format!("{{{}}}", type_text(*dtype, shape)),
            AttrValue::FusedBody(body) => format!("{{{body}}}"),
            AttrValue::Aggregate(values) => format!("{{{}}}", aggregate_text(values)),
            _ => "{unknown}".to_owned(),
        })
        .collect();
    format!("elt_count={} [{}]", values.len(), elements.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Complex, Dims, I1, Shape, TensorMetadata};

    fn printed(attrs: &OpAttrs) -> String {
        String::from_utf8(attrs.print()).unwrap()
    }

    #[test]
    fn every_kind_prints() {
        let mut attrs = OpAttrs::new();
        assert_eq!(printed(&attrs), "OpAttrs is empty\n");
        let dense = |dims: &[i64], dtype: DType| {
            DenseHostTensor::zeroed(TensorMetadata::new(dtype, Shape::new(dims).unwrap())).unwrap()
        };
        attrs.set_bool("flag", true);
        attrs.set("count", -3i32);
        attrs.set("rate", 0.125f32);
        attrs.set_dtype("ty1", DType::I1);
        attrs.set_dtype("ty2", DType::String);
        attrs.set_dtype("ty3", DType::Resource);
        attrs.set_dense("weights", dense(&[2, 2], DType::F32));
        let inner = AttrValue::Aggregate([AttrValue::Dense(dense(&[3], DType::I64))].into());
        let string = AttrValue::String(b"s".as_slice().into());
        attrs.set_aggregate("agg", [AttrValue::Dense(dense(&[], DType::I32)), inner, string].into());
        attrs.set_shape("shape1", &PartialShape::Ranked(Dims::from_slice(&[1, -1, 3])));
        attrs.set_shape("shape2", &PartialShape::Unranked);
        attrs.set_string("name", "abc");
        attrs.set_string("long_name", "abcdefgh");
        attrs.set_array("a32", &[1i32, 2, 3, 4, 5, 6]);
        attrs.set_array("am", &[0i32; 0]);
        attrs.set_array("ak", &[I1(1), I1(0)]);
        attrs.set_dtypes("an", &[DType::I32, DType::F32]);
        attrs.set_func("fn", "branch");
        attrs.set("c", Complex::new(1.0f32, -2.0));
        let strings =
            StringHostTensor::new(Shape::new(&[2]).unwrap(), vec![b"a"[..].into(), b"b"[..].into()]);
        attrs.set_strings("strings", strings.unwrap());
        attrs.set_tensor_type("t1", DType::F32, PartialShape::Ranked(Dims::from_slice(&[2, -1])));
        attrs.set_tensor_type("t2", DType::String, PartialShape::Unranked);
        let body = tfrt_ops::FusedBody::parse("%2 = tf.Mul(%0, %1); %3 = tf.Neg(%2)").unwrap();
        attrs.set_fused_body("fused", std::sync::Arc::new(body));
        assert_eq!(
            printed(&attrs),
            "OpAttrs contains 22 entries:
  'a32' type=I32 value=[1, 2, 3, 4, 5...]
  'agg' type=AGGREGATE value=elt_count=3 [{dtype=I32, rank=0, elt_count=1}, {elt_count=1 [{dtype=I64, rank=1, elt_count=3}]}, {unknown}]
  'ak' type=BOOL value=[1, 0]
  'am' type=I32 value=[]
  'an' type=DTYPE value=[COMPLEX64, QUI8]
  'c' type=COMPLEX64 value=(1.000000e+00,-2.000000e+00)
  'count' type=I32 value=-3
  'flag' type=BOOL value=1
  'fn' type=FUNC value=[FUNC function_name: b, FUNC function_name: r, FUNC function_name: a, FUNC function_name: n, FUNC function_name: c...]
  'fused' type=FUSED_BODY value=%2 = tf.Mul(%0, %1); %3 = tf.Neg(%2)
  'long_name' type=CHAR value=[a, b, c, d, e...]
  'name' type=CHAR value=[a, b, c]
  'rate' type=F32 value=1.250000e-01
  'shape1' type=SHAPE value=<1x-1x3>
  'shape2' type=SHAPE value=<*>
  'strings' type=DENSE value=dtype=CHAR, rank=1, elt_count=2
  't1' type=TENSOR_TYPE value=tensor<2x?xf32>
  't2' type=TENSOR_TYPE value=tensor<*x!corert.string>
  'ty1' type=DTYPE value=BOOL
  'ty2' type=DTYPE value=CHAR
  'ty3' type=DTYPE value=RESOURCE
  'weights' type=DENSE value=dtype=F32, rank=2, elt_count=4

"
        );
    }
}
