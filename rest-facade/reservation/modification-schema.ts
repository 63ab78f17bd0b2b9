import { Type } from 'typebox'
import { secondProductErrors } from '../../schema/product-errors.ts'
import { maxPeople } from '../../schema/visit-terms.ts'
import { Nullable } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { LocalDate, Ruled, TimeOfDay, Uuid } from '../schemas/validation.ts'
import {
  count,
  Email,
  EmergencyContact,
  Name,
  Nationality,
  optional,
  otherAges,
  Phone,
  Pickup,
  ResellerReference,
  SpecialRequests,
  text,
  type ProductRule,
} from './request-fields.ts'
import { StoredObject } from './reservation-schema.ts'
import { termsOfModification } from './terms-schema.ts'
import { TransportBody } from './transport-schema.ts'

const notTwoProducts: ProductRule = ({ cenoteId, tourId }) =>
  cenoteId != null && tourId != null ? secondProductErrors : {}

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
      notifyGuest: optional(
        Type.Boolean({
          description:
            'Whether the guest is mailed, true when absent, a change of the day, hour, product, party or pickup. Changes within 60 seconds of each other are one mail.',
        }),
      ),
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
