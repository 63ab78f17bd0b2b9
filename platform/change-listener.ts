import type { Client } from 'pg'
import { connectApart, type Pool } from './database.ts'
import type { Logger } from './logger.ts'

export interface ChangeListenerOptions {
  readonly pool: Pool
  /** Channel of PostgreSQL's NOTIFY; an SQL identifier. */
  readonly channel: string
  /** Something changed; what, is in the payload. */
  changed(payload: string): void
  /** From now on every change is heard. Whatever was known before may be stale. */
  connected(): void
  /** Changes may be missed until `connected` is called again. */
  lost(): void
  readonly logger: Logger
}

const retryMilliseconds = 500
/** A connection that died without a word is noticed by asking. */
const heartbeatMilliseconds = 15_000

/**
 * Hears of changes on a connection of its own, for as long as the process lives: a lost connection is made anew. Waits
 * for the first one, so that whoever starts listening has heard everything since.
 */
export async function listenForChanges(options: ChangeListenerOptions): Promise<{ close(): Promise<void> }> {
  const { pool, channel, logger } = options
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const connect = async (): Promise<void> => {
    const next = await connectApart(pool)
    const lose = (error?: Error): void => {
      if (client !== next) return
      client = undefined
      clearTimeout(timer)
      options.lost()
      void next.end().catch(() => undefined)
      if (closed) return
      logger.warn({ err: error, channel }, 'changes are not heard of until the database can be reached again')
      retry()
    }
    next.on('notification', ({ payload }) => options.changed(payload ?? ''))
    next.on('error', lose)
    next.on('end', () => lose())
    try {
      await next.query(`LISTEN ${channel}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (closed) return void (await next.end())
    client = next
    const beat = (): void => {
      timer = setTimeout(() => void next.query('SELECT 1').then(beat, lose), heartbeatMilliseconds).unref()
    }
    beat()
    options.connected()
  }
  const retry = (): void => {
    if (closed) return
    timer = setTimeout(() => void connect().catch(retry), retryMilliseconds).unref()
  }

  await connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
