import { Type } from 'typebox'
import { FieldsParameter } from '../field-selection.ts'
import { TourItemMembers } from '../generated/members.ts'
import { Closed } from '../schema-shape.ts'
import { Image } from '../image.ts'
import { commonFilters, pageParameters } from '../pagination.ts'

const optional = Type.Optional

/** A tour: the fields of its GraphQL fragment, with the members that REST writes in another form. */
export const Tour = Type.Object(
  {
    ...TourItemMembers,
    cenoteIds: Type.Array(Type.String({ format: 'uuid' }), { description: 'In the order of the visit.' }),
    pricing: Type.Object({
      adult: Type.Number({ description: 'Whole units of the currency.' }),
      child: Type.Number(),
      senior: optional(Type.Number()),
      currency: Type.String(),
    }),
    capacity: Type.Integer({ description: 'People a departure.' }),
    bookingCutoffMinutes: Type.Integer({ description: 'Minutes before a departure at which booking it ends.' }),
    images: Type.Array(Image),
  },
  { title: 'Tour' },
)

/** A place where guests of a cenote or a tour are met, or a zone they are picked up in. */
export const MeetingPoint = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    description: Type.String(),
    directions: optional(Type.String()),
    type: Type.Enum(['meeting_point', 'pickup_zone']),
    location: Type.Object({ latitude: Type.Number(), longitude: Type.Number(), address: Type.String() }),
    minutesBefore: Type.Integer({ description: 'How long before the start to be there.' }),
    price: Type.Integer({ description: 'Cents.' }),
    currency: Type.String(),
    isActive: Type.Boolean(),
    displayOrder: Type.Integer(),
  },
  { title: 'MeetingPoint' },
)

/** Pagination: the four guaranteed fields. */
export const TourPagination = Type.Object(
  { total: Type.Integer(), perPage: Type.Integer(), currentPage: Type.Integer(), lastPage: Type.Integer() },
  { title: 'TourPagination' },
)

const fields = FieldsParameter(Tour)

export const TourListQuery = Closed({
  page: pageParameters.page,
  perPage: pageParameters.perPage,
  ...commonFilters({
    isActive: 'Active tours when true or absent, inactive ones when false.',
    search: 'Text in name or description, whatever its case and accents.',
    created: 'Added',
  }),
  cenoteId: optional(Type.String({ format: 'uuid', description: 'Only tours that visit this cenote.' })),
  sortBy: optional(Type.Enum(['name', 'pricing.adult', 'durationMinutes', 'createdAt'], { default: 'name' })),
  sortDirection: optional(Type.Enum(['asc', 'desc'], { description: '`asc` by default.' })),
  fields,
})

export const TourQuery = Closed({ fields })
export const TourPath = Type.Object({ id: Type.String({ description: 'Tour UUID.' }) })
export const TourPointsPath = Type.Object({ tourId: Type.String({ description: 'Tour UUID.' }) })
export const CenotePointsPath = Type.Object({ cenoteId: Type.String({ description: 'Cenote UUID.' }) })
