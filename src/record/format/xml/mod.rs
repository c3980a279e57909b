//! The XML of two formats: elements, attributes, texts and CDATA, read one after another and never nested, so that no
//! depth matters.
//!
//! Parsing is lenient: names in any case and with any prefix, attributes without quotes, wrong and missing end tags, and
//! a lone `&`. Entities are those of HTML; declared ones are not expanded. What is in a comment is not there.

pub(super) mod cbf;
pub(super) mod pfc;

use super::html::plain;
use super::{Caution, Warning};
use crate::record::Tags;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;

/// Maximum number of tags kept of a game; no program writes more than fifty.
const MAX_TAGS: usize = 400;

/// A part of an XML text.
#[derive(Debug)]
pub(super) enum XmlPart<'a> {
    Start(Element<'a>),
    /// The end of an element with this name in lower case; an empty element has none.
    End(String),
    /// Text, possibly padded with white space for readability.
    Text(Cow<'a, str>),
    /// Text without padding: CDATA, or an entity.
    Verbatim(Cow<'a, str>),
}

/// The start of an element.
#[derive(Debug)]
pub(super) struct Element<'a> {
    /// Its name in lower case.
    pub name: String,
    pub is_empty: bool,
    start: BytesStart<'a>,
}

impl Element<'_> {
    /// All attributes, with their names in lower case.
    pub fn attributes(&self) -> Vec<(String, String)> {
        let mut attributes = self.start.html_attributes();
        let known = attributes.with_checks(false).flatten();
        let known = known.map(|one| {
            let name = one.key.as_ref().to_ascii_lowercase();
            (name, plain(&one.value).into_owned())
        });
        known.collect()
    }

    /// The value of an attribute, whose name is given in lower case.
    pub fn attribute(&self, wanted: &str) -> Option<String> {
        let mut attributes = self.start.html_attributes();
        let known = attributes.with_checks(false).flatten();
        let mut known = known.filter(|one| one.key.as_ref().eq_ignore_ascii_case(wanted));
        Some(plain(&known.next()?.value).into_owned())
    }
}

/// The parts of a text, up to an incomplete one.
pub(super) fn parts(text: &str) -> impl Iterator<Item = XmlPart<'_>> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let element = |start: BytesStart<'_>, is_empty| Element {
        name: start.local_name().as_ref().to_ascii_lowercase(),
        is_empty,
        start: start.into_owned(),
    };
    let mut is_cut = false;
    std::iter::from_fn(move || {
        loop {
            if is_cut {
                return None;
            }
            let Ok(event) = reader.read_event() else {
                is_cut = true;
                let at = usize::try_from(reader.error_position()).ok()?;
                return Some(XmlPart::Start(element(cut_off(text.get(at..)?)?, false)));
            };
            return Some(match event {
                Event::Start(start) => XmlPart::Start(element(start, false)),
                Event::Empty(start) => XmlPart::Start(element(start, true)),
                Event::End(end) => XmlPart::End(end.local_name().as_ref().to_ascii_lowercase()),
                Event::Text(text) => XmlPart::Text(text.into_inner()),
                Event::CData(data) => XmlPart::Verbatim(data.into_inner()),
                Event::GeneralRef(name) => {
                    XmlPart::Verbatim(plain(&format!("&{};", &*name)).into_owned().into())
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
                Event::Eof => return None,
            });
        }
    })
}

/// The incomplete start of an element at the end of a text, with its complete attributes.
fn cut_off(text: &str) -> Option<BytesStart<'_>> {
    let inside = text.strip_prefix('<')?;
    let is_name = inside.starts_with(|first: char| first.is_alphabetic());
    let length = inside.find(char::is_whitespace).unwrap_or(inside.len());
    is_name.then(|| BytesStart::from_content(inside, length))
}

/// Keeps an unknown entry of a head under its own name, up to the limit, which is reported once.
fn keep_stranger(tags: &mut Tags, name: &str, value: &str, warnings: &mut Vec<Warning>) {
    if !warnings.is_empty() {
        return;
    }
    if tags.iter().count() < MAX_TAGS {
        tags.set(name, value);
    } else {
        let what = Caution::TooManyTags { most: MAX_TAGS };
        warnings.push(Warning::of_line(0, what));
    }
}

/// The first element of a text.
pub(super) fn root(text: &str) -> Option<Element<'_>> {
    parts(text).find_map(|part| match part {
        XmlPart::Start(element) => Some(element),
        _ => None,
    })
}
