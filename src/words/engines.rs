//! Engines of the player: the page of the preferences, and what is wrong with a program.

use super::catalogue::{labels, say, say_count};
use super::clock::in_seconds;
use super::files::system_message;
use super::numbers::Grouped;
use crate::engine::uci::{EngineFault, SearchLimit};

labels! {
    // Translators: A page of the preferences. An engine is a program that plays.
    engines_page = say!("E_ngines");
    engines_about = say!("Programs that play Xiangqi and speak UCI or UCCI");
    engines_sandboxed = say!("Only the built-in engine is available, because Chuhe runs in a sandbox and cannot start other programs.");
    built_in_engine = say!("Built-in engine");
    add_engine = say!("Add Engine");
    choose_engine = say!("Choose _File…");
    engine_starting = say!("Starting…");
    working_folder = say!("Working folder");
    // Translators: A row that shows all that the program and an engine have said to each other.
    engine_conversation = say!("Conversation with the engine");
    remove_engine = say!("Remove engine");
}

/// Message that an engine was added.
pub fn engine_added(engine: &str) -> String {
    say!("Added {engine}", engine)
}

/// Message that an engine failed in a game, which the built-in one goes on with.
pub fn engine_replaced(fault: &EngineFault) -> String {
    let reason = engine_fault(fault);
    say!("The built-in engine plays on. {reason}", reason)
}

/// Limit of a search.
pub fn search_limit(limit: SearchLimit) -> String {
    match limit {
        SearchLimit::Time(time) => in_seconds(time.as_secs()),
        SearchLimit::Nodes(nodes) => {
            let count = Grouped(usize::try_from(nodes).unwrap_or(usize::MAX));
            // Translators: Positions that an engine looks at.
            say_count!("{count} node", "{count} nodes", count)
        }
        // Translators: Number of moves that an engine looks ahead, each side’s counted by itself.
        SearchLimit::Depth(depth) => say!("Depth {depth}", depth),
        SearchLimit::Endless => String::new(),
    }
}

/// Fault of an engine, as a sentence.
pub fn engine_fault(fault: &EngineFault) -> String {
    match fault {
        EngineFault::NotStarted(message) => {
            let reason = system_message(message);
            say!("This program could not be started. {reason}", reason)
        }
        EngineFault::Silent => say!("This program speaks neither UCI nor UCCI.").to_owned(),
        EngineFault::OtherGame => say!("This engine does not play Xiangqi.").to_owned(),
        EngineFault::Died(message) if message.is_empty() => {
            say!("The engine quit unexpectedly.").to_owned()
        }
        EngineFault::Died(message) => {
            // Translators: {message} is the last line of the engine’s errors, in any language.
            say!("The engine quit: {message}", message)
        }
        EngineFault::Hung => say!("The engine stopped responding.").to_owned(),
        EngineFault::IllegalMove(move_text) => {
            say!("The engine made an illegal move: {move_text}", move_text)
        }
    }
}
