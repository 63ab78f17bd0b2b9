import { ages, peopleOf, type Party } from '../../../../schema/ages.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { maxPeople } from '../../../../schema/visit-terms.ts'

export { maxPeople } from '../../../../schema/visit-terms.ts'

/** The errors of a party's counts, by field; none when they are valid. */
export function visitorErrors(visitors: Party, path = 'visitors'): FieldErrors {
  const fieldErrors: FieldErrors = {}
  for (const age of ages) if (visitors[age] < 0) fieldErrors[`${path}.${age}`] = [{ code: 'NEGATIVE' }]
  const people = peopleOf(visitors)
  if (people < 1 || people > maxPeople) fieldErrors[path] = [{ code: 'PEOPLE_OUT_OF_RANGE', max: maxPeople }]
  return fieldErrors
}
