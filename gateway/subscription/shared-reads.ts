import type { GraphQLDataSource } from '@apollo/gateway'
import type { Identity } from '../../platform/identity.ts'

type Sources = Readonly<Record<string, GraphQLDataSource>>
type Answer = Awaited<ReturnType<GraphQLDataSource['process']>>

/**
 * Ways to the subgraphs on which whoever asks the same with the same rights at the same moment shares one answer: an
 * event that many different subscriptions tell is completed with a few reads.
 */
export function sharedReads(sources: Sources): (identity: Identity) => Sources {
  const running = new Map<string, Promise<Answer>>()

  return ({ partnerId, environment, scopes, locale }) => {
    const rights = [partnerId, environment, [...scopes].sort(), locale]
    const shared = ([name, source]: [string, GraphQLDataSource]): [string, GraphQLDataSource] => [
      name,
      {
        async process(options) {
          const { query, variables } = options.request
          const key = JSON.stringify([name, rights, query, variables])
          let answer = running.get(key)
          if (!answer) {
            answer = source.process(options)
            running.set(key, answer)
            const forget = (): void => void running.delete(key)
            answer.then(forget, forget)
          }
          // Each merges what else it reads into its own.
          return structuredClone(await answer)
        },
      },
    ]
    return Object.fromEntries(Object.entries(sources).map(shared))
  }
}
