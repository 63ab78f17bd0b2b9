import type { GraphQLError } from 'graphql'
import { apiError } from '../../schema/errors.ts'

/** A coordinate by the name of its field, and the degrees that it may have either way. */
export interface Coordinate {
  readonly field: string
  readonly value: number | null | undefined
  readonly limit: number
}

export const latitude = (field: string, value: Coordinate['value']): Coordinate => ({ field, value, limit: 90 })
export const longitude = (field: string, value: Coordinate['value']): Coordinate => ({ field, value, limit: 180 })

/** Those of the coordinates that are not on the globe. */
export const offTheGlobe = (...coordinates: readonly Coordinate[]): Coordinate[] =>
  coordinates.filter(({ value, limit }) => value != null && !(Math.abs(value) <= limit))

/** INVALID_COORDINATES unless each is on the globe: names every violated bound, the first of them beside the list. */
export function requireOnTheGlobe(...coordinates: readonly Coordinate[]): void {
  const outside = offTheGlobe(...coordinates)
  if (outside.length > 0) throw coordinateError(outside)
}

function coordinateError(outside: readonly Coordinate[]): GraphQLError {
  const violations = outside.map(({ field, value, limit }) => ({
    field,
    value,
    bound: `${-limit} to ${limit}`,
    minimum: -limit,
    maximum: limit,
  }))
  return apiError('INVALID_COORDINATES', { ...violations[0], violations })
}
