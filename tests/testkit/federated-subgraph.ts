import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphql, parse } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'

const federation = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9",
  import: ["@key", "@shareable", "@external", "@requires", "@inaccessible", "@authenticated", "@requiresScopes", "@policy"])`

export interface SubgraphDefinition {
  readonly name: string
  /** Without the link to federation. */
  readonly typeDefs: string
  readonly resolvers: Record<string, unknown>
}

/** A small subgraph over HTTP and WebSocket, not of this product; it records what it is sent. */
export interface FederatedSubgraph {
  readonly name: string
  readonly url: string
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly query: string; readonly variables: unknown }[]
  /** The parameters of connections for subscriptions: headers, and the parameters that graphql-ws knows. */
  readonly connections: { readonly headers: IncomingHttpHeaders; readonly parameters: unknown }[]
  /** Members that the requests had besides, such as extensions. */
  readonly members: Set<string>
  /** Responds instead of GraphQL while it is set. */
  intercept: ((response: ServerResponse, query: string) => void) | undefined
  /** Resolves once as many requests were broken off by the gateway. */
  readonly aborted: () => number
  close(): Promise<void>
}

export async function serveFederatedSubgraph({
  name,
  typeDefs,
  resolvers,
}: SubgraphDefinition): Promise<FederatedSubgraph> {
  const schema = buildSubgraphSchema({ typeDefs: parse(federation + typeDefs), resolvers: resolvers as never })
  let aborted = 0
  const subgraph = {
    name,
    requests: [],
    connections: [],
    members: new Set(),
    intercept: undefined,
    aborted: () => aborted,
  } as unknown as {
    -readonly [member in keyof FederatedSubgraph]: FederatedSubgraph[member]
  }
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) aborted += 1
    })
    void text(request).then(async (body) => {
      const { query, variables, operationName } = JSON.parse(body) as {
        query: string
        variables?: Record<string, unknown>
        operationName?: string
      }
      for (const member of Object.keys(JSON.parse(body) as object)) subgraph.members.add(member)
      subgraph.requests.push({ headers: request.headers, query, variables })
      if (subgraph.intercept) return subgraph.intercept(response, query)
      const result = await graphql({ schema, source: query, variableValues: variables, operationName })
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result))
    })
  })
  const sockets = new WebSocketServer({ server, path: '/graphql' })
  const subscriptions = useServer(
    {
      schema,
      onConnect: ({ connectionParams, extra: { request } }) =>
        void subgraph.connections.push({ headers: request.headers, parameters: connectionParams }),
      onSubscribe: (_context, _id, payload) => {
        for (const member of Object.keys(payload)) subgraph.members.add(member)
      },
    },
    sockets,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  subgraph.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  subgraph.close = async () => {
    await subscriptions.dispose()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return subgraph
}

/** Composes a supergraph of subgraphs, at the addresses that are given by name. */
export function composeSupergraph(
  definitions: readonly Pick<SubgraphDefinition, 'name' | 'typeDefs'>[],
  urlOf: (name: string) => string,
): string {
  const { supergraphSdl, errors } = composeServices(
    definitions.map(({ name, typeDefs }) => ({ name, url: urlOf(name), typeDefs: parse(federation + typeDefs) })),
  )
  if (!supergraphSdl) throw new Error(String(errors))
  return supergraphSdl
}
