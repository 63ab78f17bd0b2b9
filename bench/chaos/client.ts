import type { Party } from '../../schema/ages.ts'

/** A key of the demo partner without limits. */
export const apiKey = 'sk_test_demo_enterprise'

/** A reservation as a change of it returns it over REST; only what the load reads. */
interface ReturnedReservation {
  readonly id: string
  readonly status: string
  readonly visitDate: string
  /** When its hold ends. */
  readonly expiresAt: string | null
}

/** A reservation as GraphQL returns it to the load. */
interface ReadReservation {
  readonly status: string
  readonly specialRequests: string | null
  readonly version: number
  readonly visitDate: string
  readonly product: { readonly id: string }
  readonly visitors: Party
}

/** Bodies of REST and of GraphQL; only the members that the load reads. */
export interface ResponseBody {
  readonly data?: Partial<ReturnedReservation> & {
    readonly secret?: string
    /** Of a modification. */
    readonly changes?: readonly object[]
    readonly reservation?: ReadReservation | null
    readonly reservationEventsCursor?: string
  }
  readonly error?: { readonly code?: string; readonly details?: { readonly reason?: string } }
}

export interface Response {
  readonly status: number
  readonly body: ResponseBody
}

/** Sends one request of a partner; rejects when no response came. */
export type Send = (
  method: string,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>

/** A client that aborts a request after this timeout, and retries it. */
const timeoutMilliseconds = 12_000

/** Sends requests of one partner to one address. */
export const partnerAt =
  (url: string, apiKey: string): Send =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'X-API-Key': apiKey,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: isJson ? (JSON.parse(text) as ResponseBody) : {} }
  }
