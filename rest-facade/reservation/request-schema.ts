import { Type } from 'typebox'
import { phonePattern } from '../../platform/values/text.ts'
import { peopleOf, type PartyCounts } from '../../schema/ages.ts'
import { productErrors, secondProductErrors } from '../../schema/product-errors.ts'
import { cancellationReasons } from '../../schema/reservation-statuses.ts'
import { maxPeople } from '../../schema/visit-terms.ts'
import { Nullable } from '../response-schemas.ts'
import { Closed } from '../schema-shape.ts'
import { Residency } from '../pricing/index.ts'
import {
  compileValidator,
  DateOrInstant,
  LocalDate,
  Ruled,
  Shaped,
  TimeOfDay,
  Timestamp,
  Uuid,
  type MemberRule,
  type Validator,
} from '../validation.ts'
import { StoredObject } from './reservation-schema.ts'
import { termsOfCreation, termsOfModification, ticketsOfConfirmation } from './terms-schema.ts'
import { TransportBody } from './transport-schema.ts'

const optional = Type.Optional
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) })

const Phone = (description: string) =>
  Shaped(
    phonePattern,
    { code: 'NOT_A_TELEPHONE_NUMBER' },
    { maxLength: 40, description, examples: ['+52 984 123 4567'] },
  )
const Email = () => Type.String({ format: 'email', maxLength: 254 })

/** A name: not only spaces. */
const Name = () => Shaped('\\S', { code: 'EMPTY' }, { maxLength: 200 })
const Nationality = () => Type.String({ format: 'country-code', description: 'ISO 3166 country code, two letters.' })
const Pickup = () => Closed({ location: text(500), time: TimeOfDay('HH:MM, local.') }, { title: 'PickupRequest' })
const SpecialRequests = () => Type.String({ maxLength: 2_000 })
const EmergencyContact = Closed(
  { name: Name(), phone: Phone('Telephone number.'), relationship: text(100) },
  { title: 'EmergencyContactRequest' },
)

const ResellerReference = (description = "The partner's own reference.") =>
  Shaped('\\S', { code: 'EMPTY' }, { maxLength: 64, description })
const ExternalId = () =>
  Uuid(
    'An id that the caller chooses; it stands wherever `{id}` does. Sent again for the same product, visit and party it is the same reservation (200).',
  )
/** No installation holds for longer. */
const Minutes = (description: string) => Type.Integer({ minimum: 1, maximum: 10_080, description })

const count = (description: string) => Type.Integer({ minimum: 0, maximum: maxPeople, description })

const isParty = (counts: PartyCounts): boolean => {
  const people = peopleOf(counts)
  return people >= 1 && people <= maxPeople
}

const otherAges = {
  seniors: optional(count('Seniors.')),
  infants: optional(count('Infants.')),
  teens: optional(count('Teens.')),
}

/** The party: 1 to 50 people in all. `children` is required: a child that is left out would have no place. */
const VisitorsBody = Type.Refine(
  Closed({ adults: count('Adults.'), children: count('Children.'), ...otherAges }, { title: 'VisitorsRequest' }),
  isParty,
  () => 'people',
)

/** A party in which every age but adults may be left out. */
const partyBody = (title: string) =>
  Type.Refine(
    Closed({ adults: count('Adults.'), children: optional(count('Children.')), ...otherAges }, { title }),
    isParty,
    () => 'people',
  )

/** The visitors who came, as counted by the staff. */
export const ActualVisitorsBody = partyBody('ActualVisitorsRequest')

export const GuestBody = Closed(
  {
    name: Name(),
    email: Email(),
    phone: Phone('Telephone number.'),
    nationality: optional(Nationality()),
    dateOfBirth: optional(LocalDate('Date of birth.')),
    emergencyContact: optional(EmergencyContact),
    preferences: optional(StoredObject()),
    loyaltyMember: optional(StoredObject()),
  },
  { title: 'GuestRequest' },
)

const PartnerId = () =>
  Uuid('The partner that sells it, for keys of operators; others name at most their own. `direct` when absent there.')

/** The product that is reserved: exactly one of the two. */
const productIds = {
  cenoteId: optional(Uuid('Which cenote; exactly one of `cenoteId` and `tourId`.')),
  tourId: optional(Uuid('Which tour; its slots are its departures.')),
}

type ProductIds = MemberRule<{ cenoteId: unknown; tourId: unknown }>

const oneProduct: ProductIds = ({ cenoteId, tourId }) =>
  productErrors({ cenoteId: cenoteId != null, tourId: tourId != null })

const notTwoProducts: ProductIds = ({ cenoteId, tourId }) =>
  cenoteId != null && tourId != null ? secondProductErrors : {}

/** Full body of POST /reservations. */
export const CreateBody = Ruled(
  Closed(
    {
      partnerId: optional(PartnerId()),
      ...productIds,
      visitDate: LocalDate('Day of the visit, YYYY-MM-DD.'),
      visitTime: optional(TimeOfDay('Slot, HH:MM; the first with room when absent.')),
      visitors: VisitorsBody,
      guest: GuestBody,
      hold: optional(
        Type.Boolean({
          default: false,
          description: 'Whether places are only held: `guest` may be left out until confirming.',
        }),
      ),
      holdMinutes: optional(
        Minutes(
          'Until the hold ends, at most `RESERVATION_HOLD_MINUTES` of the installation, which is the default; never beyond the start of the visit.',
        ),
      ),
      resellerReference: optional(ResellerReference()),
      externalId: optional(ExternalId()),
      services: optional(
        Type.Array(
          Closed({
            id: text(100, 'Id of a service of the cenote.'),
            quantity: optional(Type.Integer({ minimum: 1, maximum: maxPeople, default: 1 })),
            pickup: optional(Pickup()),
          }),
          { maxItems: 50 },
        ),
      ),
      transport: optional(TransportBody()),
      specialRequests: optional(SpecialRequests()),
      promoCode: optional(text(64, 'Coupon code.')),
      residency: optional(Residency('Where the guests live, as they can prove at the entrance.')),
      quoteToken: optional(
        text(
          50_000,
          'Of a price calculation of the last 15 minutes for the same cenote or tour, party, services, coupon and residency, for the same transport if it is given here, and for the same day when the calculation named one.',
        ),
      ),
      ...termsOfCreation,
      metadata: optional(
        Closed({
          source: optional(Type.String({ maxLength: 100 })),
          affiliateId: optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
        }),
      ),
    },
    { title: 'ReservationRequest' },
  ),
  oneProduct,
)

/** The full body that only holds places: the guest may follow. */
export const HoldBody = Ruled(
  Closed(
    {
      ...CreateBody.properties,
      hold: Type.Literal(true, { description: 'Places are only held: `guest` may be left out until confirming.' }),
      visitors: partyBody('HoldVisitorsRequest'),
      guest: optional(GuestBody),
    },
    { title: 'HoldRequest' },
  ),
  oneProduct,
)

/** Flat body of POST /reservations. */
export const FlatCreateBody = Ruled(
  Closed(
    {
      partnerId: optional(PartnerId()),
      ...productIds,
      date: DateOrInstant(
        'Day of the visit and its slot, when the time names one; otherwise the first with room. With an offset or `Z` an instant, which is turned into the day and time at the cenote; without one local to it.',
      ),
      visitors: Type.Integer({ minimum: 1, maximum: maxPeople, description: 'Adults.' }),
      email: Email(),
      resellerReference: optional(ResellerReference()),
      externalId: optional(ExternalId()),
    },
    { title: 'FlatReservationRequest' },
  ),
  oneProduct,
)

/** The flat body as an item of a bulk request; without an e-mail address the guest is filled in later by PATCH. */
export const FlatBulkItem = Ruled(Closed({ ...FlatCreateBody.properties, email: optional(Email()) }), oneProduct)

/**
 * Whether a body is the flat variant, by fields that only one variant has, so that errors are those of the variant that
 * the caller meant.
 */
export function isFlat(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { visitDate, guest, date, email, visitors } = body as Record<string, unknown>
  if (visitDate != null || guest != null) return false
  return date != null || email != null || (visitors != null && typeof visitors !== 'object')
}

const isHold = (body: unknown): boolean => (body as { hold?: unknown } | null | undefined)?.hold === true

const isOfTour = (body: unknown): boolean => (body as { tourId?: unknown } | null | undefined)?.tourId != null

/** A body without a tour lacks its cenote, whatever else is wrong with it; rules only see bodies that are right otherwise. */
function productValidator(
  schema: typeof CreateBody | typeof HoldBody | typeof FlatCreateBody | typeof FlatBulkItem,
): Validator {
  const ofCenote = compileValidator(Closed({ ...schema.properties, cenoteId: Uuid('Which cenote.') }), 'body')
  const ofTour = compileValidator(schema, 'body')
  return (body) => (isOfTour(body) ? ofTour : ofCenote)(body)
}

const validators = {
  full: productValidator(CreateBody),
  hold: productValidator(HoldBody),
  flat: productValidator(FlatCreateBody),
  flatItem: productValidator(FlatBulkItem),
}

const validatorOf = (body: unknown, flat: Validator): Validator =>
  isFlat(body) ? flat : isHold(body) ? validators.hold : validators.full

/** Validates a creation body against its variant; a union would report the errors of all. */
export const validateCreateBody: Validator = (body) => validatorOf(body, validators.flat)(body)

/** The same for an item of a bulk request. */
export const validateBulkItem: Validator = (item) => validatorOf(item, validators.flatItem)(item)

/** Body of POST /reservations/bulk; each item is validated separately. */
export const BulkBody = Closed({
  reservations: Type.Array(
    Type.Unknown({
      description:
        'A full reservation request, or a flat one, which may leave `email` out: PATCH fills the guest in. Counts by age belong to a full one, `children` included.',
    }),
    {
      minItems: 1,
      maxItems: 50,
    },
  ),
})

/** Body of PATCH /reservations/{id}: absent fields do not change. A field that cannot be changed is refused, not ignored. */
export const ModifyBody = Ruled(
  Closed(
    {
      visitDate: optional(LocalDate('Another day, YYYY-MM-DD, in the time zone of the cenote or tour.')),
      visitTime: optional(
        TimeOfDay(
          'Another slot or departure, HH:MM. When absent on a move to another day, cenote or tour, the current hour is kept if it has room; otherwise the first slot with room is taken.',
        ),
      ),
      cenoteId: optional(
        Uuid(
          'Another cenote. Services go along where it offers the same service; otherwise 422 SERVICE_NOT_AVAILABLE.',
        ),
      ),
      tourId: optional(Uuid('Another tour, also in place of a cenote; not together with `cenoteId`.')),
      visitors: optional(
        Closed(
          { adults: optional(count('Adults.')), children: optional(count('Children.')), ...otherAges },
          { description: 'A count that is absent stays. 1 to 50 people afterwards.' },
        ),
      ),
      specialRequests: optional(Nullable(SpecialRequests())),
      resellerReference: optional(Nullable(ResellerReference("The partner's own reference; null for none."))),
      guest: optional(
        Closed(
          {
            name: optional(Name()),
            email: optional(Email()),
            phone: optional(Phone('Telephone number.')),
            nationality: optional(Nullable(Nationality())),
            dateOfBirth: optional(Nullable(LocalDate('Date of birth.'))),
            emergencyContact: optional(Nullable(EmergencyContact)),
            preferences: optional(Nullable(StoredObject())),
            loyaltyMember: optional(Nullable(StoredObject())),
          },
          { description: 'A field that is absent stays; null empties it.' },
        ),
      ),
      services: optional(
        Type.Array(
          Closed({
            id: text(100, 'Id of a service of the cenote.'),
            action: Type.Enum(['add', 'remove', 'update']),
            quantity: optional(Type.Integer({ minimum: 1, maximum: maxPeople })),
            pickup: optional(Pickup()),
          }),
          { maxItems: 50 },
        ),
      ),
      transport: optional(Nullable(TransportBody())),
      promoCode: optional(
        Type.Null({ description: 'null drops the coupon. A text is refused: a coupon is given when reserving.' }),
      ),
      ...termsOfModification,
      disrupted: optional(
        Type.Boolean({
          description:
            "Only false: it takes place although its day was closed, and is no longer marked. For keys of the operator's staff.",
        }),
      ),
    },
    { title: 'ModificationRequest' },
  ),
  notTwoProducts,
)

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
