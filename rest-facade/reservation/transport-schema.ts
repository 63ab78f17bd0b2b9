import { Type } from 'typebox'
import { Nullable } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { Uuid } from '../schemas/validation.ts'
import { text } from './request-fields.ts'

const optional = Type.Optional

const Place = Type.Object(
  {
    latitude: Type.Number({ description: 'Degrees north.' }),
    longitude: Type.Number({ description: 'Degrees east.' }),
  },
  { title: 'Coordinates' },
)

/** How a party comes; null without transport. */
export const Transport = Nullable(
  Type.Object(
    {
      option: Type.Enum(['meeting_point', 'hotel_pickup', 'private_transfer']),
      meetingPointId: optional(Type.String({ format: 'uuid' })),
      meetingPoint: optional(
        Type.Object(
          {
            id: Type.String({ format: 'uuid' }),
            name: Type.String({ description: 'In the language of the request.' }),
            address: Type.String(),
            coordinates: Place,
          },
          { description: 'As it was when the transport was last priced.' },
        ),
      ),
      pickup: Type.Object(
        {
          date: optional(
            Type.String({ format: 'date', description: 'Only when it is not the day of the visit: the day before.' }),
          ),
          time: Type.String({
            description:
              'HH:MM, in the time zone of the visit: its start less the minutes of the meeting point or zone.',
          }),
          place: optional(Type.String({ description: 'In a few words: the meeting point, the hotel or the address.' })),
          coordinates: optional(Place),
          hotel: optional(Type.String({ description: 'Name of the hotel or place.' })),
          address: optional(Type.String()),
          room: optional(Type.String()),
          notes: optional(Type.String({ description: 'Notes for the driver.' })),
        },
        { description: 'When and where the party is picked up, or meets.' },
      ),
    },
    {
      title: 'Transport',
      description: 'How the party comes. Its price is the line `transport` of `pricing.breakdown`.',
    },
  ),
)

/** Out of range they are INVALID_COORDINATES. */
const Degrees = (description: string) => Type.Number({ description })
/** How a party wants to come. */
export const TransportBody = () =>
  Closed(
    {
      option: Type.Enum(['none', 'meeting_point', 'hotel_pickup', 'private_transfer']),
      meetingPointId: optional(
        Uuid(
          'Id of the meeting point. Only allowed with `meeting_point`; required if the cenote or tour has more than one active meeting point.',
        ),
      ),
      pickup: optional(
        Closed(
          {
            coordinates: optional(
              Closed(
                { latitude: Degrees('Degrees north, -90 to 90.'), longitude: Degrees('Degrees east, -180 to 180.') },
                { title: 'PickupCoordinates', description: 'Without it 422 PICKUP_REQUIRED.' },
              ),
            ),
            hotel: optional(text(200, 'Name of the hotel or place.')),
            address: optional(text(500, 'Address.')),
            room: optional(text(50, 'Room.')),
            notes: optional(text(500, 'Notes for the driver.')),
          },
          {
            title: 'PickupPlaceRequest',
            description: 'Only with `hotel_pickup` and `private_transfer`, and required there.',
          },
        ),
      ),
    },
    {
      title: 'TransportRequest',
      description:
        'How the party comes. Left out of a creation it is that of the quote, or none; a PATCH replaces it as a whole, and null or `none` removes it.',
    },
  )
