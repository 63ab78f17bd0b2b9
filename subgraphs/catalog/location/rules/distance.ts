/** Mean radius of the earth (IUGG), in kilometres: the sphere on which all our distances are measured. */
export const earthRadiusKm = 6371.0088
const kilometresInMile = 1.609344

/** A length in kilometres and statute miles, to the metre: coordinates are no more precise. */
export function lengthOf(km: number): { km: number; miles: number } {
  return { km: round(km), miles: round(km / kilometresInMile) }
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
