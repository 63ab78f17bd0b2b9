import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Environment } from '../../../platform/identity.ts'
import { deriveKey } from '../../../platform/secret.ts'

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

const tagOf = (body: Buffer, secret: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'document')).update(body).digest().subarray(0, tagBytes)

/** A token for one file of one reservation in one environment, good until it expires. */
export function signedToken({ reservationId, environment, kind, expiresAt }: FileToken, secret: string): string {
  const body = Buffer.from(JSON.stringify([reservationId, environment, kind, expiresAt.getTime()]))
  return Buffer.concat([tagOf(body, secret), body]).toString('base64url')
}

/** Null when the token was tampered with, signed with another secret, or has expired. */
export function verifyToken(token: string, secret: string, now: Date): FileToken | null {
  if (token.length > 1_000) return null
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(tagBytes)
  if (body.length === 0 || bytes.toString('base64url') !== token) return null
  if (!timingSafeEqual(bytes.subarray(0, tagBytes), tagOf(body, secret))) return null
  const [reservationId, environment, kind, expiry] = JSON.parse(body.toString()) as [
    string,
    Environment,
    FileKind,
    number,
  ]
  if (expiry <= now.getTime() || !kinds.includes(kind)) return null
  return { reservationId, environment, kind, expiresAt: new Date(expiry) }
}
