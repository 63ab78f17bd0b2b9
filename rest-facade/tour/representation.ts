import type { Static } from 'typebox'
import type {
  ListToursQueryVariables,
  MeetingPointItemFragment,
  ReadTourAvailabilityQuery,
  ReadTourCalendarQuery,
  TourItemFragment,
  TourSortField,
} from '../generated/operations.ts'
import { availabilityParts, calendarParts } from '../schemas/availability.ts'
import { filterVariables } from '../schemas/pagination.ts'
import { lowerName, presentFields, wholeUnits } from '../../schema/present-fields.ts'
import type { MeetingPoint, Tour, TourAvailability, TourCalendar, TourListQuery } from './schema.ts'

type ListQuery = Static<typeof TourListQuery>

const sortFields: Record<NonNullable<ListQuery['sortBy']>, TourSortField> = {
  name: 'NAME',
  'pricing.adult': 'PRICE',
  durationMinutes: 'DURATION',
  createdAt: 'CREATED_AT',
  updatedAt: 'UPDATED_AT',
}

/** Filter and sort of the list as GraphQL variables. */
export function tourListVariables(query: ListQuery): Pick<ListToursQueryVariables, 'filter' | 'sort'> {
  const { cenoteId, sortBy = 'name', sortDirection } = query
  return {
    filter: { ...filterVariables(query), ...presentFields({ cenoteId }) },
    sort: { field: sortFields[sortBy], direction: sortDirection === 'desc' ? 'DESC' : 'ASC' },
  }
}

/** A picture with its place as REST writes it. */
export const imageRepresentation = <Type extends string, Image extends { readonly type: Type }>(image: Image) => ({
  ...image,
  type: lowerName(image.type),
})

/** The REST representation of a tour; amounts in whole units of its currency. */
export function tourRepresentation(tour: TourItemFragment): Static<typeof Tour> {
  const { pricing, departures } = tour
  return {
    ...tour,
    images: tour.images?.map(imageRepresentation),
    cenoteIds: tour.cenoteIds.map(({ id }) => id),
    pricing: presentFields({
      adult: wholeUnits(pricing.adultCents),
      child: wholeUnits(pricing.childCents),
      senior: pricing.seniorCents === null ? null : wholeUnits(pricing.seniorCents),
      currency: pricing.currency,
    }),
    departures: {
      times: departures.times.map((time) => presentFields({ ...time, weekdays: time.weekdays.map(lowerName) })),
      exceptions: departures.exceptions.map((exception) => presentFields(exception)),
    },
  }
}

/** The availability of a tour. */
export const tourAvailabilityRepresentation = ({
  id,
  availability,
  pricing,
}: NonNullable<ReadTourAvailabilityQuery['tour']>): Static<typeof TourAvailability> => ({
  tourId: id,
  ...availabilityParts(availability, pricing),
})

export const tourCalendarRepresentation = ({
  id,
  calendar,
}: NonNullable<ReadTourCalendarQuery['tour']>): Static<typeof TourCalendar> => ({
  tourId: id,
  ...calendarParts(calendar),
})

/** The REST representation of a meeting point; its price is in cents, as in pricing responses. */
export function meetingPointRepresentation(point: MeetingPointItemFragment): Static<typeof MeetingPoint> {
  const { type, latitude, longitude, address, priceCents, ...rest } = point
  return presentFields({
    ...rest,
    type: lowerName(type),
    location: { latitude, longitude, address },
    price: priceCents,
  })
}
