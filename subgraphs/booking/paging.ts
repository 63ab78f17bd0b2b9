import { pageRefusal } from '../../schema/page-errors.ts'
import { searchedText } from '../../platform/values/text.ts'
import { validationError } from '../../schema/errors.ts'

/** How the lists of reservations, events and webhooks refuse the arguments of a page. */
export const refusePage = pageRefusal({ code: 'EXCLUDES_AFTER' }, { namesAll: false })

const maxLength = 200

/** The folded search text of a list; undefined when it is empty. */
export function searchOf(search: string | null | undefined): string | undefined {
  if (search != null && search.length > maxLength)
    throw validationError({ search: [{ code: 'TOO_LONG', max: maxLength }] })
  return searchedText(search)
}
