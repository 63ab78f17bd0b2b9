import { useEffect } from 'preact/hooks'
import type { Api, Result } from '../../../api/api.ts'
import { usePages, type Page } from '../../../api/use-pages.ts'
import type { QueryState } from '../../../api/use-query.ts'
import { CenoteNamesDocument, type CenoteNamesQuery } from '../../../generated/operations.ts'

export type CenoteName = CenoteNamesQuery['cenotes']['nodes'][number]

/** All active cenotes, because a line of a file may name any of them. */
export function useCenotes(): QueryState<readonly CenoteName[]> {
  const { items, hasNextPage, failure, isLoading, loadMore, reload } = usePages('cenotes', readPage)
  useEffect(loadMore, [items, loadMore])
  const isComplete = !isLoading && !failure && !hasNextPage
  return { data: isComplete ? items : null, failure, isLoading: !isComplete && !failure, reload }
}

async function readPage(api: Api, after: string | null): Promise<Result<Page<CenoteName>>> {
  const result = await api.query(CenoteNamesDocument, { after })
  if ('failure' in result) return result
  const { nodes, pageInfo, totalCount } = result.data.cenotes
  return { data: { items: nodes, total: totalCount, ...pageInfo } }
}
