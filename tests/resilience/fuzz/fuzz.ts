import type { GraphQLSchema } from 'graphql'
import { Chance } from '../../../bench/chance.ts'
import { graphqlRequest } from './graphql.ts'
import { sendWire, type WireRequest } from './http.ts'
import { restRequest, routesIn, type Known, type OpenApi } from './rest.ts'
import { converse, sendFrames } from './socket.ts'

export interface Target {
  readonly url: string
  readonly apiKey: string
  readonly openApi: OpenApi
  readonly schema: GraphQLSchema
  readonly known: Known
}

/** A request, and the fault of its response. */
export interface Finding {
  readonly index: number
  readonly wrong: string
  readonly sent: unknown
  readonly received: string
}

export interface FuzzReport {
  /** How many were sent of each kind, by outcome. */
  readonly counts: Record<string, Record<string, number>>
  readonly findings: Finding[]
}

/** Words that only the inside of the product uses: none belongs in a response. */
const internals = [
  /node_modules/,
  /\n\s+at .+[:(]/,
  /\.(?:ts|js|mjs):\d/,
  /file:\/\//,
  /prisma/i,
  /postgres/i,
  /\bpg_/,
  /\bSELECT\b.*\bFROM\b/,
  /\bINSERT INTO\b/,
  /SQLSTATE/,
  /\bECONN/,
  /relation "/,
  /column "/,
  /violates .*constraint/,
  /syntax error at or near/,
  /invalid input syntax/,
  /invalid byte sequence/,
  /Cannot read propert/,
  /is not a function/,
  /is not iterable/,
  /apollo/i,
  /fastify/i,
  /FST_ERR/,
  /typebox/i,
]
const failed = /"code":"(?:INTERNAL_ERROR|SERVICE_UNAVAILABLE)"/
/** Close codes by which the server reports an internal failure. */
const ownFaults = [1011, 4500]

const wrongWith = (text: string): string | undefined => {
  if (failed.test(text)) return 'a failure of the server'
  const internal = internals.find((word) => word.test(text))
  return internal ? `internals: ${String(internal)}` : undefined
}

const messagesPerConnection = 10

type Shot = (index: number, chance: Chance) => Promise<{ kind: string; outcome: string; finding?: Finding }>

/** Sends as many malformed requests as asked, several at a time; the request at an index is the same for a seed. */
export async function fuzz(target: Target, seed: number, from: number, to: number): Promise<FuzzReport> {
  const { url, schema, known, apiKey } = target
  const routes = routesIn(target.openApi)

  const overHttp = async (kind: string, index: number, request: WireRequest): ReturnType<Shot> => {
    const response = await sendWire(url, request).catch((error: Error) => error)
    if (response instanceof Error) {
      const finding = { index, wrong: 'no response', sent: shown(request), received: response.message }
      return { kind, outcome: 'nothing', finding }
    }
    const { status, head, body } = response
    const wrong =
      status !== null && status >= 500 ? `status ${status}` : (wrongWith(body) ?? wrongWith(head.replace(/\r/g, '')))
    const finding = { index, wrong: wrong ?? '', sent: shown(request), received: `${head}\n\n${body.slice(0, 1_500)}` }
    const code = /"code":"(\w+)"/.exec(body)?.[1]
    return { kind, outcome: `${status ?? 'closed'} ${code ?? ''}`.trim(), ...(wrong === undefined ? {} : { finding }) }
  }
  const shoot: Shot = async (index, chance) => {
    // Every other request is to REST, to each route in turn.
    const route = index % 2 === 0 ? routes[(index / 2) % routes.length] : undefined
    if (route) return overHttp('REST', index, addressed(restRequest(route, known, apiKey, chance), index))
    const share = chance.fraction()
    if (share < 0.64)
      return overHttp('GraphQL', index, addressed(graphqlRequest(schema, known, apiKey, false, chance), index))
    if (share < 0.8)
      return overHttp('SSE', index, addressed(graphqlRequest(schema, known, apiKey, true, chance), index))
    if (share < 0.84) {
      const received = await sendFrames(url, chance)
      const wrong = wrongWith(received)
      const finding = { index, wrong: wrong ?? '', sent: 'frames', received }
      return { kind: 'frames', outcome: 'closed', ...(wrong === undefined ? {} : { finding }) }
    }
    const { sent, received, closeCode } = await converse(
      url,
      schema,
      known,
      { apiKey, address: addressOf(index), count: messagesPerConnection },
      chance,
    )
    const wrong = ownFaults.includes(closeCode ?? 0)
      ? `closed with ${closeCode}`
      : received.map(wrongWith).find(Boolean)
    const finding = { index, wrong: wrong ?? '', sent, received: received.filter((text) => wrongWith(text)).join('\n') }
    return { kind: 'WebSocket', outcome: String(closeCode), ...(wrong === undefined ? {} : { finding }) }
  }

  const report: FuzzReport = { counts: {}, findings: [] }
  let next = from
  const work = async (): Promise<void> => {
    for (let index = next++; index < to; index = next++) {
      const { kind, outcome, finding } = await shoot(index, new Chance(seed + index))
      const counts = (report.counts[kind] ??= {})
      counts[outcome] = (counts[outcome] ?? 0) + 1
      if (finding) report.findings.push(finding)
    }
  }
  await Promise.all(Array.from({ length: 12 }, work))
  return report
}

/** Each request comes from a different address: those without a key are counted by it. */
const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
const addressed = ({ headers, ...request }: WireRequest, index: number): WireRequest => ({
  ...request,
  headers: headers.some(([name]) => name === 'X-Forwarded-For')
    ? headers
    : [['X-Forwarded-For', addressOf(index)], ...headers],
})

const shown = ({ body, ...request }: WireRequest): object => ({
  ...request,
  ...(body === undefined ? {} : { body: body.toString().slice(0, 3_000) }),
})
