import { Type } from 'typebox'
import { ages } from '../../schema/ages.ts'
import { Nullable, Success } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { LocalDate, TimeOfDay, Timestamp, Uuid } from '../schemas/validation.ts'
import { CsvFile } from '../http/csv.ts'
import { columns } from './columns.ts'

const productTypes = ['cenote', 'tour'] as const
const Time = (description: string) => Type.String({ description, examples: ['08:00'] })
const whole = 'Still to pay, in whole units of the currency, two decimals at most.'

export const ManifestQuery = Closed({
  productType: Type.Enum([...productTypes], { description: 'Whether the product is a cenote or a tour.' }),
  productId: Uuid('Id of the product.'),
  date: LocalDate('Day of the departure or slot, in the time zone of the product.'),
  time: TimeOfDay('Start of the departure or slot, in the time zone of the product.'),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], {
      description: 'JSON or a CSV file; without it `Accept: text/csv` requests the file, too.',
    }),
  ),
})

const Visitors = Type.Object(
  { total: Type.Integer(), ...Object.fromEntries(ages.map((age) => [age, Type.Integer()])) },
  { title: 'ManifestVisitors' },
)

const Row = Type.Object(
  {
    bookingReference: Type.String(),
    status: Type.Enum(['pending', 'confirmed', 'in_progress', 'completed']),
    partnerName: Nullable(Type.String({ description: 'The partner that sold it, by its name then.' })),
    guest: Type.Object({ name: Type.String(), email: Type.String(), phone: Type.String() }),
    visitors: Visitors,
    pickup: Nullable(
      Type.Object(
        {
          date: LocalDate("Day, in the time zone of the party's own product."),
          time: Time('HH:MM: the start less the minutes of the meeting point or pickup zone.'),
          place: Nullable(Type.String({ description: 'Meeting point, or hotel, room and address.' })),
          notes: Nullable(Type.String({ description: 'Notes of the guest for the driver.' })),
        },
        { title: 'ManifestPickup', description: 'Null for a party that comes on its own.' },
      ),
    ),
    services: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        name: Type.String(),
        type: Type.String(),
        quantity: Type.Integer(),
      }),
    ),
    balanceDue: Type.Number({ description: whole }),
    currency: Type.String(),
    specialRequests: Nullable(Type.String()),
    notes: Nullable(Type.Object({ internal: Type.Optional(Type.String()), guest: Type.Optional(Type.String()) })),
    checkedInAt: Nullable(Timestamp()),
    via: Nullable(
      Type.Object(
        {
          tourId: Type.String({ format: 'uuid' }),
          name: Type.String(),
          departure: Time('HH:MM, in the time zone of the tour.'),
          departureDate: LocalDate('Day of the departure.'),
        },
        {
          title: 'ManifestTour',
          description: 'The tour that brings the party to a cenote; null for a party of the product itself.',
        },
      ),
    ),
  },
  { title: 'ManifestRow' },
)

const Manifest = Type.Object(
  {
    product: Type.Object({
      type: Type.Enum([...productTypes]),
      id: Type.String({ format: 'uuid' }),
      name: Type.String({ description: 'In the language of the request.' }),
    }),
    date: LocalDate('Day of the departure or slot.'),
    time: Time('Start of the departure or slot.'),
    rows: Type.Array(Row, { description: 'In the order of the pickups, those without last, then by guest.' }),
    totals: Type.Object({
      reservations: Type.Integer(),
      visitors: Visitors,
      checkedIn: Type.Integer({ description: 'Parties that have arrived, those that have left included.' }),
      balanceDue: Nullable(Type.Number({ description: `${whole} Null when the parties pay in several currencies.` })),
      balances: Type.Array(Type.Object({ currency: Type.String(), balanceDue: Type.Number() }), {
        description: 'The same for each currency; empty without parties.',
      }),
    }),
  },
  { title: 'Manifest' },
)

const { description, content } = CsvFile(
  'The manifest. As a file it has one line for each party; `partner` is for keys of the operator only.',
  columns,
)

export const ManifestResponse = {
  description,
  content: { 'application/json': { schema: Success(Manifest, 'The manifest.') }, ...content },
}
