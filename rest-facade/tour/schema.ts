import { Type } from 'typebox'
import { FieldsParameter } from '../schemas/field-selection.ts'
import { TourItemMembers } from '../generated/members.ts'
import { AvailabilityDay, availabilityMembers, calendarMembers } from '../schemas/availability.ts'
import { Image, Nullable } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { commonFilters, pageParameters, UpdatedAfter } from '../schemas/pagination.ts'

const optional = Type.Optional

export const WeekdayName = Type.Enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

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
    timezone: Type.String({ description: 'IANA time zone of its departures.' }),
    departures: Type.Object(
      {
        times: Type.Array(
          Type.Object(
            {
              weekdays: Type.Array(WeekdayName),
              startTime: Type.String({ description: 'HH:MM, in the time zone of the tour.' }),
              capacity: Type.Integer({ description: 'People each time; at 0 it is not sold.' }),
              from: optional(Type.String({ format: 'date', description: 'First day of the season.' })),
              until: optional(Type.String({ format: 'date', description: 'Last day of the season, inclusive.' })),
            },
            { title: 'DepartureTime' },
          ),
          { description: 'Departures by weekday and season.' },
        ),
        exceptions: Type.Array(
          Type.Object(
            {
              date: Type.String({ format: 'date' }),
              startTime: Type.String({ description: 'HH:MM, in the time zone of the tour.' }),
              cancelled: Type.Boolean(),
              capacity: optional(Type.Integer({ description: 'People on that date. Absent when cancelled.' })),
            },
            { title: 'DepartureException' },
          ),
          {
            description:
              'Single departures that are cancelled, have another capacity, or are not among the times; one for each date and start time.',
          },
        ),
      },
      { description: 'When it departs, in its time zone.' },
    ),
    startTimes: Type.Array(Type.String(), { description: 'The different start times of its departures, in order.' }),
    capacity: Type.Integer({ description: 'The largest capacity of its departures, in people.' }),
    minParty: Type.Integer({ description: 'The smallest party that can book it, in people.' }),
    stops: Type.Array(
      Type.Object(
        {
          cenoteId: Type.String({ format: 'uuid' }),
          offsetMinutes: Type.Integer({ description: 'Minutes from the departure to the arrival.' }),
          takesPlaces: Type.Boolean({
            description: 'Whether a party takes places of the cenote, in the slot that contains the arrival.',
          }),
        },
        { title: 'TourStop' },
      ),
      { description: 'The visits to its cenotes, in order.' },
    ),
    bookingCutoffMinutes: Type.Integer({ description: 'Minutes before a departure at which booking it ends.' }),
    images: Type.Array(Image),
  },
  { title: 'Tour' },
)

const reasons =
  'departure_cancelled, past_date, closed_by_operator, stop_closed, cutoff_passed, below_minimum, too_many_visitors, fully_booked, stop_full'

/** A departure with its places. */
const Departure = Type.Object(
  {
    time: Type.String({ description: "Start, HH:MM, in the tour's time zone." }),
    endTime: Type.String({ description: "End, HH:MM, in the tour's time zone; it may be of the next day." }),
    available: Type.Boolean(),
    capacity: Type.Integer({ description: 'People it holds.' }),
    booked: Type.Integer(),
    remaining: Type.Integer({ description: 'The least of its own places and of those left at its stops.' }),
    waitlist: optional(Type.Boolean()),
    bookableUntil: Type.String({
      format: 'date-time',
      description: 'The instant at which booking it ends: its start less the cutoff of the tour.',
    }),
    minParty: Type.Integer({ description: 'The smallest party that can book it, in people.' }),
    reason: optional(
      Type.String({ description: `Why it has no room for the party, the first that holds: ${reasons}.` }),
    ),
    stop: optional(
      Type.Object(
        {
          cenoteId: Type.String({ format: 'uuid' }),
          time: Nullable(
            Type.String({ description: "Start of the cenote's slot, HH:MM, in its time zone; null without one." }),
          ),
        },
        { description: 'With the reasons stop_closed and stop_full: the stop that is closed or full.' },
      ),
    ),
  },
  { title: 'DepartureSlot' },
)

/** Availability of a tour. */
export const TourAvailability = Type.Object(
  {
    tourId: Type.String({ format: 'uuid' }),
    ...availabilityMembers(
      AvailabilityDay(
        Departure,
        `The first that holds: inactive, past_date, too_far_ahead, maintenance, closed_weekday, not_a_slot, and then the reason of the departure that came furthest among ${reasons}.`,
        'TourAvailabilityDay',
      ),
    ),
  },
  { title: 'TourAvailability' },
)

/** Days of a tour at a glance. Every member is there on every day. */
export const TourCalendar = Type.Object(
  { tourId: Type.String({ format: 'uuid' }), ...calendarMembers },
  { title: 'TourCalendar' },
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
  updatedAfter: UpdatedAfter,
  cenoteId: optional(Type.String({ format: 'uuid', description: 'Only tours that visit this cenote.' })),
  sortBy: optional(
    Type.Enum(['name', 'pricing.adult', 'durationMinutes', 'createdAt', 'updatedAt'], { default: 'name' }),
  ),
  sortDirection: optional(Type.Enum(['asc', 'desc'], { description: '`asc` by default.' })),
  fields,
})

export const TourQuery = Closed({ fields })
export const TourPath = Type.Object({ id: Type.String({ description: 'Tour UUID.' }) })
export const TourPointsPath = Type.Object({ tourId: Type.String({ description: 'Tour UUID.' }) })
export const CenotePointsPath = Type.Object({ cenoteId: Type.String({ description: 'Cenote UUID.' }) })
