import { Type } from 'typebox'
import { Nullable } from '../../schemas/response-schemas.ts'
import { defaultOption } from '../ids.ts'
import { notOfferedMembers } from '../not-offered.ts'
import { OpeningHoursMember } from '../opening-hours.ts'
import { CurrencyMember, Pricing } from '../pricing.ts'
import { Product, ProductOption, Unit } from '../product/index.ts'
import { Contact, ContactBody } from './contact.ts'
import { UnitItemBody } from './unit-items.ts'

const optional = Type.Optional
const nullableText = (description: string) => optional(Nullable(Type.String({ description })))
const uuid = 'The uuid of the booking.'

export const BookingPath = Type.Object({ uuid: Type.String({ description: uuid }) })

const expirationMinutes = (description: string) => optional(Nullable(Type.Integer({ description })))
const emailReceipt = optional(
  Nullable(
    Type.Boolean({
      description:
        'Whether the guest is sent mails: the confirmation, when it is confirmed with `true`, and what follows. None are sent unless this was `true`.',
    }),
  ),
)
const notes = nullableText('Notes on the booking, at most 2,000 characters.')
const resellerReference = nullableText("The reseller's reference, 1 to 64 characters.")
const unitItems = optional(
  Nullable(Type.Array(UnitItemBody, { description: 'The party, 1 to 50 people: one item for each.' })),
)
const otherParty = optional(
  Nullable(
    Type.Array(UnitItemBody, {
      description: 'The party in place of the one before, fewer or more people; as it is when absent.',
    }),
  ),
)

export const CreateBody = Type.Object(
  {
    uuid: nullableText(
      'A UUID of the caller for the booking. Sent again for the same product, availability and party it is the same booking. It is stored in lower case.',
    ),
    productId: Type.String({ description: 'Id of the product.' }),
    optionId: Type.String({ description: 'Id of the option.', examples: [defaultOption] }),
    availabilityId: Type.String({
      description: 'Id of the availability.',
      examples: ['2026-12-05T10:00:00-05:00'],
    }),
    expirationMinutes: expirationMinutes(
      'Minutes that the places are held, at least 1; 30 when absent. A longer hold than the maximum of the supplier is shortened to it.',
    ),
    notes,
    unitItems,
    resellerReference,
    contact: optional(Nullable(ContactBody)),
    emailReceipt,
    currency: CurrencyMember,
    ...notOfferedMembers,
  },
  { title: 'BookingReservation' },
)

export const ConfirmBody = Type.Object(
  {
    contact: optional(Nullable(ContactBody)),
    resellerReference,
    emailReceipt,
    unitItems: otherParty,
    currency: CurrencyMember,
    ...notOfferedMembers,
  },
  { title: 'BookingConfirmation' },
)

export const UpdateBody = Type.Object(
  {
    productId: nullableText(
      'Id of another product. Without `availabilityId` the booking keeps its local start, if the product has that.',
    ),
    optionId: nullableText('Id of the option.'),
    availabilityId: nullableText('Id of another availability.'),
    expirationMinutes: expirationMinutes(
      'While on hold: minutes from now for which the places are held, at least 1. More than the maximum of the supplier counts as the maximum, and the hold never ends earlier than before.',
    ),
    notes,
    unitItems: otherParty,
    resellerReference,
    contact: optional(Nullable(ContactBody)),
    emailReceipt,
    currency: CurrencyMember,
    ...notOfferedMembers,
  },
  { title: 'BookingUpdate' },
)

export const CancelBody = Type.Object(
  {
    reason: nullableText('The reason, in words; at most 2,000 characters.'),
    force: optional(
      Nullable(
        Type.Boolean({
          description:
            "With an operator's key, whether to cancel it even after the visit has begun. Ignored for other keys.",
        }),
      ),
    ),
  },
  { title: 'BookingCancellation' },
)

export const ExtendBody = Type.Object(
  {
    expirationMinutes: expirationMinutes(
      'Minutes from now for which the places are held, at least 1; 30 when absent. More than the maximum of the supplier counts as the maximum, and the hold never ends earlier than before.',
    ),
  },
  { title: 'BookingExtension' },
)

const filter = (description: string) => optional(Type.String({ description }))

export const ListQuery = Type.Object({
  resellerReference: filter('Bookings with exactly this reference of the reseller.'),
  supplierReference: filter('The booking with exactly this reference of the supplier.'),
  localDate: filter('Bookings for this day, YYYY-MM-DD.'),
  localDateStart: filter('Bookings for this day or later; only with `localDateEnd`.'),
  localDateEnd: filter('Bookings for this day or earlier; only with `localDateStart`.'),
  productId: filter('Only bookings of this product.'),
  optionId: filter('Only bookings of this option.'),
})

const instant = (description: string) => Type.String({ format: 'date-time', description })
const nullableInstant = (description: string) => Nullable(instant(description))

const Status = Type.Enum(['ON_HOLD', 'CONFIRMED', 'EXPIRED', 'CANCELLED', 'REDEEMED'])

const Ticket = Type.Object(
  {
    redemptionMethod: Type.Literal('DIGITAL'),
    utcRedeemedAt: nullableInstant('When the party was checked in.'),
    deliveryOptions: Type.Array(
      Type.Object({
        deliveryFormat: Type.Enum(['QRCODE', 'PDF_URL']),
        deliveryValue: Type.String({ description: 'The content of the code, or the address of the document.' }),
      }),
      { description: 'Empty until the booking is confirmed, and once it is not valid any more.' },
    ),
  },
  { title: 'Ticket' },
)

const BookedAvailability = Type.Object(
  {
    id: Type.String(),
    localDateTimeStart: Type.String({ description: 'Local start with its offset from UTC.' }),
    localDateTimeEnd: Type.String({ description: 'Local end with its offset from UTC.' }),
    utcCutoffAt: instant('When booking it ends.'),
    allDay: Type.Literal(false),
    available: Type.Boolean({ description: 'Whether booking has not ended; places are not counted here.' }),
    status: Type.Enum(['AVAILABLE', 'CLOSED']),
    vacancies: Type.Null(),
    capacity: Type.Null(),
    maxUnits: Type.Null(),
    openingHours: OpeningHoursMember,
  },
  { title: 'BookedAvailability', description: 'When the visit is. Places left are in `POST /availability`.' },
)

const UnitItem = Type.Object(
  {
    uuid: Type.String({ description: 'It stays the same while the person is in the party.' }),
    resellerReference: Nullable(Type.String()),
    supplierReference: Nullable(Type.String({ description: 'That of the booking.' })),
    unitId: Type.String(),
    unit: Unit,
    status: Status,
    utcRedeemedAt: nullableInstant('When the party was checked in.'),
    contact: Contact,
    ticket: Type.Null({ description: 'The voucher is for the whole party.' }),
    pricing: optional(Pricing),
  },
  { title: 'UnitItem' },
)

export const Booking = Type.Object(
  {
    id: Type.String({ description: "The supplier's id." }),
    uuid: Type.String({ format: 'uuid', description: "The caller's uuid, or the supplier's id if there was none." }),
    testMode: Type.Boolean({ description: 'Whether it was made in the sandbox.' }),
    resellerReference: Nullable(Type.String()),
    supplierReference: Nullable(Type.String({ examples: ['CEN-7QW2ZK'] })),
    status: Status,
    utcCreatedAt: instant('When it was made.'),
    utcUpdatedAt: instant('When it last changed.'),
    utcExpiresAt: nullableInstant('When the hold ends or ended; null once it was confirmed or cancelled.'),
    utcRedeemedAt: nullableInstant('When the party was checked in.'),
    utcConfirmedAt: nullableInstant('When it was confirmed.'),
    productId: Type.String(),
    product: Product,
    optionId: Type.String(),
    option: ProductOption,
    cancellable: Type.Boolean({ description: 'Whether it can be cancelled now.' }),
    cancellation: Nullable(
      Type.Object({
        refund: Type.Enum(['FULL', 'PARTIAL', 'NONE'], { description: 'The share of what was paid.' }),
        reason: Nullable(Type.String()),
        utcCancelledAt: instant('When it was cancelled.'),
      }),
    ),
    freesale: Type.Literal(false),
    availabilityId: Nullable(Type.String()),
    availability: Nullable(BookedAvailability),
    contact: Contact,
    notes: Nullable(Type.String()),
    deliveryMethods: Type.Array(Type.Literal('VOUCHER')),
    voucher: Nullable(Ticket),
    unitItems: Type.Array(UnitItem),
    pricing: optional(Pricing),
  },
  { title: 'Booking', description: 'A booking. `pricing` is sent with the capability `octo/pricing`.' },
)
