import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type Secrets } from '../../../platform/trust/secret.ts'
import type { Reservation } from './reservation.ts'

/** 80 bits. */
const tokenBytes = 10
/** In capitals, so that a hand scanner or a person need not tell them from small letters. */
const pattern = /^(CEN-[0-9A-Z]{6})\.([0-9A-F]{20})$/

const tokensOf = (id: string, secrets: Secrets): Buffer[] =>
  deriveKeys(secrets, 'ticket').map((key) => createHmac('sha256', key).update(id).digest().subarray(0, tokenBytes))

/** The content of a ticket's QR code: the booking reference, and a token that proves who issued it. */
export function ticketCode({ id, bookingReference }: Pick<Reservation, 'id' | 'bookingReference'>, secrets: Secrets) {
  const token = tokensOf(id, secrets)[0]?.toString('hex').toUpperCase()
  return `${bookingReference}.${token}`
}

/** The parts of a text that has the form of a ticket's code, in any case; null for any other. */
export function readTicketCode(text: string): { reference: string; token: string } | null {
  const [, reference, token] = pattern.exec(text.toUpperCase()) ?? []
  return reference !== undefined && token !== undefined ? { reference, token } : null
}

/** Whether a token was made for a reservation, with the secret in use or one that it replaces. */
export const isTicketToken = (token: string, { id }: Pick<Reservation, 'id'>, secrets: Secrets): boolean =>
  tokensOf(id, secrets).some((own) => timingSafeEqual(own, Buffer.from(token, 'hex')))
