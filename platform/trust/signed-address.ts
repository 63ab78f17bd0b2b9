import type { Environment } from './identity.ts'
import { Seal } from './seal.ts'
import type { Secrets } from './secret.ts'

/** Signs and opens the tokens of addresses that need no key, such as those of documents and QR codes. */
export const addressSeal = (secrets: Secrets): Seal => new Seal(secrets, 'document')

/** The maximum number of characters of a token. */
export const maxTokenLength = 1_000

/** The purpose of a signed address. */
export interface AddressContent<Kind extends string = string> {
  /** Id of what it shows. */
  readonly subject: string
  readonly environment: Environment
  readonly kind: Kind
  readonly expiresAt: Date
  /** More that is signed with it. */
  readonly claims?: Readonly<Record<string, string>> | undefined
}

/** A token for one purpose, valid until it expires; the same each time for the same content. */
export function sealAddress(
  { subject, environment, kind, expiresAt, claims }: AddressContent,
  secrets: Secrets,
): string {
  const parts = [subject, environment, kind, expiresAt.getTime(), ...(claims ? [claims] : [])]
  return addressSeal(secrets).seal(Buffer.from(JSON.stringify(parts)))
}

/** Null when the token was tampered with, is for another purpose, signed with another secret, or has expired. */
export function openAddress<Kind extends string>(
  token: string,
  kinds: readonly Kind[],
  secrets: Secrets,
  now: Date,
): AddressContent<Kind> | null {
  const content = openUndated(token, kinds, secrets)
  return content && content.expiresAt > now ? content : null
}

/** The same for a token whose end depends on its subject as it is now, and not as it was when the token was made. */
export function openUndated<Kind extends string>(
  token: string,
  kinds: readonly Kind[],
  secrets: Secrets,
): AddressContent<Kind> | null {
  const body = addressSeal(secrets).open(token, maxTokenLength)
  if (!body) return null
  const [subject, environment, kind, expiry, claims] = JSON.parse(body.toString()) as [
    string,
    Environment,
    Kind,
    number,
    Record<string, string>?,
  ]
  if (!kinds.includes(kind)) return null
  return { subject, environment, kind, expiresAt: new Date(expiry), claims }
}
