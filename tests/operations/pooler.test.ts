import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { sql, testServerUrl, uniqueName } from '../testkit/database.ts'
import { playMainJob } from '../testkit/main-job.ts'
import { describeWithPgBouncer, startPgBouncer, type Pooler } from '../testkit/pooler.ts'
import { nextSaturday, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'

const prefix = `${uniqueName('pooled')}_`
const database = (owner: string): string => `${prefix}${owner}`
const owners = ['access', 'catalog', 'pricing', 'booking']
/** Fewer than a process has connections, so that they are shared. */
const poolSize = 3

const poolerDatabases = (searchPath: (environment: string) => string) =>
  Object.fromEntries(
    owners.flatMap((owner) =>
      ['live', 'sandbox'].map((environment) => [
        `${database(owner)}_${environment}`,
        { database: database(owner), searchPath: searchPath(environment) },
      ]),
    ),
  )

describeWithPgBouncer('PgBouncer in transaction mode', () => {
  let pooler: Pooler
  let product: TestProduct
  beforeAll(async () => {
    pooler = await startPgBouncer(
      testServerUrl(),
      poolerDatabases((environment) => `${environment}, public`),
      poolSize,
    )
    product = await startTestProduct(
      { DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: testServerUrl(), CACHE_MB: '0' },
      { database },
    )
  })
  afterAll(async () => {
    await product.close()
    await pooler.stop()
  })

  it('serves the whole main job', () => playMainJob(product.url, product.url))

  it('serves concurrent bookings and reads with fewer connections, and the books balance', async () => {
    const rest = partner(product.url)
    const responses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) =>
        index % 3 === 0
          ? rest.get('/api/partner/reservations?perPage=5')
          : rest.post('/api/partner/reservations', {
              cenoteId: demoId('cenote', 'dos-ojos'),
              visitDate: nextSaturday(),
              visitors: { adults: 1, children: 0 },
              guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
            }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 201]))
    const sessions = await sql<{ count: number }>(
      'postgres',
      `SELECT count(*)::integer FROM pg_stat_activity
       WHERE datname = $1 AND backend_type = 'client backend' AND application_name NOT LIKE '%-watch'`,
      [database('booking')],
    )
    expect(sessions[0]?.count).toBeGreaterThan(0)
    expect(sessions[0]?.count).toBeLessThanOrEqual(2 * poolSize)
    const [held] = await sql<{ held: number; booked: number }>(
      database('booking'),
      `SELECT (SELECT sum(held_people) FROM sandbox.reservation)::integer AS held,
              (SELECT sum(booked) FROM sandbox.inventory_slot)::integer AS booked`,
    )
    // Two of three requests reserve for one person.
    expect(held?.held).toBeGreaterThanOrEqual(40)
    expect(held?.held).toBe(held?.booked)
  })

  it('does not keep notifications of the database away', async () => {
    const price = async (): Promise<number> => {
      const { body } = await partner(product.url).get(`/cenotes/${demoId('cenote', 'gran-cenote')}/services`)
      return body.data.find((service: { price: number | null }) => (service.price ?? 0) > 0).price
    }
    const before = await price()
    await sql(
      database('pricing'),
      'UPDATE sandbox.cenote_service SET price_cents = price_cents + 1000 WHERE price_cents > 0',
    )
    await eventually(price, before + 1_000)
  })

  it('is refused when one of its databases leads to the tables of another environment', async () => {
    const wrong = await startPgBouncer(
      testServerUrl(),
      poolerDatabases(() => 'sandbox, public'),
      poolSize,
    )
    try {
      await expect(
        startTestProduct({ DATABASE_URL: wrong.url, DATABASE_LISTEN_URL: testServerUrl() }, { database }),
      ).rejects.toThrow(/_live" must have the search path of the environment live .* begins with sandbox/)
    } finally {
      await wrong.stop()
    }
  })
})
