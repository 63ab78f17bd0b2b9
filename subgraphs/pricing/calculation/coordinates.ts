import { apiError } from '../../../schema/errors.ts'

interface Coordinates {
  readonly pickupLatitude?: number | null
  readonly pickupLongitude?: number | null
}

/** INVALID_COORDINATES names the coordinate, its value and the bound it breaks (specification 7). */
export function checkCoordinates({ pickupLatitude, pickupLongitude }: Coordinates): void {
  checkCoordinate('pickupLatitude', pickupLatitude, 90)
  checkCoordinate('pickupLongitude', pickupLongitude, 180)
}

function checkCoordinate(field: string, value: number | null | undefined, limit: number): void {
  if (value == null || Math.abs(value) <= limit) return
  throw apiError('INVALID_COORDINATES', {
    field,
    value,
    bound: `${-limit} to ${limit}`,
    minimum: -limit,
    maximum: limit,
  })
}
