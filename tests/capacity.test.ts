import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { localExecutor } from '../platform/graphql-executor.ts'
import { createLogger } from '../platform/logger.ts'
import { demoId } from '../platform/demo-id.ts'
import { createBookingSubgraph } from '../subgraphs/booking/server.ts'
import { createCatalogSubgraph } from '../subgraphs/catalog/server.ts'
import { createPricingSubgraph } from '../subgraphs/pricing/server.ts'
import { sql, testServerUrl, uniqueName } from './testkit/database.ts'
import { nextSaturday, partner, startTestProduct, type Answer, type TestProduct } from './testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const visitDate = nextSaturday()
const body = (visitTime: string, adults = 1) => ({
  cenoteId,
  visitDate,
  visitTime,
  visitors: { adults, children: 0 },
  guest: { name: 'Crowd', email: 'crowd@example.com', phone: '+52 1' },
})

/** Makes one slot hold 20. */
const holdTwenty = (database: string, time: string) =>
  sql(
    database,
    'INSERT INTO sandbox.inventory_slot (cenote_id, visit_date, visit_time, capacity) VALUES ($1, $2, $3, 20)',
    [cenoteId, visitDate, time],
  )

/** Booked places must equal the people of active reservations, for every slot and every day. */
async function expectBalancedBooks(database: string): Promise<void> {
  const people = 'sum(adults + children + seniors)::integer'
  const active = "status IN ('pending', 'confirmed', 'in_progress')"
  for (const [table, place] of [
    ['inventory_slot', 'cenote_id, visit_date, visit_time'],
    ['inventory_day', 'cenote_id, visit_date'],
  ] as const) {
    const differences = await sql(
      database,
      `SELECT ${place}, counted.people, booked.booked FROM (SELECT ${place}, booked FROM sandbox.${table} WHERE booked > 0) booked
       FULL JOIN (SELECT ${place}, ${people} AS people FROM sandbox.reservation WHERE ${active} GROUP BY ${place}) counted USING (${place})
       WHERE booked.booked IS DISTINCT FROM counted.people`,
    )
    expect(differences).toEqual([])
  }
  const untold = await sql(
    database,
    `SELECT r.id FROM sandbox.reservation r WHERE (SELECT count(*) FROM sandbox.reservation_event e WHERE e.reservation_id = r.id) <> r.version`,
  )
  expect(untold).toEqual([])
}

describe('places', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct()
  })
  afterAll(() => product.close())

  it('go to exactly 20 of 200 who come at once for a slot of 20, and the others hear it cleanly', async () => {
    await holdTwenty(product.database('booking'), '10:00')
    const rest = partner(product.url)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => rest.post('/api/partner/reservations', body('10:00'))),
    )
    const created = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 422)
    expect([created.length, refused.length]).toEqual([20, 180])
    for (const { body: refusal } of refused)
      expect(refusal.error).toMatchObject({
        code: 'CENOTE_NOT_AVAILABLE',
        details: { reason: 'fully_booked', time: '10:00' },
      })
    expect(refused[0]?.body.error.details.alternatives).toHaveLength(3)
    await expectBalancedBooks(product.database('booking'))
  })

  it('are never more than a slot holds when parties of all sizes come, confirm and cancel at once', async () => {
    await holdTwenty(product.database('booking'), '12:00')
    const rest = partner(product.url)
    const one = async (index: number): Promise<Answer> => {
      const created = await rest.post('/api/partner/reservations', body('12:00', 1 + (index % 5)))
      if (created.status !== 201) return created
      const address = `/api/partner/reservations/${created.body.data.id}`
      await Promise.all([
        rest.post(`${address}/confirm`, {}),
        ...(index % 2 === 0 ? [rest.post(`${address}/cancel`, { reason: 'weather' })] : []),
      ])
      return created
    }
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => one(index)))
    for (const { status, body: answer } of answers) {
      expect([201, 422]).toContain(status)
      if (status === 422) expect(['CENOTE_NOT_AVAILABLE', 'INSUFFICIENT_CAPACITY']).toContain(answer.error.code)
    }
    const [slot] = await sql<{ booked: number }>(
      product.database('booking'),
      `SELECT booked FROM sandbox.inventory_slot WHERE visit_date = $1 AND visit_time = '12:00'`,
      [visitDate],
    )
    expect(slot?.booked).toBeLessThanOrEqual(20)
    await expectBalancedBooks(product.database('booking'))
  })

  it('go to one winner when a confirmation and a cancellation race', async () => {
    const rest = partner(product.url)
    for (let round = 0; round < 10; round += 1) {
      const created = await rest.post('/api/partner/reservations', body('14:00'))
      const address = `/api/partner/reservations/${created.body.data.id}`
      const answers = await Promise.all([
        rest.post(`${address}/confirm`, {}),
        rest.post(`${address}/confirm`, {}),
        rest.post(`${address}/cancel`, { reason: 'weather' }),
      ])
      expect(answers.filter(({ status }) => status === 200 || status === 409)).toHaveLength(3)
      expect(answers.filter((answer, index) => index < 2 && answer.status === 200).length).toBeLessThanOrEqual(1)
      const { body: read } = await rest.get(address)
      expect(read.data.statusHistory.at(-1).status).toBe(read.data.status)
    }
    await expectBalancedBooks(product.database('booking'))
  })

  it('of a hold that ran out are free again, and its end is told', async () => {
    const rest = partner(product.url)
    const created = await rest.post('/api/partner/reservations', body('15:00', 4))
    await sql(
      product.database('booking'),
      `UPDATE sandbox.reservation SET payment_deadline = now() - interval '1 second' WHERE id = $1`,
      [created.body.data.id],
    )
    const confirmed = await rest.post(`/api/partner/reservations/${created.body.data.id}/confirm`, {})
    expect(confirmed.body.error).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      status: 409,
      details: { currentStatus: 'cancelled', requestedStatus: 'confirmed', allowedTransitions: ['refunded'] },
    })
    const [event] = await sql<{ type: string }>(
      product.database('booking'),
      'SELECT type FROM sandbox.reservation_event WHERE reservation_id = $1 ORDER BY version DESC LIMIT 1',
      [created.body.data.id],
    )
    expect(event?.type).toBe('reservation.expired')
    await expectBalancedBooks(product.database('booking'))
  })
})

describe('two booking subgraphs on one database', () => {
  it('together give exactly 20 places to 200 who come at once', async () => {
    const logger = createLogger('silent', 'test')
    const prefix = `${uniqueName('t')}_`
    const common = {
      serverUrl: testServerUrl(),
      demoData: true,
      signingSecret: 'a secret of the test, long enough',
      logger,
    }
    const [catalog, pricing] = await Promise.all([
      createCatalogSubgraph({ ...common, databaseName: `${prefix}catalog` }),
      createPricingSubgraph({ ...common, databaseName: `${prefix}pricing` }),
    ])
    const executors = { catalog: localExecutor(catalog), pricing: localExecutor(pricing) }
    const replica = () =>
      createBookingSubgraph({
        ...common,
        ...executors,
        databaseName: `${prefix}booking`,
        publicUrl: 'http://127.0.0.1',
        holdMinutes: 60,
        mail: { from: 'test@localhost', folder: '/nonexistent' },
      })
    const [first, second] = await Promise.all([replica(), replica()])
    const replicas = [localExecutor(first), localExecutor(second)] as const
    await holdTwenty(`${prefix}booking`, '10:00')
    const identity = {
      partnerId: demoId('partner', 'demo'),
      environment: 'sandbox',
      scopes: [],
      locale: 'en',
      requestId: 'test',
    } as const
    const { visitors, guest } = body('10:00')
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        replicas[index % 2 === 0 ? 0 : 1].execute(
          {
            query: 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
            variables: { input: { cenoteId, visitDate, visitTime: '10:00', visitors, guest } },
          },
          identity,
        ),
      ),
    )
    expect(results.filter(({ errors }) => !errors)).toHaveLength(20)
    expect(results.filter(({ errors }) => errors?.[0]?.extensions.code === 'CENOTE_NOT_AVAILABLE')).toHaveLength(180)
    await expectBalancedBooks(`${prefix}booking`)
    for (const subgraph of [first, second, catalog, pricing]) await subgraph.close()
  })
})
