import { byCategory } from '../../../schema/ages.ts'
import { validationError } from '../../../schema/errors.ts'
import { fieldErrorText } from '../../../schema/field-errors.ts'
import type { BookContext } from '../context.ts'
import type { AgeBreakdownCheckInput, AgeBreakdownValidation } from '../generated/resolvers.ts'
import { partyErrors, inputErrors, peopleIn } from './rules/age-breakdown.ts'
import { categories } from './rules/age-configuration.ts'
import type { AgeConfigurationReads } from './cached.ts'

/** GraphQL's integers end here. */
const maxReported = 2_147_483_647

/**
 * Whether people can be booked together (docs/partner-api/pricing.md#age-configurations). Reports what cannot be
 * booked; refuses only counts whose sum exceeds the integers of GraphQL: ERROR_VALIDACION.
 */
export async function validateAgeBreakdown(
  counts: AgeBreakdownCheckInput,
  { book, language }: BookContext<AgeConfigurationReads>,
): Promise<AgeBreakdownValidation> {
  const party = byCategory((category) => counts[category])
  const totalPeople = peopleIn(party)
  if (Math.abs(totalPeople) > maxReported)
    throw validationError({ ageBreakdown: [{ code: 'SUM_TOO_LARGE', max: maxReported }] })
  const fieldErrors = partyErrors(party, await book.ageConfigurations(null))
  return {
    isValid: fieldErrors.length === 0,
    totalPeople,
    breakdown: categories.map((category) => ({ category, count: party[category] })),
    errors: fieldErrors.map(({ field, code }) => ({
      field,
      code,
      message: fieldErrorText(inputErrors[code], language),
    })),
  }
}
