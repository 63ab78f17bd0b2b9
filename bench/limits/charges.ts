import { creationBodies, dayFromNow, type AvailabilityResponse, availabilityQuery } from '../cases.ts'
import { apiKey } from '../installation.ts'
import { fetchText, sumOf } from '../side.ts'

/** A read that is sent again and again by one caller alone. */
interface Read {
  readonly name: string
  /** Whether every documented rate must allow it. */
  readonly isOrdinary?: boolean
  /** Requests that are measured. */
  readonly times: number
  /** Sends one, each for itself as far as the index makes it so. */
  send(index: number): Promise<unknown>
}

export interface Charge {
  readonly name: string
  readonly isOrdinary: boolean
  /** Milliseconds of processor time of one request that the caller was charged. */
  readonly charged: number
  /** Milliseconds that the process used. */
  readonly used: number
}

const warmUps = 5
const reservations = 200
const replayedEvents = 200

/** Milliseconds since the process started. */
async function readTimes(url: string): Promise<{ charged: number; used: number }> {
  // What a connection leaves to do is done, and charged.
  await new Promise((resolve) => setTimeout(resolve, 100))
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const sum = (name: string): number =>
    sumOf([...metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`, 'gm'))]) * 1_000
  return { charged: sum('processor_seconds_total'), used: sum('process_cpu_seconds_total') }
}

/** Measures the charges for the reads of one caller, beside the time that they use. */
export async function measureCharges(url: string): Promise<Charge[]> {
  const charges: Charge[] = []
  for (const { name, isOrdinary = false, times, send } of await readsOf(url)) {
    process.stderr.write(`measuring: ${name}\n`)
    for (let index = 0; index < warmUps; index += 1) await send(index)
    const before = await readTimes(url)
    for (let index = 0; index < times; index += 1) await send(warmUps + index)
    const after = await readTimes(url)
    const each = (time: 'charged' | 'used'): number => (after[time] - before[time]) / times
    charges.push({ name, isOrdinary, charged: each('charged'), used: each('used') })
  }
  return charges
}

async function readsOf(url: string): Promise<Read[]> {
  const get = (path: string) => fetchText(url, path, 'GET')
  const post = (path: string, body: object) => fetchText(url, path, 'POST', JSON.stringify(body))
  const places = JSON.parse(
    await fetchText(url, '/graphql', 'POST', availabilityQuery(dayFromNow(3))),
  ) as AvailabilityResponse
  const query = (text: string) => post('/graphql', { query: text })
  const cursor = JSON.parse(await query('{ reservationEventsCursor }')) as { data: { reservationEventsCursor: string } }
  for (const body of creationBodies([places]).slice(0, reservations))
    await fetchText(url, '/api/partner/reservations', 'POST', body)
  const cenoteIds = places.data.cenotes.nodes.map(({ id }) => id)
  const cenoteId = (index: number): string => cenoteIds[index % cenoteIds.length] ?? ''
  const tours = (JSON.parse(await get('/booking/tours')) as { data: { id: string }[] }).data
  const products = JSON.parse(await get('/octo/v1/products')) as { id: string; options: { id: string }[] }[]
  const month = (index: number) => [dayFromNow(1 + (index % 30)), dayFromNow(31 + (index % 30))] as const
  const days = (index: number): string => {
    const [from, to] = month(index)
    return `startDate=${from}&endDate=${to}`
  }
  const octoDays = (index: number) => {
    const { id, options = [] } = products[index % products.length] ?? {}
    const [localDateStart, localDateEnd] = month(index)
    return { productId: id, optionId: options[0]?.id, localDateStart, localDateEnd }
  }
  const report = `{ salesReport(filter: { from: "${dayFromNow(0)}", to: "${dayFromNow(60)}" }, by: [DAY]) { rows { reservations } } }`
  return [
    { name: 'key verified', times: 200, send: () => get('/api/auth/verify') },
    { name: 'list of 20', isOrdinary: true, times: 60, send: () => get('/api/partner/cenotes?perPage=20') },
    {
      name: "month's availability",
      isOrdinary: true,
      times: 60,
      send: (index) => get(`/api/partner/cenotes/${cenoteId(index)}/availability?${days(index)}`),
    },
    {
      name: 'price calculation',
      isOrdinary: true,
      times: 60,
      send: (index) =>
        post('/pricing/calculate-complete', {
          itemType: 'cenote',
          itemId: cenoteId(index),
          visitDate: dayFromNow(3 + (index % 40)),
          ageBreakdown: { adult: 2, child: 1 },
        }),
    },
    {
      name: 'search',
      times: 40,
      send: (index) => get(`/api/partner/cenotes?perPage=20&search=cenote${' '.repeat(index % 3)}`),
    },
    {
      name: 'nearby',
      times: 40,
      send: (index) => get(`/api/partner/cenotes/search/nearby?latitude=20.${index}&longitude=-87.4&radius=100`),
    },
    {
      name: "tour's availability",
      times: 40,
      send: (index) => get(`/booking/tours/${tours[index % tours.length]?.id ?? ''}/availability?${days(index)}`),
    },
    { name: 'reservations', times: 30, send: () => get('/api/partner/reservations?perPage=50') },
    { name: 'sales report', times: 30, send: () => query(report) },
    { name: 'CSV of reservations', times: 20, send: () => get('/api/partner/reservations.csv') },
    { name: 'OCTO availability', times: 30, send: (index) => post('/octo/v1/availability', octoDays(index)) },
    { name: 'OCTO calendar', times: 30, send: (index) => post('/octo/v1/availability/calendar', octoDays(index)) },
    {
      name: 'OCTO bookings',
      times: 10,
      send: () => get(`/octo/v1/bookings?localDateStart=${dayFromNow(0)}&localDateEnd=${dayFromNow(40)}`),
    },
    {
      name: `replay of ${replayedEvents} events`,
      times: 5,
      send: () => replay(url, cursor.data.reservationEventsCursor),
    },
  ]
}

/** Reads some events after a cursor as a stream. */
async function replay(url: string, after: string): Promise<void> {
  const query = `subscription { reservationEvents(after: "${after}") {
    id type reservation { bookingReference status visitDate guest { name email } cenote { name slug } pricing { totalCents } } } }`
  const leaving = new AbortController()
  const response = await fetch(`${url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': apiKey },
    body: JSON.stringify({ query }),
    signal: leaving.signal,
  })
  if (!response.body) throw new Error(`The stream returned ${response.status}`)
  let events = 0
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  while (events < replayedEvents) {
    const { done, value } = await reader.read()
    const text = decoder.decode(value)
    if (done || text.includes('"errors"')) throw new Error(`The replay ended: ${text}`)
    events += text.split('event: next').length - 1
  }
  leaving.abort()
}
