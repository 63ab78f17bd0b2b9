import type { Duplex } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import { workClock, type WorkAccount } from '../process/work-account.ts'

type Callback = (...given: unknown[]) => void
type Connect = (done?: Callback) => Promise<unknown>
type Write = (...given: unknown[]) => boolean

/** Has what follows a statement, reading its rows first, counted for the work that sent it. */
export function meterStatements(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Connect
  // A connection that others wait for is handed over in the work of its last holder.
  pool.connect = ((done?: Callback) =>
    done ? connect(workClock.bind(done)) : workClock.resume(connect())) as Pool['connect']
  pool.on('connect', meterClient)
}

function meterClient(client: PoolClient): void {
  // The types of pg leave it out.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection
  const write = stream.write.bind(stream) as Write
  let sender: WorkAccount | undefined
  stream.write = (...given: unknown[]) => {
    sender = workClock.current
    return write(...given)
  }
  stream.prependListener('data', () => workClock.switchTo(sender))
}
