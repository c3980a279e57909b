//! Options for the appearance of pictures, shared by all subcommands that draw.

use crate::record::Tags;
use crate::rules::Outcome;
use crate::scene::{BoardLook, EdgeLabels, Look, PieceSet, Plates};
use crate::words;
use clap::Args;
use clap::builder::PossibleValuesParser;

/// Piece set and edge labels.
#[derive(Debug, Args)]
pub(super) struct Signs {
    /// Characters or pictures on the pieces.
    #[arg(long, value_name = "SET", default_value = PieceSet::Traditional.word(), value_parser = PossibleValuesParser::new(PieceSet::ALL.map(PieceSet::word)))]
    pieces: String,
    /// Labels along the edges of the board.
    #[arg(long, value_name = "LABELS", default_value = EdgeLabels::FileNumbers.word(), value_parser = PossibleValuesParser::new(EdgeLabels::ALL.map(EdgeLabels::word)))]
    labels: String,
}

impl Signs {
    /// The look for a board of fixed material, as on paper.
    pub(super) fn look(&self) -> Look {
        self.on(BoardLook::default())
    }

    fn on(&self, board: BoardLook) -> Look {
        Look {
            pieces: PieceSet::from_word(&self.pieces).unwrap_or_default(),
            board,
            labels: EdgeLabels::from_word(&self.labels).unwrap_or_default(),
        }
    }
}

/// Piece set, edge labels, board and name plates.
#[derive(Debug, Args)]
pub(super) struct Looks {
    #[command(flatten)]
    signs: Signs,
    /// Material of the board.
    #[arg(long, value_name = "BOARD", default_value = BoardLook::Wood.word(), value_parser = PossibleValuesParser::new(BoardLook::ALL.map(BoardLook::word)))]
    board: String,
    /// With the names of the players above and below the board, and the result once the game has ended.
    #[arg(long)]
    names: bool,
}

impl Looks {
    /// The name plates of a game that has ended with `outcome`, if they are asked for and there are names.
    pub(super) fn plates(&self, tags: &Tags, outcome: Option<Outcome>) -> Option<Plates> {
        self.names.then(|| words::plates(tags, outcome)).flatten()
    }

    pub(super) fn look(&self) -> Look {
        let board = BoardLook::from_word(&self.board);
        self.signs.on(board.unwrap_or_default())
    }
}
