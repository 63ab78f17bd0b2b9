// Attacks on the inventory: places held without paying, and more places than there are.
import type { Attack, Target } from './attack.ts'
import { at, failureIn, send, statuses, type Response } from './client.ts'
import { dayAhead, readCenotes } from './reservations.ts'

const creation = (cenoteId: string | undefined, visitDate: string, adults: number): string =>
  JSON.stringify({
    cenoteId,
    visitDate,
    visitors: { adults, children: 0 },
    guest: { name: 'Attack', email: 'attack@example.com', phone: '+52 998 123 4567' },
  })

/** Creates one reservation at any cenote with room. */
export async function placeOf(
  target: Target,
  key: string,
  { adults, daysAhead }: { adults: number; daysAhead: number },
): Promise<Response> {
  let last: Response | undefined
  for (const cenote of (await readCenotes(target, key)).slice(0, 8)) {
    last = await send(target, {
      path: '/api/partner/reservations',
      key,
      body: creation(cenote, dayAhead(daysAhead), adults),
    })
    if (last.status === 201) return last
  }
  return last ?? { status: 0, bytes: 0, text: '', headers: {} }
}

/** The maximum that unpaid reservations of a Basic key may hold on one day of visit. */
const maxHeld = 100

export const hoarding: Attack = {
  name: 'places held without paying, Basic',
  async run(target) {
    const key = target.keys.basic
    const responses: Response[] = []
    const day = dayAhead(40 + Math.floor(Math.random() * 300))
    for (const cenote of await readCenotes(target, key))
      responses.push(await send(target, { path: '/api/partner/reservations', key, body: creation(cenote, day, 10) }))
    const made = responses.filter(({ status }) => status === 201)
    for (const response of made)
      await send(target, {
        path: `/api/partner/reservations/${String(at(response, 'data', 'id'))}/cancel`,
        key,
        body: JSON.stringify({ reason: 'guest_request' }),
      })
    const held = made.length * 10
    return {
      responses: `${statuses(responses)}, ${held} places held`,
      breach: failureIn(responses) ?? (held > maxHeld ? `${held} places were held on one day` : undefined),
    }
  },
}

export const inventory: Attack = {
  name: 'places added beyond the capacity',
  async run(target) {
    const [cenote] = await readCenotes(target, target.keys.pro)
    const path = `/api/partner/cenotes/${cenote}/availability`
    const body = JSON.stringify({ date: dayAhead(50), timeSlots: [{ time: '10:00', capacity: 100_000 }] })
    const responses = [
      await send(target, { path, method: 'PUT', key: target.keys.readonly, body }),
      await send(target, { path, method: 'PUT', key: target.keys.pro, body }),
    ]
    const accepted = responses.filter(({ status }) => status < 400).length
    return {
      responses: statuses(responses),
      breach: failureIn(responses) ?? (accepted > 0 ? `${accepted} were accepted` : undefined),
    }
  },
}
