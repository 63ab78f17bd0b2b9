import { Type, type TSchema } from 'typebox'
import { AvailabilityDay, availabilityMembers, calendarMembers } from '../schemas/availability.ts'
import { Image, LocalizedText, Nullable, ServiceCategory } from '../schemas/response-schemas.ts'
import { compileValidator, FilledText, LocalDate, NameList, Ruled, TimeOfDay } from '../schemas/validation.ts'
import { commonFilters, pageOrPosition, pageParameters, UpdatedAfter } from '../schemas/pagination.ts'
import { expandedFields, FieldsParameter } from '../schemas/field-selection.ts'
import { CenoteItemMembers } from '../generated/members.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { Tour, WeekdayName } from '../tour/index.ts'

const optional = Type.Optional
const texts = () => Type.Array(Type.String())
const LengthUnit = () => Type.Enum(['meters', 'feet', 'other'])
const TemperatureUnit = () => Type.Enum(['celsius', 'fahrenheit', 'other'])
const Average = <Unit extends TSchema>(unit: Unit) => Type.Object({ avg: Type.Number(), unit })

export const Location = Type.Object(CenoteItemMembers.location.properties, { title: 'Location' })

/** A cenote near a point. */
export const NearbyCenote = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    location: Type.Object({ latitude: Type.Number(), longitude: Type.Number() }),
    distance: Type.Object({ km: Type.Number(), miles: Type.Number() }),
    rating: Type.Number(),
    pricing: Type.Object({ adult: Type.Number({ description: 'Whole MXN.' }), currency: Type.String() }),
    available: Type.Boolean({ description: 'Whether there is room for one person on any of the next 7 days.' }),
  },
  { title: 'NearbyCenote' },
)

const TimeSlot = Type.Object(
  {
    time: Type.String(),
    available: Type.Boolean(),
    capacity: Type.Integer(),
    booked: Type.Integer(),
    remaining: Type.Integer(),
    waitlist: optional(Type.Boolean()),
    bookableUntil: Type.String({
      format: 'date-time',
      description: 'The instant at which booking it ends: its start less the cutoff of the cenote or of the weekday.',
    }),
  },
  { title: 'TimeSlot' },
)

/** Availability result. */
export const Availability = Type.Object(
  {
    cenoteId: Type.String({ format: 'uuid' }),
    ...availabilityMembers(
      AvailabilityDay(
        TimeSlot,
        'The first that holds: inactive, past_date, too_far_ahead, maintenance, closed_weekday, not_a_slot, closed_by_operator, cutoff_passed, too_many_visitors, fully_booked.',
        'AvailabilityDay',
      ),
    ),
    disruption: optional(
      Type.Object(
        { id: Type.String({ format: 'uuid' }) },
        {
          description:
            'In the response of an override that closed slots with reservations: what becomes of them. GraphQL `disruption` reports its progress.',
        },
      ),
    ),
  },
  { title: 'Availability' },
)

/** Days of a cenote at a glance. Every member is there on every day. */
export const CenoteCalendar = Type.Object(
  { cenoteId: Type.String({ format: 'uuid' }), ...calendarMembers },
  { title: 'CenoteCalendar' },
)

export const Review = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    rating: Type.Integer(),
    title: Type.String(),
    content: Type.String(),
    author: Type.String(),
    location: optional(Type.String()),
    date: Type.String({ format: 'date' }),
    verified: Type.Boolean(),
    helpful: Type.Integer(),
    photos: Type.Array(Type.Object({ url: Type.String(), caption: optional(Type.String()) })),
  },
  { title: 'Review' },
)

const { bookedToday: _bookedToday, ...members } = CenoteItemMembers

/** A cenote: the fields of its GraphQL fragment, with the members that REST writes in another form. */
export const Cenote = Type.Object(
  {
    ...members,
    longDescription: optional(Type.String({ description: 'Detail only.' })),
    location: Location,
    pricing: Type.Object({
      adult: Type.Number({ description: 'Whole units of the currency.' }),
      child: Type.Number(),
      senior: optional(Type.Number()),
      currency: Type.String(),
      includes: texts(),
      excludes: optional(texts()),
      groupDiscounts: optional(Type.Array(Type.Object({ minSize: Type.Integer(), discount: Type.Number() }))),
    }),
    features: Type.Object({
      ...members.features.properties,
      type: Type.Enum(['open', 'semi-open', 'cave', 'underground']),
      depth: Type.Object({
        ...members.features.properties.depth.properties,
        unit: LengthUnit(),
      }),
      temperature: Average(TemperatureUnit()),
      visibility: optional(Average(LengthUnit())),
      difficulty: Type.Enum(['beginner', 'intermediate', 'advanced']),
    }),
    amenities: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        category: Type.Enum(['facilities', 'activities', 'dining']),
        available: Type.Boolean(),
        cost: Type.Number({ description: 'Whole MXN, 0 when free.' }),
        hours: optional(Type.String()),
        requirements: optional(texts()),
        description: optional(Type.String({ description: 'Detail or expand=amenities.' })),
        icon: optional(Type.String({ description: 'Detail or expand=amenities.' })),
        capacity: optional(Type.Integer({ description: 'Detail or expand=amenities.' })),
        features: optional(texts()),
        menu: optional(
          Type.Array(Type.Object({ item: Type.String(), price: Type.Number(), description: optional(Type.String()) })),
        ),
      }),
    ),
    capacity: Type.Object({
      ...members.capacity.properties,
      current: Type.Integer({ description: 'Places taken for today.' }),
    }),
    schedule: Type.Object({
      ...members.schedule.properties,
      daysOpen: Type.Array(WeekdayName),
      cutoffs: Type.Array(Type.Object({ weekday: WeekdayName, minutes: Type.Integer() })),
    }),
    rating: Type.Object({
      ...members.rating.properties,
      breakdown: Type.Object({
        '5': Type.Integer(),
        '4': Type.Integer(),
        '3': Type.Integer(),
        '2': Type.Integer(),
        '1': Type.Integer(),
      }),
    }),
    images: Type.Array(Image),
    weather: optional(
      Type.Object({
        bestVisitingMonths: texts(),
        rainySeasonImpact: Type.String(),
        temperature: Type.Object({
          water: Average(TemperatureUnit()),
          air: Type.Object({ min: Type.Number(), max: Type.Number(), unit: TemperatureUnit() }),
        }),
      }),
    ),
    conservation: optional(
      Type.Object({
        status: Type.String(),
        protectedBy: Type.String(),
        conservation_efforts: texts(),
        impact: Type.Object({ environmental: Type.String(), community: Type.String(), economic: Type.String() }),
      }),
    ),
    reviews: optional(Type.Array(Review, { description: 'expand=reviews: the latest 10.' })),
    availability: optional(Availability),
    nearby: optional(Type.Array(NearbyCenote, { description: 'expand=nearby: the 5 closest within 50 km.' })),
    tours: optional(Type.Array(Tour, { description: 'expand=tours: active tours that include it.' })),
    metadata: Type.Object({
      ...members.metadata.properties,
      verifiedAt: Nullable(Type.String({ format: 'date-time', description: 'Null when it was never verified.' })),
    }),
  },
  { title: 'Cenote' },
)

/** Rates on the cenote list. */
export const Rates = Type.Object(
  {
    base: Type.String(),
    rates: Type.Record(Type.String(), Type.Number(), { description: 'How much of a currency one unit of base buys.' }),
    lastUpdated: Type.String({ format: 'date-time' }),
  },
  { title: 'ExchangeRates' },
)

const expansions = ['amenities', 'reviews', 'availability', 'nearby', 'tours'] as const

/** Fields present only with an expansion. */
const expandedParts = { reviews: 'reviews', availability: 'availability', nearby: 'nearby', tours: 'tours' }
/** Members of an amenity in a detail; in a list only when expanded. */
const amenityDetail = ['description', 'icon', 'capacity', 'features', 'menu']
const expandedInList = {
  ...expandedParts,
  ...Object.fromEntries(amenityDetail.map((name) => [`amenities.${name}`, 'amenities'])),
}

const selection = {
  fields: FieldsParameter(Cenote),
  expand: optional(NameList(expansions, 'Parts that are left out unless they are named here.')),
}

const isCoordinatePair = (text: string): boolean => {
  const pair = /^(-?\d{1,3}(?:\.\d+)?),\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(text)
  return pair !== null && Math.abs(Number(pair[1])) <= 90 && Math.abs(Number(pair[2])) <= 180
}

/** Query parameters of GET /cenotes. `sortBy=location.distance` needs `near`; the route checks that. */
export const CenoteListQuery = Ruled(
  Closed({
    ...pageParameters,
    ...commonFilters({
      isActive: 'Active cenotes when true or absent, inactive ones when false.',
      search: '',
      created: 'Created',
    }),
    updatedAfter: UpdatedAfter,
    search: optional(Type.String({ description: 'Text in name or description, whatever its case and accents.' })),
    'location.state': optional(Type.String({ maxLength: 100 })),
    'location.municipality': optional(Type.String({ maxLength: 100 })),
    hasAmenity: optional(Type.String({ maxLength: 100, description: 'Id of an amenity.' })),
    'priceRange.min': optional(
      Type.Number({ minimum: 0, maximum: 1e9, description: 'Lowest adult price, whole MXN.' }),
    ),
    'priceRange.max': optional(
      Type.Number({ minimum: 0, maximum: 1e9, description: 'Highest adult price, whole MXN.' }),
    ),
    'rating.min': optional(Type.Number({ minimum: 1, maximum: 5 })),
    sortBy: optional(
      Type.Enum(['name', 'rating', 'pricing.adult', 'location.distance', 'createdAt', 'updatedAt', 'popularity'], {
        default: 'createdAt',
      }),
    ),
    sortDirection: optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
    near: optional(
      Type.Refine(
        Type.String({
          description: '`latitude,longitude`; needed by sortBy=location.distance.',
          examples: ['20.21,-87.46'],
        }),
        isCoordinatePair,
        () => 'coordinates',
      ),
    ),
    ...selection,
  }),
  pageOrPosition('cursor'),
  expandedFields(expandedInList),
)

export const CenoteQuery = Ruled(Closed(selection), expandedFields(expandedParts))

const People = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description })

/**
 * Body of PUT /cenotes/{id}/availability: how one date differs from the usual schedule; members left out do not change.
 */
export const OverrideBody = Closed({
  date: LocalDate('The date, not in the past.'),
  timeSlots: optional(
    Type.Array(
      Closed({
        time: TimeOfDay('A slot of that date.'),
        capacity: optional(
          People('People it holds, not fewer than are booked nor more than `capacity.hourly`; as usual when absent.'),
        ),
        available: optional(Type.Boolean({ default: true, description: 'False closes it for more bookings.' })),
        reason: optional(Type.String({ maxLength: 500, description: 'Why; partners read it among the restrictions.' })),
      }),
      { maxItems: 24, description: 'Slots to replace, each at most once; one given only its time is as usual again.' },
    ),
  ),
  specialEvents: optional(
    Type.Array(
      Closed({
        name: FilledText({ maxLength: 500 }),
        startTime: TimeOfDay('When it begins.'),
        endTime: TimeOfDay('When it ends, after it begins.'),
        capacity: optional(
          People(
            'People that each slot beginning during it holds, at most `capacity.hourly`; a slot with its own capacity is not changed.',
          ),
        ),
      }),
      { maxItems: 20, description: 'All events of that date; as they are when absent.' },
    ),
  ),
  reservations: optional(
    Type.Enum(['KEEP', 'CANCEL'], {
      description:
        "How reservations in slots that are closed are treated: KEEP marks them as disrupted, CANCEL cancels them in the background with full refunds. With any and without this the response is 409 EXISTING_RESERVATIONS. For keys of the operator's staff; 403 for others.",
    }),
  ),
  cancellationReason: optional(
    Type.Enum(['WEATHER', 'MAINTENANCE', 'CAPACITY_ISSUE', 'FORCE_MAJEURE'], {
      description: 'Why they are cancelled; `reason` of the slots when it is one of these words, else FORCE_MAJEURE.',
    }),
  ),
  notifyGuests: optional(
    Type.Boolean({ default: true, description: 'Whether guests of cancelled reservations are notified by e-mail.' }),
  ),
})

/**
 * Query parameters of the nearby search. Coordinates out of bounds are INVALID_COORDINATES, which the catalog reports.
 */
export const NearbyQuery = Closed({
  latitude: Type.Number({ description: 'Degrees, -90 to 90.' }),
  longitude: Type.Number({ description: 'Degrees, -180 to 180.' }),
  radius: optional(Type.Number({ exclusiveMinimum: 0, maximum: 200, default: 50, description: 'Kilometres.' })),
  limit: optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
})

const nearbyValidators = {
  documented: compileValidator(NearbyQuery, 'querystring'),
  withinBounds: compileValidator(
    Closed({
      ...NearbyQuery.properties,
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    }),
    'querystring',
  ),
}

/** Validates the query of the nearby search; its error also names coordinates out of bounds. */
export const validateNearbyQuery = (query: unknown) => {
  const checked = nearbyValidators.documented(query)
  return 'error' in checked ? nearbyValidators.withinBounds(query) : checked
}

export const CenotePath = Type.Object({ id: Type.String({ description: 'Cenote UUID.' }) })
export const AvailabilityPath = Type.Object({ cenoteId: Type.String({ description: 'Cenote UUID.' }) })

/** A service of a cenote. */
export const CenoteService = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    serviceId: Type.String({ format: 'uuid' }),
    name: LocalizedText,
    description: LocalizedText,
    category: ServiceCategory(),
    inclusionType: Type.Enum(['included', 'optional', 'not_available']),
    price: Type.Union([Type.Integer(), Type.Null()], { description: 'Cents; null when not available.' }),
    isBookable: Type.Boolean(),
    isActive: Type.Boolean(),
    displayOrder: Type.Integer(),
    transportConfig: optional(
      Type.Object({
        vehicleTypes: texts(),
        maxCapacity: Type.Integer(),
        pricePerKm: Type.Integer({ description: 'Cents.' }),
      }),
    ),
  },
  { title: 'CenoteService' },
)

export const ServiceQuery = Closed({
  bookableOnly: optional(Type.Boolean({ default: false, description: 'Only services that can be booked separately.' })),
})
