import type { Logger } from './logger.ts'

export interface Shutdown {
  /** Adds what must be ended; the last added ends first. */
  add(name: string, end: () => Promise<void>): void
  /** Aborted when the end is announced: from then on responses ask their clients to connect again. */
  readonly announced: AbortSignal
  announce(): void
  /** Ends everything now. */
  end(): Promise<void>
}

/** Ends the added steps in reverse order; a failure of one does not stop the others. */
export function createShutdown(logger: Logger): Shutdown {
  const steps: { name: string; end: () => Promise<void> }[] = []
  let ending: Promise<void> | undefined
  const announcement = new AbortController()
  return {
    announced: announcement.signal,
    announce: () => announcement.abort(),
    add: (name, end) => void steps.push({ name, end }),
    end() {
      ending ??= (async () => {
        for (const step of steps.toReversed()) {
          try {
            await step.end()
          } catch (error) {
            logger.error({ err: error }, `${step.name} did not end cleanly`)
          }
        }
      })()
      return ending
    },
  }
}
