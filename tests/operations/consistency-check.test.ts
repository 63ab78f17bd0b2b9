import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit, lookOnce } from '../../cli/audit/audit.ts'
import { sql, testServerUrl } from '../testkit/database.ts'
import {
  keys,
  nextSaturday,
  partner,
  startTestProduct,
  type TestResponse,
  type TestProduct,
} from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { times } from '../testkit/long-form.ts'
import { granCenote } from '../testkit/moves.ts'
import { changeTour, classic, diving } from '../testkit/tours.ts'
import { plantedFaults, type Kind } from './planted-faults.ts'
import { plantedPlaces, stopsOfClassic } from './planted-places.ts'

const path = '/api/partner/reservations'

let product: TestProduct
const ids = {} as Record<Kind, string>

const create = (changes: object = {}, headers: Record<string, string> = {}): Promise<TestResponse> =>
  partner(product.url).post(
    path,
    {
      cenoteId: granCenote,
      visitDate: nextSaturday(),
      visitTime: '10:00',
      visitors: { adults: 2, children: 1 },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 1 555' },
      ...changes,
    },
    headers,
  )
const idOf = ({ body }: TestResponse): string => body.data.id
const booking = (text: string, values: unknown[] = []) => sql(product.database('booking'), text, values)
const pricing = (text: string, values: unknown[] = []) => sql(product.database('pricing'), text, values)

async function discrepancies(look = audit): Promise<string[]> {
  const databasePrefix = product.database('booking').replace(/booking$/, '')
  const findings = await look({ serverUrl: testServerUrl(), databasePrefix, environment: 'sandbox' })
  return findings.flatMap((finding) => finding.discrepancies)
}

/** Without looking up to four times, which has tests of its own. */
const foundAtOnce = (): Promise<string[]> => discrepancies(lookOnce)

async function confirmedTour(tourId: string, visitTime: string): Promise<string> {
  const created = await create({ cenoteId: undefined, tourId, visitTime, visitors: { adults: 2, children: 0 } })
  expect(created).toHaveStatus(201)
  expect(await partner(product.url).post(`${path}/${idOf(created)}/confirm`, {})).toHaveStatus(200)
  return idOf(created)
}

beforeAll(async () => {
  product = await startTestProduct()
  const rest = partner(product.url)
  const webhook = { url: 'http://127.0.0.1:9/none', events: ['reservation.created', 'reservation.cancelled'] }
  expect(await rest.post('/webhooks', webhook)).toHaveStatus(201)
  expect(await rest.post('/webhooks', { url: 'http://127.0.0.1:9/prices', events: ['pricing.updated'] })).toHaveStatus(
    201,
  )
  await booking(
    `INSERT INTO sandbox.product_event (id, type, occurred_at, sequence)
     VALUES (gen_random_uuid(), 'pricing.updated', now(),
       nextval(pg_get_serial_sequence('sandbox.reservation_event', 'sequence')))`,
  )
  ids.pending = idOf(await create({}, { 'Idempotency-Key': randomUUID() }))
  ids.cancelled = idOf(await create({ externalId: randomUUID() }))
  await rest.post(`${path}/${ids.cancelled}/confirm`, {})
  await rest.post(`${path}/${ids.cancelled}/cancel`, { reason: 'weather' })
  ids.withCoupon = idOf(await create({ promoCode: 'CENOTE10' }))
  ids.returnedCoupon = idOf(await create({ promoCode: 'CENOTE10' }))
  await rest.post(`${path}/${ids.returnedCoupon}/cancel`, { reason: 'guest_request' })
  ids.credited = idOf(await create({ visitTime: '15:00' }))
  await rest.post(`${path}/${ids.credited}/confirm`, { paymentId: 'pay_1' })
  await rest.send('PATCH', `${path}/${ids.credited}`, { visitors: { adults: 1, children: 0 } })
  await rest.post(`${path}/${ids.credited}/refund`, { amount: 100 })
  ids.refunded = idOf(await create({ visitTime: '15:00' }))
  await rest.post(`${path}/${ids.refunded}/confirm`, { paymentId: 'pay_1' })
  await rest.post(`${path}/${ids.refunded}/cancel`, { reason: 'weather' })
  await rest.post(`${path}/${ids.refunded}/refund`, {})
  ids.tour = await confirmedTour(diving, '08:30')
  const stops = stopsOfClassic.offsets.map((offsetMinutes) => ({
    cenoteId: stopsOfClassic.cenoteId,
    offsetMinutes,
    takesPlaces: true,
  }))
  await changeTour(product, classic, { stops })
  await confirmedTour(classic, '08:00')
  // In the background: the coupon is released, and the events become deliveries.
  const counts = () =>
    booking(
      `SELECT (SELECT count(*)::integer FROM sandbox.coupon_claim WHERE state = 'returned') AS returned,
         (SELECT count(*)::integer FROM sandbox.webhook_delivery d JOIN sandbox.reservation_event e ON e.id = d.event_id) AS queued,
         EXISTS (SELECT FROM sandbox.webhook_delivery d JOIN sandbox.product_event e ON e.id = d.event_id) AS "hasProducts"`,
    )
  await eventually(counts, [{ returned: 1, queued: 11, hasProducts: true }])
})
afterAll(() => product.close())

const planted = [...plantedPlaces({ booking, ids }), ...plantedFaults({ booking, pricing, ids })]

describe('the audit', () => {
  it('finds nothing where everything went through the product', async () => {
    expect(await discrepancies()).toEqual([])
  })

  it.each(planted)('finds $wrong', async ({ plant, takeBack, named }) => {
    await plant()
    const found = await foundAtOnce()
    await takeBack()
    expect(found).toContainEqual(expect.stringMatching(named()))
    expect(await foundAtOnce()).toEqual([])
  })

  it('reports what it still finds when it looks again', async () => {
    const { plant, takeBack, named } = planted[0]!
    await plant()
    const found = await discrepancies()
    await takeBack()
    expect(found).toContainEqual(expect.stringMatching(named()))
  })

  it('checks each environment separately', async () => {
    const databasePrefix = product.database('booking').replace(/booking$/, '')
    const live = await audit({ serverUrl: testServerUrl(), databasePrefix, environment: 'live' })
    expect(live.find(({ subject }) => subject === 'reservations')).toEqual({
      subject: 'reservations',
      examined: 0,
      discrepancies: [],
    })
    expect((await partner(product.url, keys.live).get(path)).body.data).toEqual([])
  })

  it('finds nothing while reservations come, change and go', async () => {
    let going = true
    const customer = async (): Promise<void> => {
      while (going) {
        const created = await create({
          visitTime: '14:00',
          promoCode: 'CENOTE10',
          visitors: { adults: 1, children: 0 },
        })
        if (created.status !== 201) continue
        const address = `${path}/${idOf(created)}`
        await partner(product.url).post(`${address}/cancel`, { reason: 'guest_request' })
      }
    }
    const customers = Array.from({ length: 4 }, customer)
    const found: string[] = []
    for (let round = 0; round < times(2, 8); round += 1) found.push(...(await discrepancies()))
    going = false
    await Promise.all(customers)
    expect(found).toEqual([])
  })
})
