import type { Logger } from './logger.ts'

export interface Shutdown {
  /** Adds what must be ended; the last added ends first. */
  add(name: string, end: () => Promise<void>): void
  /** Ends everything now. */
  end(): Promise<void>
}

const patienceMilliseconds = 15_000

/** On SIGTERM or SIGINT ends everything in reverse order and exits 0; 1 when something does not end in time. */
export function createShutdown(logger: Logger): Shutdown {
  const steps: { name: string; end: () => Promise<void> }[] = []
  let ending: Promise<void> | undefined
  const end = (): Promise<void> => {
    ending ??= (async () => {
      for (const step of steps.reverse()) {
        try {
          await step.end()
        } catch (error) {
          logger.error({ err: error }, `${step.name} did not end cleanly`)
        }
      }
    })()
    return ending
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'draining')
    setTimeout(() => {
      logger.error('draining took too long')
      process.exit(1)
    }, patienceMilliseconds).unref()
    void end().then(() => process.exit(0))
  }
  process.once('SIGTERM', onSignal)
  process.once('SIGINT', onSignal)
  return { add: (name, step) => void steps.push({ name, end: step }), end }
}
