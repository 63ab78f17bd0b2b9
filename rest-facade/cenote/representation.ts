import type { Static } from 'typebox'
import type {
  AvailabilityResultFragment,
  CenoteItemFragment,
  CenoteSort,
  CenoteSortField,
  ContactFieldsFragment,
  DayPricesFragment,
  ListCenotesQuery,
  ListCenotesQueryVariables,
  NearbyItemFragment,
  OverrideAvailabilityInput,
  ReadCenoteCalendarQuery,
  ReviewFieldsFragment,
  ServiceItemFragment,
} from '../generated/operations.ts'
import { availabilityParts, calendarParts } from '../schemas/availability.ts'
import { topLevelOf } from '../schemas/field-selection.ts'
import { imageRepresentation, tourRepresentation } from '../tour/index.ts'
import { filterVariables } from '../schemas/pagination.ts'
import { lowerName, presentFields, wholeUnits } from '../../schema/present-fields.ts'
import { namesIn } from '../schemas/validation.ts'
import type {
  Availability,
  Cenote,
  CenoteCalendar,
  CenoteListQuery,
  CenoteService,
  NearbyCenote,
  OverrideBody,
  Rates,
  Review,
} from './schema.ts'

type ListQuery = Static<typeof CenoteListQuery>

/** The parts of a cenote that an operation resolves. */
export type CenoteParts = Pick<
  ListCenotesQueryVariables,
  | 'longDescription'
  | 'guidance'
  | 'occupancy'
  | 'amenities'
  | 'amenityDetail'
  | 'reviews'
  | 'availability'
  | 'nearby'
  | 'tours'
>

/** Selects only what the response needs: `fields` narrows, `expand` adds, and a detail has more than a list. */
export function partsOf(query: { fields?: string; expand?: string }, detail: boolean): CenoteParts {
  const wanted = topLevelOf(namesIn(query.fields))
  const expanded = new Set(namesIn(query.expand))
  const wants = (...names: string[]): boolean => wanted === null || names.some((name) => wanted.has(name))
  return {
    longDescription: detail ? wants('longDescription') : (wanted?.has('longDescription') ?? false),
    guidance: wants('guidelines', 'weather', 'conservation', 'certifications'),
    occupancy: wants('capacity'),
    amenities: wants('amenities') || expanded.has('amenities'),
    amenityDetail: expanded.has('amenities') || (detail && wants('amenities')),
    reviews: expanded.has('reviews'),
    availability: expanded.has('availability'),
    nearby: expanded.has('nearby'),
    tours: expanded.has('tours'),
  }
}

const sortFields: Record<NonNullable<ListQuery['sortBy']>, CenoteSortField> = {
  name: 'NAME',
  rating: 'RATING',
  'pricing.adult': 'PRICE',
  'location.distance': 'DISTANCE',
  createdAt: 'CREATED_AT',
  updatedAt: 'UPDATED_AT',
  popularity: 'POPULARITY',
}

/** Filter and sort of the list as GraphQL variables. */
export function listVariables(query: ListQuery): Pick<ListCenotesQueryVariables, 'filter'> & { sort: CenoteSort } {
  const near = query.near?.split(',').map(Number)
  return {
    filter: {
      ...filterVariables(query),
      ...presentFields({
        state: query['location.state'],
        municipality: query['location.municipality'],
        hasAmenity: query.hasAmenity,
        minAdultCents: centsOf(query['priceRange.min']),
        maxAdultCents: centsOf(query['priceRange.max']),
        minRating: query['rating.min'],
      }),
    },
    sort: {
      field: sortFields[query.sortBy ?? 'createdAt'],
      direction: query.sortDirection === 'asc' ? 'ASC' : 'DESC',
      ...(near ? { near: { latitude: near[0] ?? 0, longitude: near[1] ?? 0 } } : {}),
    },
  }
}

const centsOf = (units: number | undefined): number | undefined =>
  units === undefined ? undefined : Math.round(units * 100)

/** A measure with its unit as REST writes it. */
const measureRepresentation = <Unit extends string, Measure extends { readonly unit: Unit }>(measure: Measure) => ({
  ...measure,
  unit: lowerName(measure.unit),
})

/**
 * The REST representation of a cenote, or of the parts that an operation resolved; amounts in whole units of its
 * currency.
 */
export function cenoteRepresentation(cenote: CenoteItemFragment): Partial<Static<typeof Cenote>> {
  const { location, contact, pricing, features, schedule, rating, weather, conservation } = cenote
  return presentFields({
    ...cenote,
    location: presentFields(location),
    contact: contact && contactRepresentation(contact),
    pricing: presentFields({
      adult: wholeUnits(pricing.adultCents),
      child: wholeUnits(pricing.childCents),
      senior: pricing.seniorCents === null ? null : wholeUnits(pricing.seniorCents),
      currency: pricing.currency,
      includes: pricing.includes,
      excludes: pricing.excludes,
      groupDiscounts: pricing.groupDiscounts,
    }),
    features: presentFields({
      ...features,
      depth: measureRepresentation(features.depth),
      temperature: measureRepresentation(features.temperature),
      visibility: features.visibility && measureRepresentation(features.visibility),
      type: features.type === 'SEMI_OPEN' ? ('semi-open' as const) : lowerName(features.type),
      difficulty: lowerName(features.difficulty),
      accessibility: presentFields(features.accessibility),
    }),
    amenities: cenote.amenities?.map(({ costCents, menu, ...amenity }) =>
      presentFields({
        ...amenity,
        category: lowerName(amenity.category),
        cost: wholeUnits(costCents),
        menu: menu?.map(({ priceCents, ...dish }) => presentFields({ ...dish, price: wholeUnits(priceCents) })),
      }),
    ),
    capacity: cenote.bookedToday === undefined ? undefined : { ...cenote.capacity, current: cenote.bookedToday },
    bookedToday: undefined,
    schedule: schedule && {
      ...schedule,
      daysOpen: schedule.daysOpen.map(lowerName),
      cutoffs: schedule.cutoffs.map(({ weekday, minutes }) => ({ weekday: lowerName(weekday), minutes })),
    },
    rating: {
      ...rating,
      breakdown: {
        '5': rating.breakdown.five,
        '4': rating.breakdown.four,
        '3': rating.breakdown.three,
        '2': rating.breakdown.two,
        '1': rating.breakdown.one,
      },
    },
    weather: weather && {
      ...weather,
      temperature: {
        water: measureRepresentation(weather.temperature.water),
        air: measureRepresentation(weather.temperature.air),
      },
    },
    conservation: conservation && {
      status: conservation.status,
      protectedBy: conservation.protectedBy,
      conservation_efforts: conservation.conservationEfforts,
      impact: conservation.impact,
    },
    reviews: cenote.reviews?.map(reviewRepresentation),
    availability: cenote.availability && availabilityRepresentation(cenote.id, cenote.availability, pricing),
    nearby: cenote.nearby?.map(nearbyRepresentation),
    tours: cenote.tours?.map(tourRepresentation),
    images: cenote.images?.map(imageRepresentation),
  })
}

function contactRepresentation({ social, ...contact }: ContactFieldsFragment): Static<typeof Cenote>['contact'] {
  return presentFields({ ...contact, social: social && presentFields(social) })
}

export function reviewRepresentation(review: ReviewFieldsFragment): Static<typeof Review> {
  return presentFields({ ...review, photos: review.photos.map((photo) => presentFields(photo)) })
}

/** A cenote near a point. */
export function nearbyRepresentation({ cenote, distance }: NearbyItemFragment): Static<typeof NearbyCenote> {
  return {
    id: cenote.id,
    name: cenote.name,
    location: cenote.location,
    distance,
    rating: cenote.rating.average,
    pricing: { adult: wholeUnits(cenote.pricing.adultCents), currency: cenote.pricing.currency },
    available: cenote.availableSoon,
  }
}

/** Availability result. */
export const availabilityRepresentation = (
  cenoteId: string,
  result: AvailabilityResultFragment,
  prices: DayPricesFragment | null,
): Static<typeof Availability> => ({ cenoteId, ...availabilityParts(result, prices) })

export const calendarRepresentation = ({
  id,
  calendar,
}: NonNullable<ReadCenoteCalendarQuery['cenote']>): Static<typeof CenoteCalendar> => ({
  cenoteId: id,
  ...calendarParts(calendar),
})

/** The mutation's input from the body of an override; members left out do not change. */
export const overrideInput = (
  cenoteId: string,
  { date, timeSlots, specialEvents, reservations, cancellationReason, notifyGuests }: Static<typeof OverrideBody>,
): OverrideAvailabilityInput =>
  presentFields({
    cenoteId,
    date,
    reservations,
    cancellationReason,
    notifyGuests,
    timeSlots: timeSlots?.map(({ time, capacity, available, reason }) =>
      presentFields({ time, capacity, available, reason }),
    ),
    specialEvents: specialEvents?.map(({ name, startTime, endTime, capacity }) =>
      presentFields({ name, startTime, endTime, capacity }),
    ),
  })

/** Exchange rates of the cenote list. */
export function ratesRepresentation({
  base,
  rates,
  lastUpdated,
}: ListCenotesQuery['exchangeRates']): Static<typeof Rates> {
  return { base, rates: Object.fromEntries(rates.map(({ currency, rate }) => [currency, rate])), lastUpdated }
}

/** The REST representation of a service; amounts in cents. */
export function serviceRepresentation(service: ServiceItemFragment): Static<typeof CenoteService> {
  const { priceCents, transportConfig, inclusionType, ...rest } = service
  const vehicles = transportConfig && {
    vehicleTypes: transportConfig.vehicleTypes,
    maxCapacity: transportConfig.maxCapacity,
    pricePerKm: transportConfig.pricePerKmCents,
  }
  return {
    ...rest,
    category: lowerName(rest.category),
    inclusionType: lowerName(inclusionType),
    price: priceCents,
    ...presentFields({ transportConfig: vehicles }),
  }
}
