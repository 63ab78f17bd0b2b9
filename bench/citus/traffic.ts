import { randomUUID } from 'node:crypto'
import { partnerAt, type Send } from '../chaos/client.ts'
import { oneOf } from '../chaos/random.ts'
import { percentile } from '../percentile.ts'

/** A partner of the load. */
export interface Partner {
  readonly id: string
  readonly send: Send
}

export type Kind = 'creations' | 'lists' | 'details'

/** The outcome of some seconds of requests. */
export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  /** Responses by what they were: `creations 201`, or why none came. */
  readonly outcomes: ReadonlyMap<string, number>
}

const path = '/api/partner/reservations'
const times = ['10:00', '11:00', '12:00', '13:00', '14:00'] as const
/** Days from now to the last visit of the load. */
export const lastDay = 180
export const dayAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const anyDay = (): string => dayAfter(2 + Math.floor(Math.random() * (lastDay - 1)))

export const reservationFor = (cenoteId: string, visitDate: string, visitTime: string): object => ({
  cenoteId,
  visitDate,
  visitTime,
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Load', email: `load-${randomUUID()}@example.com`, phone: '+52 998 123 4567' },
})

/** Requests of several partners to one installation, and the reservations that were acknowledged. */
export class Traffic {
  readonly partners: readonly [Partner, ...Partner[]]
  readonly cenotes: readonly [string, ...string[]]
  readonly acknowledged: { readonly partner: Partner; readonly id: string }[] = []

  private constructor(partners: readonly [Partner, ...Partner[]], cenotes: readonly [string, ...string[]]) {
    this.partners = partners
    this.cenotes = cenotes
  }

  static async of(url: string, keys: readonly { partnerId: string; key: string }[]): Promise<Traffic> {
    const partners = keys.map(({ partnerId, key }) => ({ id: partnerId, send: partnerAt(url, key) }))
    const [first] = partners
    const response = await first?.send('GET', '/api/partner/cenotes?perPage=50')
    const cenotes = (response?.body.data as unknown as { id: string }[]).map(({ id }) => id)
    return new Traffic(partners as unknown as [Partner, ...Partner[]], cenotes as unknown as [string, ...string[]])
  }

  /** One reservation of a partner; the status of the response, or why there was none. */
  async create(partner: Partner, body = reservationFor(oneOf(this.cenotes), anyDay(), oneOf(times))): Promise<string> {
    try {
      const { status, body: response } = await partner.send('POST', path, body)
      const id = response.data?.id
      if (status === 201 && id !== undefined) this.acknowledged.push({ partner, id })
      return status < 400 ? String(status) : `${status} ${response.error?.code ?? ''}`
    } catch (error) {
      return (error as Error).message
    }
  }

  async read(kind: 'lists' | 'details'): Promise<string> {
    const { partner, id } = kind === 'lists' ? { partner: oneOf(this.partners), id: '' } : this.#anyAcknowledged()
    const response = await partner
      .send('GET', kind === 'lists' ? `${path}?perPage=20` : `${path}/${id}`)
      .catch((error: unknown) => ({ status: (error as Error).message }))
    return String(response.status)
  }

  #anyAcknowledged(): { readonly partner: Partner; readonly id: string } {
    const found = this.acknowledged[Math.floor(Math.random() * this.acknowledged.length)]
    if (!found) throw new Error('Nothing was created yet')
    return found
  }

  /** Some clients, each of which sends one request after the other until it is over. */
  async run(kind: Kind, clients: number, isOver: () => boolean): Promise<Measured> {
    const outcomes = new Map<string, number>()
    const durations: number[] = []
    const begin = performance.now()
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (!isOver()) {
          const sentAt = performance.now()
          const outcome = kind === 'creations' ? await this.create(oneOf(this.partners)) : await this.read(kind)
          durations.push(performance.now() - sentAt)
          const label = `${kind} ${outcome}`
          outcomes.set(label, (outcomes.get(label) ?? 0) + 1)
        }
      }),
    )
    const seconds = (performance.now() - begin) / 1000
    durations.sort((a, b) => a - b)
    return {
      perSecond: durations.length / seconds,
      p50: percentile(durations, 0.5),
      p95: percentile(durations, 0.95),
      outcomes,
    }
  }

  forSeconds(kind: Kind, clients: number, seconds: number): Promise<Measured> {
    const end = performance.now() + seconds * 1000
    return this.run(kind, clients, () => performance.now() >= end)
  }

  /** Acknowledged reservations that their partner cannot read. */
  async missing(): Promise<string[]> {
    const left = [...this.acknowledged]
    const missing: string[] = []
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let one = left.pop(); one; one = left.pop()) {
          const { status } = await one.partner.send('GET', `${path}/${one.id}`)
          if (status !== 200) missing.push(`${one.id} ${status}`)
        }
      }),
    )
    return missing
  }
}

export const described = (outcomes: ReadonlyMap<string, number>): string =>
  [...outcomes].map(([outcome, count]) => `${outcome}: ${count}`).join(', ')
