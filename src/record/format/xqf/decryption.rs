//! Decryption of files that XQStudio has obfuscated since version 11.
//!
//! The keys are in the file, so nothing is secret; they merely mask squares, lengths and the bytes of the moves. A file
//! whose keys are all zero is not obfuscated.

/// The newest version without obfuscation, regardless of keys.
pub(super) const PLAIN: u8 = 10;
/// The newest version that keeps the pieces in their order.
const IN_ORDER: u8 = 11;
/// Mask of the tree's bytes.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";
/// Least value added to the length of a comment.
pub(super) const LENGTH: u32 = 767;

/// The values to subtract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct XqfKeys {
    /// The version of the file.
    pub version: u8,
    /// Subtracted from the square of a piece.
    pub square: u8,
    /// Subtracted from a move's starting square.
    pub from: u8,
    /// Subtracted from a move's target square.
    pub to: u8,
    /// Subtracted from the length of a comment.
    pub length: u32,
    /// Subtracted from the bytes of the tree, cyclically.
    pub mask: [u8; 32],
}

impl XqfKeys {
    /// Derives the keys from a header.
    pub fn of(header: &[u8; 16]) -> Self {
        let [_, _, version, with, ..] = *header;
        let [.., o0, o1, o2, o3, s, p, f, t] = *header;
        if version <= PLAIN {
            return Self {
                version,
                square: 0,
                from: 0,
                to: 0,
                length: 0,
                mask: [0; 32],
            };
        }
        let square = scramble(p, p);
        let from = scramble(f, square);
        let to = scramble(t, from);
        let by = [s & with | o0, p & with | o1, f & with | o2, t & with | o3];
        Self {
            version,
            square,
            from,
            to,
            length: (u32::from(s) * 256 + u32::from(p)) % 32_000 + LENGTH,
            mask: std::array::from_fn(|index| by[index % 4] & MASK[index]),
        }
    }

    /// Whether moves without a comment omit its length.
    pub const fn is_dense(&self) -> bool {
        self.version > PLAIN
    }

    /// Index of the piece whose square is at `place` of the header.
    pub const fn slot(&self, place: usize) -> usize {
        if self.version > IN_ORDER {
            (self.square as usize + place + 1) % 32
        } else {
            place
        }
    }
}

const fn scramble(byte: u8, by: u8) -> u8 {
    let square = byte.wrapping_mul(byte);
    square.wrapping_mul(54).wrapping_add(221).wrapping_mul(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_worked_out_as_xqstudio_does() {
        let header = [
            b'X', b'Q', 18, 171, 0, 0, 0, 0, 183, 96, 216, 17, 151, 218, 121, 22,
        ];
        let keys = XqfKeys::of(&header);
        let numbers = (keys.square, keys.from, keys.to, keys.length);
        assert_eq!(numbers, (162, 70, 254, 7641));
        let by: [u8; 4] = [183, 234, 249, 19];
        assert_eq!(keys.mask[..4], [0, 1, 2, 3].map(|at| by[at] & MASK[at]));
        // The first places of this header hold the fourth piece and the next ones.
        assert_eq!([0, 1, 2].map(|place| keys.slot(place)), [3, 4, 5]);
    }

    #[test]
    fn old_files_and_zeros_hide_nothing() {
        let mut header = [7; 16];
        header[2] = 10;
        let keys = XqfKeys::of(&header);
        assert_eq!((keys.square, keys.length, keys.mask), (0, 0, [0; 32]));
        let mut header = [0; 16];
        header[2] = 18;
        let keys = XqfKeys::of(&header);
        let numbers = (keys.square, keys.from, keys.to, keys.length);
        assert_eq!((numbers, keys.mask), ((0, 0, 0, LENGTH), [0; 32]));
    }
}
