//! The arbiter: cases with known verdicts, the laws that every ruling obeys, and what is said about them.

mod cases;
mod laws;
mod loops;
mod sentences;
mod terms;
mod verdicts;
mod warnings;
