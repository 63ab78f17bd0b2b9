import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { eventually } from '../../tests/testkit/eventually.ts'
import { openPool, sql, uniqueName } from '../../tests/testkit/database.ts'
import type { Pool } from './database.ts'
import { FactLog } from './fact-log.ts'
import { InvalidatedCache } from './invalidated-cache.ts'

const database = uniqueName('fact_log')
let pool: pg.Pool
beforeAll(async () => {
  await sql('postgres', `CREATE DATABASE ${database}`)
  pool = openPool(database)
  await pool.query(
    'CREATE TABLE fact_change (transaction xid8 NOT NULL DEFAULT pg_current_xact_id(), tag text NOT NULL, at timestamptz DEFAULT now())',
  )
})
afterAll(() => pool.end())
beforeEach(() => pool.query('TRUNCATE fact_change'))

const change = (tag: string, client: Pick<pg.Pool, 'query'> = pool): Promise<unknown> =>
  client.query('INSERT INTO fact_change (tag) VALUES ($1)', [tag])

/** A log with two facts in memory, each the number of times that it was read. */
async function following(through: Pool = pool) {
  const reads = { cenotes: 0, taxes: 0 }
  const cenotes = new InvalidatedCache(async () => [(reads.cenotes += 1)], 1)
  const taxes = new InvalidatedCache(async () => [(reads.taxes += 1)], 1)
  const log = new FactLog(through, [
    { tag: 'cenote:*', cache: cenotes },
    { tag: 'prices:tax_rate', cache: taxes },
  ])
  await log.listen(true)
  const values = async (): Promise<number[]> => [await cenotes.load(''), await taxes.load('')]
  expect(await values()).toEqual([1, 1])
  expect(await values()).toEqual([1, 1])
  return { log, values }
}

/** A pool whose statements wait, or fail. */
function disturbed() {
  const state: { failure?: Error; released: Promise<void> } = { released: Promise.resolve() }
  const through = {
    async query(statement: never) {
      await state.released
      if (state.failure) throw state.failure
      return pool.query(statement)
    },
  } as unknown as Pool
  const hold = (): (() => void) => {
    let release: () => void = () => undefined
    state.released = new Promise((resolve) => (release = resolve))
    return release
  }
  return { through, state, hold }
}

describe('facts in memory', () => {
  it('end with the changes that name them, before these are returned', async () => {
    const { log, values } = await following()
    const { position } = await log.read(null)
    await change('prices:fee')
    await change('cenote:7')
    const { changes } = await log.read(position)
    expect(changes.map((one) => one.split(' ')[1]).sort()).toEqual(['cenote:7', 'prices:fee'])
    expect(await values()).toEqual([2, 1])
    await change('prices:tax_rate')
    await log.read(position)
    expect(await values()).toEqual([2, 2])
    await change('*')
    await log.read(null)
    expect(await values()).toEqual([3, 3])
  })

  it('are not used from a notification until the change was read', async () => {
    const { through, hold } = disturbed()
    const { log, values } = await following(through)
    await change('cenote:7')
    const release = hold()
    log.wake()
    expect(await values()).toEqual([2, 2])
    expect(await values()).toEqual([3, 3])
    release()
    await log.read(null)
    // Facts with other tags are still in memory.
    expect(await values()).toEqual([4, 1])
  })

  it('are not used when another notification came while the changes were read', async () => {
    const { through, hold } = disturbed()
    const { log, values } = await following(through)
    const release = hold()
    const reading = log.read(null)
    await setImmediate()
    log.wake()
    const held = hold()
    release()
    await reading
    expect(await values()).toEqual([2, 2])
    held()
    await log.read(null)
    expect(await values()).toEqual([1, 1])
  })

  it('are not used while no notifications are received, and are read again after that', async () => {
    const { log, values } = await following()
    await log.listen(false)
    await log.read(null)
    expect(await values()).toEqual([2, 2])
    expect(await values()).toEqual([3, 3])
    await log.listen(true)
    expect(await values()).toEqual([4, 4])
    expect(await values()).toEqual([4, 4])
    log.close()
  })

  it('are read again after changes could not be read', async () => {
    const { through, state } = disturbed()
    const { log, values } = await following(through)
    state.failure = new Error('away')
    log.wake()
    await expect(log.read(null)).rejects.toThrow('away')
    expect(await values()).toEqual([2, 2])
    delete state.failure
    let latest = await values()
    // They are in memory again once two reads agree.
    await eventually(async () => {
      const before = latest
      latest = await values()
      return latest[0] === before[0]
    }, true)
    log.close()
  })

  it('end when there were too many changes to list', async () => {
    const { log, values } = await following()
    await pool.query(`INSERT INTO fact_change (tag) SELECT 'tour:' || number FROM generate_series(1, 20001) AS number`)
    await log.read(null)
    expect(await values()).toEqual([2, 2])
  })

  it('are as new as a position that another process has read', async () => {
    const one = await following()
    const other = await following()
    const { position } = await one.log.read(null)
    other.log.reach(position)
    await change('cenote:7')
    const later = await one.log.read(position)
    // It was not notified yet.
    expect(await other.values()).toEqual([1, 1])
    other.log.reach(later.position)
    expect(await other.values()).toEqual([2, 2])
    await other.log.read(null)
    expect(await other.values()).toEqual([3, 1])
    other.log.reach(position)
    expect(await other.values()).toEqual([3, 1])
  })
})

describe('changes', () => {
  it('are returned when their transactions have ended, each once, whatever their numbers', async () => {
    const { log, values } = await following()
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await change('cenote:slow', client)
      const { position } = await log.read(null)
      await change('cenote:fast')
      const first = await log.read(position)
      expect(first.changes.map((one) => one.split(' ')[1])).toEqual(['cenote:fast'])
      expect(await values()).toEqual([2, 1])
      await client.query('COMMIT')
      const second = await log.read(first.position)
      expect(second.changes.map((one) => one.split(' ')[1])).toEqual(['cenote:slow'])
      expect(await values()).toEqual([3, 1])
      expect(await log.read(second.position)).toMatchObject({ changes: [] })
    } finally {
      client.release()
    }
  })

  it('are those since the position of each reader', async () => {
    const { log } = await following()
    const { position: early } = await log.read(null)
    await change('cenote:1')
    const { position: late } = await log.read(early)
    await change('cenote:2')
    const tagsSince = async (since: string): Promise<(string | undefined)[]> =>
      (await log.read(since)).changes.map((one) => one.split(' ')[1]).sort()
    expect(await tagsSince(late)).toEqual(['cenote:2'])
    expect(await tagsSince(early)).toEqual(['cenote:1', 'cenote:2'])
    expect(await tagsSince(late)).toEqual(['cenote:2'])
  })
})
