import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { testServerUrl } from '../../../tests/testkit/database.ts'
import { insertReservations, type ReservationRow } from '../../../tests/testkit/reservation-rows.ts'
import { createDatabase } from '../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../database.ts'
import { findParties } from './repository.ts'

const idOf = (kind: number, number: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`
const partnerId = idOf(1, 1)
const now = new Date('2026-06-01T12:00:00.000Z')
const hour = { productType: 'cenote', productId: idOf(2, 1), date: '2026-07-05', time: '10:00' } as const

/** Of ten cenotes, twenty days and five hours; every tenth is of a tour that stops at the first cenote. */
const rows: readonly ReservationRow[] = Array.from({ length: 2_000 }, (_, i) => ({
  id: idOf(9, i),
  partner_id: Math.floor(i / 1_000) % 2 === 0 ? idOf(1, 2) : partnerId,
  status: 'confirmed',
  product_id: i % 10 === 0 ? idOf(3, 1) : idOf(2, i % 10),
  visit_date: `2026-07-${String(1 + (Math.floor(i / 10) % 20)).padStart(2, '0')}`,
  visit_time: `${String(8 + (Math.floor(i / 200) % 5)).padStart(2, '0')}:00`,
  guest_email: 'ana@example.com',
  guest_name: 'Ana',
  payment_deadline: now.toISOString(),
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
}))

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
  close = opened.close
  await insertReservations(database.pool, rows)
  await database.pool.query(
    `UPDATE reservation SET product_type = 'tour', stops = jsonb_build_array(
       jsonb_build_object('cenoteId', $2::text, 'date', visit_date, 'time', '10:00'),
       jsonb_build_object('cenoteId', $3::text, 'date', visit_date, 'time', '12:00'))
     WHERE product_id = $1`,
    [idOf(3, 1), idOf(2, 1), idOf(2, 2)],
  )
  await database.pool.query('ANALYZE reservation')
})
afterAll(() => close())

/** The statement with its values. */
async function statementOf(work: () => Promise<unknown>): Promise<[text: string, values: unknown[]]> {
  const spy = jest.spyOn(database.pool, 'query')
  await work()
  const { calls } = spy.mock
  spy.mockRestore()
  expect(calls).toHaveLength(1)
  return calls[0] as unknown as [string, unknown[]]
}

describe('the parties of an hour', () => {
  it.each([
    ['all partners', undefined],
    ['a partner', partnerId],
  ])('of %s are read by one statement that reads no other rows', async (_whose, partner) => {
    const [text, values] = await statementOf(() => findParties(database.pool, hour, partner, now, 100))
    const { rows: plan } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${text}`, values)
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(lines).not.toContain('Seq Scan')
    expect(lines).toContain('reservation_stop')
    expect(lines).toContain('visit_time')
  })

  it('are those of the cenote and of the tours that stop there then, up to the limit', async () => {
    const own = rows.filter(
      ({ product_id, visit_date, visit_time }) =>
        product_id === hour.productId && visit_date === hour.date && visit_time === hour.time,
    )
    const stopping = rows.filter(({ product_id, visit_date }) => product_id === idOf(3, 1) && visit_date === hour.date)
    const found = await findParties(database.pool, hour, undefined, now, 1_000)
    expect(found).toHaveLength(own.length + stopping.length)
    expect(new Set(found.map(({ productType }) => productType))).toEqual(new Set(['cenote', 'tour']))
    const at = (time: string, cenote: number) =>
      findParties(database.pool, { ...hour, time, productId: idOf(2, cenote) }, undefined, now, 1_000)
    expect((await at('12:00', 1)).some(({ productType }) => productType === 'tour')).toBe(false)
    expect((await at('12:00', 2)).filter(({ productType }) => productType === 'tour')).toHaveLength(stopping.length)
    expect(await findParties(database.pool, hour, undefined, now, 3)).toHaveLength(3)
  })
})
