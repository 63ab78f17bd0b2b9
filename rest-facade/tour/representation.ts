import type { Static } from 'typebox'
import type {
  ListToursQueryVariables,
  MeetingPointItemFragment,
  TourItemFragment,
  TourSortField,
} from '../generated/operations.ts'
import { filterVariables } from '../pagination.ts'
import { lowerName, presentFields, wholeUnits } from '../../schema/present-fields.ts'
import type { MeetingPoint, Tour, TourListQuery } from './schema.ts'

type ListQuery = Static<typeof TourListQuery>

const sortFields: Record<NonNullable<ListQuery['sortBy']>, TourSortField> = {
  name: 'NAME',
  'pricing.adult': 'PRICE',
  durationMinutes: 'DURATION',
  createdAt: 'CREATED_AT',
}

/** Filter and sort of the list in GraphQL's terms. */
export function tourListVariables(query: ListQuery): Pick<ListToursQueryVariables, 'filter' | 'sort'> {
  const { cenoteId, sortBy = 'name', sortDirection } = query
  return {
    filter: { ...filterVariables(query), ...presentFields({ cenoteId }) },
    sort: { field: sortFields[sortBy], direction: sortDirection === 'desc' ? 'DESC' : 'ASC' },
  }
}

/** A tour as the REST API shows it; amounts in whole units of its currency. */
export function tourRepresentation(tour: TourItemFragment): Static<typeof Tour> {
  const { pricing } = tour
  return {
    ...tour,
    cenoteIds: tour.cenoteIds.map(({ id }) => id),
    pricing: presentFields({
      adult: wholeUnits(pricing.adultCents),
      child: wholeUnits(pricing.childCents),
      senior: pricing.seniorCents === null ? null : wholeUnits(pricing.seniorCents),
      currency: pricing.currency,
    }),
  }
}

/** A meeting point as the REST API shows it; its price stays in cents, as pricing's own answers have it. */
export function meetingPointRepresentation(point: MeetingPointItemFragment): Static<typeof MeetingPoint> {
  const { type, latitude, longitude, address, priceCents, ...rest } = point
  return presentFields({
    ...rest,
    type: lowerName(type),
    location: { latitude, longitude, address },
    price: priceCents,
  })
}
