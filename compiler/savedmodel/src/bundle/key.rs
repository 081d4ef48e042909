//! The keys under which a bundle has slices of tensors: a name and a range for each dimension, encoded so that keys sort as those do.

/// A range of indices in each dimension: the first and how many; all of them if the number is negative.
pub(crate) type Slice = Vec<(i64, i64)>;

/// The key of a slice.
pub(crate) fn of_slice(name: &str, slice: &Slice) -> Vec<u8> {
    let mut key = Vec::new();
    number(0, &mut key);
    for byte in name.bytes() {
        match byte {
            0 => key.extend_from_slice(&[0, 0xff]),
            0xff => key.extend_from_slice(&[0xff, 0]),
            byte => key.push(byte),
        }
    }
    key.extend_from_slice(&[0, 1]);
    number(slice.len() as u64, &mut key);
    for &(start, length) in slice {
        signed(start, &mut key);
        signed(length, &mut key);
    }
    key
}

/// A length in bytes, and as many bytes, the highest first.
fn number(value: u64, key: &mut Vec<u8>) {
    let bytes = value.to_be_bytes();
    let start = value.leading_zeros() as usize / 8;
    key.push((8 - start) as u8);
    key.extend_from_slice(&bytes[start..]);
}

/// The length in the first bits (as many ones as bytes, for negative numbers zeros), then the number.
fn signed(value: i64, key: &mut Vec<u8>) {
    let magnitude = if value < 0 { !value } else { value };
    let bits = 64 - magnitude.leading_zeros() as usize;
    let length = bits / 7 + 1;
    let mut bytes = [0_u8; 10];
    bytes[..2].fill(if value < 0 { 0xff } else { 0 });
    bytes[2..].copy_from_slice(&value.to_be_bytes());
    let encoded = &mut bytes[10 - length..];
    // `length` ones from the top of the first two bytes.
    let ones = (0xffff_u32 << (16 - length)) as u16;
    let [first, second] = ones.to_be_bytes();
    encoded[0] ^= first;
    if let Some(byte) = encoded.get_mut(1) {
        *byte ^= second;
    }
    key.extend_from_slice(encoded);
}

/// Reads a slice as graphs write it: the sizes of the whole tensor, and for each dimension `-` (all of it) or `first,count` — as in
/// `10 3 0,4:-`. `None` if the text is not of this form.
pub(crate) fn parse(spec: &str) -> Option<(Vec<i64>, Slice)> {
    let mut words: Vec<&str> = spec.split(' ').collect();
    let ranges = words.pop()?;
    let dims: Vec<i64> =
        words.iter().map(|word| word.parse().ok().filter(|&dim| dim >= 0)).collect::<Option<_>>()?;
    let range = |text: &str| match text {
        "-" => Some((0, -1)),
        text => {
            let (start, count) = text.split_once(',')?;
            let (start, count): (i64, i64) = (start.parse().ok()?, count.parse().ok()?);
            (start >= 0 && count >= 0).then_some((start, count))
        }
    };
    let slice: Slice = match dims.is_empty() && ranges.is_empty() {
        true => Vec::new(),
        false => ranges.split(':').map(range).collect::<Option<_>>()?,
    };
    let fits = |(&dim, &(start, count)): (&i64, &(i64, i64))| {
        count < 0 || start.checked_add(count).is_some_and(|end| end <= dim)
    };
    (slice.len() == dims.len() && dims.iter().zip(&slice).all(fits)).then_some((dims, slice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_ordered_form() {
        assert_eq!(of_slice("w", &vec![(0, 4), (0, -1)]), [0, b'w', 0, 1, 1, 2, 0x80, 0x84, 0x80, 0x7f]);
        let encode = |value| {
            let mut key = Vec::new();
            signed(value, &mut key);
            key
        };
        assert_eq!(encode(63), [0xbf]);
        assert_eq!(encode(64), [0xc0, 0x40]);
        assert_eq!(encode(-64), [0x40]);
        assert_eq!(encode(-65), [0x3f, 0xbf]);
        let values =
            [i64::MIN, -1 << 40, -70000, -65, -64, -1, 0, 1, 63, 64, 8191, 8192, 1 << 33, 1 << 62, i64::MAX];
        assert!(values.map(encode).is_sorted(), "{:?}", values.map(encode));
    }

    #[test]
    fn slices_are_written_with_the_sizes() {
        assert_eq!(parse("10 3 0,4:-"), Some((vec![10, 3], vec![(0, 4), (0, -1)])));
        for wrong in ["10 3 0,4", "10 8,4", "x 0,1", "10 -1,2", "10 0", "-3 -"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
