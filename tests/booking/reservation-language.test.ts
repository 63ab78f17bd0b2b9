import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { strokesOf } from '../testkit/pdf.ts'
import { readMails } from '../testkit/mail-folder.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { makeMailsDue } from '../testkit/due.ts'

const reservations = '/api/partner/reservations'
const cenoteId = demoId('cenote', 'gran-cenote')
let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url, (await newPartner(product)).apiKey)
})

const reading = (language: string): Record<string, string> => ({ 'Accept-Language': language })

async function reserve(language: string, body: Json = {}): Promise<Json> {
  const response = await rest.post(
    reservations,
    {
      cenoteId,
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      ...body,
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567', ...body.guest },
    },
    reading(language),
  )
  expect(response).toHaveStatus(201)
  return response.body.data
}
const change = async (id: string, step: string, body: object, language: string): Promise<Json> => {
  const response = await rest.post(`${reservations}/${id}/${step}`, body, reading(language))
  expect([step, response.status]).toEqual([step, 200])
  return response.body.data
}

/** The subjects of the mails about a reservation, oldest first. */
async function subjectsOf(reference: string): Promise<unknown[]> {
  return (await readMails(product.dataFolder))
    .map(({ subject = '' }) => subject)
    .filter((subject) => subject.includes(reference))
}
const textOf = (file: TestResponse): string =>
  strokesOf(file.body)
    .map(({ text }) => text)
    .join('\n')

describe('mails and documents of a reservation', () => {
  it('are in the language of the request that created it, for every cause and reader', async () => {
    const { id, bookingReference } = await reserve('es-MX')
    const sending = { paymentId: 'pay_1', confirmationEmail: true, generateDocuments: true }
    const { documents } = await change(id, 'confirm', sending, 'en')
    // One after the other, because they are sent at the same time otherwise.
    const confirmation = expect.stringMatching(/^\[TEST\] Reservación confirmada: /)
    const reminder = expect.stringMatching(/^\[TEST\] Mañana: /)
    await eventually(() => subjectsOf(bookingReference), [confirmation])
    await makeMailsDue(product.database('booking'), [id])
    await eventually(() => subjectsOf(bookingReference), [confirmation, reminder])
    for (const [address, title] of [
      [documents.ticket, 'Boleto'],
      [documents.confirmation, 'Confirmación de reservación'],
    ]) {
      const file = await partner(product.url, null).get(address, reading('en'))
      expect([file.status, file.headers.get('content-language')]).toEqual([200, 'es'])
      expect(textOf(file)).toContain(title)
    }
    await change(id, 'cancel', { reason: 'weather', notifyGuest: true }, 'en')
    await eventually(
      () => subjectsOf(bookingReference),
      [confirmation, reminder, expect.stringMatching(/^\[TEST\] Reservación cancelada: /)],
    )
    expect(textOf(await rest.get(documents.ticket, reading('en')))).toContain('CANCELADA')
  })

  it('are in the language that the guest prefers, also when that is set later', async () => {
    const preferring = (language: unknown): Json => ({ guest: { preferences: { language } } })
    const { id, bookingReference } = await reserve('es', preferring('en-US'))
    await change(id, 'confirm', { confirmationEmail: true, paymentId: 'pay_1' }, 'es')
    await rest.send('PATCH', `${reservations}/${id}`, preferring('es'))
    await change(id, 'cancel', { reason: 'weather', notifyGuest: true }, 'en')
    await eventually(
      () => subjectsOf(bookingReference),
      [expect.stringMatching(/Reservation confirmed/), expect.stringMatching(/Reservación cancelada/)],
    )
    for (const unknown of ['fr', 7, null, 'es🙂']) {
      const other = await reserve('es', preferring(unknown))
      await change(other.id, 'confirm', { confirmationEmail: true, paymentId: 'pay_1' }, 'en')
      await eventually(() => subjectsOf(other.bookingReference), [expect.stringMatching(/Reservación confirmada/)])
    }
  })
})

describe('names in a reservation', () => {
  it('are in the language of the reader: services, discounts and the cenote', async () => {
    const servicesIn = async (language: string): Promise<Json[]> =>
      (await rest.get(`/cenotes/${cenoteId}/services`, reading(language))).body.data
    const offered = await servicesIn('en')
    const kit = offered.find(({ isBookable }) => isBookable)
    expect(kit.name.en).not.toBe(kit.name.es)
    const rulesIn = async (language: 'en' | 'es'): Promise<string[]> =>
      (await rest.get('/public/discount-rules/auto-apply', reading(language))).body.data.map(({ name }: Json) => name)

    const { id, pricing } = await reserve('es', {
      visitors: { adults: 10, children: 0 },
      services: [{ id: kit.id, quantity: 2 }],
    })
    expect(pricing.discounts.length).toBeGreaterThan(0)
    for (const language of ['en', 'es'] as const) {
      const read = (await rest.get(`${reservations}/${id}?expand=cenote`, reading(language))).body.data
      const [listed] = (await rest.get(`${reservations}?perPage=1`, reading(language))).body.data
      const { body: graphql } = await rest.send(
        'POST',
        '/graphql',
        {
          query: `{ reservation(id: "${id}") { services { name } pricing { breakdown { name } discounts { name } } } }`,
        },
        reading(language),
      )
      const rules = await rulesIn(language)
      for (const { services, pricing: shown } of [read, listed, graphql.data.reservation]) {
        expect(services.map(({ name }: Json) => name)).toContain(kit.name[language])
        expect(shown.breakdown.map(({ name }: Json) => name)).toContain(kit.name[language])
        for (const { name } of shown.discounts) expect(rules).toContain(name)
      }
      for (const { name } of read.services)
        expect(offered.map((service: Json) => service.name[language])).toContain(name)
      const cenote = (await rest.get(`/api/partner/cenotes/${cenoteId}`, reading(language))).body.data
      expect(read.cenote.name).toBe(cenote.name)
    }
  })

  it('are in the language of its creation in webhooks, and in the reader’s in the log of events', async () => {
    const receiver = await new Receiver().start()
    await rest.post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
    const [kit] = (await rest.get(`/cenotes/${cenoteId}/services?bookableOnly=true`)).body.data
    const { id } = await reserve('es', { services: [{ id: kit.id }] })
    const namesIn = (reservation: Json): string[] => reservation.services.map(({ name }: Json) => name)
    const [delivered] = await receiver.got(1, ({ body }) => body.data.id === id)
    expect(namesIn(delivered?.body.data)).toContain(kit.name.es)
    for (const language of ['en', 'es'] as const) {
      const { data } = (await rest.get('/events?perPage=100', reading(language))).body
      expect(namesIn(data.find(({ reservation }: Json) => reservation.id === id).reservation)).toContain(
        kit.name[language],
      )
    }
    await receiver.stop()
  })

  it('survive a quote in another language', async () => {
    const [kit] = (await rest.get(`/cenotes/${cenoteId}/services?bookableOnly=true`)).body.data
    const quoted = await rest.graphql(
      `{ cenote(id: "${cenoteId}") { priceCalculation(input: { ageBreakdown: { adult: 1 }, language: ES, visitDate: "${nextSaturday()}",
        selectedServices: [{ id: "${kit.id}", quantity: 1 }] }) { quoteToken } } }`,
    )
    const { quoteToken } = quoted.body.data.cenote.priceCalculation
    const { id } = await reserve('es', { services: [{ id: kit.id }], quoteToken })
    const { services } = (await rest.get(`${reservations}/${id}`, reading('en'))).body.data
    expect(services.map(({ name }: Json) => name)).toContain(kit.name.en)
  })
})
