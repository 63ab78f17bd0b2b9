import { readFile, stat } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { sql } from '../testkit/database.ts'
import { ownDatabases, startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import {
  keys,
  nextSaturday,
  partner,
  startTestProduct,
  type TestResponse,
  type TestProduct,
} from '../testkit/product.ts'

const reservations = '/api/partner/reservations'
const cenoteId = demoId('cenote', 'gran-cenote')
const booking = (visitTime: string, more: object = {}) => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitTime,
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Olga', email: 'olga@example.com', phone: '+52 1' },
  ...more,
})

let server: OwnPostgres
let product: TestProduct
beforeAll(async () => {
  server = await startOwnPostgres({ demoData: true })
  product = await startTestProduct({ DATABASE_URL: server.url, HOLD_LIMIT_BASIC: '10' }, ownDatabases)
})
afterAll(async () => {
  await product.close()
  await server.stop()
})

const run = (text: string, values: unknown[] = []) => sql(product.database('booking'), text, values, server.url)

/** Makes a slot hold two people, both of them taken. */
async function fill(visitTime: string): Promise<void> {
  await run(
    'INSERT INTO sandbox.inventory_slot (product_id, visit_date, visit_time, capacity) VALUES ($1, $2, $3, 2)',
    [cenoteId, nextSaturday(), visitTime],
  )
  const { status } = await partner(product.url).post(
    reservations,
    booking(visitTime, { visitors: { adults: 2, children: 0 } }),
  )
  expect(status).toBe(201)
}

const statuses = (responses: readonly TestResponse[]): number[] =>
  [...new Set(responses.map(({ status }) => status))].sort()

describe('the log of the database', () => {
  it('does not grow by refusals for lack of room, whatever the request', async () => {
    await fill('09:00')
    const before = await readFile(server.logFile, 'utf8')
    const rest = partner(product.url)
    const atOnce = await Promise.all(
      Array.from({ length: 40 }, () => rest.post(reservations, booking('09:00', { promoCode: 'CENOTE10' }))),
    )
    expect(statuses(atOnce)).toEqual([422])
    const bulk = await rest.post(`${reservations}/bulk`, { reservations: [booking('09:00'), booking('09:00')] })
    expect(bulk).toHaveStatus(422)
    expect(await readFile(server.logFile, 'utf8')).toBe(before)
  })

  it('does not grow by a rush for the last places, nor is one of them given twice', async () => {
    await run(
      'INSERT INTO sandbox.inventory_slot (product_id, visit_date, visit_time, capacity) VALUES ($1, $2, $3, 5)',
      [cenoteId, nextSaturday(), '10:00'],
    )
    const before = await readFile(server.logFile, 'utf8')
    const rest = partner(product.url)
    const responses = await Promise.all(Array.from({ length: 60 }, () => rest.post(reservations, booking('10:00'))))
    expect([201, 422].map((wanted) => responses.filter(({ status }) => status === wanted).length)).toEqual([5, 55])
    expect(await readFile(server.logFile, 'utf8')).toBe(before)
    // A full slot leaves the day as it was.
    const booked = await run(
      `SELECT d.booked AS day, (SELECT sum(s.booked) FROM sandbox.inventory_slot s WHERE s.product_id = d.product_id
         AND s.visit_date = d.visit_date)::integer AS slots
       FROM sandbox.inventory_day d WHERE product_id = $1 AND visit_date = $2`,
      [cenoteId, nextSaturday()],
    )
    expect(booked).toEqual([{ day: 7, slots: 7 }])
  })

  it('does not grow by other refusals that a partner may expect', async () => {
    const before = await readFile(server.logFile, 'utf8')
    const basic = partner(product.url, 'sk_test_demo_basic')
    const rest = partner(product.url)
    const held = await Promise.all(Array.from({ length: 6 }, () => basic.post(reservations, booking('11:00'))))
    expect(held.filter(({ body }) => body.error?.code === 'HOLD_LIMIT_EXCEEDED')).toHaveLength(3)
    const created = held.find(({ status }) => status === 201)
    expect(created).toBeDefined()
    const address = `${reservations}/${created?.body.data.id}`
    expect(await rest.send('PATCH', address, { visitTime: '09:00' })).toHaveStatus(422)
    const confirmed = [await rest.post(`${address}/confirm`, {}), await rest.post(`${address}/confirm`, {})]
    expect(confirmed.map(({ status }) => status)).toEqual([200, 409])
    for (const promoCode of ['SOLDOUT', 'EXPIRED2024', 'NOSUCHCODE'])
      expect((await rest.post(reservations, booking('11:00', { promoCode }))).status).toBeGreaterThanOrEqual(400)
    const webhook = { url: 'https://example.com/hook', events: ['reservation.created'] }
    const webhooks = await Promise.all(Array.from({ length: 2 }, () => rest.post('/webhooks', webhook)))
    expect(webhooks.map(({ status }) => status).sort()).toEqual([201, 409])
    const repeated = await Promise.all(
      Array.from({ length: 5 }, () => rest.post(reservations, booking('12:00'), { 'Idempotency-Key': 'at-once' })),
    )
    expect(repeated.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
    expect(await partner(product.url, keys.revoked).get(reservations)).toHaveStatus(401)
    expect(await readFile(server.logFile, 'utf8')).toBe(before)
  })

  it('can be read by its owner only', async () => {
    expect((await stat(server.logFile)).mode & 0o777).toBe(0o600)
  })
})

describe('a full disk of the database', () => {
  it('is 503 with Retry-After from the first request on, and over once there is room', async () => {
    await run(`CREATE FUNCTION sandbox.no_room_on_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file "base/1/1": No space left on device' USING ERRCODE = '53100'; END $$`)
    const rest = partner(product.url)
    const known = await rest.post(reservations, booking('13:00'))
    const address = `${reservations}/${known.body.data.id}`
    const writes: Record<string, () => Promise<TestResponse>> = {
      reservation: () => rest.post(reservations, booking('13:00')),
      coupon_claim: () => rest.post(reservations, booking('13:00', { promoCode: 'CENOTE10' })),
      status_change: () => rest.post(`${address}/confirm`, {}),
      webhook: () => rest.post('/webhooks', { url: 'https://example.com/full', events: ['reservation.created'] }),
    }
    for (const [table, write] of Object.entries(writes)) {
      await run(
        `CREATE TRIGGER full_disk BEFORE INSERT ON sandbox.${table} FOR EACH ROW EXECUTE FUNCTION sandbox.no_room_on_disk()`,
      )
      const { status, headers, body } = await write()
      expect([table, status, body.error?.code]).toEqual([table, 503, 'SERVICE_UNAVAILABLE'])
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      await run(`DROP TRIGGER full_disk ON sandbox.${table}`)
      const { status: again } = await write()
      expect([table, again]).toEqual([table, table === 'status_change' ? 200 : 201])
    }
  })
})
