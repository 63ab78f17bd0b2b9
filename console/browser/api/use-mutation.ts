import type { AnyVariables, TypedDocumentNode } from '@urql/core'
import { useCallback, useState } from 'preact/hooks'
import { useSession } from '../session/context.tsx'
import type { MutationOptions } from './api.ts'
import type { Failure } from './failure.ts'

export interface MutationState<Data, Variables> {
  readonly failure: Failure | null
  readonly isRunning: boolean
  /** The data, or null when it was refused: `failure` has the reason. */
  run(variables: Variables, options?: MutationOptions): Promise<Data | null>
}

export function useMutation<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
): MutationState<Data, Variables> {
  const { api } = useSession()
  const [state, setState] = useState<{ failure: Failure | null; isRunning: boolean }>({
    failure: null,
    isRunning: false,
  })
  const run = useCallback(
    async (variables: Variables, options?: MutationOptions) => {
      setState({ failure: null, isRunning: true })
      const result = await api.mutate(document, variables, options)
      setState({ failure: 'failure' in result ? result.failure : null, isRunning: false })
      return 'failure' in result ? null : result.data
    },
    [api, document],
  )
  return { ...state, run }
}
