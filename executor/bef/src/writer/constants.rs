//! The section of constants while it grows. Large tensors are not copied: the section refers to them until it is written.

use bytes::Bytes;

use crate::error::WriteError;
use crate::records::SECTION_ALIGNMENT;

/// Bytes from which a tensor is a part of its own.
const LARGE: usize = 1 << 16;

/// The data of tensors, each at a multiple of 64 bytes.
#[derive(Debug, Default)]
pub(super) struct Constants {
    parts: Vec<Bytes>,
    /// The bytes after the parts.
    tail: Vec<u8>,
    /// Bytes of the parts.
    before: usize,
}

impl Constants {
    /// Whether there is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bytes, in parts.
    pub(super) fn parts(&self) -> Vec<&[u8]> {
        self.parts.iter().map(|part| &part[..]).chain([&self.tail[..]]).collect()
    }

    /// Adds a copy of a tensor; gives its place.
    pub(super) fn add(&mut self, data: &[u8]) -> Result<usize, WriteError> {
        // A constant of a few characters can be of any size.
        let room = data.len().saturating_add(SECTION_ALIGNMENT);
        self.tail.try_reserve(room).map_err(|_| WriteError::OutOfMemory(data.len()))?;
        let place = self.align();
        self.tail.extend_from_slice(data);
        Ok(place)
    }

    /// Adds a tensor; gives its place.
    pub(super) fn share(&mut self, data: Bytes) -> Result<usize, WriteError> {
        if data.len() < LARGE {
            return self.add(&data);
        }
        let place = self.align();
        let tail = std::mem::take(&mut self.tail);
        self.before += tail.len() + data.len();
        self.parts.extend([Bytes::from(tail), data]);
        Ok(place)
    }

    fn len(&self) -> usize {
        self.before + self.tail.len()
    }

    /// Adds zeros up to the place of the next tensor.
    fn align(&mut self) -> usize {
        let place = self.len().next_multiple_of(SECTION_ALIGNMENT);
        self.tail.resize(place - self.before, 0);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_lie_at_multiples_of_sixty_four_bytes() {
        let (mut copied, mut shared) = (Constants::default(), Constants::default());
        for len in [1, 64, 0, LARGE, LARGE + 1, 7, LARGE - 1, 100] {
            let data: Vec<u8> = (0..len).map(|i| (i % 251) as u8 + 1).collect();
            let place = copied.add(&data).unwrap();
            assert_eq!(shared.share(Bytes::from(data.clone())).unwrap(), place);
            assert!(place.is_multiple_of(SECTION_ALIGNMENT));
            assert_eq!(&shared.parts().concat()[place..][..len], data);
        }
        assert_eq!(copied.parts().concat(), shared.parts().concat());
        assert!(shared.parts().len() > 4 && !shared.is_empty());
    }
}
