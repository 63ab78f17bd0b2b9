import { Webhook } from 'standardwebhooks'
import type { components } from './openapi.ts'

type Schemas = components['schemas']

/** The body of a delivery, by its `type`. */
export type WebhookDelivery = Extract<
  Schemas[Extract<keyof Schemas, `${string}Delivery`>],
  { type: string; data: unknown }
>

/** Headers in the form of the Fetch API or of Node. */
type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The delivery, if it is genuine by Standard Webhooks: signed with the secret, one of several signatures while secrets
 * are rotated, and at most five minutes old. Throws otherwise. `body` is the text as received, not parsed and written
 * again.
 */
export function verifyWebhook(body: string | Uint8Array, headers: HeadersLike, secret: string): WebhookDelivery {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return new Webhook(secret).verify(text, plainHeaders(headers)) as WebhookDelivery
}

function plainHeaders(headers: HeadersLike): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers.entries()] : Object.entries(headers)
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(' ') : String(value)]),
  )
}
