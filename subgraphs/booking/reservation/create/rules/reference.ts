import { randomInt } from 'node:crypto'

/** Crockford base 32: no I, L, O or U, so that a code is not misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const code = (length: number): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** CEN- and six characters; the database refuses a second of the same. */
export const newBookingReference = (): string => `CEN-${code(6)}`
export const newConfirmationCode = (): string => `CNF-${code(6)}`
