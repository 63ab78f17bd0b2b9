import type { FieldErrors } from './field-errors.ts'

/** The errors of naming not exactly one product, by whether each id is given. */
export function productErrors({ cenoteId, tourId }: { cenoteId: boolean; tourId: boolean }): FieldErrors {
  if (cenoteId !== tourId) return {}
  if (cenoteId) return secondProductErrors
  return { cenoteId: [{ code: 'REQUIRED' }], tourId: [{ code: 'REQUIRED_WITHOUT', field: 'cenoteId' }] }
}

/** The errors of naming two products. */
export const secondProductErrors: FieldErrors = {
  cenoteId: [{ code: 'NOT_WITH', field: 'tourId' }],
  tourId: [{ code: 'NOT_WITH', field: 'cenoteId' }],
}
