import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Environment } from '../../../platform/identity.ts'
import { deriveKeys, type Secrets } from '../../../platform/secret.ts'

export type FileKind = 'qr' | 'confirmation' | 'ticket'

/** What a signed address stands for. */
export interface FileToken {
  readonly reservationId: string
  readonly environment: Environment
  readonly kind: FileKind
  readonly expiresAt: Date
}

const kinds: readonly FileKind[] = ['qr', 'confirmation', 'ticket']
const tagBytes = 16

const tagOf = (body: Buffer, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(body).digest().subarray(0, tagBytes)

/** A token for one file of one reservation in one environment, good until it expires. */
export function signedToken({ reservationId, environment, kind, expiresAt }: FileToken, secrets: Secrets): string {
  const body = Buffer.from(JSON.stringify([reservationId, environment, kind, expiresAt.getTime()]))
  return Buffer.concat([tagOf(body, deriveKeys(secrets, 'document')[0]), body]).toString('base64url')
}

/** Null when the token was tampered with, signed with another secret than those accepted, or has expired. */
export function verifyToken(token: string, secrets: Secrets, now: Date): FileToken | null {
  if (token.length > 1_000) return null
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(tagBytes)
  if (body.length === 0 || bytes.toString('base64url') !== token) return null
  const given = bytes.subarray(0, tagBytes)
  if (!deriveKeys(secrets, 'document').some((key) => timingSafeEqual(given, tagOf(body, key)))) return null
  const [reservationId, environment, kind, expiry] = JSON.parse(body.toString()) as [
    string,
    Environment,
    FileKind,
    number,
  ]
  if (expiry <= now.getTime() || !kinds.includes(kind)) return null
  return { reservationId, environment, kind, expiresAt: new Date(expiry) }
}
