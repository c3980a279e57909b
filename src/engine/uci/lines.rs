//! Lines of a stream of bytes, however they arrive.

use super::MAX_LINE;

/// Collector of bytes that gives them back line by line, without control characters, and none longer than [`MAX_LINE`]: the
/// rest of a longer one is lost.
#[derive(Debug, Default)]
pub struct LineBuffer(Vec<u8>);

impl LineBuffer {
    /// Takes bytes, and returns the lines that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, is_whole) = match part.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (part, false),
            };
            let room = MAX_LINE - self.0.len();
            self.0.extend_from_slice(&text[..text.len().min(room)]);
            if is_whole {
                lines.push(self.take());
            }
        }
        lines
    }

    /// The line that is not complete yet.
    pub fn take(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.0).replace('\t', " ");
        self.0.clear();
        let line: String = text.chars().filter(|c| !c.is_control()).collect();
        line.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_same_in_any_pieces() {
        let text = "uciok\r\n\nreadyok\nbest\u{fffd}";
        let bytes = b"uciok\r\n\nreadyok\nbest\xff";
        for size in 1..=bytes.len() {
            let mut buffer = LineBuffer::default();
            let mut lines: Vec<_> = bytes
                .chunks(size)
                .flat_map(|one| buffer.push(one))
                .collect();
            lines.push(buffer.take());
            let expected: Vec<_> = text.lines().collect();
            assert_eq!(lines, expected, "{size}");
        }
    }

    #[test]
    fn no_line_has_control_characters() {
        let lines = LineBuffer::default().push(b"boom\0\x1b[1m\r\nid\tname\x07\xc2\x85 \n");
        assert_eq!(lines, ["boom[1m", "id name"]);
    }

    #[test]
    fn an_endless_line_takes_no_more_room() {
        let mut buffer = LineBuffer::default();
        for _ in 0..100 {
            assert!(buffer.push(&[b'x'; 10_000]).is_empty());
        }
        assert!(buffer.0.capacity() < 4 * MAX_LINE);
        let lines = buffer.push(b"y\nz\n");
        assert_eq!((lines[0].len(), lines[1].as_str()), (MAX_LINE, "z"));
    }
}
