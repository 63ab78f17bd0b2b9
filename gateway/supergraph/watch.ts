import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Logger } from '../../platform/process/logger.ts'

export interface WatchOptions {
  /** The text in use. */
  readonly initial: string
  /** Takes another text into use; rejects when it cannot be used. */
  readonly take: (sdl: string) => Promise<void>
  readonly logger: Logger
}

/** Polled, because replacing files in containers often causes no event. */
const pollMilliseconds = 1_000

/**
 * Polls the supergraph's file for changes, and reads it on SIGHUP immediately. A new text is used only when it is
 * valid; otherwise the log says why and the previous one stays in use.
 */
export function watchSupergraph(file: string, { initial, take, logger }: WatchOptions): { close(): void } {
  let current = initial
  let refused: string | undefined
  let queue = Promise.resolve()

  async function look(): Promise<void> {
    const text = await readFile(file, 'utf8')
    if (text === current || text === refused) return
    try {
      await take(text)
      current = text
      refused = undefined
      logger.info({ file }, 'another supergraph is in use')
    } catch (error) {
      refused = text
      logger.error({ err: error, file }, 'the supergraph was refused; the previous one stays in use')
    }
  }
  const lookNext = (): void => {
    queue = queue
      .then(look)
      .catch((error: unknown) => logger.error({ err: error, file }, 'the supergraph could not be read'))
  }
  watchFile(file, { interval: pollMilliseconds, persistent: false }, lookNext)
  process.on('SIGHUP', lookNext)
  return {
    close() {
      unwatchFile(file, lookNext)
      process.off('SIGHUP', lookNext)
    },
  }
}
