import { Type, type TProperties, type TSchema } from 'typebox'
import { allEventTypes, eventTypes, typePatterns, type CatalogEventType } from '../../schema/event-types.ts'
import { Author, Partner, Reservation } from '../reservation/index.ts'
import { Nullable } from '../schemas/response-schemas.ts'

export const EventType = Type.Enum([...eventTypes], {
  title: 'EventType',
  description: 'Of events of reservations. New types may be added: ignore one that you do not know.',
})

/** A type of event, or a wildcard that stands for several. */
export const EventTypeName = Type.Enum([...allEventTypes, ...typePatterns], {
  title: 'EventTypeName',
  description: 'A type of event, or a wildcard for all types that begin so, also those that are added later.',
})

const productTypes = ['cenote', 'tour']
const ofProduct = {
  productType: Type.Enum(productTypes),
  productId: Type.String({ format: 'uuid', description: 'Id of the cenote or tour.' }),
}

/** The members of each kind of change of what is sold, in the log and in deliveries. */
const availabilityMembers = {
  ...ofProduct,
  dateFrom: Type.String({ format: 'date', description: 'First day whose availability may have changed.' }),
  dateTo: Type.String({ format: 'date', description: 'Last such day.' }),
}
const productMembers = {
  ...ofProduct,
  changed: Type.Array(Type.String(), {
    description: 'Names of the members of the cenote or tour that changed. New ones may be added.',
  }),
}
const pricingMembers = {
  productType: Nullable(
    Type.Enum(productTypes, {
      description: 'Null, as is `productId`, when the prices of all products may have changed.',
    }),
  ),
  productId: Nullable(Type.String({ format: 'uuid', description: 'Id of the cenote or tour; null for all products.' })),
}

export const AvailabilityChange = Type.Object(availabilityMembers, { title: 'AvailabilityChange' })
const ProductChange = Type.Object(productMembers, { title: 'ProductChange' })
const PricingChange = Type.Object(pricingMembers, { title: 'PricingChange' })

/** The data of a delivery, by type. */
export const catalogEventData: Readonly<Record<CatalogEventType, TSchema>> = {
  'availability.updated': AvailabilityChange,
  'product.created': ProductChange,
  'product.updated': ProductChange,
  'product.deactivated': ProductChange,
  'pricing.updated': PricingChange,
}

const position = {
  id: Type.String({ format: 'uuid' }),
  cursor: Type.String({ description: 'Opaque position in the log; only grows.' }),
}
const occurredAt = Type.String({ format: 'date-time' })

const catalogEvent = <P extends TProperties>(types: CatalogEventType[], members: P, title: string) =>
  Type.Object({ ...position, type: Type.Enum(types), occurredAt, ...members }, { title })

const variants = {
  ReservationEvent: Type.Object(
    {
      ...position,
      type: EventType,
      version: Type.Integer({ description: "Number of the reservation's change, from 1, without gaps." }),
      occurredAt,
      by: Nullable(Author),
      partner: Type.Optional(Partner),
      reservation: Reservation,
    },
    { title: 'ReservationEvent' },
  ),
  AvailabilityEvent: catalogEvent(['availability.updated'], availabilityMembers, 'AvailabilityEvent'),
  ProductEvent: catalogEvent(
    ['product.created', 'product.updated', 'product.deactivated'],
    productMembers,
    'ProductEvent',
  ),
  PricingEvent: catalogEvent(['pricing.updated'], pricingMembers, 'PricingEvent'),
}

export const Event = Type.Union(Object.values(variants), {
  title: 'Event',
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      Object.entries(variants).flatMap(([name, { properties }]) =>
        properties.type.enum.map((type) => [type, `#/components/schemas/${name}`]),
      ),
    ),
  },
})
