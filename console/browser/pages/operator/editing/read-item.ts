import type { Api, Result } from '../../../api/api.ts'
import type { EditedItem, EditedPage, Resource } from './resources.ts'

/** The items of a resource, whether they are on sale or not, page by page. */
export async function* itemsOf(api: Api, { list, sale }: Pick<Resource, 'list' | 'sale'>) {
  for (const isActive of sale ? [true, false] : [undefined]) {
    let after: string | null = null
    do {
      const variables: { after: string | null; isActive?: boolean } = {
        after,
        ...(isActive === undefined ? {} : { isActive }),
      }
      const result: Result<EditedPage> = await api.query(list, variables)
      yield result
      if ('failure' in result) return
      const { pageInfo }: EditedPage['page'] = result.data.page
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
  }
}

/** An item as it is stored now; null when there is none. */
export async function readItem(api: Api, resource: Resource, id: string): Promise<Result<EditedItem | null>> {
  if (resource.one) {
    const result = await api.query(resource.one, { id })
    return 'failure' in result ? result : { data: result.data.item }
  }
  for await (const result of itemsOf(api, resource)) {
    if ('failure' in result) return result
    const found = result.data.page.nodes.find((item) => item.id === id)
    if (found) return { data: found }
  }
  return { data: null }
}
