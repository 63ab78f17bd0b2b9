import type { Logger } from '../process/logger.ts'

/** The origins of web pages that may call us, as they were read last. */
export interface PageOrigins {
  has(origin: string): boolean
  list(): readonly string[]
  /** Resolves once they were read, or could not be. */
  readonly first: Promise<void>
  close(): void
}

/** Two processes in a row, each that far behind, follow a change within 5 seconds. */
const followMilliseconds = 2_000

/** Reads origins again and again, so that no request waits for them; while they cannot be read the last ones hold. */
export function followOrigins(read: () => Promise<readonly string[]>, logger: Logger): PageOrigins {
  let origins: ReadonlySet<string> = new Set()
  let isFailing = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function follow(): Promise<void> {
    try {
      origins = new Set(await read())
      isFailing = false
    } catch (error) {
      if (!isFailing && !isClosed)
        logger.warn({ err: error }, 'the origins of pages cannot be read; the last ones hold')
      isFailing = true
    }
    if (!isClosed) timer = setTimeout(() => void follow(), followMilliseconds).unref()
  }

  return {
    has: (origin) => origins.has(origin),
    list: () => [...origins],
    first: follow(),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
