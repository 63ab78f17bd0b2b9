import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '../../../../platform/process/logger.ts'
import { createRemoval } from '../../../../platform/postgres/fact-changes.ts'
import { localNotifications } from '../../../../platform/redis/notifications.ts'
import { runningTransactionsEnd, testServerUrl } from '../../../../tests/testkit/database.ts'
import { eventually } from '../../../../tests/testkit/eventually.ts'
import { Notes } from '../../../../tests/testkit/notes.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { everyDay } from '../../../../tests/testkit/tour-terms.ts'
import { openDatabases, type Database } from '../../database.ts'
import type { ChangeSource } from '../../upstream/index.ts'
import { ChangePublisher, publishChanges } from './publisher.ts'
import { readPlacesPosition } from './repository.ts'

const cenoteId = randomUUID()
const tourId = randomUUID()
const timezone = 'America/Cancun'
const clock = { now: () => new Date('2026-11-30T12:00:00Z') }
const today = '2026-11-30'

let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database
beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
})
afterAll(() => opened.close())

let catalog: Notes
let pricing: Notes
let source: ChangeSource
beforeEach(async () => {
  catalog = new Notes(cenoteId)
  pricing = new Notes(cenoteId)
  source = {
    catalogChanges: (since) => catalog.read(since),
    pricingChanges: (since) => pricing.read(since),
    async productFacts(ids) {
      await catalog.whileReading()
      const all = [
        { id: cenoteId, productType: 'cenote' as const, timezone },
        { id: tourId, productType: 'tour' as const, timezone },
      ]
      return all.filter(({ id }) => ids === null || ids.includes(id))
    },
    tourStops: () =>
      Promise.resolve([
        {
          tourId,
          timezone,
          departures: {
            times: [{ weekdays: everyDay, startTime: '23:00', capacity: 10, from: null, until: null }],
            exceptions: [],
          },
          stops: [{ cenoteId, offsetMinutes: 90, takesPlaces: true }],
        },
      ]),
  }
  await database.pool.query(
    `DELETE FROM product_event;
     DELETE FROM product_change;
     UPDATE change_feed SET places_position = pg_current_snapshot()::text, booking_position = NULL,
       catalog_position = NULL, pricing_position = NULL, published_at = '-infinity', read_at = now(),
       system_identifier = (SELECT system_identifier FROM pg_control_system())`,
  )
})

const options = () => ({ pool: database.pool, environment: 'sandbox' as const, source, clock, horizonDays: 730 })
const publish = () => publishChanges(options())
/** As if the last publication had been a second ago. */
const pass = () => database.pool.query(`UPDATE change_feed SET published_at = published_at - interval '1 second'`)
const book = (date: string, product = cenoteId, client: Pick<typeof database.pool, 'query'> = database.pool) =>
  client.query(
    `INSERT INTO inventory_day (product_id, visit_date, booked) VALUES ($1, $2, 1)
     ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = inventory_day.booked + 1`,
    [product, date],
  )

interface Row {
  type: string
  productType: string | null
  productId: string | null
  dateFrom: string | null
  dateTo: string | null
  changed: string[] | null
}
const published = async (): Promise<Row[]> =>
  (
    await database.pool.query<Row>(
      `SELECT type, product_type AS "productType", product_id AS "productId", date_from AS "dateFrom",
         date_to AS "dateTo", changed FROM product_event ORDER BY transaction_id, sequence`,
    )
  ).rows
const of = (type: string, dates: [string, string] | null, productId: string | null = cenoteId) =>
  expect.objectContaining({ type, productId, dateFrom: dates?.[0] ?? null, dateTo: dates?.[1] ?? null })

describe('the publication of changes', () => {
  it('begins where notes end, and then publishes each change once, from every database', async () => {
    catalog.note({ action: 'updated', changed: ['name'] })
    pricing.note({ kind: 'pricing' })
    await publish()
    expect(await published()).toEqual([])
    await book('2026-12-24')
    await book('2026-12-03')
    await database.pool.query(
      `INSERT INTO product_change (kind, product_type, product_ids, date_from, date_to)
       VALUES ('availability', 'cenote', ARRAY[$1::uuid], '2027-01-01', '2027-01-09')`,
      [cenoteId],
    )
    catalog.note({ action: 'updated', changed: ['images'] })
    pricing.note({ kind: 'pricing', productType: null, productId: null })
    await publish()
    const all = [
      of('product.updated', null),
      of('pricing.updated', null, null),
      of('availability.updated', ['2026-12-03', '2027-01-09']),
      of('availability.updated', ['2026-12-02', '2027-01-08'], tourId),
    ]
    const events = await published()
    expect(events).toHaveLength(all.length)
    expect(events).toEqual(expect.arrayContaining(all))
    expect(events[0]).toMatchObject({ productType: 'cenote', changed: ['images'] })
    await pass()
    await publish()
    expect(await published()).toEqual(events)
  })

  it('reads the places of departures of a tour without a word from the catalog about the type', async () => {
    await publish()
    await book('2026-12-24', tourId)
    await publish()
    expect(await published()).toEqual([of('availability.updated', ['2026-12-24', '2026-12-24'], tourId)])
  })

  it('publishes at most once a second, whatever process does', async () => {
    await publish()
    await book('2026-12-24', tourId)
    await publish()
    await book('2026-12-25', tourId)
    const { rest, events } = await publish()
    expect(events).toEqual([])
    expect(rest.milliseconds).toBeGreaterThan(0)
    expect(rest.milliseconds).toBeLessThanOrEqual(1_000)
    await pass()
    await publish()
    expect((await published()).map(({ dateFrom }) => dateFrom)).toEqual(['2026-12-24', '2026-12-25'])
  })

  it('does not wait for a clock that was put back', async () => {
    await publish()
    await book('2026-12-24', tourId)
    await database.pool.query(`UPDATE change_feed SET published_at = now() + interval '1 hour'`)
    expect((await publish()).events).toHaveLength(1)
  })

  it('waits until a product that was added is complete', async () => {
    await publish()
    catalog.note({ action: 'created', at: clock.now().getTime() - 300 })
    catalog.note({ kind: 'availability', at: clock.now().getTime() - 300 })
    expect(await publish()).toMatchObject({ events: [], rest: { mayEnd: false } })
    catalog.notes.forEach((note, index) => (catalog.notes[index] = { ...note, at: note.at - 700 }))
    await publish()
    expect(await published()).toEqual([of('product.created', null)])
  })

  it('stands in the log after the reservation that it covers, and a later one is published after that', async () => {
    await publish()
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await book('2026-12-24', tourId, client)
      const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
      const early = BigInt(rows[0]?.id ?? 0)
      await book('2026-12-25', tourId)
      await publish()
      // The earlier transaction has not ended: what it changes is not covered.
      expect(await published()).toEqual([of('availability.updated', ['2026-12-25', '2026-12-25'], tourId)])
      await client.query('COMMIT')
      await pass()
      await publish()
      const { rows: events } = await database.pool.query<{ id: string; date: string }>(
        'SELECT transaction_id::text AS id, date_from AS date FROM product_event ORDER BY transaction_id, sequence',
      )
      expect(events.map(({ date }) => date)).toEqual(['2026-12-25', '2026-12-24'])
      for (const { id } of events) expect(BigInt(id)).toBeGreaterThan(early)
    } finally {
      client.release()
    }
  })

  it('covers no change of a transaction that begins after its own, however late that is', async () => {
    await publish()
    await book('2026-12-24', tourId)
    let after = 0n
    catalog.whileReading = async () => {
      const client = await database.pool.connect()
      await client.query('BEGIN')
      await book('2026-12-25', tourId, client)
      const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
      after = BigInt(rows[0]?.id ?? 0)
      await client.query('COMMIT')
      client.release()
    }
    await publish()
    catalog.whileReading = () => Promise.resolve()
    expect(await published()).toEqual([of('availability.updated', ['2026-12-24', '2026-12-24'], tourId)])
    await pass()
    await publish()
    const { rows } = await database.pool.query<{ id: string; date: string }>(
      'SELECT transaction_id::text AS id, date_from AS date FROM product_event ORDER BY transaction_id, sequence',
    )
    expect(rows.map(({ date }) => date)).toEqual(['2026-12-24', '2026-12-25'])
    expect(BigInt(rows[1]?.id ?? 0)).toBeGreaterThan(after)
  })

  it('is done by one process at a time', async () => {
    await publish()
    await book('2026-12-24', tourId)
    const others: number[] = []
    catalog.whileReading = async () => {
      catalog.whileReading = () => Promise.resolve()
      for (const { events } of await Promise.all([publish(), publish()])) others.push(events.length)
    }
    await publish()
    expect(others).toEqual([0, 0])
    expect(await published()).toHaveLength(1)
  })

  it('happens again, and once, after a process that died before it committed', async () => {
    await publish()
    await book('2026-12-24', tourId)
    // Its connection is lost after the events were written, as with kill -9: the commit is never sent.
    const dying = {
      ...database.pool,
      async connect() {
        const client = await database.pool.connect()
        const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
        client.query = (async (...given: unknown[]) => {
          if (given[0] !== 'COMMIT') return query(...given)
          await query('SELECT pg_terminate_backend(pg_backend_pid())')
        }) as never
        return client
      },
    } as never
    await expect(publishChanges({ ...options(), pool: dying })).rejects.toThrow()
    expect(await published()).toEqual([])
    await publish()
    expect(await published()).toHaveLength(1)
  })

  it('does not wait for prices that cannot be read, and has them published once they can', async () => {
    await publish()
    await book('2026-12-24', tourId)
    pricing.note({ kind: 'pricing', productType: null, productId: null })
    pricing.isAway = true
    expect((await publish()).failure).toEqual(new Error('is away'))
    expect(await published()).toEqual([of('availability.updated', ['2026-12-24', '2026-12-24'], tourId)])
    pricing.isAway = false
    await pass()
    await publish()
    expect(await published()).toHaveLength(2)
  })

  it('waits for a catalog that does not respond, and misses nothing', async () => {
    await publish()
    await book('2026-12-24', tourId)
    catalog.isAway = true
    await expect(publish()).rejects.toThrow('is away')
    catalog.isAway = false
    await publish()
    expect(await published()).toHaveLength(1)
  })

  it('says of everything that it may have changed on a server that numbered other transactions', async () => {
    await publish()
    catalog.note({ action: 'updated', changed: ['name'] })
    for (const moved of [
      'UPDATE change_feed SET system_identifier = 7',
      "UPDATE change_feed SET places_position = '8000000000000:8000000000000:'",
    ]) {
      await database.pool.query('DELETE FROM product_event')
      await database.pool.query(moved)
      await pass()
      await publish()
      const events = await published()
      const everything = [
        of('availability.updated', [today, '2028-11-29']),
        of('availability.updated', [today, '2028-11-29'], tourId),
        of('product.updated', null),
        of('product.updated', null, tourId),
        of('pricing.updated', null, null),
      ]
      expect(events).toHaveLength(everything.length)
      expect(events).toEqual(expect.arrayContaining(everything))
      await pass()
      expect((await publish()).events).toEqual([])
    }
  })

  it('says of every availability that it may have changed when tables of places were emptied', async () => {
    await publish()
    await database.pool.query('TRUNCATE inventory_slot')
    await publish()
    expect((await published()).map(({ type, productId }) => [type, productId])).toEqual([
      ['availability.updated', cenoteId],
      ['availability.updated', tourId],
    ])
  })

  it('has the tours of a changed cenote also beside a change of every product', async () => {
    await publish()
    catalog.note({ action: 'updated', productType: null, productId: null })
    await book('2026-12-24')
    await publish()
    const found = await published()
    const all = [
      of('product.updated', null),
      of('product.updated', null, tourId),
      of('availability.updated', ['2026-12-24', '2026-12-24']),
      of('availability.updated', ['2026-12-23', '2026-12-23'], tourId),
    ]
    expect(found).toHaveLength(all.length)
    expect(found).toEqual(expect.arrayContaining(all))
  })

  it('reads a change that it has not published, however old, and removes it afterwards', async () => {
    await publish()
    await book('2026-12-24', tourId)
    // The change is removed only once every older transaction has ended.
    await runningTransactionsEnd()
    const count = async () =>
      Number(
        (
          await database.pool.query(`SELECT count(*) FROM fact_change WHERE tag = 'availability:${tourId}:2026-12-24'
            AND NOT pg_visible_in_snapshot(transaction, (SELECT places_position::pg_snapshot FROM change_feed))`)
        ).rows[0].count,
      )
    let now = 0
    const remove = createRemoval({ now: () => now, keepAfter: readPlacesPosition })
    for (const at of [0, 301_000, 602_000]) {
      now = at
      await remove(database.pool)
    }
    expect(await count()).toBe(1)
    await publish()
    expect(await published()).toHaveLength(1)
    now = 1_000_000
    await remove(database.pool)
    const { rows } = await database.pool.query(`SELECT FROM fact_change WHERE tag LIKE 'availability:${tourId}:%'
      AND transaction < (SELECT pg_snapshot_xmin(places_position::pg_snapshot) FROM change_feed)`)
    expect(rows).toEqual([])
  })

  it('publishes 10,000 products in one transaction', async () => {
    await publish()
    for (let index = 0; index < 10_000; index += 1)
      catalog.note({ productId: randomUUID(), action: 'created', kind: 'product' })
    await publish()
    const { rows } = await database.pool.query(
      'SELECT count(*)::int AS events, count(DISTINCT transaction_id)::int AS transactions FROM product_event',
    )
    expect(rows).toEqual([{ events: 10_000, transactions: 1 }])
  })
})

describe('publishers', () => {
  const running: ChangePublisher[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((publisher) => publisher.stop()))
  })
  const start = () => {
    const notifications = localNotifications()
    const publisher = new ChangePublisher({ ...options(), notifications, logger: createLogger('silent', 'booking') })
    running.push(publisher)
    return { publisher, notifications }
  }

  it('of several processes publish every change once, a second apart, and wake the readers of the log', async () => {
    const started = [start(), start(), start()]
    await Promise.all(started.map(({ publisher }) => publisher.begun))
    let woken = 0
    for (const { notifications } of started) notifications.listen(() => (woken += 1))
    const dates = Array.from({ length: 9 }, (_, index) => `2026-12-1${index}`)
    for (const [index, date] of dates.entries()) {
      await book(date, tourId)
      started[index % started.length]?.notifications.wake()
      if (index % 4 === 3) await eventually(async () => (await published()).some(({ dateTo }) => dateTo === date), true)
    }
    await eventually(async () => (await published()).some(({ dateTo }) => dateTo === dates.at(-1)), true)
    const { rows } = await database.pool.query<{ at: number; from: string; to: string }>(
      `SELECT (extract(epoch FROM occurred_at) * 1000)::float8 AS at, date_from AS "from", date_to AS "to"
       FROM product_event ORDER BY transaction_id, sequence`,
    )
    rows.forEach(({ at, from }, index) => {
      const before = rows[index - 1]
      if (!before) return
      expect(at - before.at).toBeGreaterThanOrEqual(1_000)
      expect(from > before.to).toBe(true)
    })
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(woken).toBeGreaterThanOrEqual(rows.length)
  })

  it('look for changes ten times a second at most, however many notifications there are', async () => {
    const { publisher, notifications } = start()
    await publisher.begun
    const reads: number[] = []
    catalog.whileChecking = () => reads.push(performance.now())
    await eventually(
      () => {
        notifications.send()
        return reads.length
      },
      (count) => count >= 5,
    )
    for (const [index, at] of reads.entries()) expect(at - (reads[index - 1] ?? -Infinity)).toBeGreaterThan(95)
  })

  it('find changes without a notification, and continue after a failure', async () => {
    const { publisher } = start()
    await publisher.begun
    catalog.isAway = true
    await book('2026-12-24', tourId)
    await eventually(async () => await publish().catch(({ message }: Error) => message), 'is away')
    expect(await published()).toEqual([])
    catalog.isAway = false
    await eventually(async () => (await published()).length, 1)
  })
})
