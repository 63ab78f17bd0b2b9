import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
/** Threads load compiled modules only: tests, which run the sources, use those of the build. */
const compiled = import.meta.url.endsWith('.ts') ? new URL('dist/', root) : root

/** Options of a pool of threads that run the default export of a compiled module, named by its path from the root. */
export const threadModule = (file: string): { filename: string; workerData: { module: string } } => ({
  filename: fileURLToPath(new URL('platform/process/import-in-thread.cjs', compiled)),
  workerData: { module: new URL(file, compiled).href },
})
