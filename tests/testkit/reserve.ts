import { demoId } from '../../platform/values/demo-id.ts'
import { runningTransactionsEnd } from './database.ts'
import { nextSaturday, partner, type Json } from './product.ts'

let days = 0
/** A file that shares a product stays within its week. */
const daysOfVisits = globalThis.weeksAhead === undefined ? 20 : 7

/** A reservation of one adult; spread over the days, so that any number of them fit. */
function body(cenote: string, guest = 'Ana Núñez', email = 'ana@example.com'): Json {
  const date = new Date(`${nextSaturday()}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + (days++ % daysOfVisits))
  return {
    cenoteId: demoId('cenote', cenote),
    visitDate: date.toISOString().slice(0, 10),
    visitors: { adults: 1, children: 0 },
    guest: { name: guest, email, phone: '+52 998 123 4567' },
  }
}

/** A reservation at a cenote with room; it and each change of it are events that subscribers receive. */
export async function reserve(
  url: string,
  {
    apiKey,
    cenote = 'gran-cenote',
    guest,
    email,
    promoCode,
  }: { apiKey?: string; cenote?: string; guest?: string; email?: string; promoCode?: string } = {},
): Promise<Json> {
  const response = await partner(url, apiKey).post('/api/partner/reservations', {
    ...body(cenote, guest, email),
    ...(promoCode === undefined ? {} : { promoCode }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data
}

/** Up to 50 at once: as many events in a moment. */
export async function reserveMany(url: string, count: number, apiKey?: string): Promise<void> {
  const reservations = Array.from({ length: count }, () => body('gran-cenote'))
  const response = await partner(url, apiKey).post('/api/partner/reservations/bulk', { reservations })
  if (response.body.data?.summary.succeeded !== count) throw new Error(JSON.stringify(response.body))
}

/** Where the partner's log of events ends: a subscription after it misses nothing that happens from now on. */
export async function logEnd(url: string, apiKey?: string): Promise<string> {
  await runningTransactionsEnd()
  const { body } = await partner(url, apiKey).graphql('{ reservationEventsCursor }')
  return body.data.reservationEventsCursor
}
