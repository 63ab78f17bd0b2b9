import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { miscountPlaces } from '../testkit/capacity.ts'
import { runningTransactionsEnd, testServerUrl } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { newPartner } from '../testkit/issue.ts'
import { partner, startTestProduct, Subscriber, type Json, type TestProduct } from '../testkit/product.ts'
import { strokesOf } from '../testkit/pdf.ts'
import { Receiver } from '../testkit/receiver.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { storeReservationOfTour } from '../testkit/reservations-of-tours.ts'

const tour = { id: demoId('tour', 'ruta-de-los-cenotes'), name: 'Route of the Cenotes' }
const cenote = { id: demoId('cenote', 'gran-cenote'), name: 'Gran Cenote' }
const path = '/api/partner/reservations'

let product: TestProduct
let rest: ReturnType<typeof partner>
/** A key of a partner that no other test uses. */
let apiKey: string
let ofTour: string
let ofCenote: string

beforeAll(async () => {
  // Not the shared product: a reservation that is stored as confirmed has no history, which an audit reports.
  product = await startTestProduct()
  apiKey = (await newPartner(product)).apiKey
  rest = partner(product.url, apiKey)
  ofTour = await storeReservationOfTour(product, { apiKey })
  ofCenote = (await reserve(product.url, { apiKey })).id
})
afterAll(() => product.close())

const ask = async (query: string, variables: Json = {}): Promise<Json> => {
  const { body } = await rest.graphql(query, variables)
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data
}
const restProduct = { tourId: tour.id, cenoteId: null, product: { type: 'tour', ...tour } }
const products = 'product { __typename id name } cenote { id name } tour { id name }'
const fields = `id ${products}`
const expectedOf = {
  tour: { product: { __typename: 'Tour', ...tour }, cenote: null, tour },
  cenote: { product: { __typename: 'Cenote', ...cenote }, cenote, tour: null },
}

describe('a reservation of a tour', () => {
  it('names its product, as one of a cenote does', async () => {
    const one = async (id: string) =>
      (await ask(`query ($id: ID!) { reservation(id: $id) { ${fields} } }`, { id })).reservation
    expect(await one(ofTour)).toEqual({ id: ofTour, ...expectedOf.tour })
    expect(await one(ofCenote)).toEqual({ id: ofCenote, ...expectedOf.cenote })
  })

  it('names its product whatever is selected of the interface', async () => {
    const read = async (selection: string) =>
      (await ask(`query ($id: ID!) { reservation(id: $id) { ${selection} } }`, { id: ofTour })).reservation
    expect(await read('product { name }')).toEqual({ product: { name: tour.name } })
    expect(await read('product { id }')).toEqual({ product: { id: tour.id } })
    expect(await read('product { label: name ... on Tour { durationMinutes } ... on Cenote { slug } }')).toEqual({
      product: { label: tour.name, durationMinutes: expect.any(Number) },
    })
    expect(await read('product { ... on Cenote { name } }')).toEqual({ product: {} })
  })

  it('is in a list beside those of cenotes, with the names of both', async () => {
    const { reservations } = await ask(
      `{ reservations(first: 10, filter: { isActive: true }) { nodes { ${fields} } } }`,
    )
    expect(reservations.nodes).toEqual([
      { id: ofCenote, ...expectedOf.cenote },
      { id: ofTour, ...expectedOf.tour },
    ])
  })

  it('has a name in the language of each request, also from memory', async () => {
    const read = async (language: string) => {
      const query = `{ reservation(id: "${ofTour}") { product { name } } }`
      const { body } = await rest.post('/graphql', { query }, { 'accept-language': language })
      return body.data.reservation.product.name
    }
    for (let times = 0; times < 2; times += 1)
      expect([await read('en'), await read('es')]).toEqual(['Route of the Cenotes', 'Ruta de los Cenotes'])
  })

  it('is found by its tour and by the kind of its product, and not by those of others', async () => {
    const found = async (filter: string) => {
      const { reservations } = await ask(
        `{ reservations(filter: { isActive: true, ${filter} }) { totalCount nodes { id } } }`,
      )
      expect(reservations.totalCount).toBe(reservations.nodes.length)
      return reservations.nodes.map(({ id }: Json) => id)
    }
    expect(await found(`tourId: "${tour.id}"`)).toEqual([ofTour])
    expect(await found('productType: TOUR')).toEqual([ofTour])
    expect(await found('productType: CENOTE')).toEqual([ofCenote])
    expect(await found(`tourId: "${tour.id}", productType: CENOTE`)).toEqual([])
    expect(await found(`tourId: "${demoId('tour', 'homun-underground')}"`)).toEqual([])
    expect(await found(`cenoteId: "${cenote.id}"`)).toEqual([ofCenote])
    expect(await found(`cenoteId: "${cenote.id}", productType: TOUR`)).toEqual([])
    expect(await found('tourId: "no id"')).toEqual([])
  })

  it('counts in the summary by its departure, and in a report by its product', async () => {
    const { reservation } = await ask(`{ reservation(id: "${ofTour}") { visitDate visitTime } }`)
    const days = `dateFrom: "${reservation.visitDate}", dateTo: "${reservation.visitDate}"`
    const { reservationSummary } = await ask(
      `{ reservationSummary(filter: { ${days}, productType: TOUR }) { slots { product { id name } cenote { id } visitTime visitors } } }`,
    )
    expect(reservationSummary.slots).toEqual([
      { product: tour, cenote: null, visitTime: reservation.visitTime, visitors: 1 },
    ])
    const { salesReport } = await ask(
      `{ salesReport(filter: { from: "${reservation.visitDate}", to: "${reservation.visitDate}", productType: TOUR }, by: [PRODUCT]) {
           rows { productId product { __typename id name } cenote { id } tour { name } reservations } } }`,
    )
    expect(salesReport.rows).toEqual([
      {
        productId: tour.id,
        product: { __typename: 'Tour', ...tour },
        cenote: null,
        tour: { name: tour.name },
        reservations: 1,
      },
    ])
  })

  it('has by REST the ids of both kinds, one of them null, and its product', async () => {
    const { body } = await rest.get(`${path}/${ofTour}`)
    expect(body.data).toMatchObject(restProduct)
    expect(body.data).not.toHaveProperty('cenote')
    const other = (await rest.get(`${path}/${ofCenote}`)).body.data
    expect(other).toMatchObject({ cenoteId: cenote.id, tourId: null, product: { type: 'cenote', ...cenote } })
    const list = (await rest.get(`${path}?productType=tour&isActive=true`)).body.data
    expect(list.map(({ id }: Json) => id)).toEqual([ofTour])
    expect((await rest.get(`${path}?tourId=${tour.id}`)).body.data).toMatchObject([restProduct])
  })

  it('shows by expand=cenote no cenote, but where the tour begins', async () => {
    const classic = demoId('tour', 'tulum-cenotes-classic')
    const { body: points } = await rest.get(`/booking/tours/${classic}/meeting-points`)
    const { location } = points.data.find(({ type }: Json) => type === 'meeting_point')
    const id = await storeReservationOfTour(product, { tour: 'tulum-cenotes-classic', apiKey })
    const { body } = await rest.get(`${path}/${id}?expand=cenote`)
    expect(body.data).toMatchObject({ cenote: null, tour: { id: classic, name: 'Classic Cenotes of Tulum', location } })
    await rest.post(`${path}/${id}/cancel`, { reason: 'guest_request' })
    const other = (await rest.get(`${path}/${ofCenote}?expand=cenote`)).body.data
    expect(other.cenote).toMatchObject(cenote)
    expect(other).not.toHaveProperty('tour')
  })

  it('is in the files of reservations and sales', async () => {
    const table = async (address: string): Promise<Json[]> => {
      const { body } = await rest.get(address)
      const [head = '', ...lines] = String(body).trim().split(/\r?\n/)
      return lines.map((line) =>
        Object.fromEntries(head.split(',').map((name, index) => [name, line.split(',')[index]])),
      )
    }
    const open = 'productType=tour&isActive=true'
    expect(await table(`${path}.csv?${open}`)).toMatchObject([
      { id: ofTour, productId: tour.id, product: tour.name, productType: 'tour' },
    ])
    const { visitDate } = (await rest.get(`${path}/${ofTour}`)).body.data
    const days = `from=${visitDate}&to=${visitDate}`
    expect(
      await table(`/api/partner/reports/sales.csv?${days}&by=product&productType=tour&status=pending`),
    ).toMatchObject([{ productId: tour.id, product: tour.name, reservations: '1', productType: 'tour' }])
  })

  it('is shown to its guest with the name of the tour and where it begins', async () => {
    const { reservation } = await ask(`{ reservation(id: "${ofTour}") { visitUrl } }`)
    const token = reservation.visitUrl.split('/').at(-1)
    const { guestVisit } = await ask(
      `query ($token: String!) { guestVisit(token: $token) { productName cenoteName address timezone } }`,
      { token },
    )
    expect(guestVisit).toMatchObject({ productName: tour.name, cenoteName: tour.name, address: expect.any(String) })
  })
})

describe('the guest of a tour', () => {
  const read = `query ($id: ID!) { reservation(id: $id) { status communications { type testMail { subject text } } reviewRequest { link } } }`

  it('reads its name in mails and on tickets, and is asked for no review, for only cenotes have them', async () => {
    const documents = [{ type: 'ticket', name: 'ticket.pdf', generatedAt: new Date().toISOString() }]
    const id = await storeReservationOfTour(product, { changes: { status: 'confirmed', documents }, apiKey })
    const step = (name: string, body: object) => rest.post(`${path}/${id}/${name}`, body)
    const { data } = (await rest.get(`${path}/${id}`)).body
    const ticket = strokesOf((await rest.get(data.documents[0].url)).body).map(({ text }) => text)
    expect(ticket).toEqual(expect.arrayContaining(['Tour', tour.name]))
    await step('checkin', {})
    const completed = await step('complete', { feedback: { requestReview: true, followUpEmail: true } })
    expect(completed.body.data).toMatchObject({ status: 'completed', reviewRequest: { sent: false, link: null } })
    // On a busy machine a response does not wait until its mail is sent.
    const reservation = await eventually(
      async (): Promise<Json> => (await ask(read, { id })).reservation,
      ({ communications }) => communications.every(({ testMail }: Json) => testMail !== null),
    )
    expect(reservation).toMatchObject({ status: 'COMPLETED', reviewRequest: null })
    expect(reservation.communications.map(({ type, testMail }: Json) => [type, testMail.subject])).toEqual([
      ['FOLLOW_UP_EMAIL', expect.stringContaining(tour.name)],
    ])
  })
})

describe('the events of a tour', () => {
  const query = (filter: string) =>
    `{ reservationEvents(filter: { ${filter} }) { totalCount nodes { reservation { ${products} } } } }`

  it('are found by tour and by kind', async () => {
    await runningTransactionsEnd()
    const found = async (filter: string) => {
      const { reservationEvents } = await ask(query(filter))
      expect(reservationEvents.totalCount).toBe(reservationEvents.nodes.length)
      return [...new Set(reservationEvents.nodes.map(({ reservation }: Json) => reservation.product.__typename))]
    }
    expect(await found(`tourId: "${tour.id}"`)).toEqual(['Tour'])
    expect(await found('productType: TOUR')).toEqual(['Tour'])
    expect(await found('productType: CENOTE')).toEqual(['Cenote'])
    expect(await found(`tourId: "${tour.id}", cenoteId: "${cenote.id}"`)).toEqual([])
    for (const filter of [`tourId=${tour.id}`, 'productType=tour']) {
      const { data } = (await rest.get(`/events?${filter}`)).body
      expect(data[0]).toMatchObject({ type: 'reservation.created', reservation: { id: ofTour, ...restProduct } })
      expect(data.every(({ reservation }: Json) => reservation.cenoteId === null)).toBe(true)
    }
  })

  it('reach subscribers of the tour or the kind, with facts of the catalog, and no others', async () => {
    const subscription = `subscription ($filter: ReservationEventFilter, $after: String) {
      reservationEvents(filter: $filter, after: $after) { type reservation { id: reservationId ${products} } } }`
    const after = await logEnd(product.url, apiKey)
    const filters = [{ tourId: tour.id }, { productType: 'TOUR' }, { productType: 'CENOTE' }, {}]
    const subscribers = filters.map((filter) => new Subscriber(product.url, subscription, apiKey, { filter, after }))
    try {
      const id = await storeReservationOfTour(product, { apiKey })
      const [byTour, byType, others, all] = await Promise.all(
        subscribers.map((subscriber, index) => subscriber.received([1, 1, 2, 3][index] ?? 0)),
      )
      const event = { type: 'RESERVATION_CREATED', reservation: { id, ...expectedOf.tour } }
      expect(byTour?.map(({ data }) => data.reservationEvents)).toEqual([event])
      expect(byType?.map(({ data }) => data.reservationEvents)).toEqual([event])
      expect(others?.map(({ data }) => data.reservationEvents.reservation.product.__typename)).toEqual([
        'Cenote',
        'Cenote',
      ])
      expect(all?.map(({ data }) => data.reservationEvents.reservation.product.name)).toContain(tour.name)
    } finally {
      await Promise.all(subscribers.map((subscriber) => subscriber.close()))
    }
  })

  it('are delivered to webhooks with the product and its name', async () => {
    const receiver = await new Receiver().start()
    try {
      const webhook = await rest.post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
      const id = await storeReservationOfTour(product, { apiKey })
      const bodies = () => receiver.received.map(({ body }) => body.data)
      const delivered = await eventually(bodies, (all: Json[]) => all.some((one) => one.id === id))
      expect(delivered.find((one) => one.id === id)).toMatchObject(restProduct)
      await rest.send('DELETE', `/webhooks/${webhook.body.data.id}`)
    } finally {
      await receiver.stop()
    }
  })
})

describe('the places of a tour', () => {
  it('are audited with those of its stops', async () => {
    const { visitDate: date } = (await rest.get(`${path}/${ofTour}`)).body.data
    const dosOjos = { cenoteId: demoId('cenote', 'dos-ojos'), date }
    const stops = [
      { ...dosOjos, time: '10:00' },
      { ...dosOjos, time: '11:00' },
    ]
    await storeReservationOfTour(product, { stops, apiKey })
    const databasePrefix = product.database('booking').replace(/booking$/, '')
    const found = async () => {
      const findings = await audit({ serverUrl: testServerUrl(), databasePrefix, environment: 'sandbox' })
      return findings
        .filter(({ subject }) => ['slots', 'days', 'events'].includes(subject))
        .flatMap(({ discrepancies }) => discrepancies)
    }
    expect(await found()).toEqual([])
    const slot = { productId: dosOjos.cenoteId, date, time: '11:00' }
    const miscount = (by: number) => miscountPlaces(product.database('booking'), slot, by)
    await miscount(-1)
    expect(await found()).toEqual([
      `product ${dosOjos.cenoteId} on ${date} at 11:00: 0 places are booked, its reservations hold 1`,
    ])
    await miscount(1)
  })
})
