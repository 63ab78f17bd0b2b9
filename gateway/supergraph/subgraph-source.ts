import type { GraphQLDataSource } from '@apollo/gateway'
import type { GraphQLOperation, GraphQLExecutor } from '../../platform/graphql-executor.ts'
import type { GatewayContext } from '../context.ts'

type Process = GraphQLDataSource<GatewayContext>['process']

/** Hands the planned operations of one subgraph to its executor, with the caller's identity. */
export class SubgraphSource implements GraphQLDataSource<GatewayContext> {
  constructor(private readonly executor: GraphQLExecutor) {}

  process: Process = async (options) => {
    const { request, context } = options
    const operation: GraphQLOperation = {
      query: request.query ?? '',
      ...(request.variables ? { variables: request.variables } : {}),
      ...(request.operationName ? { operationName: request.operationName } : {}),
    }
    const { data, errors } = await this.executor.execute(operation, (context as GatewayContext).identity)
    return {
      ...(data === undefined ? {} : { data }),
      ...(errors ? { errors: errors.map((error) => ('toJSON' in error ? error.toJSON() : error)) } : {}),
    } as never
  }
}
