import { AsyncResource } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { beginChild } from '../process/tracing.ts'
import { cutText } from '../values/text.ts'

type Callback = (error: Error | undefined, ...rest: unknown[]) => void
type Query = (...given: unknown[]) => unknown

/** Parameters are never part of a statement's text, so personal data is never written. */
const maxText = 1_000

const textOf = (statement: unknown): string =>
  cutText(typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? ''), maxText)

/** A span for each statement that a traced request causes. Polls of the background have none. */
export function traceStatements(pool: Pool, database: string): void {
  const connect = pool.connect.bind(pool) as Query
  // A request that waits for a connection gets it in a callback of another one.
  pool.connect = ((done?: Callback) => (done ? connect(AsyncResource.bind(done)) : connect())) as Pool['connect']
  pool.on('connect', (client) => traceClient(client, database))
}

function traceClient(client: PoolClient, database: string): void {
  const query = client.query.bind(client) as Query
  client.query = ((...given: unknown[]) => {
    const text = textOf(given[0])
    const ended = beginChild(`statement ${/^\s*(\w+)/.exec(text)?.[1] ?? ''}`, {
      'db.system.name': 'postgresql',
      'db.namespace': database,
      'db.query.text': text,
    })
    if (!ended) return query(...given)
    const last = given.at(-1)
    if (typeof last === 'function') {
      const done = last as Callback
      return query(...given.slice(0, -1), (error: Error | undefined, ...rest: unknown[]) => {
        ended(error)
        done(error, ...rest)
      })
    }
    const result = query(...given)
    if (result instanceof Promise)
      result.then(
        () => ended(undefined),
        (error: unknown) => ended(error as Error),
      )
    else ended(undefined)
    return result
  }) as PoolClient['query']
}
