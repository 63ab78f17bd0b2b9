import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { seedBulk } from '../../bench/bulk/seed.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { sql, testServerUrl } from '../testkit/database.ts'
import { partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'

let product: TestProduct
let rest: ReturnType<typeof partner>
const seed = (cenotes: number, reservations: number) =>
  seedBulk({
    serverUrl: testServerUrl(),
    databasePrefix: product.database('catalog').replace(/catalog$/, ''),
    environment: 'sandbox',
    cenotes,
    reservations,
    partnerId: demoId('partner', 'demo'),
    onProgress: () => undefined,
  })
/** Looks in the booking database for what must not be there. */
const none = async (text: string): Promise<void> =>
  expect(await sql(product.database('booking'), text.replace(/\b(FROM|JOIN) (?=[a-z])/g, '$1 sandbox.'))).toEqual([])

beforeAll(async () => {
  product = await startTestProduct()
  rest = partner(product.url)
  await seed(20, 1_000)
  // The second run adds to the first.
  await seed(50, 1_600)
})
afterAll(async () => {
  await expectBalancedBooks(product.database('booking'))
  await product.close()
})

describe('bulk data', () => {
  it('has the requested size', async () => {
    const cenotes = await sql<Json>(
      product.database('catalog'),
      `SELECT count(*)::integer FROM sandbox.cenote WHERE slug LIKE 'bulk-%'`,
    )
    const reservations = await sql<Json>(
      product.database('booking'),
      'SELECT count(*)::integer FROM sandbox.reservation',
    )
    expect([cenotes[0].count, reservations[0].count]).toEqual([50, 1_600])
    expect(await sql(product.database('booking'), 'SELECT 1 FROM live.reservation')).toEqual([])
  })

  it('has a tour for every tenth cenote, and every other tour takes places of the two that it visits', async () => {
    const tours = await sql<Json>(
      product.database('catalog'),
      `SELECT slug, jsonb_array_length(stops) AS stops, start_times, capacity, count(v.*)::integer AS cenotes
       FROM sandbox.tour t JOIN sandbox.tour_cenote v ON v.tour_id = t.id WHERE slug LIKE 'bulk-%' GROUP BY t.id ORDER BY slug`,
    )
    const departures = { start_times: ['09:00', '12:00'], capacity: 20, cenotes: 2 }
    expect(tours).toEqual([0, 2, 0, 2, 0].map((stops, index) => ({ slug: `bulk-${index + 1}0`, stops, ...departures })))
  })

  it('takes exactly the places its reservations hold, no slot or day beyond what it holds', async () => {
    await none(`SELECT cenote_id, visit_date FROM (SELECT cenote_id, visit_date, sum(held_people) AS held FROM reservation GROUP BY 1, 2) r
      FULL JOIN inventory_day d USING (cenote_id, visit_date) WHERE coalesce(held, 0) <> coalesce(booked, 0)`)
    await none(`SELECT cenote_id FROM (SELECT cenote_id, visit_date, visit_time, sum(held_people) AS held FROM reservation GROUP BY 1, 2, 3) r
      FULL JOIN inventory_slot s USING (cenote_id, visit_date, visit_time) WHERE coalesce(held, 0) <> coalesce(booked, 0)`)
    await none('SELECT booked FROM inventory_slot WHERE booked > 20')
    await none('SELECT booked FROM inventory_day WHERE booked > 160')
  })

  it('has the history and events of each reservation, the last of which is as it stands', async () => {
    await none(`SELECT r.id FROM reservation r LEFT JOIN reservation_event e ON e.reservation_id = r.id
      GROUP BY r.id, r.version HAVING count(e.id) <> r.version OR max(e.version) <> r.version`)
    await none(
      `SELECT r.id FROM reservation r LEFT JOIN status_change c ON c.reservation_id = r.id GROUP BY r.id, r.version HAVING count(c.version) <> r.version`,
    )
    await none(
      `SELECT r.id FROM reservation r JOIN status_change c ON c.reservation_id = r.id AND c.version = r.version WHERE c.status <> r.status`,
    )
    await none(`SELECT r.id FROM reservation r JOIN reservation_event e ON e.reservation_id = r.id AND e.version = r.version
      WHERE e.snapshot ->> 'status' <> r.status OR (e.snapshot ->> 'updatedAt')::timestamptz <> r.updated_at OR e.snapshot ->> 'version' <> r.version::text`)
    const statuses = await sql<Json>(
      product.database('booking'),
      'SELECT DISTINCT status FROM sandbox.reservation ORDER BY 1',
    )
    expect(statuses.map(({ status }) => status)).toEqual(['cancelled', 'completed', 'confirmed', 'no_show', 'pending'])
  })

  it('is read and changed through the API like any other', async () => {
    const { body } = await rest.get('/api/partner/cenotes?search=bulk&perPage=1')
    expect(body.pagination.total).toBe(0)
    const found = await rest.get(
      '/api/partner/cenotes?sortBy=name&perPage=100&expand=amenities,reviews,availability,nearby,tours',
    )
    expect(found).toHaveStatus(200)
    const [cenote] = found.body.data.filter(({ slug }: Json) => slug.startsWith('bulk-'))
    expect(cenote.reviews).toHaveLength(3)
    for (const status of ['pending', 'confirmed', 'completed', 'cancelled', 'no_show']) {
      const { body: list } = await rest.get(`/api/partner/reservations?status=${status}&perPage=1`)
      const read = await rest.get(`/api/partner/reservations/${list.data[0].bookingReference}`)
      expect(read).toHaveStatus(200)
      expect(read.body.data).toMatchObject({ id: list.data[0].id, status })
      expect(read.body.data.statusHistory.at(-1).status).toBe(status)
    }
    const events = await rest.graphql(
      '{ reservations(first: 3, filter: { status: PENDING }) { nodes { id pricing { totalCents } } } }',
    )
    const { id } = events.body.data.reservations.nodes[0]
    const confirmed = await rest.post(`/api/partner/reservations/${id}/confirm`, {
      paymentId: 'p',
      paymentMethod: 'credit_card',
    })
    expect([confirmed.status, confirmed.body.data?.status]).toEqual([200, 'confirmed'])
  })
})
