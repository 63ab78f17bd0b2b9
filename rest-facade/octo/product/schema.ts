import { Type } from 'typebox'
import { Nullable } from '../../schemas/response-schemas.ts'
import { unitIds } from '../ids.ts'
import { Pricing } from '../pricing.ts'

const optional = Type.Optional
const withContent = 'With `octo/content`.'
const withPricing = 'With `octo/pricing`.'

export const Feature = Type.Object(
  {
    shortDescription: Nullable(Type.String()),
    type: Type.Enum(['INCLUSION', 'EXCLUSION', 'PREARRIVAL_INFORMATION', 'CANCELLATION_TERM']),
  },
  { title: 'Feature' },
)

export const Media = Type.Object(
  {
    src: Type.String({ format: 'uri' }),
    type: Type.Enum(['image/jpeg', 'image/png']),
    rel: Type.Enum(['COVER', 'GALLERY']),
    title: Nullable(Type.String()),
    caption: Nullable(Type.String()),
    copyright: Nullable(Type.String()),
  },
  { title: 'Media' },
)

const nullableTexts = <Name extends string>(names: readonly Name[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Nullable(Type.String())])) as Record<
      Name,
      ReturnType<typeof Nullable<ReturnType<typeof Type.String>>>
    >,
  )

export const Location = Type.Object(
  {
    title: Nullable(Type.String()),
    shortDescription: Nullable(Type.String()),
    types: Type.Array(Type.Enum(['START', 'POINT_OF_INTEREST'])),
    minutesTo: Nullable(Type.Integer()),
    minutesAt: Nullable(Type.Integer()),
    place: Type.Object({
      latitude: Type.Number(),
      longitude: Type.Number(),
      postalAddress: nullableTexts([
        'streetAddress',
        'addressLocality',
        'addressRegion',
        'postalCode',
        'addressCountry',
        'postOfficeBoxNumber',
      ]),
      identifiers: nullableTexts([
        'googlePlaceId',
        'applePlaceId',
        'tripadvisorLocationId',
        'yelpPlaceId',
        'facebookPlaceId',
        'foursquarePlaceId',
        'baiduPlaceId',
        'amapPlaceId',
      ]),
      sameAs: Type.Array(Type.String({ format: 'uri' })),
    }),
  },
  { title: 'Location' },
)

/** The members of a product and of an option with `octo/content`. */
const contentMembers = {
  title: Type.String({ description: withContent }),
  shortDescription: Nullable(Type.String({ description: withContent })),
  description: Nullable(Type.String({ description: withContent })),
  features: Type.Array(Feature, { description: withContent }),
  faqs: Type.Array(Type.Unknown(), { description: `${withContent} Empty.` }),
  media: Type.Array(Media, { description: `${withContent} The cover first.` }),
  locations: Type.Array(Location, {
    description: `${withContent} Where it starts, and the cenotes that a tour visits.`,
  }),
  categoryLabels: Type.Array(
    Type.Enum([
      'outdoors',
      'family-friendly',
      'wheelchair-accessible',
      'trip-difficulty-easy',
      'trip-difficulty-medium',
      'trip-difficulty-hard',
      'guided-tours',
      'day-trips',
      'multi-day',
    ]),
    { description: withContent },
  ),
  durationMinutesFrom: Type.Integer({ description: withContent }),
  durationMinutesTo: Nullable(Type.Integer({ description: `${withContent} Null where it is as long every time.` })),
  commentary: Type.Array(Type.Object({ format: Type.String(), language: Type.String() }), {
    description: withContent,
  }),
}
export const ProductContent = Type.Object(contentMembers)
const optionalContent = Type.Partial(ProductContent).properties

const UnitType = Type.Enum([...unitIds], { description: 'The id of a unit is its type.' })

export const Unit = Type.Object(
  {
    id: UnitType,
    internalName: Type.String(),
    reference: Type.Null(),
    type: UnitType,
    restrictions: Type.Object({
      minAge: Type.Integer(),
      maxAge: Type.Integer({ description: '120 where there is no limit.' }),
      idRequired: Type.Boolean(),
      minQuantity: Type.Null(),
      maxQuantity: Type.Null(),
      paxCount: Type.Integer(),
      accompaniedBy: Type.Array(UnitType, {
        description: 'The units one of which must be in the same booking; empty where none need be.',
      }),
    }),
    requiredContactFields: Type.Array(Type.String()),
    title: optional(Type.String({ description: withContent })),
    shortDescription: optional(Type.String({ description: withContent })),
    features: optional(Type.Array(Feature, { description: withContent })),
    pricingFrom: optional(
      Type.Array(Pricing, { description: 'With `octo/pricing`: the price of one person for a visit today.' }),
    ),
  },
  { title: 'Unit' },
)

export const ProductOption = Type.Object(
  {
    id: Type.Literal('DEFAULT', { description: 'Every product has this option alone.' }),
    default: Type.Literal(true),
    internalName: Type.String(),
    reference: Type.Null(),
    availabilityLocalStartTimes: Type.Array(Type.String(), {
      description: 'HH:MM, in order, in the time zone of the product. Not every time is sold every day.',
    }),
    cancellationCutoff: Type.String(),
    cancellationCutoffAmount: Type.Integer(),
    cancellationCutoffUnit: Type.Literal('hour'),
    requiredContactFields: Type.Array(Type.Literal('firstName')),
    restrictions: Type.Object({ minUnits: Type.Integer(), maxUnits: Type.Null() }),
    units: Type.Array(Unit),
    ...optionalContent,
  },
  { title: 'Option' },
)

export const Product = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    internalName: Type.String(),
    reference: Type.String(),
    locale: Type.String({ description: 'The language of the texts, as in `Content-Language`.' }),
    timeZone: Type.String({ description: 'IANA time zone of its dates and times.' }),
    allowFreesale: Type.Literal(false),
    instantConfirmation: Type.Literal(true),
    instantDelivery: Type.Literal(true),
    availabilityRequired: Type.Literal(true),
    availabilityType: Type.Literal('START_TIME'),
    deliveryFormats: Type.Array(Type.Enum(['QRCODE', 'PDF_URL'])),
    deliveryMethods: Type.Array(Type.Literal('VOUCHER')),
    redemptionMethod: Type.Literal('DIGITAL'),
    options: Type.Array(ProductOption),
    ...optionalContent,
    defaultCurrency: optional(Type.Literal('MXN', { description: withPricing })),
    availableCurrencies: optional(Type.Array(Type.Literal('MXN'), { description: withPricing })),
    pricingPer: optional(Type.Literal('UNIT', { description: withPricing })),
  },
  { title: 'Product', description: 'A cenote or a tour.' },
)

export const ProductPath = Type.Object({ productId: Type.String({ description: 'Id of a product.' }) })
