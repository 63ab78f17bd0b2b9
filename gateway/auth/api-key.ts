import { createHash, randomBytes } from 'node:crypto'
import type { Environment } from '../../platform/trust/identity.ts'
import { issuedForm } from '../../platform/trust/issued-key.ts'

/** Prefixes of keys and the environment each reaches (docs/partner-api/keys-and-limits.md#api-keys). */
const prefixes: Readonly<Record<string, Environment>> = { pk_live_: 'live', sk_test_: 'sandbox' }
/** The prefix that new keys of an environment get. */
const prefixOf: Readonly<Record<Environment, string>> = { live: 'pk_live_', sandbox: 'sk_test_' }
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
  const prefix = key.slice(0, 8)
  const environment = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined
  if (!environment || key.length < 12 || key.length > 200) return null
  return { environment, prefix, lastFour: key.slice(-4), hash: createHash('sha256').update(key).digest() }
}

/** A new unguessable key, and what is stored of it. */
export function newApiKey(environment: Environment): { apiKey: string; parts: KeyParts } {
  const apiKey = prefixOf[environment] + randomBytes(secretBytes).toString('base64url')
  const parts = parseApiKey(apiKey)
  if (!parts) throw new Error('A new key must be one that is understood')
  return { apiKey, parts }
}
