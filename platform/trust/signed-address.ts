import { Seal } from './seal.ts'
import type { Secrets } from './secret.ts'

/** Signs and opens the tokens of addresses that need no key, such as those of documents and QR codes. */
export const addressSeal = (secrets: Secrets): Seal => new Seal(secrets, 'document')

/** The maximum number of characters of a token. */
export const maxTokenLength = 1_000
