import { pageRefusal } from '../../schema/page-errors.ts'

/** How lists refuse the arguments of a page. */
export const refusePage = pageRefusal({ code: 'NOT_WITH_AFTER' }, { namesAll: true })
