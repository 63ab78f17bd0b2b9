export interface CommandResult {
  readonly code: number
  /** Standard output and standard error, in the order in which they were written. */
  readonly output: string
}

interface RunCommandModule {
  runCommand(entry: string, environment: Record<string, string>, args: readonly string[]): Promise<CommandResult>
}

/**
 * Runs an operator's command, such as `cli/keys/main`, to its end in this process (run-command.js). A test of how a
 * process starts or ends, of signals or of a terminal needs `spawnProcess` instead.
 */
export async function runCommand(
  entry: string,
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<CommandResult> {
  const module = (await globalThis.importOutside('./run-command.js')) as RunCommandModule
  return { ...(await module.runCommand(entry, environment, args)) }
}
