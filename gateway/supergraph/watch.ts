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

/** Polled, for what replaces files in containers often tells no other way. */
const pollMilliseconds = 1_000

/**
 * Looks whether the supergraph's file has changed, and on SIGHUP at once. Another text is taken only when it can be
 * used; otherwise the log says why and the old one goes on.
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
      logger.error({ err: error, file }, 'the supergraph was refused; the old one goes on')
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
