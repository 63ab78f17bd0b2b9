import { Agent, request as httpRequest } from 'node:http'
import type { ExecutionResult } from 'graphql'
import { createClient, type Client } from 'graphql-ws'
import WebSocket from 'ws'
import type { GraphQLExecutor, GraphQLOperation } from './graphql-executor.ts'
import type { IdentitySigner } from './identity.ts'

/** Header that carries the signed identity. */
export const identityHeader = 'x-identity'

const timeoutMilliseconds = 30_000

/** Runs operations at a subgraph in another process, by its name, over connections that are kept. */
export function httpExecutor(url: string, signer: IdentitySigner, subgraph: string): GraphQLExecutor {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const address = new URL(url)
  const clients = new Set<Client>()
  return {
    async execute(operation, identity) {
      const body = JSON.stringify(operation)
      const text = await post(address, agent, body, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'x-request-id': identity.requestId,
        [identityHeader]: await signer.sign(identity, subgraph),
      })
      return JSON.parse(text) as ExecutionResult
    },
    subscribe(operation, identity) {
      const client = connect(address, () => signer.sign(identity, subgraph))
      clients.add(client)
      const events = client.iterate<Record<string, unknown>>(operation) as AsyncIterableIterator<ExecutionResult>
      const end = async (): Promise<IteratorResult<ExecutionResult>> => {
        clients.delete(client)
        await client.dispose()
        return { done: true, value: undefined }
      }
      return Promise.resolve({
        async next() {
          const step = await events.next()
          return step.done ? end() : step
        },
        async return() {
          await events.return?.()
          return end()
        },
        [Symbol.asyncIterator]() {
          return this
        },
      })
    },
    async close() {
      for (const client of clients) await client.dispose()
      agent.destroy()
    },
  }
}

/** A connection for one identity, since the identity is told when a connection begins. */
function connect(address: URL, signedIdentity: () => Promise<string>): Client {
  const wsUrl = new URL(address)
  wsUrl.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return createClient({
    url: wsUrl.toString(),
    webSocketImpl: WebSocket,
    connectionParams: async () => ({ identity: await signedIdentity() }),
    lazy: true,
    retryAttempts: 0,
  })
}

function post(address: URL, agent: Agent, body: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      address,
      { method: 'POST', agent, headers, timeout: timeoutMilliseconds },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          if (response.headers['content-type']?.includes('json')) resolve(text)
          else reject(new Error(`${address.host} answered ${response.statusCode ?? 0} without JSON`))
        })
      },
    )
    request.on('timeout', () =>
      request.destroy(Object.assign(new Error(`${address.host} did not answer in time`), { code: 'ETIMEDOUT' })),
    )
    request.on('error', reject)
    request.end(body)
  })
}

export type { GraphQLOperation }
