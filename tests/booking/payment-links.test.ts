import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventually } from '../testkit/eventually.ts'
import { freeSlots, reseller, sold } from '../testkit/octo.ts'
import { operator } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const path = '/api/partner/reservations'
let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

async function held(differing: Json = {}): Promise<Json> {
  const made = await rest.post(path, {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...differing,
  })
  expect(made).toHaveStatus(201)
  return made.body.data
}
const send = (id: string, headers = {}) => rest.post(`${path}/${id}/payment-link`, undefined, headers)

/** The mails of a reservation, once as many attempts were made. */
const mailsOf = (id: string, attempts: number): Promise<Json[]> =>
  eventually(
    async () =>
      (
        await rest.graphql(
          `{ reservation(id: "${id}") { communications { communicationId type status attempts { outcome } testMail { subject text html } } } }`,
        )
      ).body.data.reservation.communications as Json[],
    (messages) => messages.flatMap((message) => message.attempts).length === attempts,
  )

describe('a payment link', () => {
  it('is mailed in the language of the guest, and opens the page where the visit is paid', async () => {
    const { id, payment } = await held()
    const response = await send(id)
    expect(response).toHaveStatus(202)
    expect(response.body.data).toMatchObject({ type: 'payment_link_email', status: 'scheduled' })
    expect(response.body.data.recipient).toBe('ana@example.com')
    const [mail] = await mailsOf(id, 1)
    expect(mail).toMatchObject({ communicationId: response.body.data.id, status: 'SENT' })
    expect(mail?.testMail.subject).toMatch(/^\[TEST\] Pay for your visit: Gran Cenote \(CEN-/)
    const address = payment.instructions.creditCard.url
    expect(mail?.testMail.text).toContain(address)
    expect(mail?.testMail.text).toMatch(/holding your places until .*Balance due: /s)
    expect(mail?.testMail.text).not.toContain('CNF-')
    expect(await (await fetch(address)).text()).toContain('Gran Cenote')
    const guest = {
      ...{ name: 'Eva', email: 'eva@example.com', phone: '+52 998 123 4567' },
      preferences: { language: 'es' },
    }
    const spanish = await held({ guest })
    expect(await send(spanish.id)).toHaveStatus(202)
    const [correo] = await mailsOf(spanish.id, 1)
    expect(correo?.testMail.subject).toMatch(/^\[TEST\] Pague su visita: /)
    expect(correo?.testMail.text).toContain('Le guardamos sus lugares hasta el')
  })

  it('is sent by operators, over GraphQL, and once for an Idempotency-Key', async () => {
    const { id, bookingReference } = await held()
    const { sendPaymentLink } = await operator(product.url).ask(
      `mutation { sendPaymentLink(input: { id: "${bookingReference}" }) { communicationId type } }`,
    )
    await mailsOf(id, 1)
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await send(id, { 'Idempotency-Key': `link-${id}` })
      expect([status, body.data.id]).toEqual([202, sendPaymentLink.communicationId])
    }
    expect(await mailsOf(id, 2)).toHaveLength(1)
  })

  it('is refused beyond ten in a day', async () => {
    const { id } = await held()
    for (let time = 0; time < 10; time += 1) expect(await send(id)).toHaveStatus(202)
    const { status, body, headers } = await send(id)
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000)
  })

  it('is refused without an address, a price to show, something due or a guest of its own', async () => {
    const { createReservation: unnamed } = await operator(product.url, keys.demo).ask(
      'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
      {
        input: {
          ...{ cenoteId: demoId('cenote', 'gran-cenote'), visitDate: nextSaturday(), visitTime: '10:00' },
          ...{ visitors: { adults: 1 }, guest: { name: 'Ana', phone: '+52 998 123 4567' }, hold: true },
        },
      },
    )
    const { status, body } = await send(unnamed.id)
    expect([status, body.code, Object.keys(body.errors.fields)]).toEqual([400, 'ERROR_VALIDACION', ['guest.email']])

    const paid = await held()
    const payment = { amount: paid.pricing.total, method: 'cash' }
    expect(await rest.post(`${path}/${paid.id}/payments`, payment)).toHaveStatus(201)
    const confirmed = await held()
    await rest.post(`${path}/${confirmed.id}/confirm`, {})
    const octo = reseller(product.url)
    const { productId } = sold.cenote
    const { uuid } = await octo.post('/bookings', {
      ...{ productId, optionId: 'DEFAULT' },
      // Other files close days of this cenote.
      availabilityId: (await freeSlots(octo, productId))().id,
      unitItems: [{ unitId: 'ADULT' }],
      contact: { emailAddress: 'ana@example.com' },
    })
    for (const [id, reason, message] of [
      [(await held({ hidePrice: true })).id, 'price_hidden', expect.stringContaining('may not see the price')],
      [paid.id, 'nothing_due', 'Nothing is due for this reservation.'],
      [confirmed.id, 'status_confirmed', expect.stringMatching(/this one is confirmed\.$/)],
      [uuid, 'sold_by_reseller', expect.stringContaining('pays the reseller')],
    ]) {
      const refused = await send(id)
      expect(refused).toHaveStatus(409)
      expect(refused.body.error).toMatchObject({ code: 'INVALID_STATE_TRANSITION', message, details: { reason } })
    }
  })

  it('is not sent again once prices are hidden from the guest, or nothing is due', async () => {
    const { id } = await held()
    const { body } = await send(id)
    const resend = () => rest.post(`${path}/${id}/communications/${body.data.id}/resend`, undefined)
    expect(await resend()).toHaveStatus(202)
    for (const [method, address, change] of [
      ['PATCH', '', { hidePrice: true }],
      ['POST', '/confirm', { hidePrice: false }],
    ] as const) {
      await rest.send(method, `${path}/${id}${address}`, change)
      const refused = await resend()
      expect([refused.status, refused.body.error.code]).toEqual([409, 'COMMUNICATION_NOT_APPLICABLE'])
    }
  })
})
