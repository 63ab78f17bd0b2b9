import { randomUUID } from 'node:crypto'
import type { Response, Send } from './client.ts'
import { between, pause } from './random.ts'

/** The state of a reservation after its last acknowledged change. */
export interface AcknowledgedState {
  status: string
  specialRequests: string | null
  visitDate: string
  productId: string
  /** People of each age, in the order of `ages`. */
  party: string
}

/** The differences from the acknowledged state. */
export const differencesBetween = (
  acknowledged: Readonly<AcknowledgedState>,
  found: Readonly<AcknowledgedState>,
): string[] =>
  (Object.keys(acknowledged) as (keyof AcknowledgedState)[]).flatMap((name) =>
    found[name] === acknowledged[name]
      ? []
      : [`${name} was acknowledged as ${acknowledged[name]} and is ${found[name]}`],
  )

/** Records of a partner that books, to be compared with the database. */
export interface LoadRecords {
  /** Acknowledged versions of each reservation, by operation. */
  readonly acknowledged: { readonly reservationId: string; readonly operation: string }[]
  /** The expected state of each reservation in the database. */
  readonly states: Map<string, AcknowledgedState>
  readonly fieldErrors: string[]
  refused: number
  resent: number
}

const maxAttempts = 600

/** Retries under one Idempotency-Key until a response is final, refusals among them; null when none came. */
export async function sendUntilSettled(
  records: LoadRecords,
  send: Send,
  method: string,
  path: string,
  body: object,
): Promise<Response | null> {
  const key = { 'Idempotency-Key': randomUUID() }
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) {
      records.resent += 1
      await pause(between(20, 300))
    }
    const response = await send(method, path, body, key).catch(() => null)
    // Cut off, unavailable or in progress: retry, at any process.
    if (!response || response.status >= 500 || response.body.error?.code === 'IDEMPOTENCY_KEY_IN_USE') continue
    if (response.status >= 300) records.refused += 1
    return response
  }
  records.fieldErrors.push(`${method} ${path} had no response`)
  return null
}
