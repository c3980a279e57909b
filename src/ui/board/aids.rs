//! Text drawn on the board: learners' names on the pieces, and labels on the arrows of a cycle.

use crate::rules::{CyclePly, Move};
use crate::scene::aids::Caption;
use crate::scene::{Captions, PieceSet, Scene, arrows};
use crate::ui::platform::appearance;
use crate::words;

/// Names on the pieces, in the language of the UI, unless they would repeat the character on the piece.
pub fn captions() -> Captions {
    let shows_characters = appearance::look().pieces != PieceSet::International;
    let is_new = |name: &&str| !(shows_characters && words::is_in_characters(name));
    let has_pinyin = words::has_pinyin();
    Captions::new(|piece| Caption {
        pinyin: if has_pinyin { words::pinyin(piece) } else { "" },
        name: Some(words::name_on_piece(piece.kind))
            .filter(is_new)
            .unwrap_or_default(),
    })
}

/// Adds a step of a ruled cycle to the scene: an arrow for every attack, with its label.
pub fn explain_step(scene: &mut Scene, step: &CyclePly) {
    let attacks = step.attacks.iter();
    let attacks: Vec<_> = attacks
        .map(|attack| Move::new(attack.attacker, attack.victim))
        .collect();
    let word = words::nature(step.classification());
    let goal = step.played.mv.to;
    (scene.arrows, scene.labels) = arrows::explain(scene, goal, step.conduct, &attacks, word);
}
