import { environments, type Environment } from './identity.ts'
import type { Logger } from './logger.ts'

export interface Job {
  stop(): Promise<void>
}

/**
 * Does work in the background, one round after the other, for each environment: again at once while a round says that
 * more is waiting, otherwise every so often. A failed round is logged and tried again. Replicas run the same jobs, so
 * the work itself must claim what it takes.
 */
export function startJob(
  name: string,
  everyMilliseconds: number,
  work: (environment: Environment) => Promise<boolean>,
  logger: Logger,
): Job {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const round = async (): Promise<void> => {
    for (const environment of environments) {
      try {
        while (!stopped && (await work(environment)));
      } catch (error) {
        logger.error({ err: error, environment }, `${name} failed; it will be tried again`)
      }
    }
    if (!stopped) timer = setTimeout(start, everyMilliseconds)
  }
  let running: Promise<void> = Promise.resolve()
  const start = (): void => {
    running = round()
  }
  timer = setTimeout(start, everyMilliseconds)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
