import { Unavailable } from '../process/failures.ts'
import { ourselves } from '../trust/identity.ts'
import type { GraphQLExecutor } from './executor.ts'

/**
 * Checks a subgraph over the connection that requests use; the subgraph checks its database. Rejects unless it is
 * ready.
 */
export async function checkSubgraph(executor: GraphQLExecutor): Promise<void> {
  const { data } = await executor.execute({ query: '{ subgraphReady }' }, ourselves)
  if (data?.['subgraphReady'] !== true) throw new Unavailable('The subgraph is not ready')
}
