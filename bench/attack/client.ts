import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from './attack.ts'

export interface Response {
  /** 0 when the connection was refused or broken. */
  readonly status: number
  readonly bytes: number
  readonly text: string
  readonly headers: NodeJS.Dict<string | string[]>
}

interface Sent {
  readonly path: string
  readonly method?: string
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | undefined
}

const timeoutMilliseconds = 20_000
/** Larger responses are counted, but not kept. */
const maxText = 1_000_000

/** Sends one request on a new connection; never throws. */
export function send(target: Target, { path, method = 'POST', key, headers = {}, body }: Sent): Promise<Response> {
  return new Promise((resolve) => {
    const broken = (): void => resolve({ status: 0, bytes: 0, text: '', headers: {} })
    const sent = request(
      new URL(path, target.url),
      {
        method,
        agent: false,
        ...(target.from === undefined ? {} : { localAddress: target.from }),
        timeout: timeoutMilliseconds,
        headers: {
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...headers,
        },
      },
      (response) => {
        let bytes = 0
        let text = ''
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (text.length < maxText) text += chunk.toString()
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, text, headers: response.headers }))
        response.on('error', broken)
      },
    )
    sent.on('error', broken)
    sent.on('timeout', () => sent.destroy())
    sent.end(body)
  })
}

export const graphql = (
  target: Target,
  query: string,
  { key, variables, headers }: { key?: string; variables?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> =>
  send(target, {
    path: '/graphql',
    key,
    body: JSON.stringify({ query, variables }),
    ...(headers === undefined ? {} : { headers }),
  })

/** A value within a JSON body, such as `at(response, 'data', 'id')`; undefined when there is none. */
export function at(response: Pick<Response, 'text'>, ...path: readonly (string | number)[]): unknown {
  try {
    let value = JSON.parse(response.text) as unknown
    for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step]
    return value
  } catch {
    return undefined
  }
}

/** The share of an operation that fits the budget of the pricing tier; undefined unless it was refused for its cost. */
export function overBudget(
  response: Pick<Response, 'text'>,
  ...error: readonly (string | number)[]
): number | undefined {
  const share = Number(at(response, ...error, 'budget')) / Number(at(response, ...error, 'requested'))
  return share < 1 ? share : undefined
}

/** Sends a number of requests a second for some seconds, however long the responses take. */
export async function flood(
  perSecond: number,
  seconds: number,
  one: (index: number) => Promise<Response>,
): Promise<Response[]> {
  const pending: Promise<Response>[] = []
  const started = performance.now()
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await delay(Math.max(0, started + (index * 1_000) / perSecond - performance.now()))
    pending.push(one(index))
  }
  return Promise.all(pending)
}

/** The count of each status, such as `400 x 2, 429 x 86`. */
export function statuses(responses: readonly Response[]): string {
  const counts = new Map<number, number>()
  for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'no response' : status} x ${count}`)
    .join(', ')
}

/**
 * A breach by any attack: a failure of the server, or an unbounded response. A 503 refuses the attacker; the bystander
 * shows whether others are refused too.
 */
export function failureIn(responses: readonly Response[]): string | undefined {
  const failed = responses.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
  if (failed.length > 0) return `${failed.length} requests failed (${statuses(failed)})`
  const maxBytes = Math.max(0, ...responses.map(({ bytes }) => bytes))
  return maxBytes > 11_000_000 ? `a response of ${Math.round(maxBytes / 1e6)} MB` : undefined
}
