import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import { createLogger } from '../../../../platform/process/logger.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases } from '../../database.ts'
import type { ReservationLogEvent } from './event.ts'
import { EventHub } from './hub.ts'
import { readEnd } from './store/position.ts'
import { quietFor } from '../../../../tests/testkit/eventually.ts'

const partnerId = randomUUID()
let opened: Awaited<ReturnType<typeof openDatabases>>
let hub: EventHub

const write = (client: Pick<PoolClient, 'query'>, version: number, owner = partnerId) =>
  client.query(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
     VALUES ($1, $2, $3, $4, 'reservation.created', $5, now(), '{}')`,
    [randomUUID(), owner, randomUUID(), randomUUID(), version],
  )

async function take(
  events: AsyncIterator<ReservationLogEvent>,
  count: number,
  versions: number[] = [],
): Promise<number[]> {
  while (versions.length < count) {
    const step = await events.next()
    if (step.done) break
    versions.push(step.value.version)
  }
  return versions
}

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  hub = new EventHub(opened.databases.sandbox.pool, createLogger('silent', 'test'))
})
afterAll(async () => {
  await hub.close()
  await opened.close()
})

describe('the event hub', () => {
  it('never skips a transaction that commits after a later one', async () => {
    const { pool } = opened.databases.sandbox
    const events = await hub.subscribe({ partnerId }, undefined)
    const [early, late] = await Promise.all([pool.connect(), pool.connect()])
    await early.query('BEGIN')
    await write(early, 1)
    await late.query('BEGIN')
    await write(late, 2)
    await late.query('COMMIT')
    hub.wake()
    const versions: number[] = []
    const taken = take(events, 2, versions)
    await quietFor(400, () => versions, [])
    await early.query('COMMIT')
    hub.wake()
    expect(await taken).toEqual([1, 2])
    early.release()
    late.release()
    await events.return?.()
  })

  it('ends after every committed event, also while an older transaction still runs', async () => {
    const { pool } = opened.databases.sandbox
    const early = await pool.connect()
    await early.query('BEGIN')
    await early.query('SELECT pg_current_xact_id()')
    await write(pool, 1)
    // Tests in other databases of the same server have transactions of their own, which may take seconds.
    const end = readEnd(pool, 60_000)
    await early.query('COMMIT')
    early.release()
    const events = await hub.subscribe({ partnerId }, await end)
    await write(pool, 2)
    hub.wake()
    expect(await take(events, 1)).toEqual([2])
    await events.return?.()
  })

  it('has an end while a transaction runs for long, before what that transaction will commit', async () => {
    const { pool } = opened.databases.sandbox
    const long = await pool.connect()
    await long.query('BEGIN')
    await write(long, 1)
    await write(pool, 2)
    const events = await hub.subscribe({ partnerId }, await hub.end())
    await long.query('COMMIT')
    long.release()
    hub.wake()
    expect(await take(events, 2)).toEqual([1, 2])
    await events.return?.()
  })

  it('replays from a position and continues live without gap or repeat while writes continue', async () => {
    const { pool } = opened.databases.sandbox
    const first = await hub.subscribe({ partnerId }, undefined)
    await write(pool, 100)
    const start = (await first.next()).value as ReservationLogEvent
    await first.return?.()
    const total = 300
    const writing = (async () => {
      for (let version = 1; version <= total; version += 1) {
        await write(pool, version)
        if (version % 7 === 0) await write(pool, version, randomUUID())
        hub.wake()
      }
    })()
    const events = await hub.subscribe({ partnerId }, start.position)
    expect(await take(events, total)).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    await writing
    await events.return?.()
  })

  it('ends a reader that waits on a quiet stream immediately', async () => {
    const events = await hub.subscribe({ partnerId: randomUUID() }, undefined)
    let isWaiting = true
    const waiting = events.next().finally(() => (isWaiting = false))
    await quietFor(50, () => isWaiting, true)
    await events.return?.()
    expect(await waiting).toEqual({ done: true, value: undefined })
  })
})
