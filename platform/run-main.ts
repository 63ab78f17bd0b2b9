import { ConfigError } from './config.ts'

/** Runs a process's start; a failure is told in plain words and exits 1. */
export async function runMain(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    const text =
      error instanceof ConfigError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}
