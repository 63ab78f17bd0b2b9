import { Type } from 'typebox'
import { Nullable } from '../answers.ts'
import { Review } from '../cenote/index.ts'
import { fieldNames } from '../field-selection.ts'
import { pageParameters } from '../pagination.ts'
import { compileValidator, DateOrInstant, LocalDate, NameList, TimeOfDay, Uuid, type Validator } from '../validation.ts'

const optional = Type.Optional
const Timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) })
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) })

export const statuses = [
  'pending',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
  'refunded',
] as const
const reasons = ['guest_request', 'weather', 'maintenance', 'capacity_issue', 'force_majeure'] as const

const Phone = (description: string) =>
  Type.String({
    pattern: '^[+(]?[0-9][0-9 ()+./#x-]{2,38}$',
    maxLength: 40,
    description,
    examples: ['+52 984 123 4567'],
  })
const Email = () => Type.String({ format: 'email', maxLength: 254 })

/** A name that people can read: not only spaces. */
const Name = () => Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Nationality = () => Type.String({ format: 'country-code', description: 'ISO 3166 country code, two letters.' })
const Pickup = () => Type.Object({ location: text(500), time: TimeOfDay('HH:MM, local.') })
const SpecialRequests = () => Type.String({ maxLength: 2_000 })
const EmergencyContact = Type.Object({ name: Name(), phone: Phone('Telephone number.'), relationship: text(100) })
/** An object without a documented shape (specification 2.4). */
const KeptObject = () =>
  Type.Object(
    {},
    { additionalProperties: true, description: 'Kept and shown as given; at most 2,000 characters of JSON.' },
  )

// ---- requests

const mostPeople = 50
const count = (description: string) => Type.Integer({ minimum: 0, maximum: mostPeople, description })

/** Who comes: 1 to 50 people in all (decisions 6). */
export const VisitorsBody = Type.Refine(
  Type.Object({
    adults: count('Adults.'),
    children: optional(count('Children.')),
    seniors: optional(count('Seniors.')),
  }),
  ({ adults, children = 0, seniors = 0 }) => {
    const people = adults + children + seniors
    return people >= 1 && people <= mostPeople
  },
  () => 'people',
)

const GuestBody = Type.Object({
  name: Name(),
  email: Email(),
  phone: Phone('Telephone number.'),
  nationality: optional(Nationality()),
  dateOfBirth: optional(LocalDate('Date of birth.')),
  emergencyContact: optional(EmergencyContact),
  preferences: optional(KeptObject()),
  loyaltyMember: optional(KeptObject()),
})

/** Full body of POST /reservations (specification 4.2). */
export const CreateBody = Type.Object(
  {
    cenoteId: Uuid('Which cenote.'),
    visitDate: LocalDate('Day of the visit, YYYY-MM-DD.'),
    visitTime: optional(TimeOfDay('Slot, HH:MM; the first with room when absent.')),
    visitors: VisitorsBody,
    guest: GuestBody,
    services: optional(
      Type.Array(
        Type.Object({
          id: text(100, 'Id of a service of the cenote.'),
          quantity: optional(Type.Integer({ minimum: 1, maximum: mostPeople, default: 1 })),
          pickup: optional(Pickup()),
        }),
        { maxItems: 50 },
      ),
    ),
    specialRequests: optional(SpecialRequests()),
    promoCode: optional(text(64, 'Coupon code.')),
    quoteToken: optional(
      text(50_000, 'Of a price calculation of the last 15 minutes for the same cenote, party, services and coupon.'),
    ),
    metadata: optional(
      Type.Object({
        source: optional(Type.String({ maxLength: 100 })),
        affiliateId: optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
      }),
    ),
  },
  { title: 'Reservation request' },
)

/** Flat body of POST /reservations, the overview's variant (decisions 6). */
export const FlatCreateBody = Type.Object(
  {
    cenoteId: Uuid('Which cenote.'),
    date: DateOrInstant('Day and, when it names a slot, time of the visit as written, local to the cenote.'),
    visitors: Type.Integer({ minimum: 1, maximum: mostPeople, description: 'Adults.' }),
    email: Email(),
  },
  { title: 'Flat reservation request' },
)

/**
 * Whether a body means the flat variant. Told by its own fields, so that the mistakes of a body are those of the
 * variant it was written for.
 */
export function isFlat(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || 'visitDate' in body || 'guest' in body) return false
  return 'date' in body || 'email' in body || ('visitors' in body && typeof body.visitors !== 'object')
}

const validators = { full: compileValidator(CreateBody, 'body'), flat: compileValidator(FlatCreateBody, 'body') }

/** Checks a creation against the variant it was written for: a union would name the mistakes of both at once. */
export const validateCreateBody: Validator = (body) => (isFlat(body) ? validators.flat : validators.full)(body)

/** Body of POST /reservations/bulk (specification 4.4, decisions 6); each item is looked at on its own. */
export const BulkBody = Type.Object({
  reservations: Type.Array(Type.Unknown({ description: 'A full or flat reservation request.' }), {
    minItems: 1,
    maxItems: 50,
  }),
})

/**
 * Body of PATCH /reservations/{id} (specification 4.2): what is absent stays. A field that cannot be changed is named,
 * not passed over: whoever sends a `visitDate` must not believe that the visit has moved.
 */
export const ModifyBody = Type.Object(
  {
    visitTime: optional(TimeOfDay('Another slot of the same day, HH:MM.')),
    visitors: optional(
      Type.Object(
        {
          adults: optional(count('Adults.')),
          children: optional(count('Children.')),
          seniors: optional(count('Seniors.')),
        },
        { description: 'A count that is absent stays. 1 to 50 people afterwards.' },
      ),
    ),
    specialRequests: optional(Nullable(SpecialRequests())),
    guest: optional(
      Type.Object(
        {
          name: optional(Name()),
          email: optional(Email()),
          phone: optional(Phone('Telephone number.')),
          nationality: optional(Nullable(Nationality())),
          dateOfBirth: optional(Nullable(LocalDate('Date of birth.'))),
          emergencyContact: optional(Nullable(EmergencyContact)),
          preferences: optional(Nullable(KeptObject())),
          loyaltyMember: optional(Nullable(KeptObject())),
        },
        { description: 'A field that is absent stays; null empties it.' },
      ),
    ),
    services: optional(
      Type.Array(
        Type.Object({
          id: text(100, 'Id of a service of the cenote.'),
          action: Type.Enum(['add', 'remove', 'update']),
          quantity: optional(Type.Integer({ minimum: 1, maximum: mostPeople })),
          pickup: optional(Pickup()),
        }),
        { maxItems: 50 },
      ),
    ),
  },
  { title: 'Modification', additionalProperties: false },
)

export const ModifyQuery = Type.Object({
  dryRun: optional(Type.Boolean({ default: false, description: 'Tells what would happen and changes nothing.' })),
})

export const ModifyHeaders = Type.Object({
  'if-match': optional(
    Type.String({
      maxLength: 2_000,
      description: 'The `ETag` of a read reservation: when it has changed since, 409 EDIT_CONFLICT.',
    }),
  ),
})

export const ConfirmBody = Type.Object({
  paymentId: optional(text(200)),
  paymentMethod: optional(text(100, 'Such as credit_card.')),
  transactionId: optional(text(200)),
  confirmationEmail: optional(Type.Boolean({ default: false })),
  generateDocuments: optional(Type.Boolean({ default: false })),
})

/** An amount of money in whole units, or `auto`. */
const AmountOrAuto = (minimum: number, description: string) =>
  Type.Union(
    [
      Type.Literal('auto'),
      Type.Refine(
        Type.Number({ minimum, maximum: 1e9 }),
        (amount) => Math.round(amount * 100) / 100 === amount,
        () => 'cents',
      ),
    ],
    { description },
  )

export const CancelBody = Type.Object({
  reason: Type.Enum([...reasons]),
  note: optional(Type.String({ maxLength: 2_000 })),
  refund: optional(
    Type.Object({
      requested: optional(Type.Boolean({ default: true })),
      method: optional(text(100, 'Such as original_payment_method.')),
      amount: optional(
        AmountOrAuto(0, '`auto`, or whole units of the currency: may lower the computed refund, never raise it.'),
      ),
    }),
  ),
  notifyGuest: optional(Type.Boolean({ default: false })),
})

const StaffBody = Type.Object({ id: optional(text(100)), name: optional(text(200)) })
const Notes = () => Type.String({ maxLength: 2_000, description: 'Internal notes.' })

export const CheckInBody = Type.Object({
  checkedInAt: optional(Timestamp('Now when absent.')),
  actualVisitors: optional(VisitorsBody),
  staff: optional(StaffBody),
  notes: optional(Notes()),
})

export const CompleteBody = Type.Object({
  completedAt: optional(Timestamp('Now when absent.')),
  actualDuration: optional(Type.Integer({ minimum: 0, maximum: 10_080, description: 'Minutes.' })),
  feedback: optional(
    Type.Object({
      requestReview: optional(Type.Boolean({ default: false, description: 'Asks the guest for a review by e-mail.' })),
      followUpEmail: optional(Type.Boolean({ default: false, description: 'Thanks the guest by e-mail.' })),
    }),
  ),
  staff: optional(StaffBody),
  notes: optional(Notes()),
})

export const NoShowBody = Type.Object({
  note: optional(Type.String({ maxLength: 2_000, description: 'For the status history.' })),
})

export const RefundBody = Type.Object({
  amount: optional(AmountOrAuto(0.01, '`auto`, all that is left, or a part in whole units of the currency.')),
})

// ---- answers

const Price = Type.Object(
  {
    subtotal: Type.Number({ description: 'Whole units of the currency, two decimals at most.' }),
    taxes: Type.Number(),
    fees: Type.Number(),
    total: Type.Number(),
    currency: Type.String(),
    breakdown: Type.Array(
      Type.Object({
        type: Type.String({ description: 'adult, child, senior or service' }),
        name: optional(Type.String()),
        quantity: Type.Integer(),
        unitPrice: Type.Number(),
        total: Type.Number(),
      }),
    ),
    discounts: optional(
      Type.Array(
        Type.Object({ type: Type.String(), name: Type.String(), amount: Type.Number(), percentage: Type.Number() }),
      ),
    ),
  },
  { title: 'ReservationPricing' },
)

const Visitors = Type.Object({
  total: Type.Integer(),
  breakdown: Type.Object({ adults: Type.Integer(), children: Type.Integer(), seniors: Type.Integer() }),
})

const policy = {
  allowed: Type.Boolean(),
  deadline: Timestamp(),
  policy: Type.Object({ fullRefund: Type.String(), partialRefund: Type.String(), noRefund: Type.String() }),
}

const Staff = Type.Union([Type.Object({ id: optional(Type.String()), name: optional(Type.String()) }), Type.Null()])

const CheckIn = Type.Object({
  checkedInAt: Timestamp(),
  expectedDeparture: Timestamp(),
  actualVisitors: Type.Object({ adults: Type.Integer(), children: Type.Integer(), seniors: Type.Integer() }),
  staff: Staff,
})

const Completion = Type.Object({
  completedAt: Timestamp(),
  actualDuration: Type.Integer({ description: 'Minutes.' }),
  totalVisitTime: Type.Integer({ description: 'Minutes from check-in to the end.' }),
  staff: Staff,
})

const ReviewRequest = Type.Object({
  sent: Type.Boolean({ description: 'Whether the e-mail went out.' }),
  link: Type.Union([Type.String(), Type.Null()]),
  expires: Type.Union([Timestamp(), Type.Null()]),
})

const Refund = Type.Object({
  eligible: Type.Boolean(),
  amount: Type.Number({ description: 'Comes back in all.' }),
  settled: Type.Number({ description: 'Paid back already.' }),
  fees: Type.Number({ description: 'Kept back.' }),
  processingTime: Type.Union([Type.String(), Type.Null()]),
  refundId: Type.Union([Type.String(), Type.Null()]),
  status: Type.String({ description: 'processing, completed or not_applicable' }),
})

const QrCode = Type.Object({
  url: Type.String({ description: 'Address of the picture, signed: needs no key.' }),
  data: Type.String({ description: 'What the code holds.' }),
})

/** A reservation (specification 2.3). Every field is optional because `fields` may leave it out; `id` never is. */
export const Reservation = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    bookingReference: optional(Type.String()),
    status: optional(Type.Enum([...statuses])),
    cenoteId: optional(Type.String({ format: 'uuid' })),
    visitDate: optional(Type.String({ format: 'date' })),
    visitTime: optional(Type.String()),
    visitors: optional(Visitors),
    guest: optional(
      Type.Object({
        name: Type.String(),
        email: Type.String(),
        phone: Type.String(),
        nationality: optional(Type.String()),
        dateOfBirth: optional(Type.String({ format: 'date' })),
        emergencyContact: optional(
          Type.Object({ name: Type.String(), phone: Type.String(), relationship: Type.String() }),
        ),
        preferences: optional(KeptObject()),
        loyaltyMember: optional(KeptObject()),
      }),
    ),
    pricing: optional(Price),
    payment: optional(
      Type.Object({
        id: Type.String(),
        status: Type.String(),
        method: optional(Type.String()),
        provider: optional(Type.String()),
        transactionId: optional(Type.String()),
        paidAt: Timestamp(),
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
    specialRequests: optional(Type.String()),
    notes: optional(Type.Object({ internal: optional(Type.String()), guest: optional(Type.String()) })),
    cancellation: optional(
      Type.Object({
        ...policy,
        reason: optional(Type.Enum([...reasons])),
        cancelledAt: optional(Timestamp()),
        cancelledBy: optional(Type.String({ description: 'guest, partner, operator or system' })),
        note: optional(Type.String()),
      }),
    ),
    confirmationSent: optional(Type.Boolean()),
    reminderSent: optional(Type.Boolean()),
    checkIn: optional(Type.Union([CheckIn, Type.Null()])),
    completion: optional(Completion),
    reviewRequest: optional(ReviewRequest),
    refund: optional(Refund),
    cenote: optional(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          name: Type.String(),
          location: Type.Object({ latitude: Type.Number(), longitude: Type.Number(), address: Type.String() }),
          contact: optional(Type.Object({ phone: optional(Type.String()) })),
        },
        { description: 'expand=cenote' },
      ),
    ),
    reviews: optional(Type.Array(Review, { description: 'expand=reviews, once completed.' })),
    metadata: optional(
      Type.Object({
        source: Type.String(),
        userAgent: Type.String(),
        referrer: Type.String(),
        affiliateId: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    qrCode: optional(QrCode),
    statusHistory: optional(
      Type.Array(
        Type.Object({ status: Type.Enum([...statuses]), timestamp: Timestamp(), note: optional(Type.String()) }),
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
    communications: optional(
      Type.Array(
        Type.Object({
          type: Type.String(),
          status: Type.String({ description: 'sent, scheduled or failed' }),
          sentAt: optional(Timestamp()),
          scheduledFor: optional(Timestamp()),
          recipient: Type.String(),
        }),
      ),
    ),
    modifications: optional(
      Type.Object({
        allowed: Type.Boolean(),
        deadline: Timestamp(),
        allowedChanges: Type.Array(Type.String()),
        restrictions: Type.Array(Type.String()),
      }),
    ),
    createdAt: optional(Timestamp()),
    updatedAt: optional(Timestamp()),
  },
  { title: 'Reservation' },
)

const PaymentDue = Type.Object({
  required: Type.Boolean(),
  deadline: optional(Timestamp()),
  methods: Type.Array(Type.String()),
  instructions: optional(Type.Object({ creditCard: Type.Object({ url: Type.String() }) })),
})

export const CreatedReservation = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    bookingReference: Type.String(),
    status: Type.Enum([...statuses]),
    cenoteId: Type.String({ format: 'uuid' }),
    visitDate: Type.String({ format: 'date' }),
    visitTime: Type.String(),
    visitors: Visitors,
    pricing: Price,
    payment: PaymentDue,
    cancellation: Type.Object(policy),
    confirmationCode: Type.String(),
    qrCode: QrCode,
    createdAt: Timestamp(),
    expiresAt: Type.Union([Timestamp(), Type.Null()]),
  },
  { title: 'CreatedReservation' },
)

/** What became of each item of POST /reservations/bulk. */
export const BulkOutcome = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Position in the request, from 0.' }),
        success: Type.Boolean(),
        reservation: optional(CreatedReservation),
        error: optional(
          Type.Object({
            code: Type.String(),
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

const Sent = Type.Object({ sent: Type.Boolean(), sentAt: Type.Union([Timestamp(), Type.Null()]) })

export const ConfirmedReservation = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    status: Type.Enum([...statuses]),
    confirmationCode: Type.String(),
    payment: Type.Union([
      Type.Object({ id: Type.String(), status: Type.String(), confirmedAt: Timestamp() }),
      Type.Null(),
    ]),
    documents: Type.Object({
      confirmation: Type.Union([Type.String(), Type.Null()]),
      ticket: Type.Union([Type.String(), Type.Null()]),
    }),
    communications: Type.Object({ confirmationEmail: Sent }),
  },
  { title: 'ConfirmedReservation' },
)

export const CancelledReservation = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    status: Type.Enum([...statuses]),
    cancellation: Type.Object({
      reason: Type.Union([Type.Enum([...reasons]), Type.Null()]),
      cancelledAt: Type.Union([Timestamp(), Type.Null()]),
      cancelledBy: Type.Union([Type.String(), Type.Null()]),
      note: Type.Union([Type.String(), Type.Null()]),
    }),
    refund: Refund,
    communications: Type.Object({ cancellationEmail: Sent }),
  },
  { title: 'CancelledReservation' },
)

/** Answer of PATCH /reservations/{id} (specification 4.2). */
export const ModifiedReservation = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    changes: Type.Array(
      Type.Union([
        Type.Object({
          field: Type.String({ description: 'Dotted for inner fields, such as visitors.adults.' }),
          oldValue: Type.Unknown(),
          newValue: Type.Unknown(),
        }),
        Type.Object({
          field: Type.Literal('services'),
          added: Type.Array(Type.String(), { description: 'Ids of services.' }),
          removed: Type.Array(Type.String()),
        }),
      ]),
    ),
    pricing: Type.Object({
      previousTotal: Type.Number(),
      newTotal: Type.Number(),
      difference: Type.Number(),
      currency: Type.String(),
    }),
    payment: Type.Object({
      additionalPaymentRequired: Type.Boolean(),
      amount: Type.Number(),
      deadline: Nullable(Timestamp()),
      paymentUrl: Nullable(Type.String()),
    }),
  },
  { title: 'ModifiedReservation' },
)

const stateOf = { id: Type.String({ format: 'uuid' }), status: Type.Enum([...statuses]) }

export const CancellationQuote = Type.Object(
  { ...stateOf, cancellation: Type.Object(policy), refund: Refund, currency: Type.String() },
  { title: 'CancellationQuote' },
)

export const ExtendedReservation = Type.Object(
  { ...stateOf, expiresAt: Type.Union([Timestamp(), Type.Null()]), payment: PaymentDue },
  { title: 'ExtendedReservation' },
)

export const CheckedInReservation = Type.Object({ ...stateOf, checkIn: CheckIn }, { title: 'CheckedInReservation' })

export const CompletedReservation = Type.Object(
  { ...stateOf, completion: Completion, reviewRequest: ReviewRequest },
  { title: 'CompletedReservation' },
)

export const MissedReservation = Type.Object({ ...stateOf, updatedAt: Timestamp() }, { title: 'MissedReservation' })

export const RefundedReservation = Type.Object({ ...stateOf, refund: Refund }, { title: 'RefundedReservation' })

export const QrAnswer = Type.Object({ url: Type.String(), data: Type.String(), format: Type.String() })

// ---- addresses

export const expansions = ['cenote', 'payment', 'services', 'reviews', 'guest'] as const

const selection = {
  fields: optional(
    NameList(fieldNames(Reservation), 'Comma-separated names of fields, inner ones dotted; `id` always comes.'),
  ),
  expand: optional(NameList(expansions, `Comma-separated: ${expansions.join(', ')}.`)),
}

export const ReservationListQuery = Type.Object({
  ...pageParameters,
  status: optional(Type.Enum([...statuses])),
  cenoteId: optional(Uuid('Of this cenote.')),
  guestEmail: optional(Type.String({ maxLength: 254, description: 'E-mail address of the guest, whatever its case.' })),
  dateFrom: optional(LocalDate('Visits on or after.')),
  dateTo: optional(LocalDate('Visits on or before.')),
  createdAfter: optional(DateOrInstant('Created at or after.')),
  createdBefore: optional(DateOrInstant('Created at or before.')),
  sortBy: optional(Type.Enum(['createdAt', 'updatedAt', 'visitDate'], { default: 'createdAt' })),
  sortDirection: optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
  ...selection,
})

export const ReservationQuery = Type.Object(selection)
export const ReservationPath = Type.Object({ id: Type.String({ description: 'Reservation id or booking reference.' }) })
export const QrQuery = Type.Object({
  token: optional(
    Type.String({ maxLength: 4_000, description: 'Signature of the address; with it no key is needed.' }),
  ),
})
