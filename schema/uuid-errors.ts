import { isUuid } from '../platform/values/uuid.ts'
import { validationError } from './errors.ts'
import type { FieldErrors } from './field-errors.ts'

type Ids = Readonly<Record<string, string | null | undefined>>

/** The field errors of ids that have not the form of a UUID; none for those that are absent. */
export const uuidErrors = (ids: Ids): FieldErrors =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([name, id]) => (id == null || isUuid(id) ? [] : [[name, [{ code: 'NOT_A_UUID' }]]])),
  )

/** Error: ERROR_VALIDACION, for an id that has not the form of a UUID and so would name nothing. */
export function requireUuids(ids: Ids): void {
  const fieldErrors = uuidErrors(ids)
  if (Object.keys(fieldErrors).length > 0) throw validationError(fieldErrors)
}
