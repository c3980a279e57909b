//! Words that help somebody who is learning, gathered for the views.

use crate::scene::Captions;
use crate::scene::aids::Caption;
use crate::words;

/// What stands on the pieces, in the language of the window.
pub(super) fn captions() -> Captions {
    Captions::new(|piece| Caption {
        pinyin: words::pinyin(piece),
        name: words::name_on_piece(piece.kind),
    })
}
