import type { GraphQLError } from 'graphql'
import { apiError, validationError } from './errors.ts'
import type { FieldError, FieldErrors } from './field-errors.ts'

type Fault = 'size' | 'combination' | 'cursor'

/**
 * How a list refuses the arguments of a page: INVALID_CURSOR, or ERROR_VALIDACION with `first` and `offset`, worded
 * as the list has always done.
 */
export const pageRefusal =
  (combination: FieldError, { namesAll }: { readonly namesAll: boolean }) =>
  (faults: readonly Fault[], max: number): GraphQLError => {
    if (faults.includes('cursor')) return apiError('INVALID_CURSOR')
    const fields: FieldErrors = {}
    for (const fault of namesAll ? faults : faults.slice(0, 1)) {
      if (fault === 'size') fields.first = [{ code: 'OUT_OF_RANGE', min: 1, max }]
      else fields.offset = [combination]
    }
    return validationError(fields)
  }

/** How the lists of every subgraph but booking, whose clients know another wording, refuse them. */
export const refusePage = pageRefusal({ code: 'NOT_WITH_AFTER' }, { namesAll: true })
