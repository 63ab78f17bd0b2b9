import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { deriveKeys, type Secrets } from '../../../../platform/trust/secret.ts'

/** A new key of signatures, as Standard Webhooks writes them: `whsec_` and 24 to 64 bytes in base 64. */
export const newSecret = (): Buffer => randomBytes(32)
export const writtenSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

/** The `webhook-signature` header of Standard Webhooks: one signature for each key, separated by spaces. */
export function signatures(secrets: readonly Buffer[], id: string, timestampSeconds: number, body: string): string {
  return secrets
    .map((secret) => createHmac('sha256', secret).update(`${id}.${timestampSeconds}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ')
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Stores secrets encrypted in the database (AES-256-GCM, a key derived from SIGNING_SECRET). The webhook's id, or a text
 * with it, is authenticated as their owner, so that a ciphertext copied to another webhook's row does not open.
 */
export class SecretBox {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]

  constructor(signingSecret: Secrets) {
    this.#keys = deriveKeys(signingSecret, 'webhook secrets')
  }

  seal(secret: Buffer, owner: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#keys[0], nonce).setAAD(Buffer.from(owner))
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  }

  /** Null when it was sealed with a SIGNING_SECRET that is no longer accepted, or changed. */
  open(sealed: Buffer, owner: string): Buffer | null {
    return openWithAny(this.#keys, sealed, owner)
  }

  /** Whether there are secrets that may have been sealed with another SIGNING_SECRET than the one in use. */
  get isChanging(): boolean {
    return this.#keys.length > 1
  }

  /** The same under the SIGNING_SECRET in use; null when it is, or when it cannot be opened. */
  reseal(sealed: Buffer, owner: string): Buffer | null {
    const [current, ...previous] = this.#keys
    if (openWith(current, sealed, owner)) return null
    const secret = openWithAny(previous, sealed, owner)
    return secret && this.seal(secret, owner)
  }
}

function openWithAny(keys: readonly Uint8Array[], sealed: Buffer, owner: string): Buffer | null {
  for (const key of keys) {
    const secret = openWith(key, sealed, owner)
    if (secret) return secret
  }
  return null
}

function openWith(key: Uint8Array, sealed: Buffer, owner: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-tagBytes))
  const secret = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
  try {
    return Buffer.concat([secret, decipher.final()])
  } catch {
    return null
  }
}
