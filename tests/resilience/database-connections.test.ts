import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { inTransaction, openDatabase, type OpenDatabase } from '../../platform/postgres/database.ts'
import { isDependencyDown } from '../../platform/process/failures.ts'
import { eventually } from '../testkit/eventually.ts'
import { timePasses } from '../testkit/pauses.ts'

let server: OwnPostgres
let opened: OpenDatabase
const timeouts = { silence: 1_000, connection: 500, statement: 3_000, idleTransaction: 1_500 }
const poolSize = 3

beforeAll(async () => {
  server = await startOwnPostgres()
  opened = await openDatabase({
    serverUrl: server.url,
    name: 'patient',
    prisma: new URL('../../gateway/database/prisma/', import.meta.url),
    poolSize,
    timeouts,
  })
  await opened.pools.live.query(
    'CREATE TABLE live.thing (id integer PRIMARY KEY, name text); INSERT INTO live.thing VALUES (1)',
  )
})
afterAll(async () => {
  await server.resume()
  await opened.close()
  await server.stop()
})

/** The error of the work; a response of the database is a failure of the test. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeDefined()
  return failure
}

const responds = (watch: OpenDatabase['watch']): Promise<boolean> =>
  watch.check().then(
    () => true,
    () => false,
  )

describe('what waits for a database', () => {
  it('is refused when no connection becomes free in time', async () => {
    const { live } = opened.pools
    const taken = await Promise.all(Array.from({ length: poolSize }, () => live.connect()))
    try {
      expect(isDependencyDown(await failureOf(live.query('SELECT 1')))).toBe(true)
    } finally {
      for (const client of taken) client.release()
    }
    expect((await live.query('SELECT 1')).rowCount).toBe(1)
  })

  it('is refused when a lock does not become free in time', async () => {
    const { live } = opened.pools
    const holder = await live.connect()
    await holder.query('BEGIN; UPDATE live.thing SET name = $$held$$ WHERE id = 1')
    // Only the wait is measured, not the holder, which is not idle.
    let isWanted = true
    const holding = (async () => {
      while (isWanted) await holder.query('SELECT pg_sleep(0.05)')
      await holder.query('COMMIT')
    })()
    const failure = await failureOf(live.query('UPDATE live.thing SET name = $$wanted$$ WHERE id = 1'))
    isWanted = false
    expect(failure).toMatchObject({ code: '57014' })
    expect(isDependencyDown(failure)).toBe(true)
    await holding
    holder.release()
  })

  it('gets the lock of a transaction that stands still for too long, which fails', async () => {
    const { live } = opened.pools
    let locked = (): void => undefined
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const still = inTransaction(live, async (client) => {
      await client.query('UPDATE live.thing SET name = $$still$$ WHERE id = 1')
      locked()
      await timePasses(timeouts.idleTransaction + 700)
      await client.query('SELECT 1')
    })
    const failure = failureOf(still)
    await isLocked
    await live.query('UPDATE live.thing SET name = $$next$$ WHERE id = 1')
    expect(isDependencyDown(await failure)).toBe(true)
    expect((await live.query('SELECT name FROM live.thing')).rows).toEqual([{ name: 'next' }])
  })

  it('never gets a connection on which a statement still runs', async () => {
    const { live } = opened.pools
    const client = await live.connect()
    void client.query('SELECT pg_sleep(0.5)').catch(() => undefined)
    client.release()
    expect(
      (await Promise.all([1, 2, 3].map((number) => live.query(`SELECT ${number} AS n`)))).map(({ rows }) => rows),
    ).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  })
})

describe('while the server is stopped without ending', () => {
  const received: string[] = []
  const listener = {
    channel: 'things_changed',
    changed: (payload: string) => void received.push(payload),
    connected: () => void received.push('connected'),
    lost: () => void received.push('lost'),
  }

  it('fails everything that waits, in transactions, queries and the queue; afterwards all works as before', async () => {
    const { pools, watch } = opened
    await watch.listen(listener)
    expect(received).toEqual(['connected'])
    await watch.check()
    const inside = inTransaction(pools.live, async (client) => {
      await client.query('UPDATE live.thing SET name = $$unsure$$ WHERE id = 1')
      await server.pause()
      await client.query('SELECT 1')
    })
    const waiting = [inside, ...Array.from({ length: 3 * poolSize }, () => pools.live.query('SELECT pg_sleep(5)'))]
    const failures = await Promise.all(waiting.map(failureOf))
    expect(failures.map(isDependencyDown)).toEqual(waiting.map(() => true))
    await expect(watch.check()).rejects.toThrow('does not respond')

    // Known to be down: nothing waits any more.
    const requests = performance.now()
    expect(isDependencyDown(await failureOf(pools.sandbox.query('SELECT 1')))).toBe(true)
    expect(performance.now() - requests).toBeLessThan(timeouts.connection)

    await server.resume()
    await eventually(() => responds(watch), true)
    expect((await pools.live.query('SELECT name FROM live.thing')).rows).toEqual([{ name: 'next' }])
    expect(received).toEqual(['connected', 'lost', 'connected'])
    await pools.live.query('NOTIFY things_changed, $$live.thing$$')
    await eventually(() => received.slice(3), ['live.thing'])
  })

  it('its clock advances, and is right once it is known', async () => {
    const before = opened.watch.clock.now().getTime()
    await server.pause()
    await timePasses(300)
    const between = opened.watch.clock.now().getTime()
    expect(between - before).toBeGreaterThan(250)
    await server.resume()
    await eventually(() => responds(opened.watch), true)
    const requests = opened.watch.clock.now().getTime()
    const { rows } = await opened.pools.live.query<{ now: Date }>('SELECT clock_timestamp() AS now')
    const known = opened.watch.clock.now().getTime()
    const right = rows[0]?.now.getTime() ?? 0
    expect(right).toBeGreaterThan(requests - 200)
    expect(right).toBeLessThan(known + 200)
  })
})
