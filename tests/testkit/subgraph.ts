import type { ExecutionResult } from 'graphql'
import { localExecutor, type GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Subgraph } from '../../platform/graphql/subgraph.ts'
import { sql } from './database.ts'

/** One subgraph on a separate database, called as the gateway calls it. */
export interface TestSubgraph {
  readonly databaseName: string
  readonly executor: GraphQLExecutor
  /** The data of an operation that must succeed. */
  ask<T = Record<string, never>>(
    query: string,
    variables?: Record<string, unknown>,
    identity?: Partial<Identity>,
  ): Promise<T>
  /** The extensions of the first error of an operation that must fail. */
  refusal(
    query: string,
    variables?: Record<string, unknown>,
    identity?: Partial<Identity>,
  ): Promise<Record<string, unknown>>
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export function testSubgraph(subgraph: Subgraph, databaseName: string): TestSubgraph {
  const executor = localExecutor(subgraph)
  const run = async (
    query: string,
    variables: Record<string, unknown> = {},
    identity: Partial<Identity> = {},
  ): Promise<ExecutionResult> => {
    // As JSON, which has what was selected and nothing else.
    const { data, errors } = await executor.executeToJson(
      { query, variables },
      { partnerId: null, environment: 'live', scopes: [], locale: 'en', requestId: 'test', ...identity },
    )
    return {
      ...(data === undefined ? {} : { data: JSON.parse(data) as ExecutionResult['data'] }),
      ...(errors ? { errors } : {}),
    }
  }
  return {
    databaseName,
    executor,
    async ask<T>(query: string, variables?: Record<string, unknown>, identity?: Partial<Identity>) {
      const { data, errors } = await run(query, variables, identity)
      if (errors) throw new Error(JSON.stringify(errors))
      return data as T
    },
    async refusal(query, variables, identity) {
      const { errors } = await run(query, variables, identity)
      return { ...errors?.[0]?.extensions }
    },
    sql: (text, values) => sql(databaseName, text, values),
    close: () => executor.close(),
  }
}
