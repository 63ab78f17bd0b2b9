# Runs a command on a terminal of its own and copies what it prints. On SIGUSR1 the terminal is closed; the exit code is
# then that of the command, or 128 and the signal that ended it.
import os
import pty
import select
import signal
import sys

is_closing = False


def close(*_):
    global is_closing
    is_closing = True


# Before the command starts: on a busy machine the signal may come as soon as the command runs.
signal.signal(signal.SIGUSR1, close)
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])

while not is_closing:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            os.write(1, os.read(terminal, 65536))
        except OSError:
            # The command has ended.
            break
os.close(terminal)
status = os.waitpid(child, 0)[1]
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
