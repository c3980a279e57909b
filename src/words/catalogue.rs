//! Translation of messages, and the insertion of their parts.
//!
//! A message is written once, in English, at its point of use: `say!("{who} offers a draw.", who)`. The compiler checks
//! that the names in the message match the parts. A catalog of translations is installed once, with [`speak`]; without
//! one everything is in English. `make messages` collects the messages for translators, together with any comment above
//! a message that begins with `Translators:`.

use super::excerpt::{MAX_PART, excerpt};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Source of translations. A message without a translation is returned unchanged.
#[derive(Clone, Copy, Debug)]
pub struct Catalog {
    /// Translates a message.
    pub plain: fn(&'static str) -> String,
    /// Translates a message that depends on context, given the context and the message.
    pub about: fn(&'static str, &'static str) -> String,
    /// Translates a message with a plural, given both forms and the count.
    pub counted: fn(&'static str, &'static str, u32) -> String,
}

static CATALOGUE: OnceLock<Catalog> = OnceLock::new();

/// Installs a catalog. Later calls have no effect.
pub fn speak(catalogue: Catalog) {
    // A second catalog would leave half of the window in another language.
    let _ = CATALOGUE.set(catalogue);
}

/// Translates a message.
pub fn plain(message: &'static str) -> &'static str {
    kept(message, |of| (of.plain)(message))
}

/// Translates a message in a context.
pub fn about(context: &'static str, message: &'static str) -> &'static str {
    kept(message, |of| (of.about)(context, message))
}

/// Translates a message with a plural.
pub fn counted(one: &'static str, other: &'static str, count: u64) -> &'static str {
    // Plural rules look only at the last digits of large numbers.
    let small = u32::try_from(count).unwrap_or((count % 1_000_000) as u32 + 1_000_000);
    let english = if count == 1 { one } else { other };
    kept(english, |of| (of.counted)(one, other, small))
}

/// Caches a translation forever: the number of messages is bounded, so freeing them would gain nothing.
fn kept(english: &'static str, translate: impl FnOnce(&Catalog) -> String) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let Some(catalogue) = CATALOGUE.get() else {
        return english;
    };
    let said = translate(catalogue);
    if said == english {
        return english;
    }
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(said.as_str()) {
        return known;
    }
    let said: &'static str = said.leak();
    kept.insert(said);
    said
}

/// Replaces the named placeholders of a message by its parts, which may be texts of any length. A placeholder without a
/// part is left: a wrong translation must not lose the sentence.
pub fn filled(message: &str, parts: &[(&str, &dyn Display)]) -> String {
    let mut text = String::with_capacity(message.len() + 16 * parts.len());
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let place = after.split_once('}');
        let found = place.and_then(|(name, tail)| {
            let part = parts.iter().find(|(named, _)| *named == name)?;
            Some((part.1, tail))
        });
        match found {
            Some((part, tail)) => {
                text.push_str(&excerpt(&part.to_string(), MAX_PART));
                rest = tail;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

/// Translates a message: `say!("Paused")` as `&'static str`, `say!("{who} offers a draw.", who)` and `say!("{count} of
/// {all}", count = 3, all)` as `String`.
macro_rules! say {
    ($message:literal $(,)?) => {
        $crate::words::catalogue::plain($message)
    };
    ($message:literal, $($name:ident $(= $part:expr)?),+ $(,)?) => {
        $crate::words::catalogue::put!($crate::words::catalogue::plain($message), [$message], $($name $(= $part)?),+)
    };
}

/// Translates a message that depends on context: `say_about!("clock", "paused")`; with parts as in [`say!`].
macro_rules! say_about {
    ($context:literal, $message:literal $(,)?) => {
        $crate::words::catalogue::about($context, $message)
    };
    ($context:literal, $message:literal, $($name:ident $(= $part:expr)?),+ $(,)?) => {
        $crate::words::catalogue::put!(
            $crate::words::catalogue::about($context, $message), [$message], $($name $(= $part)?),+
        )
    };
}

/// Translates a message with a plural: `say_count!("{count} move", "{count} moves", count)`. The count is the first
/// part, under any name; the singular may omit any part.
macro_rules! say_count {
    ($one:literal, $other:literal, $count:ident $(= $number:expr)? $(, $name:ident $(= $part:expr)?)* $(,)?) => {{
        $(let $count = $number;)?
        let template = $crate::words::catalogue::counted($one, $other, u64::try_from($count).unwrap_or(u64::MAX));
        $crate::words::catalogue::put!(template, [$other], $count $(, $name $(= $part)?)*)
    }};
}

/// Defines functions that each give one message without parts: `labels! { save = say!("_Save"); }`.
macro_rules! labels {
    ($($name:ident = $message:expr;)+) => {
        $(
            #[allow(missing_docs, reason = "the message says it")]
            pub fn $name() -> &'static str {
                $message
            }
        )+
    };
}

/// Fills a message after checking its English text against the parts at compile time.
macro_rules! put {
    ($template:expr, [$message:literal], $($name:ident $(= $part:expr)?),+) => {{
        $(let $name = $crate::words::catalogue::part!($name $(= $part)?);)+
        let _ = ::std::format_args!($message, $($name = $name),+);
        let parts: &[(&str, &dyn ::std::fmt::Display)] = &[$((stringify!($name), $name)),+];
        $crate::words::catalogue::filled($template, parts)
    }};
}

/// A part given by its name alone, or by name and value.
macro_rules! part {
    ($name:ident) => {
        &$name
    };
    ($name:ident = $part:expr) => {
        &$part
    };
}

pub(crate) use {labels, part, put, say, say_about, say_count};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_where_their_names_stand() {
        let who = "Hu";
        assert_eq!(say!("{who} offers a draw.", who), "Hu offers a draw.");
        let text = say!(
            "{first}, then {second}, then {first}",
            first = 1,
            second = "2"
        );
        assert_eq!(text, "1, then 2, then 1");
        assert_eq!(say!("Paused"), "Paused");
        assert_eq!(say_about!("clock", "paused"), "paused");
    }

    #[test]
    fn one_is_told_from_several() {
        let told = |count: usize| {
            say_count!(
                "one move of {who}",
                "{count} moves of {who}",
                count,
                who = "Hu"
            )
        };
        assert_eq!(told(1), "one move of Hu");
        assert_eq!(told(0), "0 moves of Hu");
        assert_eq!(told(12), "12 moves of Hu");
    }

    #[test]
    fn a_wrong_translation_keeps_what_it_can() {
        let parts: &[(&str, &dyn Display)] = &[("who", &"Hu"), ("count", &3)];
        assert_eq!(filled("{count}: {whom} {who", parts), "3: {whom} {who");
        assert_eq!(filled("{who}{who} {}", parts), "HuHu {}");
        // Inserted text is not expanded again.
        assert_eq!(filled("{a} {b}", &[("a", &"{b}"), ("b", &"x")]), "{b} x");
    }
}
