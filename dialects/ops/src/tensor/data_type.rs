//! Element types by the numbers and names that TensorFlow gives them.

/// An element type of a tensor as op definitions and `GraphDef` know it; the discriminant is the protocol's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
#[expect(missing_docs, reason = "the variants are the element types' own names")]
pub enum DataType {
    Float32 = 1,
    Float64 = 2,
    Int32 = 3,
    UInt8 = 4,
    Int16 = 5,
    Int8 = 6,
    String = 7,
    Complex64 = 8,
    Int64 = 9,
    Bool = 10,
    QInt8 = 11,
    QUInt8 = 12,
    QInt32 = 13,
    BFloat16 = 14,
    QInt16 = 15,
    QUInt16 = 16,
    UInt16 = 17,
    Complex128 = 18,
    Float16 = 19,
    Resource = 20,
    Variant = 21,
    UInt32 = 22,
    UInt64 = 23,
    // Types that definitions name; there are no tensors of them here.
    Float8E5M2 = 24,
    Float8E4M3FN = 25,
    Float8E4M3FNUZ = 26,
    Float8E4M3B11FNUZ = 27,
    Float8E5M2FNUZ = 28,
    Int4 = 29,
    UInt4 = 30,
    Int2 = 31,
    UInt2 = 32,
    Float4E2M1FN = 33,
}

/// Every type with its name here, the other names in use for it, and its spelling as a type of the IR.
const TABLE: &[(DataType, &str, &[&str], &str)] = &[
    (DataType::Float32, "float32", &["float", "DT_FLOAT"], "f32"),
    (DataType::Float64, "float64", &["double", "DT_DOUBLE"], "f64"),
    (DataType::Int32, "int32", &["DT_INT32"], "i32"),
    (DataType::UInt8, "uint8", &["DT_UINT8"], "ui8"),
    (DataType::Int16, "int16", &["DT_INT16"], "i16"),
    (DataType::Int8, "int8", &["DT_INT8"], "i8"),
    (DataType::String, "string", &["DT_STRING"], "!corert.string"),
    (DataType::Complex64, "complex64", &["DT_COMPLEX64"], "complex<f32>"),
    (DataType::Int64, "int64", &["DT_INT64"], "i64"),
    (DataType::Bool, "bool", &["DT_BOOL"], "i1"),
    (DataType::QInt8, "qint8", &["DT_QINT8"], "!corert.qint8"),
    (DataType::QUInt8, "quint8", &["DT_QUINT8"], "!corert.quint8"),
    (DataType::QInt32, "qint32", &["DT_QINT32"], "!corert.qint32"),
    (DataType::BFloat16, "bfloat16", &["DT_BFLOAT16"], "bf16"),
    (DataType::QInt16, "qint16", &["DT_QINT16"], "!corert.qint16"),
    (DataType::QUInt16, "quint16", &["DT_QUINT16"], "!corert.quint16"),
    (DataType::UInt16, "uint16", &["DT_UINT16"], "ui16"),
    (DataType::Complex128, "complex128", &["DT_COMPLEX128"], "complex<f64>"),
    (DataType::Float16, "float16", &["half", "DT_HALF"], "f16"),
    (DataType::Resource, "resource", &["DT_RESOURCE"], "!corert.resource"),
    (DataType::Variant, "variant", &["DT_VARIANT"], "!corert.variant"),
    (DataType::UInt32, "uint32", &["DT_UINT32"], "ui32"),
    (DataType::UInt64, "uint64", &["DT_UINT64"], "ui64"),
    (DataType::Float8E5M2, "float8_e5m2", &["DT_FLOAT8_E5M2"], "f8E5M2"),
    (DataType::Float8E4M3FN, "float8_e4m3fn", &["DT_FLOAT8_E4M3FN"], "f8E4M3FN"),
    (DataType::Float8E4M3FNUZ, "float8_e4m3fnuz", &["DT_FLOAT8_E4M3FNUZ"], "f8E4M3FNUZ"),
    (DataType::Float8E4M3B11FNUZ, "float8_e4m3b11fnuz", &["DT_FLOAT8_E4M3B11FNUZ"], "f8E4M3B11FNUZ"),
    (DataType::Float8E5M2FNUZ, "float8_e5m2fnuz", &["DT_FLOAT8_E5M2FNUZ"], "f8E5M2FNUZ"),
    (DataType::Int4, "int4", &["DT_INT4"], "i4"),
    (DataType::UInt4, "uint4", &["DT_UINT4"], "ui4"),
    (DataType::Int2, "int2", &["DT_INT2"], "i2"),
    (DataType::UInt2, "uint2", &["DT_UINT2"], "ui2"),
    (DataType::Float4E2M1FN, "float4_e2m1fn", &["DT_FLOAT4_E2M1FN"], "f4E2M1FN"),
];

impl DataType {
    /// Every data type, in the order of the protocol's numbers.
    pub fn all() -> impl Iterator<Item = DataType> {
        TABLE.iter().map(|entry| entry.0)
    }

    /// The type called `name`: `float32`, or TensorFlow's own `float`, `half`, `DT_FLOAT`.
    pub fn from_name(name: &str) -> Option<DataType> {
        TABLE.iter().find(|entry| entry.1 == name || entry.2.contains(&name)).map(|entry| entry.0)
    }

    /// The type with the protocol's number `number`.
    pub fn from_number(number: u32) -> Option<DataType> {
        TABLE.get(number.checked_sub(1)? as usize).map(|entry| entry.0)
    }

    /// The protocol's number.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The name, such as `float32`.
    pub fn name(self) -> &'static str {
        TABLE[self as usize - 1].1
    }

    /// The spelling of the type in programs: `f32`, `!corert.string`.
    pub fn spelling(self) -> &'static str {
        TABLE[self as usize - 1].3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_numbers() {
        for (index, entry) in TABLE.iter().enumerate() {
            assert_eq!(entry.0.number() as usize, index + 1, "{}", entry.1);
            assert_eq!(DataType::from_number(entry.0.number()), Some(entry.0));
            assert_eq!(DataType::from_name(entry.0.name()), Some(entry.0));
        }
        assert_eq!(DataType::from_number(0), None);
        assert_eq!(DataType::from_name("DT_HALF"), Some(DataType::Float16));
    }
}
