// The four subgraphs of the heavy query in one process. `--delay 4` delays each of their responses by so many
// milliseconds.
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse } from 'graphql'
import type { AddressInfo } from 'node:net'
import { localExecutor, type GraphQLExecutor, type GraphQLOperation } from '../../platform/graphql/executor.ts'
import { ourselves } from '../../platform/trust/identity.ts'
import { contracts, heavySubgraphs, resolvers } from './heavy-graph.ts'

const { values } = parseArgs({ options: { delay: { type: 'string', default: '0' } } })
const milliseconds = Number(values.delay)

const executors = new Map<string, GraphQLExecutor>()
for (const name of heavySubgraphs)
  executors.set(
    `/${name}`,
    localExecutor({
      name,
      schema: buildSubgraphSchema({ typeDefs: parse(contracts[name]), resolvers: resolvers[name] as never }),
      createContext: () => ({}),
      check: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }),
  )

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const respond = async (): Promise<string> => {
      const executor = executors.get(request.url ?? '')
      if (!executor) throw new Error(`There is no subgraph ${request.url}`)
      const operation = JSON.parse(Buffer.concat(chunks).toString()) as GraphQLOperation
      if (milliseconds > 0) await delay(milliseconds)
      return JSON.stringify(await executor.execute(operation, ourselves))
    }
    respond().then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        response.writeHead(500).end()
      },
    )
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
