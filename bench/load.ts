import autocannon from 'autocannon'
import { percentile } from './percentile.ts'

/** The requests to send, read as JSON from standard input; several bodies or paths are sent once each, in order. */
export interface LoadPlan {
  readonly url: string
  /** Instead of the path of the URL. */
  readonly paths?: readonly string[]
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  /** Further headers, used by the requests in turn. */
  readonly rotatedHeaders?: readonly Readonly<Record<string, string>>[]
  readonly bodies: readonly string[]
  readonly connections: number
  /** Seconds; the warm-up is not measured. */
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** The measurements, written as JSON to standard output; times in milliseconds. */
export interface Measurement {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p90: number
  readonly p95: number
  readonly p99: number
  /** Responses with another status than 2xx, broken connections and timeouts, warm-up included. */
  readonly errors: number
  readonly statuses: Record<string, number>
  /** All responses, warm-up included. */
  readonly responses: number
  /** Bodies were sent a second time because there were too few of them. */
  readonly ranOutOfBodies: boolean
}

async function load(plan: LoadPlan): Promise<Measurement> {
  const statuses: Record<string, number> = {}
  let broken = 0
  let sent = 0
  const { bodies, paths = [], rotatedHeaders = [] } = plan
  const next = (request: autocannon.Request): autocannon.Request => {
    const turn = sent++
    const path = paths[turn % paths.length]
    const body = bodies[turn % bodies.length]
    return {
      ...request,
      ...(path === undefined ? {} : { path }),
      ...(body === undefined ? {} : { body }),
      headers: { ...request.headers, ...rotatedHeaders[turn % rotatedHeaders.length] },
    }
  }
  const run = async (duration: number): Promise<{ times: number[]; elapsedSeconds: number }> => {
    const times: number[] = []
    const started = performance.now()
    let last = started
    const result = await new Promise<autocannon.Result>((resolve, reject) => {
      const options: autocannon.Options = {
        url: plan.url,
        connections: plan.connections,
        duration,
        requests: [
          {
            method: plan.method,
            headers: plan.headers,
            ...(bodies.length + paths.length + rotatedHeaders.length === 0 ? {} : { setupRequest: next }),
          },
        ],
      }
      const instance = autocannon(options, (error: unknown, summary) => {
        if (error) reject(new Error('The load could not be made', { cause: error }))
        else resolve(summary)
      })
      // Autocannon's own summary has no 95th percentile, so every response is recorded here.
      instance.on('response', (_client, status, _bytes, milliseconds) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        times.push(milliseconds)
        last = performance.now()
      })
    })
    broken += result.errors
    return { times: times.sort((a, b) => a - b), elapsedSeconds: (last - started) / 1_000 }
  }
  if (plan.warmUpSeconds > 0) await run(plan.warmUpSeconds)
  const { times, elapsedSeconds } = await run(plan.seconds)
  const refused = Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (status.startsWith('2') ? 0 : count),
    0,
  )
  return {
    requestsPerSecond: times.length / elapsedSeconds,
    p50: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    errors: refused + broken,
    statuses,
    responses: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    ranOutOfBodies: bodies.length > 1 && sent > bodies.length,
  }
}

let input = ''
for await (const chunk of process.stdin) input += String(chunk)
process.stdout.write(JSON.stringify(await load(JSON.parse(input) as LoadPlan)))
