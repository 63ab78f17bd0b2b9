import { randomUUID } from 'node:crypto'
import { administrationScopes, partnerScopes } from '../../../gateway/auth/scopes.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { issueTestKey } from '../../testkit/issue.ts'
import { keys, nextSaturday, partner, type SharedProduct } from '../../testkit/product.ts'

/** The access that a caller needs: none, any key, or a key with a scope. */
export type Need = 'nothing' | 'a key' | `${string}:${string}`

/** Who calls, in the order of the table's columns; `own` comes last, for it may use up what it is tried on. */
export const callers = [
  'none',
  'wrong',
  'revoked',
  'noScope',
  'publishable',
  'otherPartner',
  'otherEnvironment',
  'overLimit',
  'own',
] as const
export type CallerName = (typeof callers)[number]

/** The origin of the pages that have the publishable key. */
export const pageOrigin = 'https://shop.example'

export const cenoteId = demoId('cenote', 'gran-cenote')
export const tourId = demoId('tour', 'tulum-cenotes-classic')
export const visit = {
  cenoteId,
  visitDate: nextSaturday(),
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
}

/** A product with what there is to call about, made by Demo Travel: in the sandbox, or with the given key. */
export class World {
  readonly #product: SharedProduct
  readonly #receiver: string
  readonly #rest: ReturnType<typeof partner>
  readonly #scoped = new Map<string, Promise<string>>()
  #count = 0

  constructor(product: SharedProduct, apiKey?: string, receiver = 'http://127.0.0.1:9') {
    this.#product = product
    this.#receiver = receiver
    this.#rest = partner(product.url, apiKey)
  }

  /** A number that was not given before. */
  next(): number {
    return (this.#count += 1)
  }

  async reservation(...steps: [step: string, body?: object][]): Promise<string> {
    const id = await this.#made('/api/partner/reservations', visit)
    for (const [step, body = {}] of steps) {
      const { status, body: response } = await this.#rest.post(`/api/partner/reservations/${id}/${step}`, body)
      if (status !== 200) throw new Error(`${step}: ${JSON.stringify(response)}`)
    }
    return id
  }

  webhook(): Promise<string> {
    return this.#made('/webhooks', { url: `${this.#receiver}/${randomUUID()}`, events: ['reservation.expired'] })
  }

  async apiKey(): Promise<string> {
    const { body } = await this.#rest.graphql(
      'mutation { createApiKey(input: { scopes: ["catalog:read"] }) { key { id } } }',
    )
    return body.data.createApiKey.key.id
  }

  /** A webhook with a delivery. */
  async delivery(): Promise<{ id: string; deliveryId: string }> {
    const id = await this.webhook()
    const { body } = await this.#rest.post(`/webhooks/${id}/ping`, {})
    return { id, deliveryId: body.data.id }
  }

  /** A webhook with a replay. */
  async replay(): Promise<{ id: string; replayId: string }> {
    const id = await this.webhook()
    return { id, replayId: await this.#made(`/webhooks/${id}/replay`, { since: aMinuteAgo() }, 202) }
  }

  /** A reservation with a message to its guest. */
  async message(): Promise<{ id: string; communicationId: string }> {
    const id = await this.reservation(['confirm', { confirmationEmail: true }])
    const { body } = await this.#rest.get(`/api/partner/reservations/${id}`)
    return { id, communicationId: body.data.communications[0].id }
  }

  /** The token of a document's address. */
  async document(): Promise<string> {
    const id = await this.reservation(['confirm', { paymentId: 'p', generateDocuments: true }])
    const { body } = await this.#rest.get(`/api/partner/reservations/${id}`)
    return new URL(body.data.documents[0].url).pathname.split('/').at(-1) ?? ''
  }

  /** The last part of an address that a reservation shows. */
  async token(of: 'visit' | 'review', id: string): Promise<string> {
    const { body } = await this.#rest.graphql(`{ reservation(id: "${id}") { visitUrl reviewRequest { link } } }`)
    const { visitUrl, reviewRequest } = body.data.reservation
    return new URL(of === 'visit' ? visitUrl : reviewRequest.link).pathname.split('/').at(-1) ?? ''
  }

  /** A reservation with the token of its payment page. */
  async checkout(): Promise<{ id: string; token: string }> {
    const id = await this.reservation()
    const { body } = await this.#rest.graphql(`{ reservation(id: "${id}") { paymentDue { creditCardUrl } } }`)
    return { id, token: new URL(body.data.reservation.paymentDue.creditCardUrl).searchParams.get('token') ?? '' }
  }

  /** An unpaid visit that its guest may cancel and change, with its present hour and price. */
  async visitOfGuest(): Promise<{ token: string; visitTime: string; totalCents: number }> {
    const id = await this.reservation()
    await this.#rest.send('PATCH', `/api/partner/reservations/${id}`, { guestMay: { cancel: true, change: true } })
    const { body } = await this.#rest.graphql(`{ reservation(id: "${id}") { visitTime pricing { totalCents } } }`)
    const { visitTime, pricing } = body.data.reservation
    return { token: await this.token('visit', id), visitTime, totalCents: pricing.totalCents }
  }

  /** The token of an invitation to review. */
  async invitation(): Promise<string> {
    return this.token(
      'review',
      await this.reservation(['confirm'], ['checkin'], ['complete', { feedback: { requestReview: true } }]),
    )
  }

  /** The key of a caller; null when it sends none. */
  async keyOf(caller: CallerName, need: Need): Promise<string | null> {
    switch (caller) {
      case 'none':
        return null
      case 'wrong':
        return 'sk_test_nobody_knows'
      case 'revoked':
        return keys.revoked
      case 'otherPartner':
        return keys.rival
      case 'otherEnvironment':
        return keys.live
      case 'overLimit':
        return this.#exhausted()
      case 'noScope':
        return this.#withScopes(allBut(need))
      case 'publishable':
        return this.#once(
          'publishable',
          async () => (await issueTestKey(this.#product, { origins: [pageOrigin] })).apiKey,
        )
      case 'own':
        return this.#withScopes(need.includes(':') ? [need] : [])
    }
  }

  #withScopes(scopes: readonly string[]): Promise<string> {
    return this.#once(`scopes ${scopes.join(' ')}`, async () => (await issueTestKey(this.#product, { scopes })).apiKey)
  }

  #exhausted(): Promise<string> {
    return this.#once('exhausted', async () => {
      const { apiKey } = await issueTestKey(this.#product, { ownLimits: { hour: { limit: 1, seconds: 3_600 } } })
      await partner(this.#product.url, apiKey).get('/api/auth/verify')
      return apiKey
    })
  }

  #once(name: string, make: () => Promise<string>): Promise<string> {
    let known = this.#scoped.get(name)
    if (!known) this.#scoped.set(name, (known = make()))
    return known
  }

  async #made(path: string, body: object, status = 201): Promise<string> {
    const response = await this.#rest.post(path, body)
    if (response.status !== status) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
    return response.body.data.id
  }
}

export const aMinuteAgo = (): string => new Date(Date.now() - 60_000).toISOString()

const allBut = (need: Need): string[] => (need.includes(':') ? partnerScopes.filter((scope) => scope !== need) : [])

/** Operations and fields that read the log of changes. */
const logs = ['listAvailabilityChanges', 'Query.availabilityChanges', 'Query.catalogEventsCursor']
const scopesOfPages: readonly Need[] = ['nothing', 'catalog:read', 'pricing:read']

/** Whether a publishable key may read it. */
export const isForPages = (name: string, need: Need): boolean =>
  scopesOfPages.includes(need) && !logs.includes(name) && !/^(Mutation|Subscription)\./.test(name)

/** Whether no partner is granted it. */
const isOfOperators = (need: Need): boolean => administrationScopes.some((scope) => scope === need)

/** The expected response for a caller to what is called `name`. */
export function decided(
  caller: CallerName,
  { name, need, success, missing }: { name: string; need: Need; success: number; missing?: string },
): string {
  switch (caller) {
    case 'none':
      return need === 'nothing' ? `${success}` : '401 AUTHENTICATION_REQUIRED'
    case 'wrong':
    case 'revoked':
      return '401 INVALID_API_KEY'
    case 'noScope':
      return need.includes(':') ? '403 INSUFFICIENT_PERMISSIONS' : `${success}`
    case 'publishable':
      return isForPages(name, need) ? `${success}` : '403 INSUFFICIENT_PERMISSIONS'
    case 'otherPartner':
    case 'otherEnvironment':
      if (isOfOperators(need)) return '403 INSUFFICIENT_PERMISSIONS'
      return missing === undefined ? `${success}` : `404 ${missing}`
    case 'overLimit':
      return '429 RATE_LIMIT_EXCEEDED'
    case 'own':
      return `${success}`
  }
}
