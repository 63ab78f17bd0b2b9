import { Type, type Static } from 'typebox'
import { Cents, Degrees, Form, OneOf, Slug } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../shared/form.ts'
import { Flag, Uuid, Whole } from '../form-parts.ts'
import { maxDistanceKm } from './rules/transport-price.ts'

/** A transport option as an operator describes it. */
export const transportOptionSchema = Form({
  slug: Slug('Name by which files refer to it, unique.'),
  itemType: OneOf(['CENOTE', 'TOUR'], 'Its destination.'),
  itemId: Type.Optional(Uuid('The one cenote or tour; when absent, every one without an own option of its type.')),
  type: OneOf(['MEETING_POINT', 'HOTEL_PICKUP', 'PRIVATE_TRANSFER'], 'Means of transport.'),
  baseCents: Cents('Price in cents of MXN, of a vehicle for a private transfer.'),
  centsPerKm: Type.Optional(Cents('Added for each kilometre, in cents of MXN; 0 when absent.')),
  vehicleCapacity: Type.Optional(Whole(1, 1_000, 'People a vehicle holds; for private transfers.')),
  latitude: Type.Optional(Degrees(90, 'Centre of the zone; distances are measured from the item when absent.')),
  longitude: Type.Optional(Degrees(180, 'Centre of the zone.')),
  zoneRadiusKm: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: maxDistanceKm, description: 'Only pickups within this distance.' }),
  ),
  minutesBefore: Type.Optional(
    Whole(0, 600, 'Minutes before the start that guests are met or picked up; 60 when absent.'),
  ),
  isActive: Type.Optional(Flag('Whether it is offered; true when absent.')),
})

export type TransportOptionForm = Static<typeof transportOptionSchema>

export const transportOptionForm = compileForm(transportOptionSchema, (form) => {
  const fields: FieldErrors = {}
  const { itemType, type, latitude, longitude } = form
  const require = (names: readonly (keyof TransportOptionForm)[], field: keyof TransportOptionForm): void => {
    for (const name of names)
      if (form[name] === undefined) fields[name] = [{ code: 'REQUIRED_WITH', field, value: String(form[field]) }]
  }
  if (type === 'PRIVATE_TRANSFER') require(['vehicleCapacity'], 'type')
  if (latitude !== undefined) require(['longitude'], 'latitude')
  if (longitude !== undefined) require(['latitude'], 'longitude')
  // Tours start in many places: a pickup is from a zone.
  if (itemType === 'TOUR' && type !== 'MEETING_POINT') require(['latitude', 'longitude', 'zoneRadiusKm'], 'itemType')
  if (type === 'MEETING_POINT' && form.centsPerKm)
    fields.centsPerKm = [{ code: 'EXCLUDED_BY', field: 'type', value: type }]
  return fields
})
