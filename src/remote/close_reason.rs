//! Reasons to close a connection. The game always survives it.

use thiserror::Error;

/// Reason a connection to another program is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum CloseReason {
    /// Bytes that do not follow the protocol.
    #[error("malformed message")]
    Malformed,
    /// A frame longer than the limit.
    #[error("frame too long")]
    FrameTooLong,
    /// A frame that was altered in transit, or sent by someone else.
    #[error("authentication failed")]
    NotAuthentic,
    /// A code or secret that differs from the host’s.
    #[error("wrong code")]
    WrongCode,
    /// A code that is no longer valid, after too many wrong ones or the end of the invitation.
    #[error("code withdrawn")]
    CodeWithdrawn,
    /// A secret of no open invitation and no game in progress.
    #[error("unknown secret")]
    UnknownSecret,
    /// No protocol version in common.
    #[error("no common protocol version")]
    VersionMismatch,
    /// A handshake that was not completed in time.
    #[error("handshake timed out")]
    HandshakeTimeout,
    /// A critical message of a kind that this version does not know.
    #[error("unknown critical message")]
    UnknownCritical,
    /// More messages than the rate limit allows.
    #[error("rate limit exceeded")]
    Flood,
    /// No reply within the timeout.
    #[error("timed out")]
    Timeout,
    /// Different revisions of the repetition rules.
    #[error("rules differ")]
    RulesMismatch,
    /// A game that this program does not have.
    #[error("unknown game")]
    UnknownGame,
    /// The friend has left.
    #[error("peer left")]
    PeerLeft,
    /// The connection broke.
    #[error("connection lost")]
    ConnectionLost,
}
