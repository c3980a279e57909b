//! Files as written by older programs: an unencrypted file of our own, encrypted with keys as in versions 11 and later,
//! or laid out as in version 10.

const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";
/// Offset of the tree.
const TREE: usize = 1024;

/// Bytes that the keys are derived from.
#[derive(Clone, Copy, Debug)]
pub struct Secrets {
    pub mask: u8,
    pub or: [u8; 4],
    pub keys: [u8; 4],
}

/// A move of an unencrypted file.
struct Step<'a> {
    squares: [u8; 2],
    is_ongoing: bool,
    has_other: bool,
    comment: &'a [u8],
}

fn steps(open: &[u8]) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let mut rest = &open[TREE..];
    while let [from, to, flags, _, after @ ..] = rest {
        rest = after;
        let mut comment = &rest[..0];
        if flags & 0x20 != 0 {
            let (length, after) = rest.split_first_chunk().expect("a length");
            let length = u32::from_le_bytes(*length) - 767;
            (comment, rest) = after.split_at(length as usize);
        }
        steps.push(Step {
            squares: [*from, *to],
            is_ongoing: flags & 0x80 != 0,
            has_other: flags & 0x40 != 0,
            comment,
        });
    }
    steps
}

/// The square of each piece of an unencrypted file, in the order of the pieces.
fn squares(open: &[u8]) -> [u8; 32] {
    std::array::from_fn(|slot| open[16 + (slot + 31) % 32])
}

/// Converts a file to version 10.
pub fn as_version_10(open: &[u8]) -> Vec<u8> {
    let mut file = open[..TREE].to_vec();
    file[2] = 10;
    file[16..48].copy_from_slice(&squares(open));
    for step in steps(open) {
        // Any bit of a half will do.
        let flags = u8::from(step.is_ongoing) << 6 | u8::from(step.has_other) << 1;
        file.extend(step.squares);
        file.extend([flags, 0]);
        file.extend((step.comment.len() as u32).to_le_bytes());
        file.extend(step.comment);
    }
    file
}

/// Encrypts a file as in a later version.
pub fn hidden(open: &[u8], version: u8, secrets: Secrets) -> Vec<u8> {
    let Secrets { mask, or, keys } = secrets;
    let number = |byte: u8| u32::from(byte);
    let [s, p, f, t] = keys.map(number);
    let xy = ((p * p * 54 + 221) * p) % 256;
    let xf = ((f * f * 54 + 221) * xy) % 256;
    let xt = ((t * t * 54 + 221) * xf) % 256;
    let length = (s * 256 + p) % 32_000 + 767;
    let mut file = open[..TREE].to_vec();
    (file[2], file[3]) = (version, mask);
    file[8..12].copy_from_slice(&or);
    file[12..16].copy_from_slice(&keys);
    let pieces = squares(open);
    for place in 0..32 {
        let slot = match version {
            11 => place,
            _ => (xy as usize + place + 1) % 32,
        };
        file[16 + place] = pieces[slot].wrapping_add(xy as u8);
    }
    for step in steps(open) {
        // The low bits are meaningless, and filled with leftovers.
        let mut flags = (file.len() % 32) as u8;
        flags |= u8::from(step.is_ongoing) << 7 | u8::from(step.has_other) << 6;
        flags |= u8::from(!step.comment.is_empty()) << 5;
        let [from, to] = step.squares;
        file.extend([
            from.wrapping_add(xf as u8),
            to.wrapping_add(xt as u8),
            flags,
            9,
        ]);
        if !step.comment.is_empty() {
            file.extend((step.comment.len() as u32 + length).to_le_bytes());
            file.extend(step.comment);
        }
    }
    for (index, byte) in file[TREE..].iter_mut().enumerate() {
        let key = keys[index % 4] & mask | or[index % 4];
        *byte = byte.wrapping_add(key & MASK[index % 32]);
    }
    file
}
