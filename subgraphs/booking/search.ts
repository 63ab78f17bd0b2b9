import { searchedText } from '../../platform/values/text.ts'
import { validationError } from '../../schema/errors.ts'

const maxLength = 200

/** What a list is searched for, folded; undefined when that is nothing in particular. */
export function searchOf(search: string | null | undefined): string | undefined {
  if (search != null && search.length > maxLength)
    throw validationError({ search: [{ code: 'TOO_LONG', max: maxLength }] })
  return searchedText(search)
}
