/** Mean radius of the earth (IUGG), in kilometres: the sphere on which all our distances are measured. */
export const earthRadiusKm = 6371.0088
const kilometresInMile = 1.609344

/** Great-circle distance between two points in degrees, in kilometres (haversine formula). */
export function greatCircleKm(
  from: { latitude: number; longitude: number },
  to: { latitude: number; longitude: number },
): number {
  const radians = Math.PI / 180
  const halfLatitude = ((to.latitude - from.latitude) * radians) / 2
  const halfLongitude = ((to.longitude - from.longitude) * radians) / 2
  const h =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * Math.sin(halfLongitude) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** A length in kilometres and statute miles, to the metre: coordinates tell no more. */
export function lengthOf(km: number): { km: number; miles: number } {
  return { km: round(km), miles: round(km / kilometresInMile) }
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
