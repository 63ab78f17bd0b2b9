import type { ExecutionResult } from 'graphql'
import type { Identity } from '../../platform/trust/identity.ts'
import type { PlanRun } from '../execution/run-plan.ts'

type Executors = PlanRun['executors']

/** What decides which data a caller may see, and in which language. */
export const rightsOf = ({ partnerId, environment, scopes, locale }: Identity): unknown[] => [
  partnerId,
  environment,
  [...scopes].sort(),
  locale,
]

/**
 * Executors of the subgraphs with which callers that read the same with the same rights at the same moment share one
 * response: an event of many different subscriptions is completed with a few reads.
 */
export function sharedReads(executors: Executors): Executors {
  const running = new Map<string, Promise<ExecutionResult>>()

  const shared = ([name, executor]: [string, Executors[string]]): [string, Executors[string]] => [
    name,
    {
      async execute(operation, identity) {
        const key = JSON.stringify([name, rightsOf(identity), operation.query, operation.variables])
        let answer = running.get(key)
        if (!answer) {
          answer = executor.execute(operation, identity)
          running.set(key, answer)
          const forget = (): void => void running.delete(key)
          answer.then(forget, forget)
        }
        const result = await answer
        // Each caller merges further reads into its own result; errors are only reported, and retain their cause.
        return result.data ? { ...result, data: structuredClone(result.data) } : result
      },
    },
  ]
  return Object.fromEntries(Object.entries(executors).map(shared))
}
