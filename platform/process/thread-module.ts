import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
/** Threads load compiled modules only: tests, which run the sources, use those of the build. */
const compiled = import.meta.url.endsWith('.ts') ? new URL('dist/', root) : root

interface ThreadOptions {
  /** Lowers the priority of the thread once it has loaded, so that event loops get a core first. Linux only. */
  readonly hasLowPriority?: boolean
}

/** Options of a pool of threads that run the default export of a compiled module, named by its path from the root. */
export const threadModule = (file: string, { hasLowPriority = false }: ThreadOptions = {}) => ({
  filename: fileURLToPath(new URL('platform/process/import-in-thread.cjs', compiled)),
  workerData: { module: new URL(file, compiled).href, hasLowPriority },
})
