import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { Chance } from '../../../bench/chance.ts'
import { instantOf } from '../../../platform/values/clock.ts'
import { openPool, testServerUrl } from '../../../tests/testkit/database.ts'
import { seedOf, times } from '../../../tests/testkit/long-form.ts'
import { createDatabase } from '../../../tests/testkit/template-databases.ts'
import { everyDay, stop, tourTerms } from '../../../tests/testkit/tour-terms.ts'
import { openDatabases } from '../database.ts'
import { nothingTaken, type Inventory } from './rules/inventory.ts'
import { changedPlaces, placesOf, type PlaceLimits } from './places.ts'
import { termsOfCenote, type CenoteTerms, type ProductTerms } from './rules/product-terms.ts'
import { readInventories } from './repository.ts'
import { productDay } from './rules/slots.ts'
import { stopsAt } from './rules/stops.ts'

const calendars = times(1_000, 100_000)
const batchSize = 100
const seed = seedOf(41)

const date = '2026-12-07'
const timezone = 'America/Cancun'
const hours = ['09:00', '10:00', '11:00', '12:00']
const departures = ['08:00', '09:00']
const window = {
  now: { date: '2026-12-01', time: '12:00' },
  instant: instantOf('2026-12-01', '12:00', timezone),
  lastDate: '2027-12-01',
}

interface SlotRow {
  readonly visit_time: string
  readonly booked: number
  readonly capacity: number | null
  readonly event_capacity: number | null
  readonly closed: boolean
}

/** A product's rows in booking's database on the date. */
interface Stored {
  readonly id: string
  readonly booked: number
  readonly isClosed: boolean
  readonly slots: readonly SlotRow[]
}

interface Cenote extends Stored {
  readonly terms: CenoteTerms
}

/** A tour that stops at two cenotes, or twice at one, and these cenotes, which also sell visits of their own. */
interface Calendar {
  readonly tour: Stored & { readonly terms: ProductTerms }
  readonly cenotes: readonly Cenote[]
}

function randomStored(chance: Chance, slotTimes: readonly string[], most: number): Stored {
  const slots = slotTimes.flatMap((visit_time) => {
    if (chance.often(0.3)) return []
    const booked = chance.below(most + 1)
    const override = (): number | null => (chance.often(0.25) ? booked + chance.below(4) : null)
    return [{ visit_time, booked, capacity: override(), event_capacity: override(), closed: chance.often(0.15) }]
  })
  const booked = slots.reduce((sum, slot) => sum + slot.booked, 0) + (chance.often(0.2) ? chance.below(5) : 0)
  return { id: randomUUID(), booked, isClosed: chance.often(0.12), slots }
}

function randomCenote(chance: Chance): Cenote {
  const [hourly, daily] = [1 + chance.below(8), 4 + chance.below(24)]
  const schedule = { openTime: '09:00', closeTime: '13:00', timezone, daysOpen: everyDay, cutoffs: [] }
  const terms = { isActive: true, bookingCutoffMinutes: 0, schedule, capacity: { daily, hourly } }
  return { ...randomStored(chance, hours, hourly), terms }
}

function randomCalendar(chance: Chance): Calendar {
  const cenotes = [randomCenote(chance), randomCenote(chance)]
  const stops = [60, 120].map((offsetMinutes) => {
    const { id, terms } = chance.pick(cenotes)
    return stop({ cenoteId: id, offsetMinutes, schedule: terms.schedule, capacity: terms.capacity })
  })
  const capacity = 1 + chance.below(10)
  const departureTimes = departures.map((startTime) => ({ weekdays: everyDay, startTime, capacity }))
  const terms = tourTerms({ times: departureTimes }, stops)
  return { tour: { ...randomStored(chance, departures, capacity), terms }, cenotes }
}

/** A slot as it is shown, and how it is shown to a party one larger than its remaining places. */
interface Shown {
  readonly productId: string
  readonly time: string
  readonly stops: ReturnType<typeof stopsAt>
  readonly limitsOf: (productId: string) => PlaceLimits
  readonly places: number
  readonly isAvailableForMore: boolean
  readonly reasonForMore: string | null
  readonly isClosed: boolean
  readonly isSlotClosed: boolean
}

const limitsOfCenote = ({ terms: { capacity } }: Cenote): PlaceLimits => ({ ...capacity, version: 1 })
const isSlotClosed = ({ slots }: Stored, time: string): boolean =>
  slots.some(({ visit_time, closed }) => visit_time === time && closed)

/** Every slot of a calendar as `productDay` shows it. */
function shownOf({ tour, cenotes }: Calendar, inventories: ReadonlyMap<string, Inventory>): Shown[] {
  const inventoryOf = (id: string): Inventory => inventories.get(id) ?? nothingTaken
  const show = (
    product: Stored,
    time: string,
    rest: Pick<Shown, 'stops' | 'limitsOf'>,
    day: (visitors: number) => ReturnType<typeof productDay>,
  ): Shown => {
    const places = day(1).timeSlots[0]?.remaining ?? 0
    const more = day(places + 1)
    return {
      productId: product.id,
      time,
      ...rest,
      places,
      isAvailableForMore: more.available,
      reasonForMore: more.reason,
      isClosed: product.isClosed,
      isSlotClosed: isSlotClosed(product, time),
    }
  }
  const known = new Map(cenotes.map((cenote) => [cenote.id, limitsOfCenote(cenote)]))
  const ofTour = { daily: null, hourly: tour.terms.schedule.times[0]?.capacity ?? 0, version: 1 }
  const limitsOf = (id: string): PlaceLimits => known.get(id) ?? ofTour
  return [
    ...cenotes.flatMap((cenote) => {
      const terms = termsOfCenote(cenote.terms)
      const query = { ...window, terms, inventory: inventoryOf(cenote.id), stops: inventories }
      return hours.map((time) =>
        show(cenote, time, { stops: [], limitsOf }, (visitors) => productDay({ ...query, visitors, time }, date)),
      )
    }),
    ...departures.map((time) => {
      const query = { ...window, terms: tour.terms, inventory: inventoryOf(tour.id), stops: inventories, time }
      const stops = stopsAt(tour.terms, date, time)
      return show(tour, time, { stops, limitsOf }, (visitors) => productDay({ ...query, visitors }, date))
    }),
  ]
}

let opened: Awaited<ReturnType<typeof openDatabases>>
let pool: pg.Pool
beforeAll(async () => {
  const name = await createDatabase('booking', openDatabases)
  opened = await openDatabases(testServerUrl(), name)
  pool = openPool(name, testServerUrl(), { max: 2, options: '-c search_path=sandbox,public' })
})
afterAll(async () => {
  await pool.end()
  await opened.close()
})

async function store(drawn: readonly Calendar[]): Promise<void> {
  const products = drawn.flatMap(({ tour, cenotes }) => [tour, ...cenotes])
  const rows = products.map(({ id, booked, isClosed, slots }) => ({ id, booked, isClosed, slots }))
  await pool.query(
    `WITH product AS (
       SELECT * FROM jsonb_to_recordset($1) AS p (id uuid, booked integer, "isClosed" boolean, slots jsonb)
     ), day AS (
       INSERT INTO inventory_day SELECT id, $2, booked FROM product WHERE booked > 0
     ), closed AS (
       INSERT INTO closure SELECT gen_random_uuid(), id, $2, $2, 'storm', '{}' FROM product WHERE "isClosed"
     )
     INSERT INTO inventory_slot (product_id, visit_date, visit_time, booked, capacity, event_capacity, closed)
     SELECT id, $2, s.* FROM product, jsonb_to_recordset(slots)
       AS s (visit_time text, booked integer, capacity integer, event_capacity integer, closed boolean)`,
    [JSON.stringify(rows), date],
  )
}

/** Whether the database takes the places that are shown, and whether it takes one more. */
async function admitted(
  client: Pick<pg.Pool, 'query'>,
  shown: readonly Shown[],
): Promise<{ shown: boolean; more: boolean }[]> {
  const attempts = shown.map(({ productId, time, stops, limitsOf, places }, index) => {
    const held = placesOf({ productId, visitDate: date, visitTime: time, stops })
    const wanted = held.map((one) => ({ ...one, limits: limitsOf(one.productId) }))
    const take = (people: number) => changedPlaces({ take: { places: wanted, people } })
    const release = changedPlaces({ release: [{ places: held, people: places }] })
    return { index, take: take(places), release, more: take(places + 1) }
  })
  const { rows } = await client.query<{ shown: boolean; more: boolean }>(
    `SELECT CASE WHEN change_places(take) THEN change_places(release) ELSE false END AS shown,
       CASE WHEN change_places(more) THEN change_places(more_released) ELSE false END AS more
     FROM (
       SELECT index, take, release, more,
         (SELECT jsonb_agg(place || jsonb_build_object('released', place -> 'taken', 'taken', 0))
          FROM jsonb_array_elements(more) AS place) AS more_released
       FROM jsonb_to_recordset($1) AS a (index integer, take jsonb, release jsonb, more jsonb)
     ) AS attempt ORDER BY index`,
    [JSON.stringify(attempts)],
  )
  return rows
}

async function drawAndShow(chance: Chance, count: number): Promise<Shown[]> {
  const drawn = Array.from({ length: count }, () => randomCalendar(chance))
  await store(drawn)
  const ids = drawn.flatMap(({ tour, cenotes }) => [tour.id, ...cenotes.map(({ id }) => id)])
  const stored = await readInventories(
    pool,
    ids.map((productId) => ({ productId, from: date, to: date })),
  )
  const inventories = new Map(ids.map((id, index) => [id, stored[index] ?? nothingTaken]))
  return drawn.flatMap((calendar) => shownOf(calendar, inventories))
}

const openReasons = ['fully_booked', 'too_many_visitors', 'stop_full', 'stop_closed', 'closed_by_operator']

describe('a shown slot', () => {
  it(
    `admits exactly its remaining places, alone and on a tour, in ${calendars} calendars (seed ${seed})`,
    async () => {
      const chance = new Chance(seed)
      const seen = new Set<string>()
      for (let count = 0; count < calendars; count += batchSize) {
        const shown = await drawAndShow(chance, batchSize)
        const results = await admitted(pool, shown)
        expect(shown.filter((_slot, index) => results[index]?.shown !== true)).toEqual([])
        expect(shown.filter((_slot, index) => results[index]?.more !== false)).toEqual([])
        // The larger party, which the database refused, sees that and why.
        expect(shown.filter(({ isAvailableForMore }) => isAvailableForMore)).toEqual([])
        for (const { isClosed, isSlotClosed, reasonForMore } of shown) {
          if (isClosed) expect(reasonForMore).toBe('maintenance')
          else if (isSlotClosed) expect(reasonForMore).toBe('closed_by_operator')
          else expect(openReasons).toContain(reasonForMore)
          seen.add(String(reasonForMore))
        }
      }
      expect([...seen].sort()).toEqual([...openReasons, 'maintenance'].sort())
    },
    times(60_000, 3_600_000),
  )

  it.each([
    ['closures', 'place.date BETWEEN start_date AND end_date', 'false'],
    ["the operator's limit of a slot", 'inventory_slot.capacity', 'NULL'],
    ['the limit of a special event', 'event_capacity', 'NULL'],
    ["the slot's usual capacity", 'event_capacity), place.capacity', 'event_capacity), 1000000'],
    ['closed slots', 'NOT closed', 'true'],
    ["the day's capacity", 'place.taken <= place.capacity', 'place.taken <= 1000000'],
  ])('fails the comparison if the database ignores %s', async (_what, condition, without) => {
    const shown = await drawAndShow(new Chance(seed), 20)
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const { rows } = await client.query<{ text: string }>(
        "SELECT pg_get_functiondef('change_places(jsonb)'::regprocedure) AS text",
      )
      const text = rows[0]?.text ?? ''
      expect(text).toContain(condition)
      await client.query(text.replaceAll(condition, without))
      // The constraint would reject what the altered function accepts.
      await client.query('ALTER TABLE inventory_slot DROP CONSTRAINT inventory_slot_event_capacity')
      const results = await admitted(client, shown)
      expect(results.filter(({ more }) => more)).not.toEqual([])
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})
