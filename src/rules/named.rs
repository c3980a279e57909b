//! Enums whose variants have keywords.

/// Declares an enum with a keyword for each variant, as files, settings and the command line have it.
macro_rules! named {
    ($(#[$about:meta])* pub enum $name:ident {
        $($(#[$meta:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$meta])* $variant,)*
        }

        impl $name {
            /// All variants, in menu order.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$variant),*];

            /// Keyword in files, settings and on the command line.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// Parses a keyword.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.word() == word)
            }
        }
    };
}
pub(crate) use named;
