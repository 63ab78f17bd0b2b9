import { coordinateError, validationError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'

const maxRadiusKm = 200
const maxResults = 50

/** A search around a point, within its bounds. */
export interface SearchArea {
  readonly radiusKm: number
  readonly first: number
}

/** A place on the globe; INVALID_COORDINATES otherwise (docs/partner-api/cenotes.md#search-around-a-point). */
export function checkCoordinates(latitude: number, longitude: number): void {
  if (Math.abs(latitude) > 90) throw coordinateError('latitude', latitude, 90)
  if (Math.abs(longitude) > 180) throw coordinateError('longitude', longitude, 180)
}

/** Radius above 0 up to 200 km, 1 to 50 results; ERROR_VALIDACION otherwise. */
export function searchArea(radiusKm: number, first: number): SearchArea {
  const fields: FieldErrors = {}
  if (!(radiusKm > 0 && radiusKm <= maxRadiusKm)) fields.radiusKm = [{ code: 'NOT_POSITIVE_UP_TO', max: maxRadiusKm }]
  if (!(first >= 1 && first <= maxResults)) fields.first = [{ code: 'OUT_OF_RANGE', min: 1, max: maxResults }]
  if (Object.keys(fields).length > 0) throw validationError(fields)
  return { radiusKm, first }
}
