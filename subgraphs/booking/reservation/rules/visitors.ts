import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { peopleOf, type VisitorCounts } from '../reservation.ts'

/** Maximum people of one reservation. */
export const maxPeople = 50

/** The errors of a party's counts, by field; none when they are valid. */
export function visitorErrors(visitors: VisitorCounts, path = 'visitors'): FieldErrors {
  const fieldErrors: FieldErrors = {}
  for (const name of ['adults', 'children', 'seniors'] as const)
    if (visitors[name] < 0) fieldErrors[`${path}.${name}`] = [{ code: 'NEGATIVE' }]
  const people = peopleOf(visitors)
  if (people < 1 || people > maxPeople) fieldErrors[path] = [{ code: 'PEOPLE_OUT_OF_RANGE', max: maxPeople }]
  return fieldErrors
}
