import { isBlank } from '../../../../platform/values/text.ts'
import { randomInt } from 'node:crypto'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { tooLong } from './guest.ts'

/** Crockford base 32: no I, L, O or U, so that a code is not misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const code = (length: number): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** CEN- and six characters; the database refuses a second of the same. */
export const newBookingReference = (): string => `CEN-${code(6)}`
export const newConfirmationCode = (): string => `CNF-${code(6)}`

const maxLength = 64

/** Validation errors of a reseller reference; none when it is absent. */
export const resellerReferenceErrors = (
  reference: string | null | undefined,
  path = 'resellerReference',
): FieldErrors =>
  isBlank(reference ?? '-') ? { [path]: [{ code: 'EMPTY' }] } : tooLong([[path, reference, maxLength]])
