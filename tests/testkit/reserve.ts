import { demoId } from '../../platform/demo-id.ts'
import { nextSaturday, partner, type Json } from './product.ts'

let days = 0

/** A reservation of one adult at a cenote with room; each event of it is one that subscribers hear. */
export async function reserve(
  url: string,
  { apiKey, cenote = 'gran-cenote' }: { apiKey?: string; cenote?: string } = {},
): Promise<Json> {
  // Spread over the days, so that however many are made, all find room.
  const date = new Date(`${nextSaturday()}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + (days++ % 20))
  const { status, body } = await partner(url, apiKey).post('/api/partner/reservations', {
    cenoteId: demoId('cenote', cenote),
    visitDate: date.toISOString().slice(0, 10),
    visitors: { adults: 1 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Where the partner's log of events ends: a subscription after it misses nothing that happens from now on. */
export async function logEnd(url: string, apiKey?: string): Promise<string> {
  const { body } = await partner(url, apiKey).graphql('{ reservationEventsCursor }')
  return body.data.reservationEventsCursor
}
