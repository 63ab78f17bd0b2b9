import type { Environment } from '../../../../platform/trust/identity.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { presentFields } from '../../../../schema/present-fields.ts'
import {
  readReturnAddress,
  type GuestMay,
  type PartnerSettings,
  type TicketKind,
} from '../../partner-settings/index.ts'
import type { GuestTerms, Reservation } from '../reservation.ts'
import { isOpenTo } from './cancellation.ts'

/** The terms that hold for the guest of a reservation. */
export interface EffectiveTerms {
  readonly guestMay: GuestMay
  readonly hidePrice: boolean
  readonly tickets: TicketKind
  readonly returnUrl: string | null
  readonly cancelUrl: string | null
}

/** The terms of a reservation: its own, otherwise the settings of its partner. */
export const effectiveTerms = (
  { guestTerms }: Pick<Reservation, 'guestTerms'>,
  settings: PartnerSettings,
): EffectiveTerms => ({
  guestMay: { ...settings.guestMay, ...guestTerms?.guestMay },
  hidePrice: guestTerms?.hidePrice ?? settings.hidePrice,
  tickets: guestTerms?.tickets ?? settings.tickets,
  returnUrl: guestTerms?.returnUrl ?? null,
  cancelUrl: guestTerms?.cancelUrl ?? null,
})

/** Terms as a request gives them; null leaves one to the settings of the partner, and an absent one as it is. */
export interface GivenTerms {
  readonly guestMay?: { readonly [Name in keyof GuestMay]?: boolean | null | undefined } | null | undefined
  readonly hidePrice?: boolean | null | undefined
  readonly tickets?: TicketKind | null | undefined
  readonly mailsGuest?: boolean | null | undefined
}

/** Terms with those that a request gives; null when none are left. */
export function termsWith(
  before: GuestTerms | null,
  { guestMay, hidePrice, tickets, mailsGuest }: GivenTerms,
): GuestTerms | null {
  const actions = guestMay === null ? {} : presentFields({ ...before?.guestMay, ...given(guestMay ?? {}) })
  const terms = presentFields({
    ...before,
    guestMay: Object.keys(actions).length === 0 ? null : actions,
    ...given({ hidePrice, tickets }),
    ...(mailsGuest === undefined ? {} : { mailsGuest: mailsGuest === false ? false : null }),
  })
  return Object.keys(terms).length === 0 ? null : terms
}

/** Whether the guest is sent mails that no request asks for. */
export const mailsGuest = ({ guestTerms }: Pick<Reservation, 'guestTerms'>): boolean => guestTerms?.mailsGuest ?? true

/** Members that a request names, those with null among them. */
const given = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>

const addressMembers = ['returnUrl', 'cancelUrl'] as const
type GivenAddresses = { readonly [Name in (typeof addressMembers)[number]]?: string | null | undefined }

export const namesReturnAddress = (request: GivenAddresses): boolean =>
  addressMembers.some((name) => request[name] != null)

/** Where the payment page sends the guest, in normal forms, and the field errors of what it may not be. */
export function returnAddresses(
  request: GivenAddresses,
  settings: Pick<PartnerSettings, 'returnOrigins'>,
  environment: Environment,
): { readonly addresses: Pick<GuestTerms, 'returnUrl' | 'cancelUrl'>; readonly fieldErrors: FieldErrors } {
  const addresses: { returnUrl?: string; cancelUrl?: string } = {}
  const fieldErrors: FieldErrors = {}
  for (const name of addressMembers) {
    const text = request[name]
    if (text == null) continue
    const read = readReturnAddress(text, settings, environment)
    if (read.problem) fieldErrors[name] = [read.problem]
    else addresses[name] = read.address
  }
  return { addresses, fieldErrors }
}

/** The actions open to the guest at an instant: those of the terms, while the reservation can still be changed. */
export const guestMayAt = (
  reservation: Pick<Reservation, 'status' | 'visitAt' | 'disrupted'>,
  { guestMay }: Pick<EffectiveTerms, 'guestMay'>,
  at: Date,
): GuestMay => ({
  cancel: guestMay.cancel && isOpenTo('cancel', reservation, at, false),
  change: guestMay.change && isOpenTo('modify', reservation, at, false),
})

/** An address of the partner with the booking reference in its query. */
export function withReference(address: string, { bookingReference }: Pick<Reservation, 'bookingReference'>): string {
  const url = new URL(address)
  // Not by `searchParams`, which would write the partner's own query in another form.
  url.search = `${url.search === '' ? '?' : `${url.search}&`}bookingReference=${bookingReference}`
  return url.href
}
