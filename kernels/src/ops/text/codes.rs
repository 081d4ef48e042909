//! Conversions between strings and codes: buckets by hashes other than fingerprints, base 64, elements as bytes, and n-grams.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, StringHostTensor, TensorMetadata};

use crate::ops::index_arguments::{integer_vector, number};
use crate::ops::memory::{collected, gathered, joined, push};
use crate::ops::ragged::dense::splits;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let strings = || OpEntry::new().strings();
    ops.add(
        "tf.StringToHashBucket",
        strings().dispatch(|frame: &mut DispatchFrame<'_>| bucket(frame, hash64)),
    );
    ops.add(
        "tf.StringToHashBucketStrong",
        strings().dispatch(|frame: &mut DispatchFrame<'_>| {
            let key = frame.attrs().get_ints("key").unwrap_or_default();
            let [low, high] = key[..] else {
                return Err(format!("attribute key must have 2 elements, but has {}", key.len()).into());
            };
            bucket(frame, |text| sip_hash([low as u64, high as u64], text))
        }),
    );
    ops.add(
        "tf.EncodeBase64",
        strings().dispatch(|frame: &mut DispatchFrame<'_>| {
            let pad = frame.attrs().get_bool("pad").unwrap_or(false);
            each(frame, |text| Ok(encoded(text, pad)))
        }),
    );
    ops.add(
        "tf.DecodeBase64",
        strings().dispatch(|frame: &mut DispatchFrame<'_>| {
            each(frame, |text| decoded(text).ok_or_else(|| "Invalid character found in base64.".into()))
        }),
    );
    ops.add(
        "tf.DecodeRaw",
        strings().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(1)?;
            raw(frame, None)
        }),
    );
    ops.add(
        "tf.DecodePaddedRaw",
        strings().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(2)?;
            let length = number(frame, 1, "fixed_length")?;
            if length <= 0 {
                return Err(format!("fixed_length must be greater than zero, but is {length}").into());
            }
            raw(frame, Some(length as usize))
        }),
    );
    ops.add("tf.StringNGrams", strings().dispatch(n_grams));
}

fn bucket(frame: &mut DispatchFrame<'_>, hash: impl Fn(&[u8]) -> u64) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let buckets = frame.attrs().get_int("num_buckets").ok_or("missing 'num_buckets' attribute")?;
    let buckets = u64::try_from(buckets).ok().filter(|&buckets| buckets > 0);
    let buckets = buckets.ok_or("num_buckets must be at least 1")?;
    let strings = frame.strings(0)?;
    let numbers = collected(strings.strings().iter().map(|text| (hash(text) % buckets) as i64))?;
    let result = DenseHostTensor::from_values(strings.metadata().shape.clone(), &numbers)?;
    frame.set(0, result);
    Ok(())
}

/// Up to eight bytes, the first one lowest.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// MurmurHash64A, with the seed that TensorFlow's buckets are numbered with.
fn hash64(text: &[u8]) -> u64 {
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    const SEED: u64 = 0x00de_cafc_affe;
    let mut hash = SEED ^ (text.len() as u64).wrapping_mul(FACTOR);
    let (words, rest) = text.as_chunks::<8>();
    for block in words {
        let mut k = u64::from_le_bytes(*block).wrapping_mul(FACTOR);
        k = (k ^ k >> 47).wrapping_mul(FACTOR);
        hash = (hash ^ k).wrapping_mul(FACTOR);
    }
    if !rest.is_empty() {
        hash = (hash ^ word(rest)).wrapping_mul(FACTOR);
    }
    hash = (hash ^ hash >> 47).wrapping_mul(FACTOR);
    hash ^ hash >> 47
}

/// SipHash-2-4 (Aumasson and Bernstein), with a key of two words.
fn sip_hash(key: [u64; 2], text: &[u8]) -> u64 {
    let mut v = [
        key[0] ^ 0x736f_6d65_7073_6575,
        key[1] ^ 0x646f_7261_6e64_6f6d,
        key[0] ^ 0x6c79_6765_6e65_7261,
        key[1] ^ 0x7465_6462_7974_6573,
    ];
    fn rounds(v: &mut [u64; 4], count: usize) {
        for _ in 0..count {
            v[0] = v[0].wrapping_add(v[1]);
            v[2] = v[2].wrapping_add(v[3]);
            v[1] = v[1].rotate_left(13) ^ v[0];
            v[3] = v[3].rotate_left(16) ^ v[2];
            v[0] = v[0].rotate_left(32);
            v[2] = v[2].wrapping_add(v[1]);
            v[0] = v[0].wrapping_add(v[3]);
            v[1] = v[1].rotate_left(17) ^ v[2];
            v[3] = v[3].rotate_left(21) ^ v[0];
            v[2] = v[2].rotate_left(32);
        }
    }
    let (words, rest) = text.as_chunks::<8>();
    let last = (text.len() as u64) << 56 | word(rest);
    for m in words.iter().map(|block| u64::from_le_bytes(*block)).chain([last]) {
        v[3] ^= m;
        rounds(&mut v, 2);
        v[0] ^= m;
    }
    v[2] ^= 0xff;
    rounds(&mut v, 4);
    v[0] ^ v[1] ^ v[2] ^ v[3]
}

fn each(
    frame: &mut DispatchFrame<'_>,
    change: impl Fn(&[u8]) -> Result<Vec<u8>, OpError>,
) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let strings = frame.strings(0)?;
    let changed: Result<Vec<Box<[u8]>>, OpError> =
        strings.strings().iter().map(|text| Ok(change(text)?.into_boxed_slice())).collect();
    let result = StringHostTensor::new(strings.metadata().shape.clone(), changed?)?;
    frame.set(0, result);
    Ok(())
}

/// The alphabet for addresses in the web.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn encoded(text: &[u8], pad: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len().div_ceil(3) * 4);
    for group in text.chunks(3) {
        let bits =
            group.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for i in 0..=group.len() {
            out.push(ALPHABET[(bits >> (18 - 6 * i) & 63) as usize]);
        }
        if pad {
            out.extend(std::iter::repeat_n(b'=', 3 - group.len()));
        }
    }
    out
}

fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let end = text.iter().rposition(|&byte| byte != b'=').map_or(0, |last| last + 1);
    if text.len() - end > 2 || end % 4 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(end * 3 / 4);
    for group in text[..end].chunks(4) {
        let mut bits = 0_u32;
        for &byte in group {
            let place = ALPHABET.iter().position(|&letter| letter == byte)?;
            bits = bits << 6 | place as u32;
        }
        bits <<= 6 * (4 - group.len());
        out.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(out)
}

fn raw(frame: &mut DispatchFrame<'_>, fixed: Option<usize>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let dtype = attrs.get_dtype("out_type").ok_or("missing 'out_type' attribute")?;
    let size = dtype.size().filter(|_| !dtype.is_quantized());
    let size = size.ok_or_else(|| format!("Unsupported `out_type` value: {}", dtype.label()))?;
    let little = attrs.get_bool("little_endian").unwrap_or(true);
    let strings = frame.strings(0)?;
    let length = fixed.unwrap_or_else(|| strings.strings().first().map_or(0, |text| text.len()));
    if !length.is_multiple_of(size) {
        return Err(format!(
            "Input to DecodeRaw has length {length} that is not a multiple of {size}, the size of {}",
            dtype.label()
        )
        .into());
    }
    let mut bytes = Vec::new();
    for (at, text) in strings.strings().iter().enumerate() {
        if fixed.is_none() && text.len() != length {
            return Err(format!(
                "DecodeRaw requires input strings to all be the same size, but element {at} has size {} != {length}",
                text.len()
            )
            .into());
        }
        let given = &text[..text.len().min(length)];
        bytes.try_reserve(length).map_err(|_| OpError::from(format!("out of memory for {length} bytes")))?;
        bytes.extend_from_slice(given);
        bytes.resize(bytes.len() + length - given.len(), 0);
    }
    if dtype == DType::I1 {
        bytes.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
    }
    if !little {
        let part = if dtype.is_complex() { size / 2 } else { size };
        bytes.chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    let mut dims = strings.metadata().shape.dims();
    dims.push((length / size) as i64);
    let metadata = TensorMetadata::new(dtype, Shape::new(&dims)?);
    let result = DenseHostTensor::from_bytes(metadata, &bytes)?;
    frame.set(0, result);
    Ok(())
}

/// The texts of so many neighbours at a time, for each of the widths in turn, row by row.
fn n_grams(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let attrs = frame.attrs();
    let widths = attrs.get_ints("ngram_widths").ok_or("missing 'ngram_widths' attribute")?;
    if let Some(width) = widths.iter().find(|&&width| width < 1) {
        return Err(format!("ngram_widths must contain values >= 1, but has {width}").into());
    }
    let text = |name: &str| attrs.get_string(name).unwrap_or_default();
    let (separator, left, right) = (text("separator"), text("left_pad"), text("right_pad"));
    let limit = attrs.get_int("pad_width").unwrap_or(0);
    let keeps_short = attrs.get_bool("preserve_short_sequences").unwrap_or(false);
    let data = frame.strings(0)?.strings();
    let given = splits(frame, 1, Some(data.len()))?;
    let padding = |width: i64| match limit {
        ..0 => (width - 1) as usize,
        limit => limit.min(width - 1) as usize,
    };
    let (mut grams, mut ends): (Vec<Box<[u8]>>, _) = (Vec::new(), vec![0_i64]);
    for pair in given.windows(2) {
        let row = &data[pair[0]..pair[1]];
        let before = grams.len();
        let gather = |grams: &mut Vec<Box<[u8]>>, width: Option<usize>, pad: usize| {
            let around = |text| std::iter::repeat_n(text, pad);
            let padded = around(left).chain(row.iter().map(|text| &**text)).chain(around(right));
            let padded = gathered(padded)?;
            for window in padded.windows(width.unwrap_or(padded.len())) {
                let gram = joined(window.iter().copied(), separator);
                let gram = gram.map_err(|_| OpError::from("out of memory for an n-gram"))?;
                push(grams, gram)?;
            }
            Ok::<_, OpError>(())
        };
        for &width in &widths {
            if width > i64::from(i32::MAX) || padding(width) > 1 << 24 {
                return Err(format!("ngram_widths has {width}, which is too wide").into());
            }
            gather(&mut grams, Some(width as usize), padding(width))?;
        }
        if keeps_short && grams.len() == before && !row.is_empty() {
            // One n-gram of the whole row and its padding.
            gather(&mut grams, None, padding(widths.first().copied().unwrap_or(1)))?;
        }
        ends.push(grams.len() as i64);
    }
    let dtype = frame.dense(1)?.dtype();
    let count = grams.len() as i64;
    frame.set(0, StringHostTensor::new(Shape::new(&[count])?, grams)?);
    frame.set(1, integer_vector(dtype, &ends)?);
    Ok(())
}
