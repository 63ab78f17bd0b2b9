import { Type } from 'typebox'
import { eventTypes } from '../../schema/event-types.ts'
import { Author, Partner, Reservation } from '../reservation/index.ts'
import { Nullable } from '../response-schemas.ts'

export const EventType = Type.Enum([...eventTypes], {
  title: 'EventType',
  description: 'New types may be added: ignore one that you do not know.',
})

export const Event = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    cursor: Type.String({ description: 'Opaque position in the log; only grows.' }),
    type: EventType,
    version: Type.Integer({ description: "Number of the reservation's change, from 1, without gaps." }),
    occurredAt: Type.String({ format: 'date-time' }),
    by: Nullable(Author),
    partner: Type.Optional(Partner),
    reservation: Reservation,
  },
  { title: 'Event' },
)
