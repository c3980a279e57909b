//! The arbiter: cases with known verdicts, invariants of every ruling, and their wording.

mod cases;
mod laws;
mod loops;
mod sentences;
mod terms;
mod verdicts;
mod warnings;
