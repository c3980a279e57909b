//! Options for the appearance of pictures, shared by all subcommands that draw.

use crate::scene::{BoardLook, EdgeLabels, Look, PieceSet};
use clap::Args;
use clap::builder::PossibleValuesParser;

/// Piece set and edge labels.
#[derive(Debug, Args)]
pub(super) struct Signs {
    /// What is on the pieces.
    #[arg(long, value_name = "SET", default_value = PieceSet::Traditional.word(), value_parser = PossibleValuesParser::new(PieceSet::ALL.map(PieceSet::word)))]
    pieces: String,
    /// What stands along the edges of the board.
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

/// Piece set, edge labels and board.
#[derive(Debug, Args)]
pub(super) struct Looks {
    #[command(flatten)]
    signs: Signs,
    /// What the board is made of.
    #[arg(long, value_name = "BOARD", default_value = BoardLook::Wood.word(), value_parser = PossibleValuesParser::new(BoardLook::ALL.map(BoardLook::word)))]
    board: String,
}

impl Looks {
    pub(super) fn look(&self) -> Look {
        let board = BoardLook::from_word(&self.board);
        self.signs.on(board.unwrap_or_default())
    }
}
