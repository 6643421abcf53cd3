//! A terminal that does not show what is typed.
//!
//! `rpassword` turns the echo off after it has shown the prompt, turns it on between two prompts, and leaves it
//! off when Ctrl-C ends the program. So the echo is turned off here before the first prompt, until the end of the
//! last, and Ctrl-C waits until the terminal is as it was.

use std::io;

use zeroize::Zeroizing;

/// Asks without showing the answers, until it is dropped.
pub(super) struct Silent {
    #[cfg(unix)]
    _echo: unix::Echo,
}

impl Silent {
    /// Turns the echo off, or says why there is no terminal.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            _echo: unix::Echo::off()?,
        })
    }

    /// Shows a prompt and reads one line.
    pub(super) fn ask(&self, prompt: &str) -> io::Result<Zeroizing<Vec<u8>>> {
        rpassword::prompt_password(prompt).map(|text| Zeroizing::new(text.into_bytes()))
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
    use signal_hook::consts::SIGINT;
    use signal_hook::{SigId, flag, low_level};

    /// A terminal without echo. Dropped, it is as it was before, and an interruption that came meanwhile acts.
    pub(super) struct Echo {
        terminal: File,
        before: Termios,
        interrupted: Arc<AtomicBool>,
        handler: SigId,
    }

    impl Echo {
        pub(super) fn off() -> io::Result<Self> {
            let terminal = File::options().read(true).write(true).open("/dev/tty")?;
            let before = tcgetattr(&terminal)?;
            let interrupted = Arc::new(AtomicBool::new(false));
            let handler = flag::register(SIGINT, Arc::clone(&interrupted))?;
            let echo = Self { terminal, before, interrupted, handler };
            let mut modes = echo.before.clone();
            modes.local_modes -= LocalModes::ECHO;
            // What was typed before the prompt was shown already, and is no answer.
            tcsetattr(&echo.terminal, OptionalActions::Flush, &modes)?;
            Ok(echo)
        }
    }

    impl Drop for Echo {
        fn drop(&mut self) {
            let _ = tcsetattr(&self.terminal, OptionalActions::Now, &self.before);
            low_level::unregister(self.handler);
            if self.interrupted.load(Ordering::Relaxed) {
                let _ = low_level::emulate_default_handler(SIGINT);
            }
        }
    }
}
