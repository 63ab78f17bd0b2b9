import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { addDays, localDateTime } from '../../platform/values/clock.ts'
import { sql, testServerUrl } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { classic, tourSeller } from '../testkit/tours.ts'

const path = '/api/partner/reservations'
const { date: today } = localDateTime(new Date(), 'America/Cancun')
const soldOut = addDays(today, 7)

const settings = { DEMO_RESERVATIONS: '1' }
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(settings)
})
afterAll(() => product.close())

const reservations = async (url: string, apiKey: string): Promise<Json[]> =>
  (await partner(url, apiKey).get(path)).body.data
const dayOf = async (apiKey: string, date: string): Promise<Json> => {
  const address = `/booking/tours/${classic}/availability?startDate=${date}&endDate=${addDays(date, 1)}`
  const { body } = await partner(product.url, apiKey).get(address)
  return body.data.availability.find((day: Json) => day.date === date)
}

describe('demo reservations', () => {
  it('sell out a departure of the sandbox, beside a cancelled and an extra one', async () => {
    const [first, second] = (await dayOf(keys.demo, soldOut)).timeSlots
    expect(first).toMatchObject({ time: '08:00', available: false, remaining: 0, reason: 'fully_booked' })
    expect(second).toMatchObject({ time: '13:00', available: true, remaining: 14 })
    expect(
      await tourSeller(product).refused({ tourId: classic, visitDate: soldOut, visitTime: '08:00' }),
    ).toMatchObject({
      code: 'TOUR_NOT_AVAILABLE',
      details: { reason: 'fully_booked' },
    })
    const cancelled = (await dayOf(keys.demo, addDays(today, 8))).timeSlots
    expect(cancelled).toContainEqual(expect.objectContaining({ time: '13:00', reason: 'departure_cancelled' }))
    const extra = (await dayOf(keys.demo, addDays(today, 9))).timeSlots
    expect(extra).toContainEqual(expect.objectContaining({ time: '10:00', available: true }))
  })

  it('are confirmed and paid reservations of the other demo partner, with events, and the audit balances', async () => {
    const sold = await reservations(product.url, keys.rival)
    expect(sold.map(({ status, tourId, visitors }) => [status, tourId, visitors.total]).sort()).toEqual([
      ['confirmed', classic, 4],
      ['confirmed', classic, 4],
      ['confirmed', classic, 6],
    ])
    for (const { payment } of sold) expect(payment).toMatchObject({ status: 'completed', balanceDue: 0 })
    const { body } = await partner(product.url, keys.rival).get('/events')
    expect(body.data.map(({ type }: Json) => type).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'reservation.confirmed'),
      ...Array.from({ length: 3 }, () => 'reservation.created'),
    ])
    const databasePrefix = product.database('booking').replace(/booking$/, '')
    const findings = await audit({ serverUrl: testServerUrl(), databasePrefix, environment: 'sandbox' })
    expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
  })

  it('are in the sandbox only', async () => {
    expect(await reservations(product.url, 'pk_live_rival_enterprise')).toEqual([])
    expect((await dayOf(keys.live, soldOut)).timeSlots[0]).toMatchObject({ time: '08:00', available: true })
  })

  it('are made once, however many processes start, and continued where one was stopped', async () => {
    const before = await reservations(product.url, keys.rival)
    const others = await Promise.all([startTestProduct(settings, product), startTestProduct(settings, product)])
    for (const { url } of others) expect(await reservations(url, keys.rival)).toEqual(before)
    const events = () => sql(product.database('booking'), 'SELECT count(*)::integer FROM sandbox.reservation_event')
    expect(await events()).toEqual([{ count: 6 }])
    for (const other of others) await other.close()
  })

  it('are absent with DEMO_RESERVATIONS=0', async () => {
    const without = await startTestProduct()
    try {
      expect(await reservations(without.url, keys.rival)).toEqual([])
      await eventually(
        () => sql(without.database('booking'), 'SELECT FROM sandbox.inventory_slot WHERE booked > 0'),
        [],
      )
    } finally {
      await without.close()
    }
  })
})
