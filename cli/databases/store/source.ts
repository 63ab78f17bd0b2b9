import { setTimeout as delay } from 'node:timers/promises'
import { openSession, type Session, type Statements } from '../../../platform/postgres/database.ts'
import { OperatorError } from '../../../platform/process/operator-error.ts'

const maxAttempts = 1_000
const maxPauseMilliseconds = 20

/**
 * Opens a snapshot of each database, all of one moment: transactions are numbered for all databases of a server, and the
 * snapshots are taken again until each has seen the end of the same ones. No one waits for it. The caller ends the
 * sessions.
 */
export async function openSnapshots(serverUrl: string, names: readonly string[]): Promise<Session[]> {
  const sessions: Session[] = []
  try {
    for (const name of names) sessions.push(await openSession({ serverUrl, name }, 'databases-copy'))
    const clients = sessions.map(({ client }) => client)
    // Texts of values that every version reads in the same way.
    await onEach(clients, `SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1`)
    for (let attempt = 1; !(await takeSnapshots(clients)); attempt += 1) {
      if (attempt === maxAttempts)
        throw new OperatorError(
          'So much is written to the server that no moment was found to copy it: ' +
            'try again when there is less to do, or stop the product',
        )
      await onEach(clients, 'ROLLBACK')
      await delay(Math.random() * maxPauseMilliseconds)
    }
    return sessions
  } catch (error) {
    await Promise.all(sessions.map(({ end }) => end()))
    throw error
  }
}

/** Begins a transaction with a snapshot in each session; returns whether all see the same. */
async function takeSnapshots(clients: readonly Statements[]): Promise<boolean> {
  await onEach(clients, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const seen = await Promise.all(
    clients.map((client) => client.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot')),
  )
  return new Set(seen.map(({ rows }) => rows[0]?.snapshot)).size === 1
}

const onEach = (clients: readonly Statements[], statement: string): Promise<unknown> =>
  Promise.all(clients.map((client) => client.query(statement)))
