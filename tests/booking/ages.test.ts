import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { mailTo } from '../testkit/mail-folder.ts'
import { visitDay } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { strokesOf } from '../testkit/pdf.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  type Json,
  type SharedProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'

const reservations = '/api/partner/reservations'
const cenoteId = demoId('cenote', 'gran-cenote')
const family = { adults: 2, children: 1, seniors: 1, infants: 1, teens: 2 }
const couple = { adults: 2, children: 0 }

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url, (await newPartner(product)).apiKey)
})

const wanted = (body: object = {}) => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitors: family,
  guest: { name: 'Ana', email: `${randomUUID()}@example.com`, phone: '+52 998 123 4567' },
  ...body,
})
const create = (body: object = {}, headers: Record<string, string> = {}): Promise<TestResponse> =>
  rest.post(reservations, wanted(body), headers)
const patch = (id: string, body: object): Promise<TestResponse> => rest.send('PATCH', `${reservations}/${id}`, body)
const read = async (id: string): Promise<Json> => (await rest.get(`${reservations}/${id}`)).body.data

async function reserve(body: object = {}, headers: Record<string, string> = {}): Promise<Json> {
  const response = await create(body, headers)
  expect(response).toHaveStatus(201)
  return response.body.data
}

async function bookedAt(time: string): Promise<number> {
  const { body } = await rest.get(
    `/api/partner/cenotes/${cenoteId}/availability?startDate=${nextSaturday()}&visitors=1`,
  )
  return body.data.availability[0].timeSlots.find((slot: Json) => slot.time === time).booked
}

describe('a party of five ages', () => {
  it('takes a place for each person, and has a line of its price for each age', async () => {
    const before = await bookedAt('10:00')
    const { id, visitors, pricing } = await reserve({ visitTime: '10:00' })
    expect(visitors).toEqual({ total: 7, breakdown: family })
    expect(await bookedAt('10:00')).toBe(before + 7)
    expect(pricing.breakdown).toEqual([
      { type: 'adult', quantity: 2, unitPrice: 500, total: 1_000 },
      { type: 'child', quantity: 1, unitPrice: 400, total: 400 },
      { type: 'teen', name: 'teen', quantity: 2, unitPrice: 450, total: 900 },
      { type: 'infant', name: 'infant', quantity: 1, unitPrice: 0, total: 0 },
      { type: 'senior', quantity: 1, unitPrice: 425, total: 425 },
    ])
    expect(pricing.subtotal).toBe(2_725)
    expect(await rest.post(`${reservations}/${id}/cancel`, { reason: 'weather' })).toHaveStatus(200)
    expect(await bookedAt('10:00')).toBe(before)
  })

  it('is read over REST, GraphQL, events and webhooks; REST names infants and teens only where there are any', async () => {
    const receiver = await new Receiver().start()
    await rest.post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
    for (const [given, shown] of [
      [family, family],
      [
        { ...couple, infants: 1, teens: 0 },
        { adults: 2, children: 0, seniors: 0, infants: 1 },
      ],
      [couple, { adults: 2, children: 0, seniors: 0 }],
    ] as const) {
      const { id, visitors } = await reserve({ visitors: given })
      const { data: listed } = (await rest.get(`${reservations}?perPage=100`)).body
      const [delivered] = await receiver.got(1, ({ body }) => body.data.id === id)
      const { data: events } = (await rest.get('/events?perPage=100')).body
      const all = [
        visitors,
        (await read(id)).visitors,
        listed.find((one: Json) => one.id === id).visitors,
        events.find(({ reservation }: Json) => reservation.id === id).reservation.visitors,
        delivered?.body.data.visitors,
      ]
      for (const { breakdown } of all) expect(breakdown).toEqual(shown)
      const { body } = await rest.graphql(
        `{ reservation(id: "${id}") { visitors { total adults children seniors infants teens } } }`,
      )
      expect(body.data.reservation.visitors).toEqual({
        total: visitors.total,
        ...{ adults: 0, children: 0, seniors: 0, infants: 0, teens: 0 },
        ...given,
      })
    }
    await receiver.stop()
  })

  it('is what GraphQL creates, its absent ages being 0, also in a preview and in bulk', async () => {
    const visit = { cenoteId, visitDate: nextSaturday(), guest: wanted().guest }
    const counted = 'visitors { total adults children seniors infants teens }'
    const { body } = await rest.graphql(
      `mutation ($input: CreateReservationInput!) { createReservation(input: $input) { ${counted} } }`,
      { input: { ...visit, visitors: { adults: 1, infants: 2 } } },
    )
    expect(body.data.createReservation.visitors).toEqual({
      total: 3,
      adults: 1,
      children: 0,
      seniors: 0,
      infants: 2,
      teens: 0,
    })
    const preview = await rest.graphql(
      `query ($input: CreateReservationsInput!) { reservationPreview(input: $input) { results { reservation { ${counted} pricing { subtotalCents } } } } }`,
      { input: { reservations: [{ ...visit, visitors: family }] } },
    )
    expect(preview.body.data.reservationPreview.results).toEqual([
      { reservation: { visitors: { total: 7, ...family }, pricing: { subtotalCents: 272_500 } } },
    ])
    const bulk = await rest.post(`${reservations}/bulk`, {
      reservations: [wanted(), { cenoteId, date: nextSaturday(), visitors: 3 }],
    })
    expect(bulk.body.data.results.map(({ reservation }: Json) => reservation.visitors)).toEqual([
      { total: 7, breakdown: family },
      { total: 3, breakdown: { adults: 3, children: 0, seniors: 0 } },
    ])
  })

  it('is changed age by age, and priced and placed again', async () => {
    const { id } = await reserve({ visitors: couple, visitTime: '11:00' })
    const before = await bookedAt('11:00')
    const babies = (await patch(id, { visitors: { infants: 2 } })).body.data
    expect(babies.changes).toEqual([{ field: 'visitors.infants', oldValue: 0, newValue: 2 }])
    expect(babies.pricing.difference).toBe(0)
    const grown = (await patch(id, { visitors: { teens: 1, infants: 1 } })).body.data
    expect(grown.changes).toEqual([
      { field: 'visitors.infants', oldValue: 2, newValue: 1 },
      { field: 'visitors.teens', oldValue: 0, newValue: 1 },
    ])
    expect(grown.pricing.difference).toBeGreaterThan(0)
    expect((await read(id)).visitors).toEqual({
      total: 4,
      breakdown: { adults: 2, children: 0, seniors: 0, infants: 1, teens: 1 },
    })
    expect(await bookedAt('11:00')).toBe(before + 2)
    const { body } = await rest.graphql(
      `mutation { modifyReservation(input: { id: "${id}", visitors: { teens: 0 } }) { changes { field oldValue newValue } } }`,
    )
    expect(body.data.modifyReservation.changes).toEqual([{ field: 'visitors.teens', oldValue: 1, newValue: 0 }])
    await expectBalancedBooks(product.database('booking'))
  })

  it('is checked in as it came, by default as it was reserved', async () => {
    const came = { adults: 2, children: 0, seniors: 1, teens: 2 }
    for (const [body, shown] of [
      [{ actualVisitors: { adults: 2, seniors: 1, teens: 2, infants: 0 } }, came],
      [{ actualVisitors: { adults: 2 } }, { adults: 2, children: 0, seniors: 0 }],
      [{}, family],
    ] as const) {
      const { id } = await reserve()
      await rest.post(`${reservations}/${id}/confirm`, {})
      const checkedIn = await rest.post(`${reservations}/${id}/checkin`, body)
      expect(checkedIn).toHaveStatus(200)
      expect((await read(id)).checkIn.actualVisitors).toEqual(shown)
    }
  })

  it('counts in full in sums, the report of sales, the export and the audit', async () => {
    const date = nextSaturday()
    const sums = async (): Promise<number[]> => {
      const { body } = await rest.graphql(
        `{ reservationSummary(filter: { dateFrom: "${date}", dateTo: "${date}" }) { visitors }
           salesReport(filter: { from: "${date}", to: "${date}" }, by: []) { rows { visitors } } }`,
      )
      return [body.data.reservationSummary.visitors, body.data.salesReport.rows[0].visitors]
    }
    const before = await sums()
    const { id } = await reserve({ visitTime: '12:00' })
    expect(await sums()).toEqual(before.map((sum) => sum + 7))
    const lines = (await (await rest.send('GET', `${reservations}.csv`)).body.toString()).split('\r\n')
    expect(lines[0]).toMatch(/,createdAt,updatedAt,infants,teens,/)
    expect(lines.find((line: string) => line.startsWith(id))).toMatch(/,1,2,,,cenote,,,,,,,$/)
    await expectBalancedBooks(product.database('booking'))
  })

  it('counts in full where something is closed', async () => {
    const visitDate = visitDay(3)
    const cenote = { cenoteId: demoId('cenote', 'ik-kil') }
    const { id } = await reserve({ ...cenote, visitDate })
    const staff = operator(product.url)
    const close = 'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { disruption { id } } }'
    const input = { ...cenote, from: visitDate, to: visitDate, reason: 'weather' }
    const { code, details } = await staff.refusal(close, { input })
    expect([code, details.reservations, details.people]).toEqual(['EXISTING_RESERVATIONS', 1, 7])
    expect(details.first).toEqual([expect.objectContaining({ id, people: 7 })])
    await staff.ask(close, { input: { ...input, reservations: 'CANCEL' } })
    await eventually(async () => (await read(id)).status as string, 'cancelled')
    await expectBalancedBooks(product.database('booking'))
  })

  it('is named age by age in documents, mails and pages, in the language of the guest', async () => {
    for (const [language, party] of [
      ['es', '2 adultos, 1 niño, 1 adulto mayor, 1 bebé, 2 adolescentes'],
      ['en', '2 adults, 1 child, 1 senior, 1 infant, 2 teens'],
    ] as const) {
      const body = wanted()
      const { id, payment } = await reserve(body, { 'Accept-Language': language })
      const page = async (address: string): Promise<string> =>
        (await fetch(address, { headers: { accept: 'text/html', 'accept-language': language } })).text()
      const checkout = await page(payment.instructions.creditCard.url)
      const { documents } = (
        await rest.post(`${reservations}/${id}/confirm`, { confirmationEmail: true, generateDocuments: true })
      ).body.data
      const mail = await mailTo(product.dataFolder, body.guest.email)
      const { visitUrl } = (await rest.graphql(`{ reservation(id: "${id}") { visitUrl } }`)).body.data.reservation
      const files = await Promise.all(
        [documents.confirmation, documents.ticket].map(async (address: string) =>
          strokesOf((await partner(product.url, null).get(address)).body)
            .map(({ text }) => text)
            .join(' '),
        ),
      )
      for (const text of [mail.text ?? '', mail.html ?? '', checkout, await page(visitUrl), ...files])
        expect(text.replace(/\s+/g, ' ')).toContain(party)
    }
  })
})

describe('a party that cannot be', () => {
  it.each<[string, object, string]>([
    ['a text', { ...couple, infants: '1' }, 'visitors.infants'],
    ['a fraction', { ...couple, teens: 1.5 }, 'visitors.teens'],
    ['fewer than none', { ...couple, infants: -1 }, 'visitors.infants'],
    ['a list', { ...couple, teens: [1] }, 'visitors.teens'],
    ['too many of one age', { ...couple, infants: 51 }, 'visitors.infants'],
    ['too many in all', { adults: 20, children: 10, seniors: 10, infants: 6, teens: 5 }, 'visitors'],
    ['no children named', { adults: 2, infants: 1, teens: 1 }, 'visitors.children'],
    ['the name of another language', { ...couple, bebes: 1 }, 'visitors.bebes'],
  ])('is refused: %s', async (_name, visitors, field) => {
    const { status, body } = await create({ visitors })
    expect([status, Object.keys(body.errors.fields)]).toEqual([400, [field]])
  })

  it.each([{ infants: 1 }, { teens: 2 }, { children: 1, infants: 1, teens: 1 }])(
    'is refused without an adult or senior: %j',
    async (minors) => {
      const { status, body } = await create({ visitors: { adults: 0, children: 0, ...minors } })
      expect([status, body.error.code]).toEqual([422, 'INVALID_AGE_BREAKDOWN'])
      expect(body.error.details).toEqual({ adults: 0, children: 0, seniors: 0, ...minors })
    },
  )

  it('is refused in changes and at check-in, and nothing changes', async () => {
    const { id } = await reserve({ visitors: { ...couple, infants: 1 } })
    const alone = await patch(id, { visitors: { adults: 0 } })
    expect([alone.status, alone.body.error.code]).toEqual([422, 'INVALID_AGE_BREAKDOWN'])
    const crowd = await patch(id, { visitors: { teens: 48 } })
    expect([crowd.status, Object.keys(crowd.body.errors.fields)]).toEqual([400, ['visitors']])
    await rest.post(`${reservations}/${id}/confirm`, {})
    const arrived = await rest.post(`${reservations}/${id}/checkin`, { actualVisitors: { adults: 1, infants: -1 } })
    expect([arrived.status, Object.keys(arrived.body.errors.fields)]).toEqual([400, ['actualVisitors.infants']])
    expect((await read(id)).visitors.breakdown).toEqual({ adults: 2, children: 0, seniors: 0, infants: 1 })
  })

  it('is refused by GraphQL as by REST', async () => {
    const refusal = async (visitors: object): Promise<Json> => {
      const { body } = await rest.graphql(
        'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
        { input: { cenoteId, visitDate: nextSaturday(), guest: wanted().guest, visitors } },
      )
      return body.errors[0].extensions
    }
    expect(await refusal({ adults: 1, infants: -1 })).toMatchObject({
      code: 'ERROR_VALIDACION',
      details: { fields: { 'visitors.infants': expect.anything() } },
    })
    expect(await refusal({ adults: 30, teens: 21 })).toMatchObject({
      code: 'ERROR_VALIDACION',
      details: { fields: { visitors: expect.anything() } },
    })
    expect(await refusal({ infants: 1 })).toMatchObject({ code: 'INVALID_AGE_BREAKDOWN' })
    expect(await refusal({ adults: 1, teens: '1' })).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('finds no room where infants take the last places', async () => {
    const visit = { cenoteId: demoId('cenote', 'dos-ojos'), visitTime: '09:00' }
    const { body } = await rest.get(
      `/api/partner/cenotes/${visit.cenoteId}/availability?startDate=${nextSaturday()}&visitors=1`,
    )
    const { remaining } = body.data.availability[0].timeSlots.find(({ time }: Json) => time === visit.visitTime)
    await reserve({ ...visit, visitors: { adults: 1, children: 0, infants: remaining - 2 } })
    const two = await create({ ...visit, visitors: { adults: 1, children: 0, infants: 1 } })
    expect([two.status, two.body.error.code]).toEqual([422, 'INSUFFICIENT_CAPACITY'])
    await reserve({ ...visit, visitors: { adults: 1, children: 0 } })
  })
})

describe('a quote for infants and teens', () => {
  const quote = async (ageBreakdown: object): Promise<Json> =>
    (
      await rest.post('/pricing/calculate-complete', {
        itemType: 'cenote',
        itemId: cenoteId,
        ageBreakdown,
        visitDate: nextSaturday(),
        quote: true,
      })
    ).body.data

  it('is for a reservation of the same people, which can be changed and priced again', async () => {
    const { quoteToken, summary } = await quote({ adult: 2, teen: 1, infant: 1 })
    const visitors = { ...couple, infants: 1, teens: 1 }
    const { id, pricing } = await reserve({ quoteToken, visitors })
    expect(pricing.total).toBe(summary.total / 100)
    expect(pricing.breakdown.map(({ type }: Json) => type)).toEqual(['adult', 'teen', 'infant'])
    const changed = await patch(id, { visitors: { teens: 2 } })
    expect(changed).toHaveStatus(200)
    expect(changed.body.data.pricing.difference).toBeGreaterThan(0)
  })

  it('is for no other ages', async () => {
    const { quoteToken } = await quote({ adult: 2, teen: 1, infant: 1 })
    for (const visitors of [
      { ...couple, infants: 2 },
      { ...couple, infants: 1, children: 1 },
      { ...couple, teens: 2 },
      { ...couple, infants: 1, teens: 1, seniors: 1 },
      { ...couple, children: 2 },
    ]) {
      const { status, body } = await create({ quoteToken, visitors })
      expect([status, body.error?.details?.fields]).toEqual([422, ['visitors']])
    }
  })
})
