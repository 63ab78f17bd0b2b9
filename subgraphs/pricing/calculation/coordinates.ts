import { latitude, longitude, requireOnTheGlobe } from '../../../schema/coordinates.ts'

interface Coordinates {
  readonly pickupLatitude?: number | null
  readonly pickupLongitude?: number | null
}

/** What is given of a pick-up lies on the globe; INVALID_COORDINATES otherwise. */
export const checkCoordinates = ({ pickupLatitude, pickupLongitude }: Coordinates): void =>
  requireOnTheGlobe(latitude('pickupLatitude', pickupLatitude), longitude('pickupLongitude', pickupLongitude))
