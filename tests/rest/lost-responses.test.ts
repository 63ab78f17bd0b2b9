import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { loseResponses } from '../testkit/claimed-requests.ts'
import { nextSaturday, partner, sharedTestProduct, type TestResponse, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const path = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`

async function reserve(): Promise<string> {
  const { status, body } = await rest.post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitTime: '10:00',
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect(status).toBe(201)
  return body.data.id
}

const versionOf = async (id: string): Promise<number> =>
  (await rest.graphql(`{ reservation(id: "${id}") { version } }`)).body.data.reservation.version

/** Steps before the request; then the request, and the changes by others before its retry. */
const requests: [name: string, before: string[], method: string, step: string, body: object, after: string[]][] = [
  ['confirm', [], 'POST', 'confirm', { paymentId: 'pay-1', confirmationEmail: true }, ['cancel']],
  ['cancel', ['confirm'], 'POST', 'cancel', { reason: 'weather', notifyGuest: true }, ['refund']],
  ['extend', [], 'POST', 'extend', {}, ['confirm']],
  ['checkin', ['confirm'], 'POST', 'checkin', { staff: { name: 'José' } }, ['complete']],
  ['complete', ['confirm', 'checkin'], 'POST', 'complete', { feedback: { requestReview: true } }, ['refund']],
  ['no-show', ['confirm'], 'POST', 'no-show', { note: 'nobody' }, ['refund']],
  ['a part of a refund', ['confirm', 'no-show'], 'POST', 'refund', { amount: 10 }, ['refund']],
  ['modify', [], 'PATCH', '', { visitors: { adults: 3 }, guest: { phone: '+52 1 555 0000' } }, ['confirm', 'cancel']],
]
const bodies: Record<string, object> = { cancel: { reason: 'weather' }, confirm: { paymentId: 'pay-2' } }

describe('a request whose response was lost', () => {
  it.each(requests)(
    'to %s returns the first response when retried, whatever changed since, and is executed once',
    async (_name, before, method, step, body, after) => {
      const id = await reserve()
      const take = async (steps: readonly string[]): Promise<void> => {
        for (const next of steps) expect(await rest.post(path(id, next), bodies[next] ?? {})).toHaveStatus(200)
      }
      await take(before)
      const headers = { 'Idempotency-Key': randomUUID() }
      const first = await rest.send(method, path(id, step), body, headers)
      expect(first).toHaveStatus(200)
      await loseResponses(product.database('access'))
      await take(after)
      const version = await versionOf(id)
      const again = await rest.send(method, path(id, step), body, headers)
      const { data } = first.body
      // The first response may precede the mail, which then appears in the response to the retry.
      const wasSent = data.communications?.confirmationEmail?.sent ?? true
      const shown = wasSent ? data : { ...data, communications: again.body.data.communications }
      expect([again.status, again.body]).toEqual([200, { ...first.body, data: shown }])
      expect(again.headers.get('idempotent-replayed')).toBeNull()
      expect(await versionOf(id)).toBe(version)
      const { communications } = (await rest.get(path(id))).body.data
      const types = communications.map(({ type }: { type: string }) => type)
      expect(types).toEqual([...new Set(types)])
      await expectBalancedBooks(product.database('booking'))
    },
  )

  it('to modify what was read is no conflict with itself', async () => {
    const id = await reserve()
    const headers = { 'Idempotency-Key': randomUUID(), 'If-Match': 'W/"v1"' }
    const modify = (): Promise<TestResponse> => rest.send('PATCH', path(id), { visitTime: '12:00' }, headers)
    const first = await modify()
    expect([first.status, first.body.data.changes]).toEqual([
      200,
      [{ field: 'visitTime', oldValue: '10:00', newValue: '12:00' }],
    ])
    await loseResponses(product.database('access'))
    // Back to the first state: the retry returns the difference at that time, not the present one.
    expect(await rest.send('PATCH', path(id), { visitTime: '10:00' })).toHaveStatus(200)
    const again = await modify()
    expect([again.status, again.body]).toEqual([200, first.body])
    expect([again.headers.get('etag'), await versionOf(id)]).toEqual(['W/"v2"', 3])
  })

  it('as a dry run is executed again, because nothing was stored', async () => {
    const id = await reserve()
    const headers = { 'Idempotency-Key': randomUUID() }
    const quote = (): Promise<TestResponse> =>
      rest.send('PATCH', `${path(id)}?dryRun=true`, { visitors: { adults: 4 } }, headers)
    const first = await quote()
    await loseResponses(product.database('access'))
    expect(await rest.send('PATCH', path(id), { visitors: { adults: 3 } })).toHaveStatus(200)
    const again = await quote()
    expect(first.body.data.changes).toEqual([{ field: 'visitors.adults', oldValue: 2, newValue: 4 }])
    expect(again.body.data.changes).toEqual([{ field: 'visitors.adults', oldValue: 3, newValue: 4 }])
    expect(await versionOf(id)).toBe(2)
  })
})
