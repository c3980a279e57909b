//! Material comparison kind by kind, since no two teachers give the pieces the same values.

use super::{Board, Piece, PieceKind, Side};

impl PieceKind {
    /// Order in which players set out pieces beside the board, the strongest first.
    pub const BY_WORTH: [Self; Self::COUNT] = [
        Self::Chariot,
        Self::Cannon,
        Self::Horse,
        Self::Elephant,
        Self::Advisor,
        Self::Soldier,
        Self::General,
    ];
}

impl Board {
    /// The pieces by which `side` outnumbers its opponent, the strongest first, each kind repeated by its excess.
    ///
    /// Generals are not counted: each side has one.
    ///
    /// ```
    /// use chuhe::rules::{PieceKind, Setup, Side};
    ///
    /// let ending = Setup::from_fen("2bak4/9/9/p8/9/9/2P3P1P/9/4K4/R8 w")?;
    /// let more = |side| ending.board.surplus(side);
    /// assert_eq!(more(Side::Red), [PieceKind::Chariot, PieceKind::Soldier, PieceKind::Soldier]);
    /// assert_eq!(more(Side::Black), [PieceKind::Elephant, PieceKind::Advisor]);
    /// # Ok::<(), chuhe::rules::FenError>(())
    /// ```
    pub fn surplus(&self, side: Side) -> Vec<PieceKind> {
        let count = |side, kind| self.of_piece(Piece::new(side, kind)).len();
        let kinds = PieceKind::BY_WORTH.into_iter();
        let compared = kinds.filter(|kind| *kind != PieceKind::General);
        compared
            .flat_map(|kind| {
                let more = count(side, kind).saturating_sub(count(!side, kind));
                std::iter::repeat_n(kind, more)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    fn surplus(fen: &str) -> [Vec<PieceKind>; 2] {
        let setup = Setup::from_fen(fen).expect("a FEN");
        Side::ALL.map(|side| setup.board.surplus(side))
    }

    #[test]
    fn every_kind_has_its_place_in_the_order() {
        for kind in PieceKind::ALL {
            assert!(PieceKind::BY_WORTH.contains(&kind));
        }
    }

    #[test]
    fn equal_armies_have_nothing_more_wherever_they_stand() {
        let none = [vec![], vec![]];
        assert_eq!(surplus(&Setup::start().to_fen()), none);
        assert_eq!(surplus("3k5/9/9/2p6/9/9/6r2/9/R7P/3K5 b"), none);
    }

    #[test]
    fn what_one_has_more_is_not_set_off_against_another_kind() {
        // A chariot for a horse and a cannon, with nothing else different.
        let [red, black] = surplus("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKAB1R w");
        assert_eq!(
            (red.len(), black),
            (0, vec![PieceKind::Cannon, PieceKind::Horse])
        );
        let [red, black] = surplus("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKAB1R w");
        assert_eq!(red, [PieceKind::Chariot]);
        assert_eq!(black, [PieceKind::Cannon, PieceKind::Horse]);
    }
}
