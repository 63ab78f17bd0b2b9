import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServerUrl } from '../../../tests/testkit/database.ts'
import { createDatabase } from '../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../database.ts'
import { insertCompleted, pruneCompleted, readCompleted } from './repository.ts'

let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database
beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
})
afterAll(() => opened.close())

/** A reservation as versions of it left it in the log. */
async function reservationWith(partnerId: string, versions: number): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
     SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'reservation.modified', version, now(),
       jsonb_build_object('version', version) FROM generate_series(1, $3) version`,
    [partnerId, id, versions],
  )
  return id
}

/** Completes an operation in a transaction of its own, which may be rolled back. */
async function complete(
  partnerId: string,
  operation: string,
  version: { id: string; version: number },
  { result = null, end = 'COMMIT' }: { result?: object | null; end?: 'COMMIT' | 'ROLLBACK' } = {},
): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await insertCompleted(client, partnerId, operation, version, result)
    await client.query(end)
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

describe('a completed operation', () => {
  it('returns the reservation as it left it, whatever came later, and what it reported', async () => {
    const [partnerId, operation] = [randomUUID(), randomUUID()]
    const id = await reservationWith(partnerId, 3)
    await complete(partnerId, operation, { id, version: 2 }, { result: { refundCents: 7 } })
    expect(await readCompleted(database.pool, partnerId, operation)).toEqual({
      snapshot: { version: 2 },
      result: { refundCents: 7 },
    })
  })

  it('may have reported nothing', async () => {
    const [partnerId, operation] = [randomUUID(), randomUUID()]
    const id = await reservationWith(partnerId, 1)
    await complete(partnerId, operation, { id, version: 1 })
    expect(await readCompleted(database.pool, partnerId, operation)).toEqual({ snapshot: { version: 1 }, result: null })
  })

  it('is known to its partner only, and only when its transaction is committed', async () => {
    const [partnerId, operation] = [randomUUID(), randomUUID()]
    const id = await reservationWith(partnerId, 1)
    await complete(partnerId, operation, { id, version: 1 }, { end: 'ROLLBACK' })
    expect(await readCompleted(database.pool, partnerId, operation)).toBeNull()
    await complete(partnerId, operation, { id, version: 1 })
    expect(await readCompleted(database.pool, randomUUID(), operation)).toBeNull()
    expect(await readCompleted(database.pool, partnerId, randomUUID())).toBeNull()
  })

  it('is done once: of two at once the second waits for the first, and fails', async () => {
    const [partnerId, operation] = [randomUUID(), randomUUID()]
    const id = await reservationWith(partnerId, 2)
    const outcomes = await Promise.allSettled([
      complete(partnerId, operation, { id, version: 1 }),
      complete(partnerId, operation, { id, version: 2 }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // Another partner may have an operation of the same name.
    const other = randomUUID()
    const version = { id: await reservationWith(other, 1), version: 1 }
    await complete(other, operation, version)
    expect(await readCompleted(database.pool, other, operation)).toEqual({ snapshot: { version: 1 }, result: null })
  })
})

describe('old operations', () => {
  const add = (partnerId: string, hours: number, count: number) =>
    database.pool.query(
      `INSERT INTO completed_operation (partner_id, operation, reservation_id, version, completed_at)
       SELECT $1, n::text, gen_random_uuid(), 1, now() - $2 * interval '1 hour' FROM generate_series(1, $3) n`,
      [partnerId, hours, count],
    )
  const count = async (partnerId: string): Promise<number> =>
    (await database.pool.query('SELECT FROM completed_operation WHERE partner_id = $1', [partnerId])).rowCount ?? 0

  it('are removed in batches after 25 hours, later than the keys of their requests, and no others', async () => {
    const [old, young] = [randomUUID(), randomUUID()]
    await add(old, 25.1, 10_001)
    await add(young, 24.9, 3)
    expect(await pruneCompleted(database.pool)).toBe(true)
    expect([await count(old), await count(young)]).toEqual([1, 3])
    expect(await pruneCompleted(database.pool)).toBe(false)
    expect([await count(old), await count(young)]).toEqual([0, 3])
  })
})
