import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { localDateTime } from '../../platform/values/clock.ts'
import { directPartner } from '../../schema/built-in-partners.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { countVisits, moveVisit, storedReservation } from '../testkit/reservation-states.ts'
import { reserve } from '../testkit/reserve.ts'

const path = '/api/partner/reservations'
/** A name that no other guest has. */
const newName = (): string => `Guest${randomUUID().replaceAll('-', '')}`
let product: SharedProduct
let gate: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  gate = partner(product.url, 'sk_test_demo_gate')
})

/** The booked dates of visits that were moved. Their places were not, so the books balance once they are moved back. */
const bookedDates = new Map<string, string>()
async function visitOn(id: string, date: string, zone: string): Promise<void> {
  const { visit_date: booked } = await storedReservation(product.database('booking'), id)
  if (!bookedDates.has(id)) bookedDates.set(id, String(booked))
  await moveVisit(product.database('booking'), id, date, zone)
}
afterAll(async () => {
  for (const [id, date] of bookedDates) await moveVisit(product.database('booking'), id, date, 'America/Cancun')
})

describe('a gate key', () => {
  it('reads, takes payments of and checks in a reservation of any partner by its reference', async () => {
    const { bookingReference: ref, id, pricing } = await reserve(product.url, { apiKey: keys.rival })
    await partner(product.url, keys.rival).post(`${path}/${id}/confirm`, {})
    const read = await gate.get(`${path}/${ref}`)
    expect([read.status, read.body.data.id, read.body.data.partner]).toEqual([200, id, undefined])
    const paid = await gate.post(`${path}/${ref}/payments`, { amount: pricing.total, method: 'card_present' })
    expect(paid.status).toBe(201)
    expect((await gate.post(`${path}/${ref}/checkin`, { requirePaid: true })).status).toBe(200)
    const { data } = (await partner(product.url, keys.rival).get(`${path}/${id}`)).body
    expect(data.statusHistory.at(-1)).toMatchObject({ status: 'in_progress', by: { type: 'operator', keyId: null } })
  })

  it('sells and confirms for direct', async () => {
    const { status, body } = await gate.post(path, {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    })
    expect([status, body.error]).toEqual([201, undefined])
    expect((await gate.post(`${path}/${body.data.id}/confirm`, {})).status).toBe(200)
  })

  it('lists the visits of all partners that are today at their cenote, and no others', async () => {
    // Never the same date: these zones are 26 hours apart.
    const [west, east] = ['Etc/GMT+12', 'Pacific/Kiritimati'] as const
    const now = new Date()
    const today = (zone: string): string => localDateTime(now, zone).date
    const name = newName()
    const made = []
    for (const apiKey of [keys.demo, keys.rival, keys.demo, keys.rival])
      made.push(await reserve(product.url, { apiKey, guest: `Ixchel ${name}` }))
    const [first, second, ...others] = made.map(({ id }): string => id) as [string, string, ...string[]]
    await visitOn(first, today(west), west)
    await visitOn(second, today(east), east)
    await visitOn(others[0] ?? '', today(east), west)
    const listed = async (query: string): Promise<string[]> =>
      (await gate.get(`${path}?perPage=100&search=${name}${query}`)).body.data.map(({ id }: Json) => id)
    expect(new Set(await listed(''))).toEqual(new Set([first, second]))
    expect(await listed(`&dateFrom=${today(east)}&dateTo=${today(east)}`)).toEqual([second])
    expect(await listed(`&cenoteId=${demoId('cenote', 'dos-ojos')}`)).toEqual([])
    expect(await listed(`&dateFrom=${today(east)}&dateTo=${nextSaturday()}&status=cancelled`)).toEqual([])
    const byReference = await gate.get(`${path}?search=${made[1]?.bookingReference}`)
    expect(byReference.body.data).toMatchObject([{ id: second }])
    expect((await gate.get(`${path}?search=${made[3]?.bookingReference}`)).body.data).toEqual([])
  })

  it('pages through the list of today over GraphQL, sees no partner, and counts what it lists', async () => {
    const zone = 'America/Cancun'
    const name = newName()
    const made = []
    for (const apiKey of [keys.demo, keys.rival])
      made.push(await reserve(product.url, { apiKey, guest: `Zazil ${name}` }))
    for (const { id } of made) await visitOn(id, localDateTime(new Date(), zone).date, zone)
    const page = async (after: string | null): Promise<Json> =>
      (
        await gate.graphql(
          `query ($after: String) { reservations(first: 1, after: $after, filter: { search: "${name}" }, sort: { field: VISIT_DATE, direction: ASC }) {
            totalCount nodes { id guest { name } } pageInfo { endCursor hasNextPage } } }`,
          { after },
        )
      ).body.data.reservations
    const first = await page(null)
    const second = await page(first.pageInfo.endCursor)
    expect([first.totalCount, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([2, true, false])
    expect(new Set([...first.nodes, ...second.nodes].map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)))
    const { body } = await gate.graphql('{ reservations { nodes { partner { name } } } }')
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })

  it('that also has scopes of partners lists no more, and changes no reservation of a partner', async () => {
    const { apiKey } = await issueTestKey(product, {
      partner: directPartner,
      scopes: ['gate:operate', 'reservations:read', 'reservations:write'],
    })
    const wide = partner(product.url, apiKey)
    const { id } = await reserve(product.url, { apiKey: keys.rival })
    const reason = { reason: 'weather' }
    const refused = [
      await wide.post(`${path}/${id}/confirm`, {}),
      await wide.post(`${path}/${id}/cancel`, reason),
      await wide.post(`${path}/${id}/cancel/quote`, reason),
      await wide.post(`${path}/${id}/extend`, {}),
      await wide.post(`${path}/${id}/no-show`, {}),
      await wide.post(`${path}/${id}/refund`, { amount: 'auto' }),
      await wide.send('PATCH', `${path}/${id}`, { specialRequests: 'x' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(Array(refused.length).fill(403))
    const { body } = await wide.get(`${path}?perPage=100`)
    expect(JSON.stringify(body)).not.toContain(id)
    const sales = await wide.graphql(
      `{ salesReport(filter: { from: "${nextSaturday()}", to: "${nextSaturday()}" }) { rows { reservations } }
         reservationSummary(filter: { dateFrom: "${nextSaturday()}", dateTo: "${nextSaturday()}" }) { reservations } }`,
    )
    const direct = await countVisits(product.database('booking'), directPartner.id, nextSaturday())
    expect(sales.body.data.salesReport.rows[0]?.reservations ?? 0).toBe(direct)
    expect(sales.body.data.reservationSummary.reservations).toBe(direct)
  })

  it('downloads no reservations: the file has the contacts of all guests of the day', async () => {
    const { status, body } = await gate.get(`${path}.csv`)
    expect([status, body.error?.code]).toEqual([403, 'INSUFFICIENT_PERMISSIONS'])
    expect((await gate.get(path)).status).toBe(200)
    const manifest = `productType=cenote&productId=${demoId('cenote', 'gran-cenote')}&date=${nextSaturday()}&time=10:00`
    for (const format of ['json', 'csv'])
      expect((await gate.get(`/api/partner/manifest?${manifest}&format=${format}`)).status).toBe(200)
  })

  it("is refused everything else, and to confirm, change or cancel a partner's reservation", async () => {
    const { bookingReference: ref } = await reserve(product.url)
    const responses = [
      await gate.post(`${path}/${ref}/confirm`, { paymentId: 'p' }),
      await gate.post(`${path}/${ref}/cancel`, { reason: 'weather' }),
      await gate.send('PATCH', `${path}/${ref}`, { specialRequests: 'x' }),
      await gate.post(`${path}/${ref}/extend`, {}),
      await gate.post(`${path}/${ref}/refund`, {}),
      await gate.post(`${path}/${ref}/no-show`, {}),
      await gate.get('/events'),
      await gate.get('/webhooks'),
      await gate.post('/api/auth/refresh', {}),
    ]
    expect(responses.map(({ status }) => status)).toEqual(Array(responses.length).fill(403))
  })
})
