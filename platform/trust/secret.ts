import { hkdfSync } from 'node:crypto'

/** One secret, or the one in use and then those it replaces, whose signatures are still accepted. */
export type Secrets = string | readonly [current: string, ...previous: string[]]

/** Derives a 256-bit key for one purpose, so that what is signed for one can never pass for another. */
function deriveKey(secret: string, purpose: string): Uint8Array {
  const name = `${purpose} ${secret}`
  let key = derived.get(name)
  if (!key) derived.set(name, (key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))))
  return key
}

/** A process uses few secrets and purposes, and signs with them all the time. */
const derived = new Map<string, Uint8Array>()

/** The same for each secret, the one in use first. */
export function deriveKeys(secrets: Secrets, purpose: string): [Uint8Array, ...Uint8Array[]] {
  const [current, ...previous] = typeof secrets === 'string' ? [secrets] : secrets
  return [deriveKey(current, purpose), ...previous.map((secret) => deriveKey(secret, purpose))]
}

/** The secrets that the settings name. */
export const secretsOf = (current: string, previous: string | undefined): Secrets =>
  previous === undefined ? current : [current, previous]
