// Reads that are small to send and take the product long: each of them alone, and many at once, may delay no one.
import { setTimeout as delay } from 'node:timers/promises'
import WebSocket from 'ws'
import { floodSeconds, type Attack, type Outcome, type Target } from './attack.ts'
import { at, failureIn, flood, graphql, overBudget, send, statuses, type Response } from './client.ts'
import { cancel, dayAhead, readCenotes } from './reservations.ts'

type Read = (target: Target, index: number) => Promise<Response>

const octo = (target: Target, path: string, body?: object): Promise<Response> =>
  send(target, {
    path: `/octo/v1${path}`,
    method: body ? 'POST' : 'GET',
    key: target.keys.pro,
    headers: { 'octo-capabilities': 'octo/content,octo/pricing' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const get = (target: Target, path: string): Promise<Response> =>
  send(target, { path, method: 'GET', key: target.keys.pro })

const days = (count: number) => ({ localDateStart: dayAhead(1), localDateEnd: dayAhead(count) })
const yearAhead = `startDate=${dayAhead(1)}&endDate=${dayAhead(360)}`
/** A parameter that changes nothing, so that no response is found in the cache. */
const since = (index: number): string => `createdAfter=2020-01-01T00:00:${String(index % 60).padStart(2, '0')}Z`

function outcome(responses: readonly Response[]): Outcome {
  const succeeded = responses.filter(({ status }) => status === 200)
  const bytes = Math.max(0, ...succeeded.map((response) => response.bytes))
  return {
    responses: `${statuses(responses)}, ${(bytes / 1e3).toFixed(0)} KB`,
    breach: failureIn(responses) ?? (succeeded.length === 0 ? 'no read succeeded, so nothing was measured' : undefined),
  }
}

/** A read that is sent so often a second, however long it takes. */
const reads = (name: string, perSecond: number, prepare: (target: Target) => Promise<Read>): Attack => ({
  name: `dear: ${name}`,
  async run(target) {
    const read = await prepare(target)
    return outcome(await flood(perSecond, floodSeconds, (index) => read(target, index)))
  },
})

const reservationCount = 150
const reservationsAtOnce = 50
let prepared: Promise<void> | undefined

/** Reservations of the partner, which are cancelled again, so that there are several hundred events. */
async function prepareReservations(target: Target): Promise<void> {
  const key = target.keys.enterprise
  const cenotes = await readCenotes(target, key)
  for (let first = 0; first < reservationCount; first += reservationsAtOnce) {
    const reservations = Array.from({ length: reservationsAtOnce }, (_, index) => ({
      cenoteId: cenotes[(first + index) % cenotes.length],
      visitDate: dayAhead(20 + (((first + index) * 7 + process.pid) % 300)),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Attack', email: 'attack@example.com', phone: '+52 998 123 4567' },
      specialRequests: 'Vegetarian, "quoted"; =1+1',
    }))
    const body = JSON.stringify({ reservations })
    const made = await send(target, { path: '/api/partner/reservations/bulk', key, body })
    const results = (at(made, 'data', 'results') ?? []) as { readonly reservation?: { readonly id: string } }[]
    for (const { reservation } of results)
      if (reservation)
        await cancel(target, key, { ...made, status: 201, text: JSON.stringify({ data: { id: reservation.id } }) })
  }
}

/** A read of reservations, of which there are enough. */
const ofReservations = (name: string, perSecond: number, read: Read): Attack =>
  reads(name, perSecond, async (target) => {
    await (prepared ??= prepareReservations(target))
    return read
  })

const publishableOrigin = 'http://localhost:5173'
const availability = (index: number): string =>
  `{ cenotes(first: 8) { nodes { id availability(input: { days: 30, visitors: ${1 + (index % 40)} }) { days { date timeSlots { time remaining } } } } } }`

const publishable = reads('a publishable key', 12, async (target) => {
  const created = await graphql(
    target,
    `mutation { createApiKey(input: { origins: ["${publishableOrigin}"] }) { apiKey } }`,
    { key: target.keys.enterprise },
  )
  const key = String(at(created, 'data', 'createApiKey', 'apiKey'))
  return (_, index) => graphql(target, availability(index), { key, headers: { origin: publishableOrigin } })
})

const calculations = (count: number, index: number): string =>
  `{ cenotes(first: 20) { nodes { ${Array.from({ length: count }, (_, alias) => `a${alias}: priceCalculation(input: { ageBreakdown: { adult: ${1 + ((index + alias) % 40)}, child: 2 }, visitDate: "${dayAhead(2 + ((index * 7 + alias) % 300))}" }) { totalCents ageAdjustments { category subtotalCents } automaticDiscounts { name amountCents } }`).join(' ')} } } }`

const priceCalculations = reads('price calculations, Basic', 10, async (target) => {
  const { basic } = target.keys
  const aliases = 20
  const response = await graphql(target, calculations(aliases, 0), { key: basic })
  const count = Math.max(1, Math.floor(aliases * (overBudget(response, 'errors', 0, 'extensions', 'details') ?? 1)))
  return (_, index) => graphql(target, calculations(count, index), { key: basic })
})

async function readProducts(target: Target): Promise<readonly { readonly id: string; readonly optionId: string }[]> {
  const list = JSON.parse((await octo(target, '/products')).text) as { id: string; options: { id: string }[] }[]
  return list.map(({ id, options }) => ({ id, optionId: options[0]?.id ?? 'DEFAULT' }))
}

const octoDays = (name: string, perSecond: number, path: string, count: number): Attack =>
  reads(name, perSecond, async (target) => {
    const products = await readProducts(target)
    return (_, index) => {
      const { id: productId, optionId } = products[index % products.length] ?? { id: '', optionId: '' }
      return octo(target, path, { productId, optionId, ...days(count - (index % 20)) })
    }
  })

const calendars = reads('a year of cenotes and tours', 20, async (target) => {
  const cenotes = await readCenotes(target, target.keys.pro)
  const listed = at(await get(target, '/booking/tours?perPage=50'), 'data') as readonly { readonly id: string }[]
  return (_, index) => {
    const visitors = 1 + (index % 40)
    const path =
      index % 2 === 0
        ? `/api/partner/cenotes/${cenotes[index % cenotes.length]}`
        : `/booking/tours/${listed[index % listed.length]?.id}`
    return get(target, `${path}/calendar?${yearAhead}&visitors=${visitors}`)
  }
})

const fields =
  'id type reservation { reservationId bookingReference status productName cenote { name location { state } } visitDate visitTime visitors { total adults } guest { name email } pricing { totalCents taxesCents } qrCode { url data } statusHistory { status timestamp } documents { type url } allowedActions }'

/** The cursor of the first event. */
async function firstCursor(target: Target): Promise<string> {
  await (prepared ??= prepareReservations(target))
  return String(at(await get(target, '/events?perPage=1'), 'data', 0, 'cursor'))
}

const subscription = (cursor: string, index: number): string =>
  `subscription s${index} { reservationEvents(after: "${cursor}") { ${fields} } }`

/** Counts the events of replays that go on for the time of an attack. */
const replay = (
  name: string,
  begin: (target: Target, cursor: string, index: number, received: () => void) => () => void,
): Attack => ({
  name: `dear: ${name}`,
  async run(target) {
    const cursor = await firstCursor(target)
    let events = 0
    const ends = Array.from({ length: 4 }, (_, index) => begin(target, cursor, index, () => (events += 1)))
    await delay(floodSeconds * 1_000)
    for (const end of ends) end()
    return {
      responses: `${events} events`,
      breach: events === 0 ? 'no event was replayed, so nothing was measured' : undefined,
    }
  },
})

const webSocketReplay = replay('replays over WebSocket', (target, cursor, index, received) => {
  const socket = new WebSocket(`${target.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    ...(target.from === undefined ? {} : { localAddress: target.from }),
  })
  const write = (message: object): void => socket.send(JSON.stringify(message))
  socket.on('open', () => write({ type: 'connection_init', payload: { apiKey: target.keys.pro } }))
  socket.on('message', (data: Buffer) => {
    const type = at({ text: data.toString() }, 'type')
    if (type === 'connection_ack')
      write({ id: 'replay', type: 'subscribe', payload: { query: subscription(cursor, index) } })
    else if (type === 'next') received()
  })
  socket.on('error', () => undefined)
  return () => socket.terminate()
})

const streamReplay = replay('replays over SSE', (target, cursor, index, received) => {
  const controller = new AbortController()
  const read = async (): Promise<void> => {
    const response = await fetch(`${target.url}/graphql`, {
      method: 'POST',
      signal: controller.signal,
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', 'x-api-key': target.keys.pro },
      body: JSON.stringify({ query: subscription(cursor, index) }),
    })
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const text = Buffer.from(chunk).toString()
      for (const _ of text.matchAll(/^event: next/gm)) received()
    }
  }
  read().catch(() => undefined)
  return () => controller.abort()
})

export const dearReads: readonly Attack[] = [
  publishable,
  priceCalculations,
  ofReservations('pages of 100 reservations', 20, (target, index) =>
    get(target, `/api/partner/reservations?perPage=100&expand=cenote&${since(index)}`),
  ),
  ofReservations('totals and search of reservations', 20, (target, index) =>
    get(target, `/api/partner/reservations?perPage=100&page=2&search=attack&${since(index)}`),
  ),
  ofReservations('reservations as CSV', 8, (target) => get(target, '/api/partner/reservations.csv')),
  octoDays('OCTO, 62 days', 16, '/availability', 62),
  octoDays('OCTO, a year', 4, '/availability', 360),
  octoDays("OCTO, a year's calendar", 12, '/availability/calendar', 360),
  reads('OCTO, products', 16, async () => (target) => octo(target, '/products')),
  calendars,
  reads(
    'cenotes nearby',
    20,
    async () => (target, index) =>
      get(target, `/api/partner/cenotes/search/nearby?latitude=20.${500 + index}&longitude=-87.4&radius=200&limit=50`),
  ),
  webSocketReplay,
  streamReplay,
]
