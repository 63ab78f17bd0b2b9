import { Type } from 'typebox'
import { NotApplied } from '../pricing/index.ts'
import { ErrorCode, Nullable } from '../schemas/response-schemas.ts'
import { Timestamp } from '../schemas/validation.ts'
import {
  Changes,
  CheckIn,
  Completion,
  Price,
  QrCode,
  Reason,
  Refund,
  ReviewRequest,
  Status,
  Visitors,
  account,
  paid,
  policy,
  product,
} from './reservation-schema.ts'
import { Transport } from './transport-schema.ts'

const optional = Type.Optional

const PaymentDue = Type.Object(
  {
    required: Type.Boolean(),
    deadline: optional(Nullable(Timestamp('Until when to pay; null when nothing is to pay.'))),
    methods: Type.Array(Type.String()),
    instructions: optional(Type.Object({ creditCard: Type.Object({ url: Type.String() }) })),
  },
  { title: 'PaymentDue' },
)

export const CreatedReservation = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    bookingReference: Type.String(),
    status: Status,
    ...product,
    visitDate: Type.String({ format: 'date' }),
    visitTime: Type.String(),
    visitors: Visitors,
    pricing: Price,
    transport: Transport,
    payment: PaymentDue,
    cancellation: Type.Object(policy),
    confirmationCode: Type.String(),
    resellerReference: optional(Type.String({ description: "The partner's own reference." })),
    externalId: optional(Type.String({ format: 'uuid', description: 'The id that the partner chose.' })),
    qrCode: QrCode,
    createdAt: Timestamp(),
    expiresAt: Nullable(Timestamp()),
  },
  { title: 'CreatedReservation' },
)

/** The outcome of each item of POST /reservations/bulk. */
export const BulkOutcome = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Position in the request, from 0.' }),
        success: Type.Boolean(),
        reservation: optional(CreatedReservation),
        error: optional(
          Type.Object({
            code: ErrorCode,
            message: Type.String(),
            status: Type.Integer(),
            details: optional(Type.Object({}, { additionalProperties: true })),
          }),
        ),
      }),
    ),
    summary: Type.Object({ total: Type.Integer(), succeeded: Type.Integer(), failed: Type.Integer() }),
  },
  { title: 'BulkOutcome' },
)

const stateOf = { id: Type.String({ format: 'uuid' }), status: Status }

const Sent = Type.Object({ sent: Type.Boolean(), sentAt: Nullable(Timestamp()) }, { title: 'Sending' })

export const ConfirmedReservation = Type.Object(
  {
    ...stateOf,
    confirmationCode: Type.String(),
    payment: Type.Union(
      [Type.Object({ id: Type.String(), status: Type.String(), confirmedAt: Timestamp(), ...paid }), Type.Null()],
      { description: 'The payment that was recorded; null without one, when it is collected on site.' },
    ),
    documents: Type.Object({
      confirmation: Nullable(Type.String()),
      ticket: Nullable(Type.String()),
    }),
    communications: Type.Object({ confirmationEmail: Sent }),
  },
  { title: 'ConfirmedReservation' },
)

export const PaidReservation = Type.Object(
  {
    ...stateOf,
    payment: Type.Object({
      id: Type.String(),
      amount: Type.Number({ description: 'Whole units of the currency.' }),
      method: Nullable(Type.String()),
      transactionId: Nullable(Type.String()),
      note: Nullable(Type.String()),
      paidAt: Timestamp(),
      ...account,
      currency: Type.String(),
    }),
  },
  { title: 'PaidReservation' },
)

export const CancelledReservation = Type.Object(
  {
    ...stateOf,
    cancellation: Type.Object({
      reason: Nullable(Reason),
      cancelledAt: Nullable(Timestamp()),
      cancelledBy: Nullable(Type.String()),
      note: Nullable(Type.String()),
    }),
    refund: Refund,
    communications: Type.Object({ cancellationEmail: Sent }),
  },
  { title: 'CancelledReservation' },
)

/** Response of PATCH /reservations/{id}. */
export const ModifiedReservation = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    changes: Changes,
    pricing: Type.Object({
      previousTotal: Type.Number(),
      newTotal: Type.Number(),
      difference: Type.Number(),
      currency: Type.String(),
      notApplied: NotApplied,
    }),
    payment: Type.Object({
      additionalPaymentRequired: Type.Boolean(),
      amount: Type.Number(),
      deadline: Nullable(Timestamp()),
      paymentUrl: Nullable(Type.String()),
      creditDue: optional(account.creditDue),
    }),
  },
  { title: 'ModifiedReservation' },
)

export const CancellationQuote = Type.Object(
  { ...stateOf, cancellation: Type.Object(policy), refund: Refund, currency: Type.String() },
  { title: 'CancellationQuote' },
)

export const ExtendedReservation = Type.Object(
  { ...stateOf, expiresAt: Nullable(Timestamp()), payment: PaymentDue },
  { title: 'ExtendedReservation' },
)

export const CheckedInReservation = Type.Object(
  {
    ...stateOf,
    checkIn: CheckIn,
    payment: optional(
      Type.Object({ ...paid, currency: Type.String() }, { description: 'The balance to collect on site, if any.' }),
    ),
  },
  { title: 'CheckedInReservation' },
)

export const CompletedReservation = Type.Object(
  { ...stateOf, completion: Completion, reviewRequest: ReviewRequest },
  { title: 'CompletedReservation' },
)

export const MissedReservation = Type.Object({ ...stateOf, updatedAt: Timestamp() }, { title: 'MissedReservation' })

export const RefundedReservation = Type.Object(
  { ...stateOf, refund: Refund, payment: Type.Object({ ...account, currency: Type.String() }) },
  { title: 'RefundedReservation' },
)

export const QrCodeResponse = Type.Object({ url: Type.String(), data: Type.String(), format: Type.String() })
