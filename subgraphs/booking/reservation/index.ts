import { readablePartnerOf } from '../caller.ts'
import type { Context } from '../context.ts'
import { reservationJobs } from './jobs.ts'
import { createReservationLoaders } from './loaders.ts'
import { reservationResolvers } from './resolvers.ts'

/** Reservations from their creation to their refund, and what guests receive of them. */
export const reservations = {
  resolvers: reservationResolvers,
  loaders: (context: Context) => ({
    reservations: createReservationLoaders(
      context.database,
      context.identity.partnerId === null ? 'none' : { partnerId: readablePartnerOf(context) },
    ),
  }),
  jobs: reservationJobs,
}

export { peopleSum, reviveReservation, type ReservationSnapshot } from './columns.ts'
export { cancellationDeadline, isOpenTo, policy as cancellationPolicy } from './rules/cancellation.ts'
export type { GuestFacingVisit } from './rules/diff.ts'
export type { HoldLimits } from './offer/hold-limit.ts'
export { noteIn, refundTimeIn, textIn } from './rules/wording.ts'
export { pickupInstant, shownTransport } from './rules/transport.ts'
export { checkLifecycle, isActive as isActiveStatus, lifecycle } from './rules/lifecycle.ts'
export { amountPaidCents, amountReturnedCents, balanceDueCents, creditDueCents } from './rules/payment.ts'
export { Mails } from './notifications/mails.ts'
export type { MailAttempt } from './rules/messages.ts'
export { createReservation } from './create/create.ts'
export { confirmReservation } from './confirm/confirm.ts'
export { cancelReservation } from './cancel/cancel.ts'
export { checkIn } from './visit/check-in.ts'
export { complete } from './visit/complete.ts'
export { endHolds } from './expire/end-holds.ts'
export { markNoShow } from './visit/no-show.ts'
export { modifyReservation } from './modify/modify.ts'
export { recordPayment } from './pay/record-payment.ts'
export { refund } from './pay/refund.ts'
export type { ReservationContext, ReservationServices } from './context.ts'
export { disruptReservation, type Disrupting, type DisruptionOutcome } from './disrupt/disrupt.ts'
export { showHolds } from './jobs.ts'
export type { Guest } from './rules/guest.ts'
export { foundBy } from './read/store/list.ts'
export { readStopping, stoppingValues, stopsAtAny, type Stopping } from './store/stopping-parties.ts'
export type { Status } from './rules/lifecycle.ts'
export type { Participant } from './rules/participants.ts'
export {
  productReference,
  cenoteIdOf,
  tourIdOf,
  visitorsOf,
  type Cancellation,
  type Change,
  type CheckIn,
  type Completion,
  type GuestTerms,
  type Metadata,
  type Notes,
  type Payment,
  type Pricing,
  type ProductType,
  type Reservation,
  type RequestedVisit,
  type ShownReservation,
  type StopPlace,
  type Transport,
  type StoredRefund,
} from './reservation.ts'
