import type { ApolloServerOptionsWithGateway } from '@apollo/server'
import { OperationTypeNode, type FormattedExecutionResult, type GraphQLSchema } from 'graphql'
import type { Identity } from '../trust/identity.ts'
import type { AcceptedTexts } from './accepted-texts.ts'
import type { ExecuteOptions, LocalExecutor } from './executor.ts'

/** What a request to a subgraph server carries while Apollo Server processes it. */
export interface SubgraphRequest {
  readonly identity: Identity
  /** Called with whether the operation is a mutation, before it runs. */
  begin(isMutation: boolean): ExecuteOptions
}

/** Data that is JSON text already. Apollo Server passes it through as the object that it expects. */
class JsonData {
  constructor(readonly text: string) {}
}

/**
 * Has Apollo Server run operations by the compiled executor that also runs them in process. It parses and validates a
 * text once, and the data is written as JSON once: by the executor.
 */
export const compiledGateway = (
  schema: GraphQLSchema,
  executor: LocalExecutor,
  accepted: AcceptedTexts,
): Pick<ApolloServerOptionsWithGateway<SubgraphRequest>, 'gateway' | 'stringifyResult'> => ({
  gateway: {
    load: () =>
      Promise.resolve({
        async executor({ source, operation, request, context }) {
          const { identity, begin } = context as SubgraphRequest
          const isMutation = operation.operation === OperationTypeNode.MUTATION
          const named = request.operationName ? { operationName: request.operationName } : {}
          const sent = { query: source, variables: request.variables ?? {}, ...named }
          accepted.add(sent, { isMutation })
          const { data, errors } = await executor.executeToJson(sent, identity, begin(isMutation))
          return {
            ...(errors ? { errors } : {}),
            ...(data === undefined ? {} : { data: new JsonData(data) as unknown as Record<string, unknown> }),
          }
        },
      }),
    onSchemaLoadOrUpdate(take) {
      take({ apiSchema: schema, coreSupergraphSdl: '' })
      return () => undefined
    },
    stop: () => Promise.resolve(),
  },
  stringifyResult: (result: FormattedExecutionResult) => {
    const members = Object.entries(result).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof JsonData ? value.text : JSON.stringify(value),
    ])
    return `{${members.flatMap(([name, text]) => (text === undefined ? [] : `${JSON.stringify(name)}:${text}`)).join()}}`
  },
})
