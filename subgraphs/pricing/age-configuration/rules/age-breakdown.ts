import type { FieldError as InputError, FieldErrors } from '../../../../schema/field-errors.ts'
import { categories, type AgeConfiguration, type Category } from './age-configuration.ts'

/** People by age category. */
export type Party = Readonly<Record<Category, number>>

/** Maximum people that a price is calculated for. */
export const maxPeople = 1_000

export type FieldErrorCode = 'NEGATIVE_COUNT' | 'NO_PEOPLE' | 'TOO_MANY_PEOPLE' | 'ADULT_REQUIRED' | 'CATEGORY_NOT_SOLD'

export interface FieldError {
  /** The category, or `ageBreakdown` for all of them together. */
  readonly field: Category | 'ageBreakdown'
  readonly code: FieldErrorCode
}

export const peopleIn = (party: Party): number => categories.reduce((sum, category) => sum + party[category], 0)

/** Everything that prevents a party from being booked, by field; the counts are whole numbers. */
export function partyErrors(party: Party, configurations: readonly AgeConfiguration[]): FieldError[] {
  const fieldErrors: FieldError[] = []
  for (const category of categories)
    if (party[category] < 0) fieldErrors.push({ field: category, code: 'NEGATIVE_COUNT' })
  if (fieldErrors.length > 0) return fieldErrors
  for (const { category, isActive } of configurations)
    if (!isActive && party[category] > 0) fieldErrors.push({ field: category, code: 'CATEGORY_NOT_SOLD' })
  const people = peopleIn(party)
  if (people === 0) fieldErrors.push({ field: 'ageBreakdown', code: 'NO_PEOPLE' })
  else if (people > maxPeople) fieldErrors.push({ field: 'ageBreakdown', code: 'TOO_MANY_PEOPLE' })
  if (people > 0 && party.adult + party.senior === 0)
    fieldErrors.push({ field: 'ageBreakdown', code: 'ADULT_REQUIRED' })
  return fieldErrors
}

/** Each as an error of its field. */
export const inputErrors: Readonly<Record<FieldErrorCode, InputError>> = {
  NEGATIVE_COUNT: { code: 'NEGATIVE' },
  NO_PEOPLE: { code: 'NO_PEOPLE' },
  TOO_MANY_PEOPLE: { code: 'TOO_MANY_PEOPLE', max: maxPeople },
  ADULT_REQUIRED: { code: 'ADULT_REQUIRED' },
  CATEGORY_NOT_SOLD: { code: 'NOT_SOLD' },
}

/** The errors of a party by their path, from the input field that has the party. */
export function errorsOfInput(errors: readonly FieldError[], name: string): FieldErrors {
  const fields: FieldErrors = {}
  for (const { field, code } of errors)
    (fields[field === 'ageBreakdown' ? name : `${name}.${field}`] ??= []).push(inputErrors[code])
  return fields
}
