import type { Environment } from '../../../../platform/trust/identity.ts'
import type { Secrets } from '../../../../platform/trust/secret.ts'
import { openUndated, sealAddress } from '../../../../platform/trust/signed-address.ts'
import { fileKinds, type FileKind } from '../../../../schema/file-kinds.ts'

/** The content of a signed address. */
export interface FileToken {
  readonly reservationId: string
  readonly environment: Environment
  readonly kind: FileKind
  readonly expiresAt: Date
}

/** A token for one file of one reservation in one environment, the same each time for the same content. */
export const signedToken = ({ reservationId, ...content }: FileToken, secrets: Secrets): string =>
  sealAddress({ ...content, subject: reservationId }, secrets)

/** Null when the token was tampered with or signed with another secret than those accepted. When it ends, the visit decides. */
export function verifyToken(token: string, secrets: Secrets): FileToken | null {
  const content = openUndated(token, fileKinds, secrets)
  return content && { ...content, reservationId: content.subject }
}
