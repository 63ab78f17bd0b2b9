import { latitude, longitude, offTheGlobe, requireOnTheGlobe } from '../../../shared/coordinates.ts'
import { requireValid, validationError } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'

const maxRadiusKm = 200
const maxResults = 50

interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** A search around a point, within its bounds. */
export interface SearchArea {
  readonly radiusKm: number
  readonly first: number
}

/** Radius above 0 up to 200 km, 1 to 50 results; ERROR_VALIDACION otherwise. */
export function searchArea(radiusKm: number, first: number): SearchArea {
  const fields = areaErrors({ radiusKm, first })
  requireValid(fields)
  return { radiusKm, first }
}

/**
 * An area around a place on the globe (docs/partner-api/cenotes.md#search-around-a-point). Errors name every bound that
 * is violated: INVALID_COORDINATES, or ERROR_VALIDACION when one of the area is among them.
 */
export function checkSearch(center: Point, area: SearchArea): void {
  const coordinates = [latitude('latitude', center.latitude), longitude('longitude', center.longitude)]
  const fields = areaErrors(area)
  if (Object.keys(fields).length === 0) return requireOnTheGlobe(...coordinates)
  const outside = offTheGlobe(...coordinates).map(({ field, limit }): [string, FieldErrors[string]] => [
    field,
    [{ code: 'OUT_OF_RANGE', min: -limit, max: limit }],
  ])
  throw validationError({ ...Object.fromEntries(outside), ...fields })
}

function areaErrors({ radiusKm, first }: SearchArea): FieldErrors {
  const fields: FieldErrors = {}
  if (!(radiusKm > 0 && radiusKm <= maxRadiusKm)) fields.radiusKm = [{ code: 'NOT_POSITIVE_UP_TO', max: maxRadiusKm }]
  if (!(first >= 1 && first <= maxResults)) fields.first = [{ code: 'OUT_OF_RANGE', min: 1, max: maxResults }]
  return fields
}
