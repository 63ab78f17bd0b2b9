// Undoes the side effects of a benchmark in reverse order, also on failure and on interruption.
const leftovers: (() => Promise<void>)[] = []
let ending: Promise<void> | undefined

/** Registers a cleanup for the end; runs it now if the end has come already. */
export function atEnd(end: () => Promise<void>): void {
  if (ending) void end()
  else leftovers.push(end)
}

/** Runs every cleanup; a failure is reported and does not stop the rest. */
export const clean = (): Promise<void> =>
  (ending ??= (async () => {
    for (const end of leftovers.reverse())
      await end().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  })())

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clean().then(() => process.exit(1)))

/** Runs a benchmark to its end: exit code 1 when it fails or is not content. */
export async function runBenchmark(benchmark: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await benchmark())) process.exitCode = 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await clean()
  }
}
