import type { Environment } from '../../../platform/trust/identity.ts'
import type { Secrets } from '../../../platform/trust/secret.ts'
import { fileKinds, type FileKind } from '../../../schema/file-kinds.ts'
import { addressSeal, maxTokenLength } from '../../../platform/trust/signed-address.ts'

/** The content of a signed address. */
export interface FileToken {
  readonly reservationId: string
  readonly environment: Environment
  readonly kind: FileKind
  readonly expiresAt: Date
}

/** A token for one file of one reservation in one environment, valid until it expires. */
export function signedToken({ reservationId, environment, kind, expiresAt }: FileToken, secrets: Secrets): string {
  const body = Buffer.from(JSON.stringify([reservationId, environment, kind, expiresAt.getTime()]))
  return addressSeal(secrets).seal(body)
}

/** Null when the token was tampered with, signed with another secret than those accepted, or has expired. */
export function verifyToken(token: string, secrets: Secrets, now: Date): FileToken | null {
  const body = addressSeal(secrets).open(token, maxTokenLength)
  if (!body) return null
  const [reservationId, environment, kind, expiry] = JSON.parse(body.toString()) as [
    string,
    Environment,
    FileKind,
    number,
  ]
  if (expiry <= now.getTime() || !fileKinds.includes(kind)) return null
  return { reservationId, environment, kind, expiresAt: new Date(expiry) }
}
