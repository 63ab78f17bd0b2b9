import { closeSync } from 'node:fs'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { inspect } from 'node:util'
import { OperatorError } from './operator-error.ts'

/** Runs an operator command; a signal ends it immediately, with the exit code that shells expect. */
export function runCommand(work: () => Promise<void>): Promise<void> {
  for (const signal of signals) process.on(signal, exitBySignal)
  return runMain(work)
}

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
const exitBySignal = (signal: NodeJS.Signals): never => process.exit(128 + constants.signals[signal])

/**
 * Does a part of a command that computes for long and has nothing open that must be closed: a signal ends the process by
 * the default of the system, because no handler could run before the computation ends.
 */
export async function endedBySignals<T>(work: () => Promise<T>): Promise<T> {
  for (const signal of signals) process.off(signal, exitBySignal)
  try {
    return await work()
  } finally {
    for (const signal of signals) process.on(signal, exitBySignal)
  }
}

/** Runs a process; a failure is reported on standard error and exits 1. */
export async function runMain(work: () => Promise<void>): Promise<void> {
  continueWithoutReader(process.stdout)
  continueWithoutReader(process.stderr)
  exitWithoutTerminal()
  try {
    await work()
  } catch (error) {
    // An unexpected error is printed with all its details.
    process.stderr.write(`${error instanceof OperatorError ? error.message : inspect(error)}\n`)
    process.exit(1)
  }
}

/** A reader that left takes the output with it, and not the process. */
function continueWithoutReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: Error) => {
    if (!isClosedPipe(error)) throw error
  })
}

/** Node resets the terminals of its standard streams when it exits, and aborts where one was closed. */
function exitWithoutTerminal(): void {
  const terminals = [0, 1, 2].filter((fd) => isatty(fd))
  process.on('exit', () => {
    for (const fd of terminals) if (!isatty(fd)) closeSync(fd)
  })
}

/**
 * Whether output failed because its reader is gone: the other end of a pipe (`| head -1`) or the terminal was closed.
 */
export const isClosedPipe = (error: Error): boolean =>
  ['EPIPE', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')
