//! The notation of move lists: the players' choices, and the defaults of their language.

use super::Notation;
use crate::rules::named;
use serde::{Deserialize, Serialize};

named! {
    /// The notation of a move list, or the pair of notations.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum MoveText {
        /// 炮二平五
        Chinese = "chinese",
        /// 炮二平五 with C2=5 beside it
        Both = "both",
        /// C2=5
        #[default]
        Wxf = "wxf",
        /// P2-5
        Vietnamese = "vietnamese",
        /// h2e2
        Coordinates = "coordinates",
    }
}

named! {
    /// A script of Chinese.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Script {
        /// 马二进三, as in mainland China and Singapore.
        Simplified = "simplified",
        /// 馬二進三, as in Taiwan, Hong Kong and Macau, and as carved on the pieces.
        #[default]
        Traditional = "traditional",
    }
}

impl Script {
    /// The script of a locale; `None` if its language is not Chinese.
    ///
    /// An explicit script decides, `zh_Hant_MY`, otherwise the region, `zh_TW`. Cantonese, Hakka and classical Chinese,
    /// whose locales are those of Hong Kong and Taiwan, need no region.
    fn of_locale(locale: &str) -> Option<Self> {
        let plain = locale.split(['.', '@']).next().unwrap_or_default();
        let mut parts = plain.split(['_', '-']);
        let of_language = match parts.next()?.to_ascii_lowercase().as_str() {
            "zh" | "cmn" => Self::Simplified,
            "yue" | "hak" | "lzh" => Self::Traditional,
            _ => return None,
        };
        // The script precedes the region.
        let named = parts.find_map(|part| match part.to_ascii_lowercase().as_str() {
            "hans" | "cn" | "sg" | "my" => Some(Self::Simplified),
            "hant" | "tw" | "hk" | "mo" => Some(Self::Traditional),
            _ => None,
        });
        Some(named.unwrap_or(of_language))
    }
}

/// The display style of moves: their notation, and the script of Chinese.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveStyle {
    /// The notation, or the pair.
    pub text: MoveText,
    /// The script of Chinese.
    pub script: Script,
    /// Whether the readers are Vietnamese, so that their notation is among the choices and shown in pairs. For others
    /// its letters have another meaning.
    pub has_vietnamese: bool,
}

impl MoveStyle {
    /// The default for a locale: Chinese in its script, Vietnamese notation, or otherwise WXF.
    ///
    /// ```
    /// use chuhe::record::notation::{MoveStyle, Notation};
    ///
    /// assert_eq!(MoveStyle::of_locale("zh_CN.UTF-8").main(), Notation::ChineseSimplified);
    /// assert_eq!(MoveStyle::of_locale("zh_HK").main(), Notation::ChineseTraditional);
    /// assert_eq!(MoveStyle::of_locale("vi_VN").main(), Notation::Vietnamese);
    /// assert_eq!(MoveStyle::of_locale("en_GB").main(), Notation::Wxf);
    /// ```
    pub fn of_locale(locale: &str) -> Self {
        if let Some(script) = Script::of_locale(locale) {
            return Self {
                text: MoveText::Chinese,
                script,
                ..Self::default()
            };
        }
        let language = locale.split(['_', '-', '.', '@']).next();
        if language.is_some_and(|language| language.eq_ignore_ascii_case("vi")) {
            return Self {
                text: MoveText::Vietnamese,
                has_vietnamese: true,
                ..Self::default()
            };
        }
        Self::default()
    }

    const fn chinese(self) -> Notation {
        match self.script {
            Script::Simplified => Notation::ChineseSimplified,
            Script::Traditional => Notation::ChineseTraditional,
        }
    }

    /// The notation in which moves are named.
    pub const fn main(self) -> Notation {
        match self.text {
            MoveText::Both | MoveText::Chinese => self.chinese(),
            MoveText::Wxf => Notation::Wxf,
            MoveText::Vietnamese => Notation::Vietnamese,
            MoveText::Coordinates => Notation::Coordinate,
        }
    }

    /// The notation beside it.
    pub const fn second(self) -> Option<Notation> {
        match self.text {
            MoveText::Both => Some(Notation::Wxf),
            MoveText::Chinese | MoveText::Wxf | MoveText::Vietnamese | MoveText::Coordinates => {
                None
            }
        }
    }

    /// Whether any Chinese is shown.
    pub const fn has_chinese(self) -> bool {
        matches!(self.text, MoveText::Both | MoveText::Chinese)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_has_its_own_notation() {
        for (notation, locales) in [
            (
                Notation::ChineseSimplified,
                "zh zh_CN zh_CN.UTF-8 zh_CN.gb18030 zh_SG zh_SG@pinyin zh_MY zh-Hans zh_Hans_HK ZH_cn cmn yue_CN",
            ),
            (
                Notation::ChineseTraditional,
                "zh_TW zh_TW.UTF-8 zh_TW.big5 zh_HK zh_MO zh_Hant zh-Hant-TW zh_Hant_CN zh_tw cmn_TW hak_TW yue lzh_TW",
            ),
            (
                Notation::Vietnamese,
                "vi vi_VN vi_VN.UTF-8 vi-VN VI_vn vi@x vi_US",
            ),
            (
                Notation::Wxf,
                "en en_US.UTF-8 C POSIX C.UTF-8 vie_VN vit en_VN de_DE@euro ja_JP ko_KR en_HK en_CN za_CN zha zhx tw",
            ),
        ] {
            for locale in locales.split(' ') {
                assert_eq!(MoveStyle::of_locale(locale).main(), notation, "{locale}");
            }
        }
        for nonsense in ["", "_", ".UTF-8", "@", "_CN", "-Hant", "zz_TW"] {
            assert_eq!(
                MoveStyle::of_locale(nonsense),
                MoveStyle::default(),
                "{nonsense}"
            );
        }
    }

    #[test]
    fn no_notation_of_a_style_says_what_another_one_does() {
        for text in MoveText::ALL {
            for script in Script::ALL {
                let style = MoveStyle {
                    text,
                    script,
                    ..MoveStyle::default()
                };
                let shown = [Some(style.main()), style.second()];
                assert_ne!(shown[0], shown[1]);
            }
        }
    }

    #[test]
    fn every_choice_has_a_word_of_its_own() {
        for text in MoveText::ALL {
            assert_eq!(MoveText::from_word(text.word()), Some(text));
        }
        for script in Script::ALL {
            assert_eq!(Script::from_word(script.word()), Some(script));
        }
        assert_eq!(MoveText::from_word("runes"), None);
        assert_eq!(Script::from_word(""), None);
    }
}
