import { coordinateError } from '../../../schema/errors.ts'

interface Coordinates {
  readonly pickupLatitude?: number | null
  readonly pickupLongitude?: number | null
}

/** What is given of a pick-up lies on the globe; INVALID_COORDINATES otherwise. */
export function checkCoordinates({ pickupLatitude, pickupLongitude }: Coordinates): void {
  if (pickupLatitude != null && Math.abs(pickupLatitude) > 90)
    throw coordinateError('pickupLatitude', pickupLatitude, 90)
  if (pickupLongitude != null && Math.abs(pickupLongitude) > 180)
    throw coordinateError('pickupLongitude', pickupLongitude, 180)
}
