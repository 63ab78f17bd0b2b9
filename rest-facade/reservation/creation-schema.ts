import { Type } from 'typebox'
import { isObject } from '../../platform/values/json.ts'
import { productErrors } from '../../schema/product-errors.ts'
import { maxPeople } from '../../schema/visit-terms.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { Residency } from '../pricing/index.ts'
import {
  compileValidator,
  DateOrInstant,
  LocalDate,
  Ruled,
  TimeOfDay,
  Uuid,
  type Validator,
} from '../schemas/validation.ts'
import {
  count,
  Email,
  EmergencyContact,
  isParty,
  Minutes,
  Name,
  Nationality,
  optional,
  otherAges,
  partyBody,
  Phone,
  Pickup,
  ResellerReference,
  SpecialRequests,
  text,
  type ProductRule,
} from './request-fields.ts'
import { StoredObject } from './reservation-schema.ts'
import { termsOfCreation } from './terms-schema.ts'
import { TransportBody } from './transport-schema.ts'

const ExternalId = () =>
  Uuid(
    'An id that the caller chooses; it stands wherever `{id}` does. Sent again for the same product, visit and party it is the same reservation (200).',
  )
/** The party: 1 to 50 people in all. `children` is required, because a child that is left out would have no place. */
const VisitorsBody = Type.Refine(
  Closed({ adults: count('Adults.'), children: count('Children.'), ...otherAges }, { title: 'VisitorsRequest' }),
  isParty,
  () => 'people',
)

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

const oneProduct: ProductRule = ({ cenoteId, tourId }) =>
  productErrors({ cenoteId: cenoteId != null, tourId: tourId != null })

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
  const { visitDate, guest, date, email, visitors } = membersOf(body)
  if (visitDate != null || guest != null) return false
  return date != null || email != null || (visitors != null && typeof visitors !== 'object')
}

const membersOf = (body: unknown): Readonly<Record<string, unknown>> => (isObject(body) ? body : {})

/** A body without a tour lacks its cenote, whatever else is wrong with it; rules only see bodies that are right otherwise. */
function productValidator(
  schema: typeof CreateBody | typeof HoldBody | typeof FlatCreateBody | typeof FlatBulkItem,
): Validator {
  const ofCenote = compileValidator(Closed({ ...schema.properties, cenoteId: Uuid('Which cenote.') }), 'body')
  const ofTour = compileValidator(schema, 'body')
  return (body) => (membersOf(body)['tourId'] != null ? ofTour : ofCenote)(body)
}

const validators = {
  full: productValidator(CreateBody),
  hold: productValidator(HoldBody),
  flat: productValidator(FlatCreateBody),
  flatItem: productValidator(FlatBulkItem),
}

const validatorOf = (body: unknown, flat: Validator): Validator =>
  isFlat(body) ? flat : membersOf(body)['hold'] === true ? validators.hold : validators.full

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
