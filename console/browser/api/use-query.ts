import type { AnyVariables, TypedDocumentNode } from '@urql/core'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../session/context.tsx'
import { useLanguage } from '../text/language.tsx'
import type { Failure } from './failure.ts'
import type { Result } from './api.ts'

export interface QueryState<Data> {
  /** The latest data; the previous ones while they are reloaded. */
  readonly data: Data | null
  readonly failure: Failure | null
  readonly isLoading: boolean
  reload(): void
}

/**
 * Queries once, and again when the variables or the language change, in which names are, or `reload` is called; the
 * response to the latest request wins.
 */
export function useQuery<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false }: { readonly pause?: boolean } = {},
): QueryState<Data> {
  const { api } = useSession()
  const { language } = useLanguage()
  const [state, setState] = useState<{ data: Data | null; failure: Failure | null; isLoading: boolean }>({
    data: null,
    failure: null,
    isLoading: !pause,
  })
  const [round, setRound] = useState(0)
  const key = JSON.stringify(variables)
  const current = useRef(variables)
  current.current = variables
  useEffect(() => {
    if (pause) return
    let isLatest = true
    setState((before) => ({ ...before, isLoading: true }))
    void api.query(document, current.current).then((result: Result<Data>) => {
      if (!isLatest) return
      setState((before) =>
        'failure' in result
          ? { data: before.data, failure: result.failure, isLoading: false }
          : { data: result.data, failure: null, isLoading: false },
      )
    })
    return () => {
      isLatest = false
    }
  }, [api, document, key, language, pause, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { ...state, reload }
}
