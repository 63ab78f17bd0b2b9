import { apiError } from '../../../schema/errors.ts'

/** More fields than these are not planned: fragments on abstract types multiply by the types that fit. */
const maxFields = 50_000

/** Counts the fields of an operation while it is flattened. */
export class FieldBudget {
  #taken = 0

  /** Error: DOCUMENT_TOO_LARGE. */
  take(): void {
    this.#taken += 1
    if (this.#taken > maxFields)
      throw apiError('DOCUMENT_TOO_LARGE', { limit: 'fields', maximum: maxFields, found: this.#taken })
  }
}
