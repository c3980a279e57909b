//! Pictures, prints, the command line, and single widgets.

#[path = "../common/golden.rs"]
mod golden;
#[path = "../common/program.rs"]
mod program;

mod cli;
mod completions;
mod convert;
mod diagram;
mod looks;
mod notate;
mod output;
mod paint;
mod print;
mod replay;
mod review;
mod solve;
mod studies;
mod uci;
mod widgets;
