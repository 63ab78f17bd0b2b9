import type * as authors from '../../../platform/trust/author.ts'
import type * as i18n from '../../../platform/values/i18n.ts'
import type * as couponUses from '../coupon-use/index.ts'
import type * as reservations from '../reservation/index.ts'

/** Types of columns that PostgreSQL has as text or JSON; comments of schema.prisma name them. */
declare global {
  namespace BookingColumns {
    type Language = i18n.Language
    type LocalizedText = i18n.LocalizedText
    type ClaimState = couponUses.ClaimState
    type Status = reservations.Status
    type Guest = reservations.Guest
    type GuestTerms = reservations.GuestTerms
    type Participants = reservations.Participant[]
    type ProductType = reservations.ProductType
    type Stops = readonly reservations.StopPlace[]
    type Transport = reservations.Transport
    type RequestedVisit = reservations.RequestedVisit
    type Pricing = reservations.Pricing
    type Notes = reservations.Notes
    type Metadata = reservations.Metadata
    type Payment = reservations.Payment
    type Cancellation = reservations.Cancellation
    type StoredRefund = reservations.StoredRefund
    type CheckIn = reservations.CheckIn
    type Completion = reservations.Completion
    type Author = authors.Author
    type Changes = readonly reservations.Change[]
    type Services = reservations.Reservation['services']
    type MailAttempts = readonly reservations.MailAttempt[]
    type ChangedFrom = reservations.GuestFacingVisit
    type Documents = reservations.Reservation['documents']
  }
}
