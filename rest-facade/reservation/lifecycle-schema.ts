import { Type } from 'typebox'
import { cancellationReasons } from '../../schema/reservation-statuses.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { Timestamp } from '../schemas/validation.ts'
import { ModifyBody } from './modification-schema.ts'
import { Minutes, optional, partyBody, ResellerReference, text } from './request-fields.ts'
import { ticketsOfConfirmation } from './terms-schema.ts'

/** The maximum amount whose cents fit a GraphQL Int. */
const maxAmount = (2 ** 31 - 1) / 100

/** An amount of money in whole units with two decimals at most. */
const Amount = (minimum: number, description?: string) =>
  Type.Refine(
    Type.Number({ minimum, maximum: maxAmount, ...(description === undefined ? {} : { description }) }),
    (amount) => Math.round(amount * 100) / 100 === amount,
    () => 'cents',
  )

const AmountOrAuto = (minimum: number, description: string) =>
  Type.Union([Type.Literal('auto'), Amount(minimum)], { description })

export const ConfirmBody = Closed({
  paymentId: optional(text(200, 'Id of the payment at the provider. One sent twice counts once.')),
  paymentMethod: optional(text(100, 'Such as credit_card.')),
  amount: optional(Amount(0.01, 'Whole units of the currency; all that is due when absent.')),
  provider: optional(text(40, 'Who took the payment, such as stripe.')),
  transactionId: optional(text(200)),
  confirmationEmail: optional(Type.Boolean({ default: false })),
  generateDocuments: optional(Type.Boolean({ default: false })),
  // Completes a pending reservation, in the form of a modification.
  guest: ModifyBody.properties.guest,
  visitors: ModifyBody.properties.visitors,
  services: ModifyBody.properties.services,
  resellerReference: optional(ResellerReference()),
  ...ticketsOfConfirmation,
  force: optional(
    Type.Boolean({
      description:
        "Confirms it although its day or slot was closed since or its cenote is off sale. For keys of the operator's staff; 403 for others.",
    }),
  ),
})

export const ExtendBody = Closed({
  minutes: optional(
    Minutes(
      'From now until the hold ends, at most `RESERVATION_HOLD_MINUTES`; fewer than are left shorten it. Without them the hold is extended by `RESERVATION_HOLD_MINUTES`, once.',
    ),
  ),
})

const Notes = () => Type.String({ maxLength: 2_000, description: 'Internal notes.' })

export const paymentMethods = ['credit_card', 'paypal', 'bank_transfer', 'cash', 'card_present', 'other'] as const

export const PaymentBody = Closed({
  amount: Amount(0.01, 'Whole units of the currency; at most what is due.'),
  method: Type.Enum([...paymentMethods]),
  paymentId: optional(text(200, 'Id of the payment. One sent twice counts once; without an id each is a payment.')),
  transactionId: optional(text(200, 'Transaction at the provider; the id of the payment when there is no other.')),
  note: optional(Notes()),
})

export const CancelBody = Closed({
  reason: Type.Enum([...cancellationReasons]),
  note: optional(Type.String({ maxLength: 2_000 })),
  refund: optional(
    Closed({
      requested: optional(Type.Boolean({ default: true })),
      method: optional(text(100, 'Such as original_payment_method.')),
      amount: optional(
        AmountOrAuto(
          0,
          '`auto`, or whole units of the currency: may lower the computed refund, never raise it nor take away a credit.',
        ),
      ),
    }),
  ),
  notifyGuest: optional(Type.Boolean({ default: false })),
})

export const StaffBody = Closed({ id: optional(text(100)), name: optional(text(200)) }, { title: 'StaffRequest' })

/** The visitors who came, as counted by the staff. */
export const ActualVisitorsBody = partyBody('ActualVisitorsRequest')

export const CheckInBody = Closed({
  checkedInAt: optional(Timestamp('Now when absent; not in the future.')),
  actualVisitors: optional(ActualVisitorsBody),
  staff: optional(StaffBody),
  notes: optional(Notes()),
  requirePaid: optional(
    Type.Boolean({ default: false, description: 'Refuses with PAYMENT_REQUIRED while something is still to be paid.' }),
  ),
})

export const CompleteBody = Closed({
  completedAt: optional(Timestamp('Now when absent.')),
  actualDuration: optional(Type.Integer({ minimum: 0, maximum: 10_080, description: 'Minutes.' })),
  feedback: optional(
    Closed({
      requestReview: optional(Type.Boolean({ default: false, description: 'Asks the guest for a review by e-mail.' })),
      followUpEmail: optional(Type.Boolean({ default: false, description: 'Thanks the guest by e-mail.' })),
    }),
  ),
  staff: optional(StaffBody),
  notes: optional(Notes()),
})

export const NoShowBody = Closed({
  note: optional(Type.String({ maxLength: 2_000, description: 'For the status history.' })),
})

export const RefundBody = Closed({
  amount: optional(
    AmountOrAuto(
      0.01,
      '`auto`, all that is left of the refund or the credit, or a part in whole units of the currency.',
    ),
  ),
})
