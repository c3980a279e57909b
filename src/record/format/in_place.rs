//! Writing a game back into the file it came from: in its format, character set and line ends.

use super::charset::{self, Decoded, encode};
use super::pgn::{self, NotReplaced};
use super::{Charset, Format, Loss, Target, ccbridge, dhtmlxq, json, losses, write, xqf};
use crate::record::Record;
use encoding_rs::{Encoding, GB18030};

/// A file of one game, whose game can be replaced.
///
/// A PGN keeps every byte outside the game, and the notation of its moves. XQF and CBR keep what their heads have besides,
/// and XQF the character set and all texts that have not changed. A text with the tags of DhtmlXQ keeps what is
/// around them; a web page is not written to, since the tags may be part of a script there.
#[derive(Clone, Debug)]
pub struct InPlace(InPlaceKind);

#[derive(Clone, Debug)]
enum InPlaceKind {
    /// The program's own file, which is replaced as a whole; a newer version may have written more than is read.
    Json {
        has_more: bool,
    },
    Pgn(pgn::PgnFile),
    Xqf(xqf::XqfTemplate),
    Cbr(ccbridge::CcBridgeTemplate),
    Tags {
        before: Vec<u8>,
        after: Vec<u8>,
        encoding: &'static Encoding,
        line_end: &'static str,
    },
}

impl InPlace {
    /// Examines a file; `None` unless it has exactly one game, in a format that can be written.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::in_format(Format::detect(bytes)?, bytes)
    }

    /// Whether [`of`](Self::of) finds one game, without reading our own format again.
    pub fn is_possible(bytes: &[u8]) -> bool {
        Format::detect(bytes).is_some_and(|format| {
            format == Format::Json || Self::in_format(format, bytes).is_some()
        })
    }

    fn in_format(format: Format, bytes: &[u8]) -> Option<Self> {
        let kind = match format {
            Format::Pgn => {
                let games = pgn::PgnFile::of(bytes.to_vec()).ok()?;
                (games.count() == 1).then_some(InPlaceKind::Pgn(games))
            }
            Format::DhtmlXq => tags(bytes),
            Format::Xqf => xqf::XqfTemplate::of(bytes).map(InPlaceKind::Xqf),
            Format::Cbr => ccbridge::CcBridgeTemplate::of(bytes).map(InPlaceKind::Cbr),
            Format::Json => Some(InPlaceKind::Json {
                has_more: json::has_more_than_is_read(bytes),
            }),
            Format::Cbl
            | Format::Cbf
            | Format::Pfc
            | Format::Ccm
            | Format::Che
            | Format::WebJson
            | Format::Pasted => None,
        };
        kind.map(Self)
    }

    /// The format that is written.
    pub fn target(&self) -> Target {
        match &self.0 {
            InPlaceKind::Json { .. } => Target::Json,
            InPlaceKind::Xqf(_) => Target::Xqf,
            InPlaceKind::Cbr(_) => Target::Cbr,
            InPlaceKind::Pgn(games) => Target::Pgn(games.notation_of(0)),
            InPlaceKind::Tags { .. } => Target::DhtmlXq,
        }
    }

    /// The losses of writing a game to this file.
    pub fn losses(&self, record: &Record) -> Vec<Loss> {
        if let InPlaceKind::Xqf(form) = &self.0 {
            return form.losses(record);
        }
        let mut losses = losses(record, self.target());
        if let InPlaceKind::Json { has_more: true } = &self.0 {
            losses.push(Loss::NewerFields);
        }
        let encoding = match &self.0 {
            InPlaceKind::Pgn(games) => Some(games.encoding()),
            InPlaceKind::Tags { encoding, .. } => Some(*encoding),
            InPlaceKind::Json { .. } | InPlaceKind::Xqf(_) | InPlaceKind::Cbr(_) => None,
        };
        if encoding == Some(GB18030) {
            let text = write(record, self.target());
            let letters = Charset::beyond_gbk(&String::from_utf8_lossy(&text));
            losses.extend((!letters.is_empty()).then_some(Loss::BeyondGbk(letters)));
        }
        losses
    }

    /// The bytes of the file with this game instead of its own.
    ///
    /// # Errors
    ///
    /// Returns the reason why the game cannot be written to this file.
    pub fn write(&self, record: &Record) -> Result<Vec<u8>, NotReplaced> {
        match &self.0 {
            InPlaceKind::Json { .. } => Ok(write(record, Target::Json)),
            InPlaceKind::Xqf(form) => Ok(form.write(record)),
            InPlaceKind::Cbr(form) => Ok(form.write(record)),
            InPlaceKind::Pgn(games) => {
                let changed = games.with_game(0, record, games.notation_of(0))?;
                Ok(changed.bytes().to_vec())
            }
            InPlaceKind::Tags {
                before,
                after,
                encoding,
                line_end,
            } => {
                let game = dhtmlxq::write(record);
                let game = encode(game.trim_end(), encoding, line_end)?;
                Ok([before, &*game, after].concat())
            }
        }
    }
}

/// A text with the tags of one game, unless it is a web page or damaged.
fn tags(bytes: &[u8]) -> Option<InPlaceKind> {
    let Decoded {
        text,
        encoding,
        mark,
        ..
    } = Decoded::of(bytes);
    let place = dhtmlxq::place_of_only(&text)?;
    let (before, after) = (&text[..place.start], &text[place.end..]);
    if before.contains('<') || after.contains('<') {
        return None;
    }
    let encoded = |text| charset::encode_all(text, encoding);
    (encoded(&text)? == bytes[mark..]).then_some(InPlaceKind::Tags {
        before: [&bytes[..mark], &encoded(before)?].concat(),
        after: encoded(after)?,
        encoding,
        line_end: charset::line_end(&text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tags;
    use crate::record::format::{Charset, read, write_in};
    use crate::record::notation::Notation;
    use crate::rules::Setup;

    fn game(moves: &[&str]) -> Record {
        let mut record = Record::new(Setup::start()).expect("the start");
        let mut at = record.root();
        for mv in moves {
            at = record.add(at, mv.parse().expect("a move")).expect("legal");
        }
        record.tags.set(Tags::RED, "马甲");
        record.comment = "一\n二".into();
        record
    }

    /// Writes a longer game into a file, and returns the file.
    fn rewritten(bytes: &[u8], format: Format) -> Vec<u8> {
        let place = InPlace::of(bytes).expect("one game");
        assert_eq!(place.target().format(), format);
        let new = place.write(&game(&["h2e2", "h9g7"])).expect("it fits");
        let read = read(&new).expect("a game");
        assert_eq!((read.records.len(), read.records[0].move_count()), (1, 2));
        assert_eq!(Format::detect(&new), Some(format));
        new
    }

    #[test]
    fn a_file_keeps_its_format_character_set_and_line_ends() {
        let old = game(&["h2e2"]);
        for target in [
            Target::Json,
            Target::Pgn(Notation::ChineseSimplified),
            Target::Xqf,
            Target::DhtmlXq,
        ] {
            for charset in [Charset::Utf8, Charset::Gb18030] {
                let bytes = write_in(&old, target, charset).expect("all letters");
                let new = rewritten(&bytes, target.format());
                let own = write_in(&game(&["h2e2", "h9g7"]), target, charset);
                assert_eq!(
                    charset::decode(&new),
                    charset::decode(&own.expect("all letters")),
                    "{target:?} {charset:?}"
                );
                assert_eq!(
                    charset::Decoded::of(&new).encoding,
                    charset::Decoded::of(&bytes).encoding
                );
            }
        }
        assert_eq!(
            InPlace::of(&write(&old, Target::Pgn(Notation::Wxf))).map(|one| one.target()),
            Some(Target::Pgn(Notation::Wxf))
        );
    }

    #[test]
    fn text_around_the_tags_stays() {
        let tags = "[DhtmlXQ_title]x[/DhtmlXQ_title]\r\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]";
        for text in [
            tags.to_owned(),
            format!("\u{feff}网上得来\r\n[DhtmlXQ]{tags}[/DhtmlXQ]\r\n再见\r\n"),
            format!("[DhtmlXQ]\r\n{tags}\r\n[/DhtmlXQ]"),
        ] {
            let new = rewritten(text.as_bytes(), Format::DhtmlXq);
            let new = String::from_utf8(new).expect("UTF-8");
            let around = text.split("[DhtmlXQ").next().expect("a part");
            assert!(new.starts_with(around), "{new}");
            assert!(
                new.ends_with(text.rsplit(']').next().expect("a part")),
                "{new}"
            );
            assert!(!new.replace("\r\n", "").contains('\n'), "{new}");
        }
    }

    #[test]
    fn fields_of_a_newer_version_are_lost_with_the_file_that_has_them() {
        let record = game(&["h2e2"]);
        let text = String::from_utf8(write(&record, Target::Json)).expect("UTF-8");
        let lost = |text: &str| InPlace::of(text.as_bytes()).map(|file| file.losses(&record));
        assert_eq!(lost(&text), Some(vec![]));
        let newer = text.replacen('{', "{\"mood\":7,", 1);
        assert_eq!(lost(&newer), Some(vec![Loss::NewerFields]));
    }

    #[test]
    fn some_files_are_only_read() {
        let tags = "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
        let pgn = "[Red \"A\"]\n\n1. h2e2 *\n\n";
        for text in [
            "",
            "1. 炮二平五",
            &format!("<script>'{tags}'</script>"),
            &tags.repeat(2),
            &pgn.repeat(2),
        ] {
            assert!(InPlace::of(text.as_bytes()).is_none(), "{text}");
        }
        let mut damaged = tags.as_bytes().to_vec();
        damaged.insert(0, 0xff);
        assert!(InPlace::of(&damaged).is_none());
    }

    #[test]
    fn losses_are_accepted_once() {
        let tags = |names: &[&str]| Loss::Tags(names.iter().map(|&name| name.to_owned()).collect());
        let accepted = [
            Loss::Clocks,
            tags(&["Round", "Ecco"]),
            Loss::BeyondGbk("ọ😀".into()),
        ];
        for known in [Loss::Clocks, tags(&["Ecco"]), Loss::BeyondGbk("😀".into())] {
            assert!(known.is_among(&accepted), "{known:?}");
        }
        for new in [
            Loss::Terms,
            tags(&["Ecco", "Team"]),
            Loss::BeyondGbk("ộ".into()),
        ] {
            assert!(!new.is_among(&accepted), "{new:?}");
        }
    }
}
