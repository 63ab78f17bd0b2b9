import { createHash, randomBytes } from 'node:crypto'
import type { Environment } from '../../platform/trust/identity.ts'
import { issuedForm } from '../../platform/trust/issued-key.ts'

/** A secret key belongs on servers; a publishable one is in web pages, where everyone can read it. */
export type KeyKind = 'secret' | 'publishable'

/** Prefixes of keys by kind and the environment each reaches (docs/partner-api/keys-and-limits.md#api-keys). */
const prefixes: Readonly<Record<KeyKind, Readonly<Record<Environment, string>>>> = {
  secret: { live: 'pk_live_', sandbox: 'sk_test_' },
  publishable: { live: 'web_live_', sandbox: 'web_test_' },
}
const known = Object.values(prefixes).flatMap((ofKind) =>
  Object.entries(ofKind).map(([environment, prefix]) => ({ environment: environment as Environment, prefix })),
)
const secretBytes = 24

export interface KeyParts {
  readonly environment: Environment
  readonly prefix: string
  readonly lastFour: string
  /** SHA-256 of the whole key. */
  readonly hash: Buffer
}

/** Splits a key as sent; null when it cannot be one. */
export function parseApiKey(sent: string): KeyParts | null {
  const key = issuedForm(sent)
  const start = known.find(({ prefix }) => key.startsWith(prefix))
  if (!start || key.length < start.prefix.length + 4 || key.length > 200) return null
  return { ...start, lastFour: key.slice(-4), hash: createHash('sha256').update(key).digest() }
}

/** A new unguessable key, and what is stored of it. */
export function newApiKey(environment: Environment, kind: KeyKind): { apiKey: string; parts: KeyParts } {
  const apiKey = prefixes[kind][environment] + randomBytes(secretBytes).toString('base64url')
  const parts = parseApiKey(apiKey)
  if (!parts) throw new Error('A new key must be one that is understood')
  return { apiKey, parts }
}
