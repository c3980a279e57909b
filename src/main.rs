//! Entry point: runs a subcommand, or opens the window.

use chuhe::cli::{self, Invocation};
use chuhe::ui;
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Invocation::Done(code) => code,
        Invocation::Window(files) => ui::run(&files),
    }
}
