import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '../../../../platform/process/logger.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { eventually } from '../../../../tests/testkit/eventually.ts'
import { writeProductEvents } from '../../../../tests/testkit/product-events.ts'
import { statementsDuring } from '../../../../tests/testkit/statements.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases } from '../../database.ts'
import type { LoggedEvent, LogPosition } from './event.ts'
import { EventHub } from './hub.ts'
import { findInLog, readLog } from './store/log.ts'
import { readEnd } from './store/position.ts'

const partnerId = randomUUID()
const start: LogPosition = { transaction: 0, sequence: 0 }
let opened: Awaited<ReturnType<typeof openDatabases>>
let hub: EventHub

const pool = () => opened.databases.sandbox.pool
const writeReservation = async (connection: Pick<ReturnType<typeof pool>, 'query'> = pool()): Promise<string> => {
  const id = randomUUID()
  await connection.query(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
     VALUES ($1, $2, $3, $4, 'reservation.created', 1, now(), '{}')`,
    [id, partnerId, randomUUID(), randomUUID()],
  )
  return id
}
const writeProduct = async (productId: string | null = randomUUID()): Promise<string> => {
  const event =
    productId === null
      ? ({ type: 'pricing.updated' } as const)
      : ({
          type: 'availability.updated',
          productType: 'cenote',
          productId,
          dateFrom: '2030-01-01',
          dateTo: '2030-01-02',
        } as const)
  return (await writeProductEvents(pool(), [event]))[0] as string
}

async function take(events: AsyncIterator<LoggedEvent>, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const step = await events.next()
    if (step.done) break
    ids.push(step.value.id)
  }
  return ids
}

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  hub = new EventHub(pool(), createLogger('silent', 'test'))
})
afterAll(async () => {
  await hub.close()
  await opened.close()
})

describe('the event hub, with events of reservations and of products', () => {
  it('sends each subscriber its own kind, in the order of the log', async () => {
    const reservations = await hub.subscribe({ partnerId }, undefined)
    const products = await hub.subscribeToProducts({}, undefined)
    const written = { reservations: [] as string[], products: [] as string[] }
    for (let round = 0; round < 5; round += 1) {
      written.reservations.push(await writeReservation())
      written.products.push(await writeProduct(), await writeProduct(null))
      hub.wake()
    }
    expect(await take(reservations, 5)).toEqual(written.reservations)
    expect(await take(products, 10)).toEqual(written.products)
    await Promise.all([reservations.return?.(), products.return?.()])
  })

  it('lets events of every product pass a filter by products', async () => {
    const productId = randomUUID()
    const products = await hub.subscribeToProducts({ productIds: new Set([productId]) }, undefined)
    await writeProduct()
    const own = await writeProduct(productId)
    const ofAll = await writeProduct(null)
    hub.wake()
    expect(await take(products, 2)).toEqual([own, ofAll])
    await products.return?.()
  })

  it('replays events of products from a position and continues live without gap or repeat', async () => {
    const position = await readEnd(pool(), 60_000)
    const written: string[] = []
    const total = 450
    const writing = (async () => {
      while (written.length < total) {
        written.push(await writeProduct())
        if (written.length % 3 === 0) await writeReservation()
        hub.wake()
      }
    })()
    await eventually(() => written.length > 50, true)
    const products = await hub.subscribeToProducts({}, position)
    const received = await take(products, total)
    await writing
    expect(received).toEqual(written)
    await products.return?.()
  })

  it('reads no event of the other kind for a subscriber that fell behind', async () => {
    const position = await readEnd(pool(), 60_000)
    const [reservation, product] = [await writeReservation(), await writeProduct()]
    await eventually(async () => (await readLog(pool(), position, 10)).length, 2)
    /** The tables that statements read but for the tail, which reads both. */
    const tablesOf = async (work: () => Promise<void>): Promise<Set<string>> => {
      const statements = (await statementsDuring(work)).map(
        ({ text }) => new Set(text.match(/\b(reservation|product)_event\b/g)),
      )
      return new Set(statements.filter(({ size }) => size === 1).flatMap((tables) => [...tables]))
    }
    const own = new EventHub(pool(), createLogger('silent', 'test'))
    expect(
      await tablesOf(async () => {
        const events = await own.subscribe({ partnerId }, position)
        expect(await take(events, 1)).toEqual([reservation])
        await events.return?.()
      }),
    ).toEqual(new Set(['reservation_event']))
    expect(
      await tablesOf(async () => {
        const events = await own.subscribeToProducts({}, position)
        expect(await take(events, 1)).toEqual([product])
        await events.return?.()
      }),
    ).toEqual(new Set(['product_event']))
    await own.close()
  })

  it('ends after events of products that are not settled yet', async () => {
    const early = await pool().connect()
    await early.query('BEGIN')
    await early.query('SELECT pg_current_xact_id()')
    await writeProduct()
    const end = readEnd(pool(), 60_000)
    await early.query('COMMIT')
    early.release()
    const products = await hub.subscribeToProducts({}, await end)
    const later = await writeProduct()
    hub.wake()
    expect(await take(products, 1)).toEqual([later])
    await products.return?.()
  })

  it('never skips an event of one kind whose transaction commits after a later one of the other', async () => {
    const position = await readEnd(pool(), 60_000)
    const early = await pool().connect()
    await early.query('BEGIN')
    const first = await writeReservation(early)
    const second = await writeProduct()
    const products = await hub.subscribeToProducts({}, position)
    const reservations = await hub.subscribe({ partnerId }, position)
    hub.wake()
    const seen = (await findInLog(pool(), { reservations: {}, products: {} }, { after: position, take: 10 })).length
    expect(seen).toBe(0)
    await early.query('COMMIT')
    early.release()
    hub.wake()
    expect(await take(reservations, 1)).toEqual([first])
    expect(await take(products, 1)).toEqual([second])
    const page = await findInLog(pool(), { reservations: {}, products: {} }, { after: position, take: 10 })
    expect(page.map(({ id }) => id)).toEqual([first, second])
    await Promise.all([reservations.return?.(), products.return?.()])
  })
})

describe('pages of the log', () => {
  it('have the events of both kinds in one order, whatever their size', async () => {
    const total = await totalOfTables()
    expect(total).toBeGreaterThan(500)
    const all = await eventually(
      async () => (await readLog(pool(), start, 2_000)).map(({ id }) => id),
      (ids: string[]) => ids.length === total,
    )
    for (const size of [7, 100]) {
      const walked: string[] = []
      for (let after: LogPosition | undefined = start; after;) {
        const page: LoggedEvent[] = await findInLog(pool(), { reservations: {}, products: {} }, { after, take: size })
        walked.push(...page.map(({ id }) => id))
        after = page.at(-1)?.position
      }
      expect(walked).toEqual(all)
    }
    const skipped = await findInLog(pool(), { reservations: {}, products: {} }, { skip: 13, take: 9 })
    expect(skipped.map(({ id }) => id)).toEqual(all.slice(13, 22))
  })
})

async function totalOfTables(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    'SELECT (SELECT count(*) FROM reservation_event) + (SELECT count(*) FROM product_event) AS count',
  )
  return rows[0]?.count ?? 0
}
