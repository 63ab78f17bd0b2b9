import type { GraphQLError } from 'graphql'
import { apiError } from '../../../schema/errors.ts'

/** How many slots an error names. */
const maxNamed = 20

/** RESERVATIONS_AFFECTED with the numbers, and the first slots concerned. */
export const reservationsAffected = (reservations: number, people: number, slots: readonly object[]): GraphQLError =>
  apiError('RESERVATIONS_AFFECTED', { reservations, people, slotCount: slots.length, slots: slots.slice(0, maxNamed) })
