//! Reasons a line is closed. The game is never lost with it.

use thiserror::Error;

/// Reason a line to another program is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Fault {
    /// What arrived follows no protocol of this program.
    #[error("what arrived is no message")]
    Malformed,
    /// A frame is longer than any message.
    #[error("a message is too long")]
    TooLong,
    /// It was changed on the way, or sent by someone else.
    #[error("a message is not authentic")]
    NotAuthentic,
    /// The code is not the one the host shows.
    #[error("the code does not match")]
    WrongCode,
    /// No invitation, and no game, has this secret.
    #[error("the secret is not known")]
    UnknownSecret,
    /// The two programs have no protocol in common.
    #[error("the versions do not fit")]
    OtherVersion,
    /// The other side has not proved in time that it knows the secret.
    #[error("it took too long")]
    TooSlow,
    /// The other program has sent something important that this version does not know.
    #[error("the other version says something unknown")]
    Critical,
    /// More messages came than a player sends.
    #[error("too many messages")]
    Flood,
    /// Nothing was heard for a while.
    #[error("silence")]
    Silent,
    /// The two programs rule on repetitions differently.
    #[error("the rules differ")]
    OtherRules,
    /// It is about another game.
    #[error("that is another game")]
    OtherGame,
    /// The friend has left.
    #[error("the friend has left")]
    Left,
    /// The line was cut.
    #[error("the line was cut")]
    Lost,
}
