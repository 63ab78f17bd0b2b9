import type { Environment } from '../../../platform/trust/identity.ts'
import type { Secrets } from '../../../platform/trust/secret.ts'
import { openAddress, sealAddress } from '../../../platform/trust/signed-address.ts'
import { fileKinds, type FileKind } from '../../../schema/file-kinds.ts'

/** The content of a signed address. */
export interface FileToken {
  readonly reservationId: string
  readonly environment: Environment
  readonly kind: FileKind
  readonly expiresAt: Date
}

/** A token for one file of one reservation in one environment, valid until it expires. */
export const signedToken = ({ reservationId, ...content }: FileToken, secrets: Secrets): string =>
  sealAddress({ ...content, subject: reservationId }, secrets)

/** Null when the token was tampered with, signed with another secret than those accepted, or has expired. */
export function verifyToken(token: string, secrets: Secrets, now: Date): FileToken | null {
  const content = openAddress(token, fileKinds, secrets, now)
  return content && { ...content, reservationId: content.subject }
}
