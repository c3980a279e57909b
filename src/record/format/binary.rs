//! Numbers and texts at fixed offsets of a file, beyond whose end there is nothing; and the pieces of a set, in the order in
//! which XQStudio and web boards list their points.

use super::chars::clean;
use crate::rules::{Board, Piece, PieceKind, Side};
use encoding_rs::{GB18030, UTF_16LE};

/// Returns up to `length` bytes.
pub(super) fn slice(bytes: &[u8], at: usize, length: usize) -> &[u8] {
    let rest = bytes.get(at..).unwrap_or_default();
    &rest[..length.min(rest.len())]
}

pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or_default()
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = slice(bytes, at, 4).try_into().ok()?;
    Some(u32::from_le_bytes(four))
}

/// Decodes GB18030 text. XQStudio truncates fields by bytes, even in the middle of a character; the remains and the
/// padding of a field are dropped.
pub(super) fn gb18030(bytes: &[u8]) -> String {
    let mut decoder = GB18030.new_decoder_without_bom_handling();
    let mut text = String::new();
    let longest = decoder.max_utf8_buffer_length(bytes.len());
    text.reserve(longest.unwrap_or_default());
    // Half a character at the end stays in the decoder and is never emitted.
    let (_, _, _) = decoder.decode_to_string(bytes, &mut text, false);
    clean(&mut text);
    text
}

/// Decodes UTF-16 text up to a zero.
pub(super) fn utf_16(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2);
    let length = units.take_while(|unit| **unit != [0, 0]).count();
    let (text, _) = UTF_16LE.decode_without_bom_handling(&bytes[..2 * length]);
    let mut text = text.into_owned();
    clean(&mut text);
    text
}

/// The pieces of a side.
pub(super) const KINDS: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Soldier};
    [
        Chariot, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Chariot, Cannon,
        Cannon, Soldier, Soldier, Soldier, Soldier, Soldier,
    ]
};

/// All pieces, Red's first.
pub(super) fn pieces() -> impl Iterator<Item = Piece> {
    let of = |side| KINDS.into_iter().map(move |kind| Piece::new(side, kind));
    Side::ALL.into_iter().flat_map(of)
}

/// Whether the full set of pieces includes all those of a board.
pub(super) fn has_all_of(board: &Board) -> bool {
    Piece::all().all(|piece| board.of_piece(piece).len() <= piece.kind.full_count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_letter_at_the_end_goes_and_rubbish_inside_is_seen() {
        let (bytes, _, _) = GB18030.encode("河北 刘殿中");
        assert_eq!(gb18030(&bytes), "河北 刘殿中");
        assert_eq!(gb18030(&bytes[..bytes.len() - 1]), "河北 刘殿");
        assert_eq!(gb18030(b"a\xffb"), "a\u{fffd}b");
        assert_eq!(gb18030(b"a\0b\r\nc\rd"), "ab\nc\nd");
        assert_eq!(gb18030(b""), "");
        // Half a character before a byte of another one gives a letter for private use.
        assert_eq!(gb18030(b"a\xa2\xa1b\xaa\xa1"), "aⅰb");
        // Three of the four bytes of a rare character.
        assert_eq!(gb18030(b"a\x95\x32\x82"), "a");
        assert_eq!(gb18030(b"\xbe\xb6\xaa\xc8"), "径");
        assert_eq!(gb18030(b"\xbe\xb6\xa3\x80\r\n"), "径\n");
    }

    #[test]
    fn a_zero_ends_a_text_in_utf_16() {
        let bytes: Vec<u8> = "红\0黑".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(utf_16(&bytes), "红");
        assert_eq!(utf_16(b"a"), "");
        assert_eq!(utf_16(b"\x00\xd8b\0"), "\u{fffd}b");
    }

    #[test]
    fn nothing_lies_beyond_the_end() {
        assert_eq!(slice(b"abc", 1, 9), b"bc");
        assert_eq!(slice(b"abc", 4, 1), b"");
        assert_eq!(slice(b"abc", usize::MAX, 1), b"");
        assert_eq!(u32_at(b"abcd", 1), None);
        assert_eq!(byte(b"", 0), 0);
    }
}
