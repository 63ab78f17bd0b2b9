import { openPool, sql } from './database.ts'

/** Blocks requests in a database of the sandbox until the test releases them. */
export interface Block {
  /** How many requests wait now. */
  waiting(): Promise<number>
  /** Ends what a dead process had begun, as the database would with its connections, and releases the block. */
  endWaiting(): Promise<void>
}

async function block(serverUrl: string, database: string, statement: string, waitingLock: string): Promise<Block> {
  const pool = openPool(database, serverUrl, { max: 1 })
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query(statement)
  const waiting = `FROM pg_locks WHERE NOT granted AND ${waitingLock}`
  return {
    async waiting() {
      const { rows } = await holder.query<{ count: number }>(`SELECT count(DISTINCT pid)::int AS count ${waiting}`)
      return rows[0]?.count ?? 0
    },
    async endWaiting() {
      await holder.query(`SELECT pg_terminate_backend(pid) ${waiting}`)
      await holder.query('ROLLBACK')
      holder.release()
      await pool.end()
    },
  }
}

/** Blocks requests under an Idempotency-Key before they store their responses: booking has committed by then. */
export async function blockResponses(serverUrl: string): Promise<Block> {
  await sql(
    'access',
    `CREATE OR REPLACE FUNCTION sandbox.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF current_query() LIKE 'UPDATE%SET answer%' THEN PERFORM pg_advisory_xact_lock(42); END IF;
       RETURN NULL;
     END $$;
     CREATE OR REPLACE TRIGGER wait BEFORE UPDATE ON sandbox.idempotent_request EXECUTE FUNCTION sandbox.wait()`,
    [],
    serverUrl,
  )
  const waitingLock = `locktype = 'advisory' AND objid = 42`
  const blocked = await block(serverUrl, 'access', 'SELECT pg_advisory_xact_lock(42)', waitingLock)
  return {
    ...blocked,
    async endWaiting() {
      await blocked.endWaiting()
      await sql('access', 'DROP TRIGGER wait ON sandbox.idempotent_request', [], serverUrl)
    },
  }
}

/** Blocks requests before they write a reservation. */
export const blockReservations = (serverUrl: string): Promise<Block> =>
  block(
    serverUrl,
    'booking',
    'LOCK TABLE sandbox.reservation IN SHARE ROW EXCLUSIVE MODE',
    `relation = 'sandbox.reservation'::regclass`,
  )
