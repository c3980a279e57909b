//! Another program that answers over pipes.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program with pipes to it, killed at the end.
#[derive(Debug)]
pub struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    /// Starts a program, looked up on `PATH`; words may follow its name.
    pub fn start(program: &str) -> io::Result<Self> {
        let mut words = program.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let from = BufReader::new(from);
        Ok(Self { child, to, from })
    }

    /// Starts an engine that speaks UCI, with one thread, and has it play Xiangqi.
    pub fn start_uci(program: &str) -> io::Result<Self> {
        let mut program = Self::start(program)?;
        program.say("uci")?;
        program.hear("uciok")?;
        for option in [
            "Threads value 1",
            "Hash value 16",
            "UCI_Variant value xiangqi",
        ] {
            program.say(&format!("setoption name {option}"))?;
        }
        program.say("isready")?;
        program.hear("readyok")?;
        Ok(program)
    }

    /// Writes a line.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.to, "{line}")?;
        self.to.flush()
    }

    /// The rest of the next line that begins with `start`.
    pub fn hear(&mut self, start: &str) -> io::Result<String> {
        let mut line = String::new();
        while self.from.read_line(&mut line)? > 0 {
            if let Some(rest) = line.trim().strip_prefix(start) {
                return Ok(rest.trim().to_owned());
            }
            line.clear();
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
