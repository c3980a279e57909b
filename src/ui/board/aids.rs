//! Text drawn on the board: learners' names on the pieces, and labels on the arrows of a cycle.

use crate::rules::{CyclePly, Move};
use crate::scene::aids::Caption;
use crate::scene::{Captions, Scene, arrows};
use crate::words;

/// Names on the pieces, in the language of the UI.
pub fn captions() -> Captions {
    Captions::new(|piece| Caption {
        pinyin: words::pinyin(piece),
        name: words::name_on_piece(piece.kind),
    })
}

/// Adds a step of a ruled cycle to the scene: an arrow for every attack, with its label.
pub fn explain_step(scene: &mut Scene, step: &CyclePly) {
    let attacks = step.attacks.iter();
    let attacks: Vec<_> = attacks
        .map(|attack| Move::new(attack.attacker, attack.victim))
        .collect();
    let word = words::conduct(step.conduct);
    let goal = step.played.mv.to;
    (scene.arrows, scene.labels) = arrows::explain(scene, goal, step.conduct, &attacks, word);
}
