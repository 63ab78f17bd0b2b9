import { spawn, type ChildProcess } from 'node:child_process'

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Ends a child with this process, also after a crash or a timeout of the drain. */
export function endWithThisProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = (): void => void child.kill(signal)
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/**
 * Ends a child, by SIGINT, once this process is gone in whatever way, also by SIGKILL: a shell waits for the end of a
 * pipe that this process holds open. It runs as the child's user, who may signal it.
 */
export function endAfterThisProcess(child: ChildProcess, user: { readonly uid?: number; readonly gid?: number }): void {
  if (child.pid === undefined) return
  // Detached: Ctrl-C in a terminal must not end it before this process.
  const guard = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -s INT "$1"', 'sh', String(child.pid)], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell the next start ends the child.
  guard.once('error', () => undefined)
  guard.unref()
  child.once('exit', () => guard.kill())
}
