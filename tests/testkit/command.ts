import { ended, nodeCommand, spawnCommand } from './process.ts'

export interface CommandResult {
  readonly code: number
  /** Standard output and standard error, in the order in which they were written. */
  readonly output: string
}

export { runCommand } from './run-command.js'

export interface CommandLine {
  readonly entry: string
  readonly environment?: Record<string, string>
  readonly args?: readonly string[]
}

/**
 * Runs several entries to their end in one other process: servers that refuse to start change their process before they
 * do. Only the exit codes are not those of processes.
 */
export async function runInOneProcess(lines: readonly CommandLine[]): Promise<CommandResult[]> {
  const settings = { LOG_LEVEL: 'error' }
  const given = lines.map(({ entry, environment, args = [] }) => ({
    entry,
    environment: { ...settings, ...environment },
    args,
  }))
  const { child, output } = spawnCommand(
    [...nodeCommand, 'tests/testkit/several-commands.mjs', JSON.stringify(given)],
    {},
  )
  if ((await ended(child)) !== 0) throw new Error(output())
  return JSON.parse(output().trimEnd().split('\n').at(-1) ?? '') as CommandResult[]
}
