import type { Context } from '../context.ts'
import type { AgeBreakdownCheckInput, AgeBreakdownValidation } from '../generated/resolvers.ts'
import { mistakesIn, mistakeTexts, peopleIn } from './age-breakdown.ts'
import { categories, type Category } from './age-configuration.ts'

/** Whether people can be booked together (specification 4.3, validate-age-breakdown). Refuses nothing. */
export async function validateAgeBreakdown(
  { infant, child, teen, adult, senior }: AgeBreakdownCheckInput,
  { book, language }: Context,
): Promise<AgeBreakdownValidation> {
  const party = { infant, child, teen, adult, senior }
  const mistakes = mistakesIn(party, await book.ageConfigurations(null))
  return {
    isValid: mistakes.length === 0,
    totalPeople: peopleIn(party),
    breakdown: categories.map((category) => ({
      category: category.toUpperCase() as Uppercase<Category>,
      count: party[category],
    })),
    errors: mistakes.map(({ field, code }) => ({ field, code, message: mistakeTexts[code][language] })),
  }
}
