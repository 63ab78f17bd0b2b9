import { closeSync, openSync } from 'node:fs'
import { startedByNpm } from './config.ts'

const signals = ['SIGTERM', 'SIGINT'] as const
const parentCheckMilliseconds = 500

/**
 * Calls back once, with the reason, when the process is asked to end: by a signal, by the end of its terminal, or
 * because the npm that started it was killed. Repeats are ignored, because a terminal and npm each deliver the same
 * Ctrl-C. Where `reloadWith` returns something, SIGHUP calls that instead while the terminal, if any, is open.
 */
export function onStopRequest(stop: (reason: string) => void, reloadWith: () => (() => void) | undefined): void {
  let isRequested = false
  const request = (reason: string): void => {
    if (isRequested) return
    isRequested = true
    clearInterval(parentCheck)
    stop(reason)
  }
  for (const signal of signals) process.on(signal, () => request(signal))
  // Without a terminal, SIGHUP reloads the supergraph (gateway/supergraph/watch.ts) and must not end the process.
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  process.on('SIGHUP', () => {
    const reload = reloadWith()
    if (reload && !(hasTerminal && isTerminalClosed())) reload()
    else if (hasTerminal || startedByNpm) request('SIGHUP')
  })
  const parent = process.ppid
  // A daemon outlives the shell that started it, but a killed `npm start` would leave a process that no one can stop.
  const parentCheck = startedByNpm
    ? setInterval(() => {
        if (process.ppid !== parent) request('npm has ended')
      }, parentCheckMilliseconds).unref()
    : undefined
}

function isTerminalClosed(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}
