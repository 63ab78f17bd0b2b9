import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { inTransaction, type PoolClient } from '../../../platform/postgres/database.ts'
import { openPool, testServerUrl } from '../../../tests/testkit/database.ts'
import { createDatabase } from '../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../database.ts'
import { changedPlaces, placesOf, type HeldPlaces, type PlaceChanges, type PlaceLimits } from './places.ts'
import { changePlaces } from './repository.ts'

const date = '2026-12-05'
const limits: PlaceLimits = { daily: 100, hourly: 20, version: 1 }

describe('the places of a visit', () => {
  const [tour, here, there] = ['tour', 'here', 'there'] as const

  it('are its slot, and one for each slot of its stops, however many stops are in it', () => {
    const stops = [
      { cenoteId: here, date, time: '10:00' },
      { cenoteId: there, date, time: '10:00' },
      { cenoteId: here, date, time: '12:00' },
      { cenoteId: here, date, time: '10:00' },
      { cenoteId: here, date: '2026-12-06', time: '10:00' },
    ]
    expect(placesOf({ productId: tour, visitDate: date, visitTime: '09:30', stops })).toEqual([
      { productId: tour, date, times: ['09:30'] },
      { productId: here, date, times: ['10:00', '12:00'] },
      { productId: there, date, times: ['10:00'] },
      { productId: here, date: '2026-12-06', times: ['10:00'] },
    ])
    expect(placesOf({ productId: here, visitDate: date, visitTime: '09:00' })).toEqual([
      { productId: here, date, times: ['09:00'] },
    ])
  })

  it('change a day and each slot once, by what is released and what is taken', () => {
    const changes: PlaceChanges = {
      release: [
        { places: [{ productId: here, date, times: ['10:00', '11:00'] }], people: 4 },
        { places: [{ productId: here, date, times: ['11:00'] }], people: 1 },
      ],
      take: { places: [{ productId: here, date, times: ['11:00', '12:00'], limits }], people: 6 },
    }
    expect(changedPlaces(changes)).toEqual([
      { product: here, date, released: 5, taken: 6, capacity: 100, version: 1 },
      { product: here, date, time: '10:00', released: 4, taken: 0 },
      { product: here, date, time: '11:00', released: 5, taken: 6, capacity: 20 },
      { product: here, date, time: '12:00', released: 0, taken: 6, capacity: 20 },
    ])
    expect(changedPlaces({ release: [{ places: [{ productId: here, date, times: ['10:00'] }], people: 0 }] })).toEqual(
      [],
    )
  })
})

let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database
/** Tries nothing again after a deadlock, unlike the pool of the database. */
let plainPool: pg.Pool
beforeAll(async () => {
  const name = await createDatabase('booking', openDatabases)
  opened = await openDatabases(testServerUrl(), name)
  database = opened.databases.sandbox
  plainPool = openPool(name, testServerUrl(), { max: 24, options: '-c search_path=sandbox,public' })
})
afterAll(async () => {
  await plainPool.end()
  await opened.close()
})

/** Changes places in a transaction of their own. */
const change = (changes: PlaceChanges): Promise<boolean> => changePlaces(plainPool, changes)
const take = (places: readonly HeldPlaces[], people: number, given: Partial<PlaceLimits> = {}): PlaceChanges => ({
  take: { places: places.map((one) => ({ ...one, limits: { ...limits, ...given } })), people },
})
const at = (productId: string, ...times: string[]): HeldPlaces => ({ productId, date, times })

/** Booked places by slot, and by day with an empty time; those that are not 0. */
async function booked(...products: string[]): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ slot: string; booked: number }>(
    `SELECT product_id || ' ' || visit_time AS slot, booked FROM inventory_slot
       WHERE product_id = ANY ($1) AND booked <> 0
     UNION ALL SELECT product_id || ' ', booked FROM inventory_day WHERE product_id = ANY ($1) AND booked <> 0`,
    [products],
  )
  return Object.fromEntries(rows.map((row) => [row.slot, row.booked]))
}
const rows = async (table: string, product: string): Promise<number> =>
  (await database.pool.query(`SELECT FROM ${table} WHERE product_id = $1`, [product])).rowCount ?? 0

describe('places of several products', () => {
  it('are taken and released together, a party once a day for two slots', async () => {
    const [tour, cenote] = [randomUUID(), randomUUID()]
    const places = [at(tour, '09:30'), at(cenote, '10:00', '12:00')]
    expect(await change(take(places, 4))).toBe(true)
    expect(await booked(tour, cenote)).toEqual({
      [`${tour} `]: 4,
      [`${tour} 09:30`]: 4,
      [`${cenote} `]: 4,
      [`${cenote} 10:00`]: 4,
      [`${cenote} 12:00`]: 4,
    })
    expect(await change({ release: [{ places, people: 4 }] })).toBe(true)
    expect(await booked(tour, cenote)).toEqual({})
  })

  it('count those that are released as free, on a full day and in a full slot', async () => {
    const cenote = randomUUID()
    expect(await change(take([at(cenote, '10:00')], 20, { daily: 20 }))).toBe(true)
    const moved = (people: number, time: string): PlaceChanges => ({
      release: [{ places: [at(cenote, '10:00')], people: 5 }],
      ...take([at(cenote, time)], people, { daily: 20 }),
    })
    expect(await change(moved(6, '11:00'))).toBe(false)
    expect(await change(moved(6, '10:00'))).toBe(false)
    expect(await change(moved(5, '10:00'))).toBe(true)
    expect(await change(moved(5, '11:00'))).toBe(true)
    expect(await booked(cenote)).toEqual({ [`${cenote} `]: 20, [`${cenote} 10:00`]: 15, [`${cenote} 11:00`]: 5 })
  })

  it('limit a day only where it has a limit', async () => {
    const [tour, cenote] = [randomUUID(), randomUUID()]
    for (const time of ['08:00', '09:00', '10:00'])
      expect(await change(take([at(tour, time)], 20, { daily: null }))).toBe(true)
    expect(await change(take([at(cenote, '08:00')], 20, { daily: 19 }))).toBe(false)
    expect(await booked(tour, cenote)).toMatchObject({ [`${tour} `]: 60 })
  })

  it('are as they were when the last of them has no room', async () => {
    const products = [randomUUID(), randomUUID(), randomUUID()].sort()
    const [first = '', second = '', last = ''] = products
    expect(await change(take([at(last, '10:00')], 18))).toBe(true)
    const before = await booked(...products)
    expect(await change(take([at(first, '09:00'), at(second, '10:00'), at(last, '10:00')], 3))).toBe(false)
    expect(await booked(...products)).toEqual(before)
    expect([await rows('inventory_day', first), await rows('inventory_slot', second)]).toEqual([0, 0])
  })

  it('leave a transaction that they were refused in as it was', async () => {
    const [cenote, other] = [randomUUID(), randomUUID()]
    await inTransaction(database.pool, async (client) => {
      expect(await changePlaces(client, take([at(cenote, '10:00')], 2))).toBe(true)
      expect(await changePlaces(client, take([at(cenote, '11:00'), at(other, '10:00')], 21))).toBe(false)
    })
    expect(await booked(cenote, other)).toEqual({ [`${cenote} `]: 2, [`${cenote} 10:00`]: 2 })
  })

  it('cannot be released when they are not taken', async () => {
    const cenote = randomUUID()
    const release = (time: string, people: number): PlaceChanges => ({
      release: [{ places: [at(cenote, time)], people }],
    })
    await expect(change(release('10:00', 1))).rejects.toThrow('inventory_day_booked_check')
    expect(await change(take([at(cenote, '10:00')], 2))).toBe(true)
    await expect(change(release('11:00', 1))).rejects.toThrow('inventory_slot_booked_check')
    await expect(change(release('10:00', 3))).rejects.toThrow('inventory_day_booked_check')
    await expect(change({ ...release('11:00', 1), ...take([at(cenote, '10:00')], 1) })).rejects.toThrow(
      'inventory_slot_booked_check',
    )
    expect(await booked(cenote)).toEqual({ [`${cenote} `]: 2, [`${cenote} 10:00`]: 2 })
  })
})

describe('the calendars of products', () => {
  const close = (product: string): Promise<unknown> =>
    database.pool.query(
      `INSERT INTO closure (id, cenote_id, start_date, end_date, reason, message) VALUES (gen_random_uuid(), $1, $2, $2, 'maintenance', '{}')`,
      [product, date],
    )

  it('refuse places on a day that is closed for one of them, and still release them', async () => {
    const [tour, cenote] = [randomUUID(), randomUUID()]
    const places = [at(tour, '09:30'), at(cenote, '10:00')]
    expect(await change(take(places, 4))).toBe(true)
    await close(cenote)
    expect(await change(take(places, 1))).toBe(false)
    // Also for those who have places there already.
    expect(await change({ release: [{ places, people: 4 }], ...take(places, 4) })).toBe(false)
    expect(await change({ release: [{ places, people: 4 }] })).toBe(true)
    expect(await booked(tour, cenote)).toEqual({})
  })

  it('refuse places in a closed slot, and beyond a capacity set for it', async () => {
    const cenote = randomUUID()
    await database.pool.query(
      `INSERT INTO inventory_slot (product_id, visit_date, visit_time, capacity, closed)
       VALUES ($1, $2, '10:00', NULL, true), ($1, $2, '11:00', 5, false)`,
      [cenote, date],
    )
    expect(await change(take([at(cenote, '10:00')], 1))).toBe(false)
    expect(await change(take([at(cenote, '11:00')], 6))).toBe(false)
    expect(await change(take([at(cenote, '09:00', '11:00')], 5))).toBe(true)
    expect(
      await change({ release: [{ places: [at(cenote, '09:00')], people: 5 }], ...take([at(cenote, '10:00')], 5) }),
    ).toBe(false)
    expect(await booked(cenote)).toMatchObject({ [`${cenote} `]: 5, [`${cenote} 09:00`]: 5 })
  })

  it('refuse places with facts that are older than the fence of one of them', async () => {
    const [tour, cenote] = [randomUUID(), randomUUID()]
    await database.pool.query('INSERT INTO product_fence (product_id, version) VALUES ($1, 2)', [cenote])
    const places = [at(tour, '09:30'), at(cenote, '10:00')]
    expect(await change(take(places, 1, { version: 1 }))).toBe(false)
    expect(await change(take(places, 1, { version: 2 }))).toBe(true)
  })

  it('are waited for while they are changed', async () => {
    const [tour, cenote] = [randomUUID(), randomUUID()]
    const closing = await database.pool.connect()
    try {
      await closing.query('BEGIN')
      await closing.query('SELECT pg_advisory_xact_lock(calendar_lock($1))', [cenote])
      const taken = change(take([at(tour, '09:30'), at(cenote, '10:00')], 1))
      await waitsForLock(closing)
      await closing.query(
        `INSERT INTO closure (id, cenote_id, start_date, end_date, reason, message) VALUES (gen_random_uuid(), $1, $2, $2, 'maintenance', '{}')`,
        [cenote, date],
      )
      await closing.query('COMMIT')
      expect(await taken).toBe(false)
    } finally {
      closing.release()
    }
  })

  /** Returns once another session of this database waits for an advisory lock. */
  async function waitsForLock(client: PoolClient): Promise<void> {
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    while ((await client.query(waiting)).rowCount === 0);
  }
})

describe('concurrent changes of places', () => {
  it('that cross one another all end, and none is sold twice', async () => {
    const products = Array.from({ length: 4 }, () => randomUUID())
    const dates = [date, '2026-12-06']
    const times = ['10:00', '11:00']
    const hourly = 6
    const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
    /** Two or three products, in an order that differs from one to the next. */
    const placesAt = (index: number): HeldPlaces[] =>
      [0, 1, 2].slice(index % 2).map((step) => ({
        productId: pick(products, index * 3 + step * (1 + (index % 3))),
        date: pick(dates, index + step),
        times: index % 5 === 0 ? times : [pick(times, index)],
      }))
    const merged = (places: readonly HeldPlaces[]): HeldPlaces[] => {
      const days = new Map(places.map((one) => [`${one.productId} ${one.date}`, one]))
      return [...days.values()]
    }
    const held: { places: HeldPlaces[]; people: number }[] = []
    let refused = 0
    await Promise.all(
      Array.from({ length: 24 }, async (_, worker) => {
        let mine: { places: HeldPlaces[]; people: number } | undefined
        for (let round = 0; round < 15; round += 1) {
          const index = worker * 7 + round * 11
          const wanted = { places: merged(placesAt(index)), people: 1 + (index % 2) }
          const given = { daily: 14, hourly }
          const isChanged = await change({
            ...(mine ? { release: [mine] } : {}),
            ...take(wanted.places, wanted.people, given),
          })
          if (isChanged) mine = wanted
          else refused += 1
        }
        if (mine) held.push(mine)
      }),
    )
    expect(refused).toBeGreaterThan(0)
    const { rows: taken } = await database.pool.query<{
      product_id: string
      visit_date: string
      visit_time: string
      booked: number
    }>(
      `SELECT product_id, visit_date, visit_time, booked FROM inventory_slot WHERE product_id = ANY ($1)
       UNION ALL SELECT product_id, visit_date, '', booked FROM inventory_day WHERE product_id = ANY ($1)`,
      [products],
    )
    const sold = new Map<string, number>()
    const add = (key: string, people: number) => sold.set(key, (sold.get(key) ?? 0) + people)
    for (const { places, people } of held)
      for (const { productId, date: day, times: hours } of places)
        for (const time of ['', ...hours]) add(`${productId} ${day} ${time}`, people)
    for (const { product_id, visit_date, visit_time, booked: people } of taken) {
      expect([visit_time, people]).toEqual([visit_time, sold.get(`${product_id} ${visit_date} ${visit_time}`) ?? 0])
      expect(people).toBeLessThanOrEqual(visit_time === '' ? 14 : hourly)
    }
  })

  it('sell the last places of a slot once, to a tour that stops there or to those who come to it alone', async () => {
    const [tour, cenote] = [randomUUID(), randomUUID()]
    const alone = (): Promise<boolean> => change(take([at(cenote, '10:00')], 1, { hourly: 10 }))
    const onTour = (): Promise<boolean> => change(take([at(tour, '09:30'), at(cenote, '10:00')], 1, { hourly: 10 }))
    const results = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? alone() : onTour())))
    expect(results.filter(Boolean)).toHaveLength(10)
    expect(await booked(cenote)).toEqual({ [`${cenote} `]: 10, [`${cenote} 10:00`]: 10 })
    expect((await booked(tour))[`${tour} 09:30`] ?? 0).toBe(
      results.filter((taken, index) => taken && index % 2 === 0).length,
    )
  })
})
