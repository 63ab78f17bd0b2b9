// Reservations that attacks and their bystander make, spread over cenotes and days so that they do not run out of places.
import type { Target } from './attack.ts'
import { at, send, type Response } from './client.ts'

interface Party {
  readonly adults: number
  /** One ticket for the party when absent. */
  readonly tickets?: 'person'
}

interface WithFiles {
  readonly reservation: Response
  /** Paths of its files. */
  readonly qrCode: string
  readonly ticket: string
}

export const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const pathOf = (url: unknown): string => {
  const { pathname, search } = new URL(String(url))
  return pathname + search
}

let cenotes: Promise<readonly string[]> | undefined
let made = 0

export async function readCenotes(target: Target, key: string): Promise<readonly string[]> {
  const response = await send(target, { path: '/api/partner/cenotes?perPage=50', method: 'GET', key })
  const found = at(response, 'data') as readonly { readonly id: string }[] | undefined
  if (found === undefined)
    throw new Error(`The cenotes cannot be read: ${response.status} ${response.text.slice(0, 200)}`)
  return found.map(({ id }) => id)
}

export const reservations = (target: Target, key: string) => {
  const post = (path: string, body: object): Promise<Response> =>
    send(target, { path: `/api/partner/reservations${path}`, key, body: JSON.stringify(body) })

  async function create({ adults, tickets }: Party): Promise<Response> {
    const ids = await (cenotes ??= readCenotes(target, key))
    made += 1
    return post('', {
      cenoteId: ids[made % ids.length],
      visitDate: dayAhead(20 + ((made * 7 + process.pid) % 300)),
      visitors: { adults, children: 0 },
      guest: { name: 'Attack', email: 'attack@example.com', phone: '+52 998 123 4567' },
      ...(tickets === undefined ? {} : { tickets }),
    })
  }

  return {
    create,
    async createWithFiles(party: Party): Promise<WithFiles> {
      for (let attempt = 1; ; attempt += 1) {
        const reservation = await create(party)
        const id = String(at(reservation, 'data', 'id'))
        const confirmed =
          reservation.status === 201
            ? await post(`/${id}/confirm`, { paymentId: `attack-${id}`, generateDocuments: true })
            : reservation
        if (confirmed.status === 200) {
          return {
            reservation,
            qrCode: pathOf(at(reservation, 'data', 'qrCode', 'url')),
            ticket: pathOf(at(confirmed, 'data', 'documents', 'ticket')),
          }
        }
        if (attempt === 50)
          throw new Error(`No reservation could be made: ${confirmed.status} ${confirmed.text.slice(0, 200)}`)
      }
    },
    /** Changes what its documents say, and nothing that costs. */
    change: (id: string, reference: string): Promise<Response> =>
      send(target, {
        path: `/api/partner/reservations/${id}`,
        method: 'PATCH',
        key,
        body: JSON.stringify({ resellerReference: reference }),
      }),
  }
}

/** Cancels a reservation that was made. */
export async function cancel(target: Target, key: string, { status, text }: Response): Promise<void> {
  if (status !== 201) return
  const id = String(at({ text }, 'data', 'id'))
  const body = JSON.stringify({ reason: 'guest_request' })
  await send(target, { path: `/api/partner/reservations/${id}/cancel`, key, body })
}
