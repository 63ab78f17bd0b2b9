import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { demoId } from '../../platform/values/demo-id.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { eventually } from '../testkit/eventually.ts'

const [before, after] = [
  'the secret of the tests until now, long enough',
  'the secret of the tests from now on, as long',
]
const reservations = '/api/partner/reservations'

/** The tokens and links that a partner got while a secret was in use. */
interface Given {
  readonly ticket: string
  /** The content of its QR code. */
  readonly code: string
  readonly cursor: string
}

describe('the signing secret is replaced as docs/operators/security.md describes', () => {
  let receiver: Receiver
  let webhook: Json
  let reservationId: string
  let given: Given
  /** The product at the first step, which signs as before; the other steps are taken on its databases. */
  let product: TestProduct
  const running = new Set<TestProduct>()

  const start = async (environment: Record<string, string>): Promise<TestProduct> => {
    const started = await startTestProduct(environment, product)
    running.add(started)
    return started
  }
  const end = async (...some: TestProduct[]): Promise<void> => {
    for (const one of some) running.delete(one)
    await Promise.all(some.map((one) => one.close()))
  }
  const givenBy = async ({ url }: TestProduct): Promise<Given> => {
    const { body } = await partner(url).get(`${reservations}/${reservationId}`)
    const ticket = body.data.documents.find(({ type }: Json) => type === 'ticket')
    await runningTransactionsEnd()
    const events = await partner(url).get('/events?perPage=1')
    const code: string = body.data.qrCode.data
    return { ticket: new URL(ticket.url).pathname, code, cursor: events.body.data[0].cursor }
  }
  /** The responses to what was issued: the ticket, without a key, its code, and the events after the cursor. */
  const responsesTo = async ({ ticket, code, cursor }: Given, { url }: TestProduct): Promise<number[]> => [
    (await partner(url, null).get(ticket)).status,
    (await partner(url).get(`${reservations}/${code}`)).status,
    (await partner(url).get(`/events?after=${encodeURIComponent(cursor)}`)).status,
  ]
  /** Throws unless a ping arrives signed with a secret: the one that the partner was shown at the beginning. */
  const expectPing = async ({ url }: TestProduct, secret: string = webhook.secret): Promise<void> => {
    const { body } = await partner(url).post(`/webhooks/${webhook.id}/ping`, {})
    const [ping] = await receiver.got(1, ({ headers }) => headers['webhook-id'] === body.data.id)
    new Webhook(secret).verify(ping?.text ?? '', ping?.headers as Record<string, string>)
  }

  beforeAll(async () => {
    receiver = await new Receiver().start()
    product = await startTestProduct({ SIGNING_SECRET: before, SIGNING_SECRET_PREVIOUS: after })
    running.add(product)
    const rest = partner(product.url)
    const registered = await rest.post('/webhooks', { url: receiver.url, events: ['reservation.no_show'] })
    webhook = registered.body.data
    const created = await rest.post(reservations, {
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 1 555' },
    })
    reservationId = created.body.data.id
    const confirmed = await rest.post(`${reservations}/${reservationId}/confirm`, { generateDocuments: true })
    expect([registered.status, created.status, confirmed.status]).toEqual([201, 201, 200])
    given = await givenBy(product)
  })
  afterAll(async () => {
    await end(...running)
    await receiver.stop()
  })

  it('processes of the first and of the second step read what either has given, and call receivers as before', async () => {
    const second = await start({ SIGNING_SECRET: after, SIGNING_SECRET_PREVIOUS: before })
    const later = await givenBy(second)
    expect(later.code).not.toBe(given.code)
    for (const reader of [product, second])
      for (const one of [given, later]) expect(await responsesTo(one, reader)).toEqual([200, 200, 200])
    await expectPing(product)
    await end(product)
    await expectPing(second)
    await end(second)
  })

  it('when the old secret is gone, what it signed is refused, and receivers are called as before', async () => {
    const third = await start({ SIGNING_SECRET: after })
    expect(await responsesTo(given, third)).toEqual([404, 404, 400])
    expect(await responsesTo(await givenBy(third), third)).toEqual([200, 200, 200])
    await expectPing(third)
  })

  it('a secret taken away in one go leaves receivers uncalled until theirs is rotated', async () => {
    await end(...running)
    const sudden = await start({ SIGNING_SECRET: 'a secret that was never configured' })
    const rest = partner(sudden.url)
    const { body } = await rest.post(`/webhooks/${webhook.id}/ping`, {})
    const attempts = async (): Promise<Json> =>
      (await rest.get(`/webhooks/${webhook.id}/deliveries`)).body.data.find(({ id }: Json) => id === body.data.id)
        .attempts
    const made = await eventually(attempts, ({ length }: Json) => length > 0)
    expect(made[0]).toMatchObject({ error: 'the secret cannot be read any more: rotate it' })
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).not.toContain(body.data.id)
    const rotated = await rest.post(`/webhooks/${webhook.id}/rotate-secret`, {})
    expect(rotated).toHaveStatus(200)
    await expectPing(sudden, rotated.body.data.secret)
  })
})
