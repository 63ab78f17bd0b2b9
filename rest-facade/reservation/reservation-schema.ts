import { Type } from 'typebox'
import { maxOpenObjectCharacters, maxOpenObjectDepth } from '../../platform/http/json-bounds.ts'
import { reservationStatuses, shownCancellationReasons } from '../../schema/reservation-statuses.ts'
import { Nullable } from '../schemas/response-schemas.ts'
import { Review } from '../cenote/index.ts'
import { NotApplied, Residency } from '../pricing/index.ts'
import { Timestamp } from '../schemas/validation.ts'
import { shownTerms } from './terms-schema.ts'
import { Transport } from './transport-schema.ts'

const optional = Type.Optional

export const Status = Type.Enum([...reservationStatuses], { title: 'ReservationStatus' })
export const Reason = Type.Enum([...shownCancellationReasons], { title: 'CancellationReason' })

/** An object without a documented shape. */
export const StoredObject = () =>
  Type.Object(
    {},
    {
      title: 'StoredObject',
      additionalProperties: true,
      description: `Stored and returned as given; at most ${maxOpenObjectCharacters} characters of JSON and ${maxOpenObjectDepth} levels deep. Numbers beyond 2^53 - 1 are refused.`,
    },
  )

export const Price = Type.Object(
  {
    subtotal: Type.Number({ description: 'Whole units of the currency, two decimals at most.' }),
    taxes: Type.Number(),
    fees: Type.Number(),
    total: Type.Number(),
    currency: Type.String(),
    breakdown: Type.Array(
      Type.Object({
        type: Type.String({ description: 'adult, child, senior, infant, teen, service or transport' }),
        name: optional(
          Type.String({
            description: 'Of a service or transport, and of infants and teens, in the language of the request.',
          }),
        ),
        quantity: Type.Integer(),
        unitPrice: Type.Number(),
        total: Type.Number(),
      }),
    ),
    discounts: optional(
      Type.Array(
        Type.Object({
          type: Type.String(),
          name: Type.String(),
          amount: Type.Number(),
          percentage: Type.Number({
            description: 'The share that the rule or coupon takes, 0 to 1; 0 when it takes an amount.',
          }),
        }),
      ),
    ),
    notApplied: NotApplied,
    residency: optional(Residency('Where the guests live, as this price counts it.')),
  },
  { title: 'ReservationPricing' },
)

const present = { description: 'Absent when there are none.' }

const Party = Type.Object({
  adults: Type.Integer(),
  children: Type.Integer(),
  seniors: Type.Integer(),
  infants: optional(Type.Integer(present)),
  teens: optional(Type.Integer(present)),
})

export const Visitors = Type.Object(
  {
    total: Type.Integer(),
    breakdown: Party,
  },
  { title: 'Visitors' },
)

export const policy = {
  allowed: Type.Boolean({ description: 'Whether the guest may cancel now; while pending until the visit.' }),
  deadline: Timestamp('Until when the guest may cancel once confirmed; it changes with the visit alone.'),
  policy: Type.Object({ fullRefund: Type.String(), partialRefund: Type.String(), noRefund: Type.String() }),
}

export const paid = {
  amountPaid: Type.Number({ description: 'The total paid, in whole units.' }),
  balanceDue: Type.Number({
    description: 'The amount still due, in whole units: the present price less all payments, plus returned credits.',
  }),
}

export const account = {
  ...paid,
  amountReturned: Type.Number({
    description:
      'The amount returned to the guest, in whole units: returned credits, and the settled part of a refund.',
  }),
  creditDue: Type.Number({
    description:
      'The amount paid above the present price and not returned, in whole units. 0 once cancelled: the refund contains it.',
  }),
}

const Staff = (description: string) =>
  Type.Union([Type.Object({ id: optional(Type.String()), name: optional(Type.String()) }), Type.Null()], {
    description,
  })

export const CheckIn = Type.Object(
  {
    checkedInAt: Timestamp(),
    expectedDeparture: Timestamp(),
    actualVisitors: Party,
    staff: Staff('Who received the guests; null when not given.'),
  },
  { title: 'CheckIn' },
)

export const Completion = Type.Object(
  {
    completedAt: Timestamp(),
    actualDuration: Type.Integer({ description: 'Minutes.' }),
    totalVisitTime: Type.Integer({ description: 'Minutes from check-in to the end.' }),
    staff: Staff('Who saw the guests off, as given when completing; null when not given.'),
  },
  { title: 'Completion' },
)

export const ReviewRequest = Type.Object(
  {
    sent: Type.Boolean({ description: 'Whether the e-mail went out.' }),
    link: Nullable(Type.String()),
    expires: Nullable(Timestamp()),
  },
  { title: 'ReviewRequest' },
)

export const Refund = Type.Object(
  {
    eligible: Type.Boolean(),
    amount: Type.Number({ description: 'The total refund.' }),
    settled: Type.Number({ description: 'How much of the amount has been paid back so far.' }),
    fees: Type.Number({ description: 'Fee that is not refunded.' }),
    processingTime: Nullable(Type.String()),
    refundId: Nullable(Type.String()),
    status: Type.String({
      description: 'processing, completed, not_paid (no payment was ever recorded) or not_applicable',
    }),
  },
  { title: 'Refund' },
)

export const QrCode = Type.Object(
  {
    url: Type.String({ description: 'Address of the picture, signed: needs no key.' }),
    data: Type.String({
      description:
        'The content of the code: the booking reference, a dot, and a token of 20 hexadecimal digits that proves who issued it.',
    }),
  },
  { title: 'QrCode' },
)

/** The guest of a reservation. */
const Guest = Type.Object(
  {
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    nationality: optional(Type.String()),
    dateOfBirth: optional(Type.String({ format: 'date' })),
    emergencyContact: optional(Type.Object({ name: Type.String(), phone: Type.String(), relationship: Type.String() })),
    preferences: optional(StoredObject()),
    loyaltyMember: optional(StoredObject()),
  },
  { title: 'Guest' },
)

/** A message to the guest. */
export const Communication = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.String({
      description:
        'confirmation_email, modification_email, payment_link_email, cancellation_email, review_request, follow_up_email or reminder_email',
    }),
    status: Type.String({
      description:
        '`scheduled` until the mail server has accepted the mail (`sent`) or no attempt is left (`failed`); `scheduled` again after it was requested again.',
    }),
    sentAt: optional(Timestamp('When the mail server first accepted the mail.')),
    scheduledFor: optional(Timestamp('When the next attempt is due, while `scheduled`.')),
    recipient: Type.String({ description: "The guest's address at the latest attempt." }),
    attempts: Type.Array(
      Type.Object({
        at: Timestamp(),
        outcome: Type.String({ description: 'sent or failed' }),
        error: Nullable(
          Type.String({
            description:
              'Why it failed, with the reply code of the mail server if it gave one, in the language of the request.',
          }),
        ),
      }),
      { description: 'Oldest first, at most the latest 50.' },
    ),
  },
  { title: 'Communication' },
)

/** The cenote or tour that was reserved. */
export const product = {
  cenoteId: Nullable(Type.String({ format: 'uuid', description: 'The cenote; null when a tour was reserved.' })),
  tourId: Nullable(Type.String({ format: 'uuid', description: 'The tour; null when a cenote was reserved.' })),
  product: Type.Object(
    {
      type: Type.Enum(['cenote', 'tour']),
      id: Type.String({ format: 'uuid' }),
      name: Type.String({
        description:
          'As it was when it was reserved, in the language of the request; in a webhook, of the reservation.',
      }),
    },
    { title: 'Product', description: 'The cenote or tour that was reserved.' },
  ),
}

/** A reservation. */
export const Author = Type.Object(
  {
    type: Type.Enum(['partner', 'operator', 'guest', 'system']),
    keyId: Nullable(
      Type.String({ format: 'uuid', description: 'The API key; null without one, and to partners for the operator.' }),
    ),
    keyLabel: Nullable(Type.String({ description: 'Label of the key at that time.' })),
  },
  { title: 'Author', description: 'Who made a change.' },
)

export const Changes = Type.Array(
  Type.Union([
    Type.Object({
      field: Type.String({ description: 'Dotted for inner fields, such as visitors.adults.' }),
      oldValue: Type.Unknown(),
      newValue: Type.Unknown(),
    }),
    Type.Object({
      field: Type.Enum(['services']),
      added: Type.Array(Type.String(), { description: 'Ids of services.' }),
      removed: Type.Array(Type.String()),
    }),
  ]),
)

export const Modifications = Type.Object({
  allowed: Type.Boolean(),
  deadline: Timestamp(),
  allowedChanges: Type.Array(Type.String(), {
    description:
      'visitTime, visitorCount, services, visitDate, product (the cenote or tour), promoCode, transport; none when nothing may be changed.',
  }),
  restrictions: Type.Array(Type.String()),
  history: Type.Array(
    Type.Object({
      at: Timestamp(),
      by: Nullable(Author),
      changes: Changes,
      pricing: Type.Object({ previousTotal: Type.Number(), newTotal: Type.Number(), difference: Type.Number() }),
    }),
    { description: 'The modifications that were made, oldest first.' },
  ),
})

const Location = Type.Object({ latitude: Type.Number(), longitude: Type.Number(), address: Type.String() })

export const Partner = Type.Object(
  { id: Type.String({ format: 'uuid' }), name: Type.String() },
  { title: 'SellingPartner', description: "The partner that it belongs to; for keys of the operator's staff alone." },
)

export const Reservation = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    partner: optional(Partner),
    bookingReference: Type.String(),
    confirmationCode: Type.String(),
    resellerReference: optional(Type.String({ description: "The partner's own reference." })),
    externalId: optional(Type.String({ format: 'uuid', description: 'The id that the partner chose.' })),
    status: Status,
    expiresAt: optional(Timestamp('End of the hold; only while pending.')),
    ...product,
    visitDate: Type.String({ format: 'date' }),
    visitTime: Type.String(),
    visitors: Visitors,
    guest: Guest,
    pricing: Price,
    payment: optional(
      Type.Object({
        id: Type.String(),
        status: Type.String(),
        method: optional(Type.String()),
        provider: optional(Type.String({ description: 'Who took the payment, as given when confirming.' })),
        transactionId: optional(Type.String()),
        paidAt: Timestamp(),
        ...account,
        additional: optional(
          Type.Array(
            Type.Object({
              id: Type.String(),
              method: optional(Type.String()),
              provider: optional(Type.String()),
              transactionId: optional(Type.String()),
              paidAt: Timestamp(),
              amount: Type.Number(),
            }),
            { description: 'Payments recorded after the first, oldest first.' },
          ),
        ),
        returns: optional(
          Type.Array(
            Type.Object({ id: Type.String({ format: 'uuid' }), returnedAt: Timestamp(), amount: Type.Number() }),
            {
              description: 'Credits that went back after changes that made the reservation cheaper, oldest first.',
            },
          ),
        ),
      }),
    ),
    services: optional(
      Type.Array(
        Type.Object({
          id: Type.String({ format: 'uuid' }),
          name: Type.String(),
          type: Type.String({ description: 'Such as guide or transport.' }),
          quantity: Type.Integer(),
          price: Type.Number(),
          duration: optional(Type.Integer({ description: 'Minutes.' })),
          pickup: optional(Type.Object({ location: Type.String(), time: Type.String() })),
          included: Type.Boolean(),
        }),
      ),
    ),
    transport: Transport,
    specialRequests: optional(Type.String()),
    notes: optional(Type.Object({ internal: optional(Type.String()), guest: optional(Type.String()) })),
    cancellation: Type.Object({
      ...policy,
      refundCeiling: Type.Number({
        description:
          'The share of what was paid, 0 to 1, that a cancellation for `guest_request` refunds at most: the share that held when it was last moved after it was paid; 1 if it never was.',
      }),
      reason: optional(Reason),
      cancelledAt: optional(Timestamp()),
      cancelledBy: optional(Type.String({ description: 'guest, partner, operator or system' })),
      note: optional(
        Nullable(Type.String({ description: 'Null where there is none; absent before the cancellation.' })),
      ),
    }),
    confirmationSent: Type.Boolean(),
    reminderSent: Type.Boolean(),
    disrupted: Type.Boolean({
      description:
        'Whether its day or slot was closed, or its product taken off sale, and the operator kept it. Until its start it can be moved, or cancelled with a full refund; either ends it.',
    }),
    checkIn: Nullable(CheckIn),
    completion: optional(Completion),
    reviewRequest: optional(ReviewRequest),
    refund: optional(Refund),
    cenote: optional(
      Nullable(
        Type.Object(
          {
            id: Type.String({ format: 'uuid' }),
            name: Type.String(),
            location: Location,
            contact: optional(Type.Object({ phone: optional(Type.String()) })),
          },
          { description: 'expand=cenote; null when a tour was reserved.' },
        ),
      ),
    ),
    tour: optional(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          name: Type.String(),
          location: optional(Location),
        },
        {
          description:
            'expand=cenote, when a tour was reserved: `location` is its first meeting point, absent without one.',
        },
      ),
    ),
    reviews: optional(Type.Array(Review, { description: 'expand=reviews, once completed.' })),
    ...shownTerms,
    metadata: Type.Object({
      source: Type.String(),
      userAgent: Type.String(),
      referrer: Type.String(),
      affiliateId: Nullable(Type.String()),
    }),
    qrCode: optional(QrCode),
    statusHistory: optional(
      Type.Array(
        Type.Object({ status: Status, timestamp: Timestamp(), note: Nullable(Type.String()), by: Nullable(Author) }),
      ),
    ),
    timeline: optional(
      Type.Object({
        created: Timestamp(),
        paymentDeadline: Timestamp(),
        cancellationDeadline: Timestamp(),
        visitDate: Timestamp(),
        completionDeadline: Timestamp(),
      }),
    ),
    documents: optional(
      Type.Array(
        Type.Object({
          type: Type.String({ description: 'confirmation or ticket' }),
          name: Type.String(),
          url: Type.String({ description: 'Signed: needs no key.' }),
          generatedAt: Timestamp(),
          qrCode: optional(Type.String()),
        }),
      ),
    ),
    communications: optional(Type.Array(Communication)),
    modifications: optional(Modifications),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { title: 'Reservation' },
)
