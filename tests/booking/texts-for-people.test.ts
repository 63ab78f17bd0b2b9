import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { endHolds, markMissed } from '../../subgraphs/booking/reservation/expire/end-holds.ts'
import { eventually } from '../testkit/eventually.ts'
import { testServerUrl } from '../testkit/database.ts'
import { newPartner } from '../testkit/issue.ts'
import { mailTo } from '../testkit/mail-folder.ts'
import { operator } from '../testkit/operator.ts'
import { strokesOf } from '../testkit/pdf.ts'
import { nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { makeDue } from '../testkit/due.ts'
import { storedNotes } from '../testkit/stored-reservations.ts'

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
  const wanted = {
    cenoteId,
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana', email: `${randomUUID()}@example.com`, phone: '+52 998 123 4567' },
    ...body,
  }
  const response = await rest.post(reservations, wanted, reading(language))
  expect(response).toHaveStatus(201)
  return { ...response.body.data, guestEmail: wanted.guest.email }
}

/** With teens, infants and a private transfer, which a quote brings. */
async function reserveWithTransfer(): Promise<Json> {
  const quoted = await rest.post('/pricing/calculate-complete', {
    itemType: 'cenote',
    itemId: cenoteId,
    visitDate: nextSaturday(),
    ageBreakdown: { adult: 2, teen: 2, infant: 1 },
    transportationType: 'private_transfer',
    pickupLatitude: 20.2114,
    pickupLongitude: -87.4654,
    pickupLocation: 'Hotel Azul',
    quote: true,
  })
  const { quoteToken } = quoted.body.data
  return reserve('es', { quoteToken, visitors: { adults: 2, children: 0, teens: 2, infants: 1 } })
}

async function confirm(id: string): Promise<Json> {
  const sending = { paymentId: 'pay_1', confirmationEmail: true, generateDocuments: true }
  const response = await rest.post(`${reservations}/${id}/confirm`, sending)
  expect(response).toHaveStatus(200)
  return response.body.data
}

const read = async (id: string, language: string): Promise<Json> =>
  (await rest.get(`${reservations}/${id}`, reading(language))).body.data
const namesOf = (lines: Json[]): string[] => lines.flatMap(({ name }) => (name === undefined ? [] : [name]))
const codes = /private_transfer|\bteens?\b|\binfants?\b|deadline|business/

describe('a reservation with transport, teens and infants', () => {
  const transfer = { es: 'Traslado privado desde Hotel Azul', en: 'Private transfer from Hotel Azul' }
  const lines = { es: ['adolescente', 'bebé', transfer.es], en: ['teen', 'infant', transfer.en] }

  it('is read in the language of the reader, over REST, GraphQL, events and webhooks', async () => {
    const receiver = await new Receiver().start()
    await rest.post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
    const { id } = await reserveWithTransfer()
    const [delivered] = await receiver.got(1, ({ body }) => body.data.id === id)
    for (const language of ['es', 'en'] as const) {
      const shown = await read(id, language)
      const query = `{ reservation(id: "${id}") { transport { option pickup { place } } pricing { breakdown { name type } } } }`
      const graph = (await rest.send('POST', '/graphql', { query }, reading(language))).body.data.reservation
      const { data: events } = (await rest.get('/events?perPage=100', reading(language))).body
      const event = events.find(({ reservation }: Json) => reservation.id === id).reservation
      for (const [{ transport, pricing }, types] of [
        [shown, ['teen', 'infant']],
        [graph, ['TEEN', 'INFANT']],
        [event, ['teen', 'infant']],
      ]) {
        expect(transport.pickup.place).toBe('Hotel Azul')
        expect(namesOf(pricing.breakdown).filter((name) => name !== null)).toEqual(lines[language])
        expect(pricing.breakdown.filter(({ name }: Json) => lines.es.slice(0, 2).includes(name))).toEqual(
          language === 'es' ? types.map((type: string) => expect.objectContaining({ type })) : [],
        )
      }
    }
    expect(delivered?.body.data.transport).toMatchObject({ option: 'private_transfer' })
    expect(namesOf(delivered?.body.data.pricing.breakdown)).toEqual(lines.es)
    await receiver.stop()
  })

  it('has no code in mails, documents and pages', async () => {
    const { id, guestEmail, payment } = await reserveWithTransfer()
    const page = async (address: string): Promise<string> =>
      (await fetch(address, { headers: { accept: 'text/html' } })).text()
    const checkout = await page(payment.instructions.creditCard.url)
    const { documents } = await confirm(id)
    const mail = await mailTo(product.dataFolder, guestEmail)
    const { visitUrl } = (await rest.graphql(`{ reservation(id: "${id}") { visitUrl } }`)).body.data.reservation
    const texts = [mail.text ?? '', mail.html ?? '', checkout, await page(visitUrl)]
    for (const address of [documents.confirmation, documents.ticket]) {
      const { body } = await partner(product.url, null).get(address)
      texts.push(
        strokesOf(body)
          .map(({ text }) => text)
          .join(' '),
      )
    }
    expect(texts).toHaveLength(6)
    for (const text of texts) {
      expect(text.replace(/\s+/g, ' ')).toContain('Traslado privado')
      expect(text).toContain('Hotel Azul')
      expect(text).not.toMatch(codes)
    }
  })
})

describe('a note that the product itself wrote', () => {
  const runJob = async (job: typeof endHolds, now = new Date()): Promise<void> => {
    const { databases, close } = await openDatabases(testServerUrl(), product.database('booking'))
    const hub = { wake: () => undefined }
    const services = { databases, clock: { now: () => now }, hubs: { live: hub, sandbox: hub } }
    try {
      await job(services as unknown as Parameters<typeof endHolds>[0], 'sandbox')
    } finally {
      await close()
    }
  }
  /** The notes of the latest state and of the cancellation, in a language. */
  const notesIn = async (id: string, language: string): Promise<(string | null | undefined)[]> => {
    const { statusHistory, cancellation } = await read(id, language)
    return [statusHistory.at(-1).note, cancellation.note]
  }
  const ended = { es: 'venció el plazo de pago', en: 'payment deadline passed' }

  it('is in the language of the reader once the hold has ended, before and after that is recorded', async () => {
    const { id } = await reserve('es')
    await makeDue(product.database('booking'), 'hold', [id])
    for (let recorded = 0; recorded < 2; recorded += 1) {
      expect((await read(id, 'es')).status).toBe('cancelled')
      for (const language of ['es', 'en'] as const) expect(await notesIn(id, language)).toEqual([ended[language], null])
      await runJob(endHolds)
    }
    // The product's own job may have locked it, and be about to commit.
    await eventually(() => storedNotes(product.database('booking'), id), ['payment_deadline_passed'])
  })

  it('is in the language of the reader when the guests did not come', async () => {
    const { id } = await reserve('es')
    await confirm(id)
    await makeDue(product.database('booking'), 'no_show', [id])
    await runJob(markMissed)
    // The job of the product may have locked it, and be about to commit.
    await eventually(async () => (await notesIn(id, 'es'))[0], 'terminó el día de la visita')
    expect((await notesIn(id, 'en'))[0]).toBe('the visit day ended')
  })

  it('is no note that a person wrote, which stays as it is', async () => {
    const { id } = await reserve('es')
    await rest.post(`${reservations}/${id}/cancel`, { reason: 'weather', note: 'storm warning' })
    expect(await notesIn(id, 'es')).toEqual(['storm warning', 'storm warning'])
  })

  it('says how long a refund takes', async () => {
    const { id } = await reserve('es')
    await confirm(id)
    const response = await rest.post(
      `${reservations}/${id}/cancel`,
      { reason: 'weather', refund: { requested: true } },
      reading('es'),
    )
    expect(response.body.data.refund.processingTime).toBe('5 a 10 días hábiles')
    expect((await read(id, 'en')).refund.processingTime).toBe('5-10 business days')
  })
})

describe('an error in Spanish', () => {
  it('has words in its message and the codes in its details', async () => {
    const { id } = await reserve('es')
    await rest.post(`${reservations}/${id}/cancel`, { reason: 'weather' })
    const { error } = (await rest.post(`${reservations}/${id}/confirm`, {}, reading('es'))).body
    expect(error.message).toBe('Una reserva en estado «cancelada» no puede pasar a «confirmada».')
    expect(error.details).toMatchObject({ currentStatus: 'cancelled', requestedStatus: 'confirmed' })
    const mutation = `mutation { confirmReservation(input: { id: "${id}" }) { id } }`
    const [refused] = (await rest.send('POST', '/graphql', { query: mutation }, reading('es-MX'))).body.errors
    expect(refused.message).toBe('Una reservación en estado «cancelada» no puede pasar a «confirmada».')
    expect(refused.extensions.details).toMatchObject({ currentStatus: 'cancelled', requestedStatus: 'confirmed' })

    const range = `/api/partner/availability/${cenoteId}?startDate=2040-01-01&endDate=2040-03-01`
    const long = (await rest.get(range, reading('es'))).body.error
    expect(long.message).toMatch(/: el periodo no es de 1 a 30 días\.$/)
    expect(long.details.rule).toBe('range_over_30_days')
  })

  it('describes each field in Spanish', async () => {
    const fieldsOf = async (address: string, body?: object): Promise<Json> => {
      const response = body ? await rest.post(address, body, reading('es')) : await rest.get(address, reading('es'))
      expect([response.status, response.headers.get('content-language')]).toEqual([400, 'es'])
      return response.body.errors.fields
    }
    const typed = await fieldsOf(reservations, { cenoteId, visitDate: 5, visitors: 'two', guest: [] })
    expect(typed).toMatchObject({
      visitDate: ['debe ser de tipo texto'],
      visitors: ['debe ser de tipo objeto'],
      guest: ['debe ser de tipo objeto'],
    })
    expect(await fieldsOf('/api/partner/cenotes?fields=name,nope')).toEqual({ fields: ['desconocidos: nope'] })
  })
})

describe('a closure without a message', () => {
  it('is described in the language of the reader', async () => {
    const date = nextSaturday()
    const closed = demoId('cenote', 'dos-ojos')
    const create = 'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id message } }'
    const input = { cenoteId: closed, from: date, to: date, reason: 'maintenance' }
    const { createClosure } = await operator(product.url).ask(create, { input })
    expect(createClosure.message).toBe('Closed: maintenance')
    const messagesIn = async (language: string): Promise<string[]> =>
      (
        await rest.get(`/api/partner/availability/${closed}?startDate=${date}`, reading(language))
      ).body.data.restrictions.map(({ type, message }: Json) => `${type} ${message}`)
    expect(await messagesIn('es')).toEqual(['maintenance Cerrado: mantenimiento'])
    expect(await messagesIn('en')).toEqual(['maintenance Closed: maintenance'])
    const query = `{ calendar(cenoteId: "${closed}", from: "${date}", to: "${date}") { closures { message } } }`
    const shown = await operator(product.url).send('POST', '/graphql', { query }, reading('es'))
    expect(shown.body.data.calendar.closures).toEqual([{ message: 'Cerrado: mantenimiento' }])
  })
})
