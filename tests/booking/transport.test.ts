import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { copyCenote } from '../testkit/copies.ts'
import { mailTo } from '../testkit/mail-folder.ts'
import { mover, visitDay } from '../testkit/moves.ts'
import { operator } from '../testkit/operator.ts'
import { strokesOf } from '../testkit/pdf.ts'
import { transportOptionInput } from '../testkit/price-forms.ts'
import { partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'

const tulum = { latitude: 20.2114, longitude: -87.4654 }
const paris = { latitude: 48.85, longitude: 2.35 }
const hotel = { coordinates: tulum, hotel: 'Hotel Azul', address: 'Av. Tulum 12', room: '12', notes: 'Two child seats' }
const hotelPickup = { option: 'hotel_pickup', pickup: hotel }

let product: SharedProduct
let guide: ReturnType<typeof mover>
/** Copies of cenotes: their transport costs what is usual everywhere. */
let granCenote: string
let dosOjos: string
let azul: string
/** The meeting points of Gran Cenote in use: the booth costs nothing, the station 120 pesos. */
let booth: string
let station: string

beforeAll(async () => {
  product = await productToChange()
  ;[granCenote = '', dosOjos = '', azul = ''] = await Promise.all(
    ['gran-cenote', 'dos-ojos', 'azul'].map((slug) => copyCenote(product.url, slug)),
  )
  guide = mover(product, undefined, granCenote)
  const { ask } = operator(product.url)
  const { cenote } = await ask(`{ cenote(id: "${granCenote}") { version stored } }`)
  const meetingPoints = cenote.stored.meetingPoints.map((point: Json) =>
    point.name.en === 'Tulum bus station' ? { ...point, priceCents: 12_000, minutesBefore: 25 } : point,
  )
  const input = { id: granCenote, version: cenote.version, meetingPoints }
  await ask('mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { id } }', { input })
  const [first, second] = meetingPoints.filter(({ type }: Json) => type === 'MEETING_POINT')
  booth = first.id
  station = second.id
  // Meeting points without one of their own cost 40 pesos at Gran Cenote.
  const option = transportOptionInput('gran-meeting', { itemId: granCenote, baseCents: 4_000, minutesBefore: 20 })
  await ask('mutation ($input: CreateTransportOptionInput!) { createTransportOption(input: $input) { id } }', {
    input: option,
  })
})
afterAll(() => expectBalancedBooks(product.database('booking')))

/** Days after the first Saturday: a slot holds few parties. */
let day = 0
beforeEach(() => void (day += 1))

const body = (change: object = {}) => ({
  cenoteId: granCenote,
  visitDate: visitDay(day),
  visitTime: '10:00',
  visitors: { adults: 2, children: 1 },
  guest: { name: 'Ana Núñez', email: `${randomUUID()}@example.com`, phone: '+52 998 123 4567' },
  ...change,
})
const refusal = async (transport: unknown, change: object = {}): Promise<Json> => {
  const response = await guide.post('/api/partner/reservations', body({ transport, ...change }))
  const { status, body: refused } = response
  return [
    status,
    refused.error?.code ?? refused.code,
    Object.keys(refused.errors?.fields ?? {}),
    refused.error?.details,
  ]
}
const reserve = (transport: unknown, change: object = {}): Promise<Json> =>
  guide.reserve({ visitDate: visitDay(day), visitors: { adults: 2, children: 1 }, transport, ...change })
const calculate = async (transport: object, change: object = {}): Promise<Json> => {
  const { body: calculated } = await guide.post('/pricing/calculate-complete', {
    itemType: 'cenote',
    itemId: granCenote,
    ageBreakdown: { adult: 2, child: 1 },
    visitDate: visitDay(day),
    ...transport,
    ...change,
  })
  return calculated.data
}
const transportLine = ({ pricing }: Json): Json => pricing.breakdown.find(({ type }: Json) => type === 'transport')
/** The same transport in a reservation and in a calculation. */
const rides = (): [string, object, object][] => [
  [
    'a meeting point',
    { option: 'meeting_point', meetingPointId: station },
    { transportationType: 'meeting_point', meetingPointId: station },
  ],
  [
    'a hotel pickup',
    hotelPickup,
    { transportationType: 'hotel_pickup', pickupLatitude: tulum.latitude, pickupLongitude: tulum.longitude },
  ],
  [
    'a private transfer',
    { option: 'private_transfer', pickup: { coordinates: tulum } },
    { transportationType: 'private_transfer', pickupLatitude: tulum.latitude, pickupLongitude: tulum.longitude },
  ],
]

describe('transport of a creation', () => {
  it('costs to the cent what a calculation charges, with a coupon and by quote too', async () => {
    for (const [name, transport, requested] of rides())
      for (const coupon of [undefined, 'CENOTE10']) {
        day += 1
        const calculated = await calculate(requested, { ...(coupon ? { couponCode: coupon } : {}), quote: true })
        const promo = coupon ? { promoCode: coupon } : {}
        const { quoteToken, transportationCost, summary } = calculated
        for (const quoted of [{}, { quoteToken }]) {
          const reserved = await reserve(transport, { ...promo, ...quoted })
          expect([name, reserved.pricing.total, transportLine(reserved).total]).toEqual([
            name,
            summary.total / 100,
            transportationCost.total / 100,
          ])
        }
        const byQuoteAlone = await reserve(undefined, { ...promo, quoteToken })
        expect([byQuoteAlone.pricing.total, byQuoteAlone.transport.option]).toEqual([
          summary.total / 100,
          (transport as { option: string }).option,
        ])
      }
  })

  it('takes the only meeting point of a cenote, at the price that a calculation without one has', async () => {
    const { transportationCost } = await calculate({ transportationType: 'meeting_point' }, { itemId: azul })
    const reserved = await reserve({ option: 'meeting_point' }, { cenoteId: azul, visitTime: '10:30' })
    expect(transportLine(reserved).total).toBe(transportationCost.total / 100)
    expect(reserved.transport).toMatchObject({
      option: 'meeting_point',
      meetingPoint: { name: 'Ticket booth' },
      pickup: { time: '10:15', place: 'Ticket booth' },
    })
    expect(reserved.transport.pickup).not.toHaveProperty('date')
  })

  it('is read everywhere with when and where the party is picked up, in the language of the reader', async () => {
    const { id, bookingReference, transport } = await reserve(hotelPickup)
    expect(transport).toEqual({ option: 'hotel_pickup', pickup: { time: '09:00', place: 'Hotel Azul', ...hotel } })
    expect((await guide.read(id)).transport).toEqual(transport)
    await runningTransactionsEnd()
    const { data: events } = (await guide.get(`/events?search=${bookingReference}`)).body
    expect(events.map(({ reservation }: Json) => reservation.transport)).toEqual([transport])
    const query = `{ reservation(id: "${id}") { transport { option meetingPoint { meetingPointId } pickup { date time place coordinates { latitude longitude } hotel address room notes } } } }`
    expect((await guide.graphql(query)).body.data.reservation.transport).toEqual({
      option: 'HOTEL_PICKUP',
      meetingPoint: null,
      pickup: { date: visitDay(day), time: '09:00', place: 'Hotel Azul', ...hotel },
    })
    const met = await reserve({ option: 'meeting_point', meetingPointId: station })
    const read = async (language: string): Promise<Json> =>
      (await guide.get(`/api/partner/reservations/${met.id}`, { 'Accept-Language': language })).body.data
    expect((await read('en')).transport).toMatchObject({
      meetingPointId: station,
      meetingPoint: { id: station, name: 'Tulum bus station', coordinates: { latitude: expect.any(Number) } },
      pickup: { time: '09:35', place: 'Tulum bus station' },
    })
    const spanish = await read('es')
    expect(spanish.transport.pickup.place).toBe(spanish.transport.meetingPoint.name)
    expect(transportLine(spanish).name).toBe(`Punto de encuentro: ${spanish.transport.meetingPoint.name}`)
    expect((await reserve(undefined)).transport).toBeNull()
    expect((await reserve({ option: 'none' })).transport).toBeNull()
  })

  it('names the day of the pickup when it is the day before', async () => {
    const { ask } = operator(product.url)
    const { cenote } = await ask(`{ cenote(id: "${dosOjos}") { version stored } }`)
    const points = cenote.stored.meetingPoints.map((point: Json) => ({ ...point, minutesBefore: 1_080 }))
    await ask('mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { id } }', {
      input: { id: dosOjos, version: cenote.version, meetingPoints: points },
    })
    const { transport } = await reserve(
      { option: 'meeting_point', meetingPointId: points[0].id },
      { cenoteId: dosOjos },
    )
    expect(transport.pickup).toMatchObject({ date: visitDay(day - 1), time: '16:00' })
  })

  it('is refused when it is incomplete or contradicts itself, naming the field', async () => {
    const wrong = async (transport: unknown) => (await refusal(transport)).slice(0, 3)
    expect(await wrong({})).toEqual([400, 'ERROR_VALIDACION', ['transport.option']])
    expect(await wrong({ option: 'taxi' })).toEqual([400, 'ERROR_VALIDACION', ['transport.option']])
    expect(await wrong({ option: 'meeting_point' })).toEqual([400, 'ERROR_VALIDACION', ['transport.meetingPointId']])
    expect(await wrong({ ...hotelPickup, meetingPointId: station })).toEqual([
      400,
      'ERROR_VALIDACION',
      ['transport.meetingPointId'],
    ])
    for (const option of ['none', 'meeting_point'])
      expect(await wrong({ option, pickup: hotel })).toEqual([400, 'ERROR_VALIDACION', ['transport.pickup']])
    const long = { hotel: 'h'.repeat(201), address: 'a'.repeat(501), room: 'r'.repeat(51), notes: 'n'.repeat(501) }
    expect(await wrong({ ...hotelPickup, pickup: { ...hotel, ...long } })).toEqual([
      400,
      'ERROR_VALIDACION',
      ['transport.pickup.hotel', 'transport.pickup.address', 'transport.pickup.room', 'transport.pickup.notes'],
    ])
    expect(await refusal({ option: 'hotel_pickup', pickup: { hotel: 'Azul' } })).toEqual([
      422,
      'PICKUP_REQUIRED',
      [],
      { transportationType: 'hotel_pickup', missing: ['transport.pickup.coordinates'] },
    ])
    expect((await refusal({ option: 'private_transfer' })).slice(0, 2)).toEqual([422, 'PICKUP_REQUIRED'])
    const off = { ...hotelPickup, pickup: { coordinates: { latitude: 91, longitude: 0 } } }
    expect((await refusal(off)).slice(0, 2)).toEqual([400, 'INVALID_COORDINATES'])
    const far = { ...hotelPickup, pickup: { coordinates: paris } }
    expect((await refusal(far)).slice(0, 2)).toEqual([422, 'PICKUP_OUT_OF_ZONE'])
    const meetingPointId = randomUUID()
    expect(await refusal({ option: 'meeting_point', meetingPointId })).toEqual([
      404,
      'MEETING_POINT_NOT_FOUND',
      [],
      { meetingPointId },
    ])
    // A zone is no place to meet.
    const { data: points } = (await guide.get(`/cenotes/${granCenote}/meeting-points`)).body
    const zone = points.find(({ type }: Json) => type === 'pickup_zone').id
    expect((await refusal({ option: 'meeting_point', meetingPointId: zone })).slice(0, 2)).toEqual([
      404,
      'MEETING_POINT_NOT_FOUND',
    ])
  })

  it('names one of several meeting points, unless a quote does', async () => {
    const met = { option: 'meeting_point' }
    const open = await calculate({ transportationType: 'meeting_point' }, { quote: true })
    expect((await refusal(met, { quoteToken: open.quoteToken })).slice(0, 3)).toEqual([
      400,
      'ERROR_VALIDACION',
      ['transport.meetingPointId'],
    ])
    const named = { transportationType: 'meeting_point', meetingPointId: station }
    const { quoteToken } = await calculate(named, { quote: true })
    expect((await reserve(met, { quoteToken })).transport.meetingPoint.id).toBe(station)
  })

  it('must be that of the quote, apart from the details for the driver', async () => {
    const { quoteToken } = await calculate(rides()[1]?.[2] ?? {}, { quote: true })
    const mismatch = async (transport: unknown) => (await refusal(transport, { quoteToken })).slice(1)
    const fields = { fields: ['transport'] }
    expect(await mismatch({ option: 'none' })).toEqual(['QUOTE_MISMATCH', [], fields])
    expect(await mismatch({ option: 'meeting_point', meetingPointId: station })).toEqual(['QUOTE_MISMATCH', [], fields])
    const elsewhere = { ...hotelPickup, pickup: { coordinates: { ...tulum, latitude: 20.3 } } }
    expect(await mismatch(elsewhere)).toEqual(['QUOTE_MISMATCH', [], fields])
    expect((await reserve(hotelPickup, { quoteToken })).transport.pickup).toMatchObject(hotel)
  })

  it('is created in a bulk and in a preview, and is not compared when a creation is repeated', async () => {
    const reservations = [body({ transport: hotelPickup }), body({ transport: { option: 'meeting_point' } })]
    const { body: bulk } = await guide.post('/api/partner/reservations/bulk', { reservations })
    expect(bulk.data.results).toMatchObject([
      { reservation: { transport: { option: 'hotel_pickup' } } },
      { error: { code: 'ERROR_VALIDACION' } },
    ])
    const externalId = randomUUID()
    const first = await reserve(hotelPickup, { externalId })
    const again = await guide.post(
      '/api/partner/reservations',
      body({ externalId, transport: { option: 'none' }, visitors: { adults: 2, children: 1 } }),
    )
    expect([again.status, again.body.data.id, again.body.data.transport.option]).toEqual([
      200,
      first.id,
      'hotel_pickup',
    ])
    const preview = `query ($input: CreateReservationsInput!) { reservationPreview(input: $input) { results { reservation { transport { option pickup { time } } pricing { breakdown { type } } } } } }`
    const transport = { option: 'HOTEL_PICKUP', pickup: { coordinates: tulum } }
    const { guest, visitors, ...visit } = body()
    const input = { reservations: [{ ...visit, guest, visitors, transport }] }
    const [planned] = (await guide.graphql(preview, { input })).body.data.reservationPreview.results
    expect(planned.reservation).toMatchObject({ transport: { option: 'HOTEL_PICKUP', pickup: { time: '09:00' } } })
  })
})

describe('transport of a modification', () => {
  it('is added, changed and removed at the price of now, and every change is recorded', async () => {
    const { id, pricing } = await reserve(undefined)
    const before = pricing.total
    const { transportationCost } = await calculate(rides()[1]?.[2] ?? {})
    const preview = await guide.moved(id, { transport: hotelPickup }, '?dryRun=true')
    const added = await guide.moved(id, { transport: hotelPickup })
    expect(added).toEqual(preview)
    expect(added.changes).toEqual([{ field: 'transport', oldValue: null, newValue: hotelPickup }])
    const reserved = await guide.read(id)
    expect(transportLine(reserved).total).toBe(transportationCost.total / 100)
    expect(reserved.modifications.allowedChanges).toContain('transport')
    const detailed = await guide.moved(id, {
      transport: { ...hotelPickup, pickup: { coordinates: tulum, room: '14' } },
    })
    expect([detailed.pricing.difference, (await guide.read(id)).transport.pickup]).toEqual([
      0,
      { time: '09:00', coordinates: tulum, room: '14' },
    ])
    const renamed = { ...hotelPickup, pickup: { coordinates: tulum, hotel: 'Hotel Rojo' } }
    expect((await guide.moved(id, { transport: renamed })).pricing.difference).toBe(0)
    expect(transportLine(await guide.read(id))).toEqual({
      ...transportLine(reserved),
      name: 'Hotel pickup at Hotel Rojo',
    })
    const meeting = { option: 'meeting_point', meetingPointId: station }
    await guide.moved(id, { transport: meeting })
    expect(transportLine(await guide.read(id)).total).toBe(120)
    expect((await guide.moved(id, { transport: meeting })).changes).toEqual([])
    const removed = await guide.moved(id, { transport: null })
    expect(removed.changes).toEqual([{ field: 'transport', oldValue: meeting, newValue: null }])
    const after = await guide.read(id)
    expect([after.transport, transportLine(after), after.pricing.total]).toEqual([null, undefined, before])
    expect(after.modifications.history.map(({ changes }: Json) => changes[0].field)).toEqual(Array(5).fill('transport'))
    await guide.moved(id, { transport: meeting })
    expect((await guide.moved(id, { transport: { option: 'none' } })).changes).toHaveLength(1)
  })

  it('stays when the party grows, priced again, also that of a quote', async () => {
    const [, , requested] = rides()[2] ?? []
    const { quoteToken } = await calculate(requested ?? {}, { quote: true })
    const { id } = await reserve(undefined, { quoteToken })
    await guide.moved(id, { visitors: { adults: 9 } })
    const { transportationCost, summary } = await calculate(requested ?? {}, { ageBreakdown: { adult: 9, child: 1 } })
    const grown = await guide.read(id)
    expect([grown.pricing.total, transportLine(grown).total]).toEqual([
      summary.total / 100,
      transportationCost.total / 100,
    ])
  })

  it('has the time of its pickup follow the visit, without a new price', async () => {
    const { id } = await reserve(hotelPickup)
    expect((await guide.moved(id, { visitTime: '12:00' })).pricing.difference).toBe(0)
    expect((await guide.read(id)).transport.pickup.time).toBe('11:00')
  })

  it('goes along to another cenote that it is possible at, and is named by the refusal elsewhere', async () => {
    const { id } = await reserve(hotelPickup)
    await guide.moved(id, { cenoteId: dosOjos })
    const moved = await guide.read(id)
    const { transportationCost } = await calculate(rides()[1]?.[2] ?? {}, { itemId: dosOjos })
    expect([moved.transport.pickup.hotel, transportLine(moved).total]).toEqual([
      'Hotel Azul',
      transportationCost.total / 100,
    ])
    // Mérida's cenotes are too far from Tulum.
    const kankirixche = demoId('cenote', 'kankirixche')
    expect(await guide.refusal(id, { cenoteId: kankirixche })).toMatchObject({
      status: 422,
      code: 'PICKUP_OUT_OF_ZONE',
      details: tulum,
    })
    const met = await reserve({ option: 'meeting_point', meetingPointId: booth })
    expect(await guide.refusal(met.id, { cenoteId: azul })).toMatchObject({
      status: 404,
      code: 'MEETING_POINT_NOT_FOUND',
      details: { meetingPointId: booth },
    })
    await guide.moved(met.id, { cenoteId: azul, transport: { option: 'meeting_point' } })
    expect((await guide.read(met.id)).transport.meetingPoint.name).toBe('Ticket booth')
  })

  it('is refused as in a creation', async () => {
    const { id } = await reserve(undefined)
    expect(await guide.refusal(id, { transport: { option: 'hotel_pickup' } })).toMatchObject({
      code: 'PICKUP_REQUIRED',
    })
    expect(await guide.refusal(id, { transport: { option: 'meeting_point' } })).toMatchObject({
      status: 400,
      fields: { 'transport.meetingPointId': expect.anything() },
    })
    const fields = { 'transport.pickup': expect.anything() }
    expect(await guide.refusal(id, { transport: { option: 'none', pickup: hotel } })).toMatchObject({ fields })
    const { data, errors } = (
      await guide.graphql(
        `mutation { modifyReservation(input: { id: "${id}", transport: { option: PRIVATE_TRANSFER, meetingPointId: "${station}" } }) { newTotalCents } }`,
      )
    ).body
    expect([data, errors[0].extensions.code]).toEqual([null, 'ERROR_VALIDACION'])
  })
})

describe('transport for people', () => {
  it('is on the ticket, the voucher, in the mail, on the page of the visit and in the file of reservations', async () => {
    const receiver = await new Receiver().start()
    const webhook = await guide.post('/webhooks', { url: receiver.url, events: ['reservation.confirmed'] })
    const guest = { name: 'Ana', email: `${randomUUID()}@example.com`, phone: '+52 998 123 4567' }
    const { id } = await reserve(hotelPickup, { guest })
    const { documents } = await guide.step(id, 'confirm', {
      paymentId: randomUUID(),
      confirmationEmail: true,
      generateDocuments: true,
    })
    const place = 'Hotel Azul, room 12, Av. Tulum 12'
    for (const address of [documents.ticket, documents.confirmation]) {
      const { body: pdf } = await partner(product.url, null).get(address)
      const lines = strokesOf(pdf).map((stroke) => stroke.text)
      expect(lines).toEqual(expect.arrayContaining([`Hotel pickup: ${place}`, '09:00', 'Visit starts', '10:00']))
    }
    const mail = await mailTo(product.dataFolder, guest.email)
    expect(mail.text).toMatch(/Pickup time: .*, 09:00 \(America\/Cancun\)/)
    expect(mail.text).toContain(`Where: Hotel pickup: ${place}\nVisit starts: 10:00`)
    const { visitUrl } = (await guide.graphql(`{ reservation(id: "${id}") { visitUrl } }`)).body.data.reservation
    const page = await (await fetch(visitUrl, { headers: { accept: 'text/html' } })).text()
    for (const text of [place, '09:00', 'Your visit starts at 10:00']) expect(page).toContain(text)
    const { body: file } = await guide.get(`/api/partner/reservations.csv?search=${encodeURIComponent(guest.email)}`)
    const [head, row] = String(file).split('\r\n')
    expect(head).toMatch(/,transport,pickupDate,pickupTime,pickupPlace,pickupAddress,pickupRoom,pickupNotes$/)
    expect(row).toContain(`,hotel_pickup,${visitDay(day)},09:00,Hotel Azul,Av. Tulum 12,12,Two child seats`)
    const [delivered] = await receiver.got(1, ({ body: sent }) => sent.data.id === id)
    expect(delivered?.body.data.transport).toMatchObject({ option: 'hotel_pickup', pickup: { time: '09:00' } })
    await guide.send('DELETE', `/webhooks/${webhook.body.data.id}`)
    await receiver.stop()
  })
})
