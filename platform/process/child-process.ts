import type { ChildProcess } from 'node:child_process'

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Ends a child with this process in any case short of SIGKILL, also after a crash or a timeout of the drain. */
export function endWithThisProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = (): void => void child.kill(signal)
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}
