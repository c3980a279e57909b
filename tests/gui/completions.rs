//! Completions of the command line, as installed: those that its parser gives.
//!
//! `UPDATE_COMPLETIONS=1` rewrites the files under `data/completions`.

use clap_complete::{Shell, generate};
use std::fs;
use std::path::Path;

#[test]
fn shells_complete_what_the_command_line_knows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/completions");
    for (shell, name) in [
        (Shell::Bash, "chuhe"),
        (Shell::Zsh, "_chuhe"),
        (Shell::Fish, "chuhe.fish"),
    ] {
        let mut script = Vec::new();
        generate(shell, &mut chuhe::cli::command(), "chuhe", &mut script);
        let file = folder.join(name);
        if std::env::var_os("UPDATE_COMPLETIONS").is_some() {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&file, &script).expect("written");
        }
        let known = fs::read(&file).unwrap_or_default();
        assert!(
            known == script,
            "{name} is outdated: UPDATE_COMPLETIONS=1 writes it anew"
        );
    }
}
