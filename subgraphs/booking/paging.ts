import { pageRefusal } from '../../schema/page-errors.ts'

/** How the lists of reservations, events and webhooks refuse the arguments of a page. */
export const refusePage = pageRefusal({ code: 'EXCLUDES_AFTER' }, { namesAll: false })
