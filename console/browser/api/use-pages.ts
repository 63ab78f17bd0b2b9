import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../session/context.tsx'
import type { Result, Api } from './api.ts'
import type { Failure } from './failure.ts'

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly endCursor: string | null
  readonly hasNextPage: boolean
  readonly total: number
}

export interface Pages<Item> {
  readonly items: readonly Item[]
  readonly total: number
  readonly hasNextPage: boolean
  readonly failure: Failure | null
  readonly isLoading: boolean
  /** Reads the next page, when there is one and none is being read. */
  readonly loadMore: () => void
  /** Resets the list to its first page. */
  readonly reload: () => void
  /** Reads the first page again without marking the list as loading. */
  readonly refresh: () => void
  /** Changes the shown items without a request. */
  readonly update: (change: (items: readonly Item[]) => readonly Item[], addedTotal?: number) => void
}

interface State<Item> extends Page<Item> {
  readonly failure: Failure | null
  readonly isLoading: boolean
}

const nothing = { items: [], endCursor: null, hasNextPage: false, total: 0, failure: null, isLoading: true }

/** A list read page by page by its cursors. It is reset when `key`, which names its filters, changes. */
export function usePages<Item>(
  key: string,
  read: (api: Api, after: string | null) => Promise<Result<Page<Item>>>,
): Pages<Item> {
  const { api } = useSession()
  const [state, setState] = useState<State<Item>>(nothing)
  const latest = useRef({ read, state, round: 0 })
  latest.current.read = read
  latest.current.state = state

  const readAfter = useCallback(
    async (after: string | null, isQuiet = false) => {
      // A response to a request from before the list was reset is dropped.
      const round = after === null ? (latest.current.round += 1) : latest.current.round
      setState((before) => ({ ...before, isLoading: before.isLoading || !isQuiet }))
      const result = await latest.current.read(api, after)
      if (round !== latest.current.round) return
      setState((before) => {
        if ('failure' in result) return { ...before, failure: result.failure, isLoading: false }
        const { data } = result
        const items = after === null ? data.items : [...before.items, ...data.items]
        return { ...data, items, failure: null, isLoading: false }
      })
    },
    [api],
  )
  useEffect(() => void readAfter(null), [key, readAfter])

  const loadMore = useCallback(() => {
    const { hasNextPage, isLoading, endCursor, failure } = latest.current.state
    if (!hasNextPage || isLoading || failure) return
    latest.current.state = { ...latest.current.state, isLoading: true }
    void readAfter(endCursor)
  }, [readAfter])
  const reload = useCallback(() => void readAfter(null), [readAfter])
  const refresh = useCallback(() => void readAfter(null, true), [readAfter])
  const update = useCallback(
    (change: (items: readonly Item[]) => readonly Item[], addedTotal = 0) =>
      setState((before) => ({ ...before, items: change(before.items), total: before.total + addedTotal })),
    [],
  )
  const { items, total, hasNextPage, failure, isLoading } = state
  return { items, total, hasNextPage, failure, isLoading, loadMore, reload, refresh, update }
}
