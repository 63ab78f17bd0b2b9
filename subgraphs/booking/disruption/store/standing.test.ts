import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { insertReservations, type ReservationRow } from '../../../../tests/testkit/reservation-rows.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { readStanding } from '../../calendar/store/standing.ts'
import { openDatabases, type Database } from '../../database.ts'
import { readHeld, scopeAtCenote, scopeOfProduct, slotsIn, type Scope } from './standing.ts'

const idOf = (kind: number, number: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`
const cenote = idOf(2, 1)
const tour = idOf(3, 1)
const dateOf = (day: number): string => `2126-07-${String(1 + day).padStart(2, '0')}`

/** Reservations on twenty days. Every tenth is a party of three on a tour that stops twice at the first of ten cenotes. */
const rows: readonly ReservationRow[] = Array.from({ length: 2_000 }, (_, i) => ({
  id: idOf(9, i),
  partner_id: idOf(1, i % 2),
  status: 'confirmed',
  product_id: i % 10 === 0 ? tour : idOf(2, i % 10),
  visit_date: dateOf(Math.floor(i / 10) % 20),
  visit_time: `${String(8 + (Math.floor(i / 200) % 5)).padStart(2, '0')}:00`,
  guest_email: 'ana@example.com',
  guest_name: 'Ana',
  payment_deadline: '2026-06-01T12:00:00.000Z',
  created_at: '2026-06-01T12:00:00.000Z',
  updated_at: '2026-06-01T12:00:00.000Z',
}))
const ofTour = rows.filter(({ product_id }) => product_id === tour)

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
  close = opened.close
  await insertReservations(database.pool, rows)
  await database.pool.query(
    `UPDATE reservation SET product_type = 'tour', infants = 1, teens = 1, stops = jsonb_build_array(
       jsonb_build_object('cenoteId', $2::text, 'date', visit_date, 'time', '10:00'),
       jsonb_build_object('cenoteId', $2::text, 'date', visit_date, 'time', '12:00')) WHERE product_id = $1`,
    [tour, cenote],
  )
  await database.pool.query(
    `INSERT INTO inventory_slot (product_id, visit_date, visit_time, booked)
     SELECT product_id, visit_date, visit_time, count(*) FROM (
       SELECT product_id, visit_date, visit_time FROM reservation
       UNION ALL SELECT (stop ->> 'cenoteId')::uuid, stop ->> 'date', stop ->> 'time'
       FROM reservation, jsonb_array_elements(stops) AS stop) AS place
     GROUP BY 1, 2, 3`,
  )
  await database.pool.query('ANALYZE reservation; ANALYZE inventory_slot')
})
afterAll(() => close())

/** The plans of the statements that some work sends, as text. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = jest.spyOn(database.pool, 'query')
  await work()
  const calls = spy.mock.calls as unknown as [string, unknown[]][]
  spy.mockRestore()
  const plans: string[] = []
  for (const [text, values] of calls) {
    const { rows: lines } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${text}`, values)
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
  }
  return plans
}

const day = scopeAtCenote(cenote, { from: dateOf(3), to: dateOf(4) })

describe('the reservations that hold places where something is closed', () => {
  it('are read without the other rows, those of tours by where they stop', async () => {
    const plans = await plansOf(() => readHeld(database.pool, day))
    expect(plans).toHaveLength(3)
    expect(plans.join('\n')).not.toContain('Seq Scan')
    expect(plans.at(-1)).toContain('reservation_stop')
    const standing = await plansOf(() => readStanding(database.pool, [cenote]))
    expect(standing.some((plan) => plan.includes('reservation_stop'))).toBe(true)
  })

  it('are those of the cenote and of the tours that stop there, each once with all its places', async () => {
    const held = await readHeld(database.pool, day)
    const dates = [dateOf(3), dateOf(4)]
    const on = (one: ReservationRow) => dates.includes(one.visit_date as string)
    const own = rows.filter((one) => one.product_id === cenote && on(one))
    expect(held.filter(({ productType }) => productType === 'cenote')).toHaveLength(own.length)
    const stopping = held.filter(({ productType }) => productType === 'tour')
    expect(stopping).toHaveLength(ofTour.filter(on).length)
    expect(stopping.every(({ places, people }) => people === 3 && places === 6)).toBe(true)
    const visits = held.map(({ visitDate, visitTime }) => `${visitDate} ${visitTime}`)
    expect(visits).toEqual([...visits].sort())
    const atNoon = await readHeld(database.pool, { ...day, times: ['12:00'] })
    expect(atNoon.filter(({ productType }) => productType === 'tour').every(({ places }) => places === 3)).toBe(true)
    const elsewhere = await readHeld(database.pool, scopeAtCenote(idOf(2, 2), { from: dateOf(0), to: dateOf(19) }))
    expect(elsewhere.some(({ productType }) => productType === 'tour')).toBe(false)
  })

  it('of single departures are those of no other date or time', async () => {
    const [some] = ofTour
    const slot = { date: some?.visit_date as string, time: some?.visit_time as string }
    const scope: Scope = { ...scopeOfProduct(tour, 'tour', dateOf(0)), slots: [slot] }
    const held = await readHeld(database.pool, scope)
    expect(held).toHaveLength(
      ofTour.filter(({ visit_date, visit_time }) => visit_date === slot.date && visit_time === slot.time).length,
    )
    const visit = { productId: tour, visitDate: slot.date, visitTime: slot.time, stops: null }
    expect([slotsIn(scope, visit), slotsIn(scope, { ...visit, visitTime: '23:00' })]).toEqual([1, 0])
  })

  it('count once for each cenote, from today on', async () => {
    const own = rows.filter(({ product_id }) => product_id === cenote).length
    const [standing, departures] = await readStanding(database.pool, [cenote.toUpperCase(), tour])
    expect(standing).toEqual({
      reservations: own + ofTour.length,
      people: own + 3 * ofTour.length,
      lastVisitDate: dateOf(19),
    })
    expect(departures?.reservations).toBe(ofTour.length)
  })
})
