import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { copyCenote } from '../testkit/copies.ts'
import { makeDue } from '../testkit/due.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { putOnTour } from '../testkit/reservations-of-tours.ts'
import { storeTransport } from '../testkit/stored-reservations.ts'

const gateKey = 'sk_test_demo_gate'
const tourId = demoId('tour', 'tulum-cenotes-classic')
const date = nextSaturday()
/** Reserves at a copy of Gran Cenote, which is made first. */
const hour = { productType: 'cenote', productId: '', date, time: '10:00' }

let product: SharedProduct
let cenoteId: string
const undo: (() => Promise<void>)[] = []
beforeAll(async () => {
  product = await productToChange()
  cenoteId = await copyCenote(product.url, 'gran-cenote')
  hour.productId = cenoteId
})
afterAll(async () => {
  for (const one of undo) await one()
})

/** A reservation at the hour, after some steps. */
async function party(
  name: string,
  {
    apiKey = keys.demo,
    steps = [],
    ...more
  }: { apiKey?: string; steps?: [step: string, body: object][]; visitors?: object; specialRequests?: string } = {},
): Promise<Json> {
  const rest = partner(product.url, apiKey)
  const { status, body } = await rest.post('/api/partner/reservations', {
    cenoteId,
    visitDate: date,
    visitTime: '10:00',
    visitors: { adults: 1, children: 0 },
    guest: { name, email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...more,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  for (const [step, given] of steps)
    expect(await rest.post(`/api/partner/reservations/${body.data.id}/${step}`, given)).toHaveStatus(200)
  return body.data
}

/** Turns a reservation at the hour into one of a tour that stops at the cenote at a time. */
async function onTour(id: string, time: string): Promise<void> {
  undo.push(await putOnTour(product.database('booking'), id, { tourId, stops: [{ cenoteId, date, time }] }))
}
const comesBy = (id: string, transport: object): Promise<unknown> =>
  storeTransport(product.database('booking'), id, transport)

const hotel = (minutesBefore: number) => ({
  option: 'hotel_pickup',
  meetingPoint: null,
  pickup: { latitude: 20.2, longitude: -87.4, hotel: 'Azul', address: 'Calle 5', room: '7', notes: 'Back entrance' },
  minutesBefore,
})

const fields = `product { __typename id name } date time
  rows { bookingReference status partnerName guest { name phone } visitors { total adults children seniors infants teens }
    pickup { date time place notes } services { name quantity } balanceDueCents currency specialRequests
    notes { internal guest } checkedInAt via { tourId name departure departureDate } }
  totals { reservations visitors { total adults children seniors infants teens } checkedIn balanceDueCents
    balances { currency balanceDueCents } }`

const manifest = async (of: Partial<typeof hour> = {}, apiKey: string = keys.demo): Promise<Json> => {
  const { productType, ...input } = { ...hour, ...of }
  const { ask } = operator(product.url, apiKey)
  const query = `query ($input: ManifestInput!) { manifest(input: $input) { ${fields} } }`
  return (await ask(query, { input: { ...input, productType: productType.toUpperCase() } })).manifest
}

const read = (of: Record<string, string> = {}, apiKey: string = keys.demo, headers: Record<string, string> = {}) =>
  partner(product.url, apiKey).send(
    'GET',
    `/api/partner/manifest?${new URLSearchParams({ ...hour, ...of }).toString()}`,
    undefined,
    headers,
  )

const namesIn = ({ rows }: Json): string[] => rows.map(({ guest }: Json) => guest.name)

describe('the manifest of an hour', () => {
  let paid: Json
  let arrived: Json
  let touring: Json
  beforeAll(async () => {
    await party('Ana', { visitors: { adults: 2, children: 1, infants: 1, teens: 1 }, specialRequests: '=Nuts' })
    paid = await party('Bea', { apiKey: keys.rival, steps: [['confirm', { paymentId: 'pay_1' }]] })
    arrived = await party('Carl', {
      steps: [
        ['confirm', { paymentId: 'pay_2' }],
        ['checkin', { notes: 'Early' }],
      ],
    })
    await party('Dora', {
      steps: [
        ['confirm', { paymentId: 'pay_3' }],
        ['checkin', {}],
        ['complete', {}],
      ],
    })
    await party('Gone', { steps: [['cancel', { reason: 'weather' }]] })
    const missed = await party('Late')
    await party('Absent', {
      steps: [
        ['confirm', {}],
        ['no-show', {}],
      ],
    })
    await makeDue(product.database('booking'), 'hold', [missed.id])
    touring = await party('Tom', { apiKey: keys.rival })
    await onTour(touring.id, '10:00')
    await comesBy(touring.id, hotel(60))
    const elsewhere = await party('Una', { apiKey: keys.rival })
    await onTour(elsewhere.id, '11:00')
    await comesBy(arrived.id, hotel(90))
  })

  it('has the parties that come, with their state, in the order of their pickups and then by guest', async () => {
    const { rows, totals, ...of } = await manifest({}, operatorKeys.sandbox)
    expect(of).toEqual({ product: { __typename: 'Cenote', id: cenoteId, name: 'Gran Cenote' }, date, time: '10:00' })
    expect(rows.map(({ guest, status, pickup }: Json) => [guest.name, status, pickup?.time])).toEqual([
      ['Tom', 'PENDING', '07:00'],
      ['Carl', 'IN_PROGRESS', '08:30'],
      ['Ana', 'PENDING', undefined],
      ['Bea', 'CONFIRMED', undefined],
      ['Dora', 'COMPLETED', undefined],
    ])
    const [tom, carl, ana, bea] = rows
    expect(tom.via).toEqual({ tourId, name: expect.any(String), departure: '08:00', departureDate: date })
    expect(tom.via.name).not.toBe('')
    expect(carl).toMatchObject({
      bookingReference: arrived.bookingReference,
      pickup: { date, place: 'Azul, room 7, Calle 5', notes: 'Back entrance' },
      checkedInAt: expect.stringMatching(/Z$/),
      balanceDueCents: 0,
      via: null,
    })
    expect(ana).toMatchObject({
      partnerName: 'Demo Travel',
      visitors: { total: 5, adults: 2, children: 1, seniors: 0, infants: 1, teens: 1 },
      specialRequests: '=Nuts',
      checkedInAt: null,
    })
    expect(bea).toMatchObject({ bookingReference: paid.bookingReference, balanceDueCents: 0, currency: 'MXN' })
    expect(totals).toMatchObject({
      reservations: 5,
      visitors: { total: 9, adults: 6, children: 1, seniors: 0, infants: 1, teens: 1 },
      checkedIn: 2,
    })
    const due = rows.reduce((sum: number, { balanceDueCents }: Json) => sum + balanceDueCents, 0)
    expect(due).toBeGreaterThan(0)
    expect(totals.balanceDueCents).toBe(due)
    expect(totals.balances).toEqual([{ currency: 'MXN', balanceDueCents: due }])
  })

  it('shows a partner its own parties alone, and an operator and the gate those of all partners', async () => {
    expect(namesIn(await manifest())).toEqual(['Carl', 'Ana', 'Dora'])
    expect(namesIn(await manifest({}, keys.rival))).toEqual(['Tom', 'Bea'])
    expect(namesIn(await manifest({}, gateKey))).toEqual(['Tom', 'Carl', 'Ana', 'Bea', 'Dora'])
  })

  it('is that of the departure itself for a tour', async () => {
    const departure = { productType: 'tour', productId: tourId, time: '08:00' }
    const { rows } = await manifest(departure, operatorKeys.sandbox)
    expect(rows.map(({ guest, via }: Json) => [guest.name, via])).toEqual([
      ['Tom', null],
      ['Una', null],
    ])
    expect(namesIn(await manifest({ time: '11:00' }, operatorKeys.sandbox))).toEqual(['Una'])
  })

  it('is the same over REST, in whole units', async () => {
    const [{ body }, { rows, totals }] = [
      await read({}, operatorKeys.sandbox),
      await manifest({}, operatorKeys.sandbox),
    ]
    expect(body).toMatchObject({ success: true, message: 'manifest.retrieved_successfully' })
    const { data } = body
    expect(data).toMatchObject({ product: { type: 'cenote', id: cenoteId, name: 'Gran Cenote' }, date, time: '10:00' })
    expect(data.rows).toEqual(
      rows.map(({ balanceDueCents, status, guest, services, notes, ...row }: Json) => ({
        ...row,
        status: status.toLowerCase(),
        guest: { ...guest, email: 'ana@example.com' },
        services: services.map((service: Json) => expect.objectContaining(service)),
        notes: notes && Object.fromEntries(Object.entries(notes).filter(([, note]) => note !== null)),
        balanceDue: balanceDueCents / 100,
      })),
    )
    const { balanceDueCents, ...sums } = totals
    expect(data.totals).toEqual({
      ...sums,
      balanceDue: balanceDueCents / 100,
      balances: [{ currency: 'MXN', balanceDue: balanceDueCents / 100 }],
    })
  })

  it('is a file for those who request one, with the partner for operators only', async () => {
    const lines = async (...given: Parameters<typeof read>): Promise<string[]> => {
      const { headers, body } = await read(...given)
      expect(headers.get('content-type')).toContain('text/csv; charset=utf-8')
      expect(headers.get('content-disposition')).toBe('attachment; filename="manifest.csv"')
      return body.toString().split('\r\n')
    }
    const all = await lines({ format: 'csv' }, operatorKeys.sandbox)
    expect(all[0]).toBe(
      'pickupDate,pickupTime,pickupPlace,pickupNotes,guestName,guestPhone,guestEmail,bookingReference,status,visitors,adults,children,seniors,infants,teens,services,balance,currency,specialRequests,internalNotes,guestNotes,checkedInAt,tourId,tour,departureDate,departure,partner',
    )
    expect(all).toHaveLength(5 + 2)
    expect(all[1]).toMatch(
      new RegExp(`^${date},07:00,"Azul, room 7, Calle 5",Back entrance,Tom,'\\+52 998 123 4567,.*,${tourId},.*,08:00,`),
    )
    expect(all[3]).toContain(',5,2,1,0,1,1,')
    expect(all[3]).toContain(",'=Nuts,")
    const own = await lines({}, keys.demo, { Accept: 'text/csv' })
    expect(own[0]).toMatch(/,departure$/)
    expect(own).toHaveLength(3 + 2)
    const { headers, body } = await read({ format: 'json' }, keys.demo, { Accept: 'text/csv' })
    expect([headers.get('content-type'), body.data.rows.length]).toEqual(['application/json; charset=utf-8', 3])
    expect((await read()).headers.get('vary')).toMatch(/, Accept$/)
  })

  it('is empty where no one comes, and unknown for a product that does not exist or is of the other kind', async () => {
    expect(await manifest({ time: '10:15' })).toMatchObject({
      rows: [],
      totals: { reservations: 0, visitors: { total: 0 }, balanceDueCents: 0, balances: [] },
    })
    const code = async (of: Record<string, string>): Promise<string> => {
      const { status, body } = await read(of)
      return `${status} ${body.error.code}`
    }
    expect(await code({ productId: tourId })).toBe('404 CENOTE_NOT_FOUND')
    expect(await code({ productType: 'tour' })).toBe('404 TOUR_NOT_FOUND')
    const refusal = (productType: string): Promise<Json> =>
      operator(product.url).refusal(
        `{ manifest(input: { productType: ${productType}, productId: "x", date: "${date}", time: "10:00" }) { time } }`,
      )
    expect((await refusal('CENOTE')).code).toBe('CENOTE_NOT_FOUND')
    expect((await refusal('TOUR')).code).toBe('TOUR_NOT_FOUND')
  })

  it('names what is wrong with a request', async () => {
    const fieldsOf = async (query: string): Promise<string[]> => {
      const { status, body } = await partner(product.url).get(`/api/partner/manifest?${query}`)
      expect(status).toBe(400)
      return Object.keys(body.errors.fields).sort()
    }
    expect(await fieldsOf('')).toEqual(['date', 'productId', 'productType', 'time'])
    expect(await fieldsOf('productType=boat&productId=x&date=2026-02-30&time=25:00&format=pdf')).toEqual([
      ...['date', 'format', 'productId', 'productType', 'time'],
    ])
    const { details } = await operator(product.url).refusal(
      `{ manifest(input: { productType: CENOTE, productId: "${cenoteId}", date: "${date}", time: "10:00:30" }) { time } }`,
    )
    expect(Object.keys(details.fields)).toEqual(['time'])
  })
})
