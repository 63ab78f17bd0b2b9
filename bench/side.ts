import { runChild } from './child.ts'
import type { Case } from './cases.ts'
import { apiKey, environment } from './installation.ts'
import { atEnd } from './leftovers.ts'
import type { LoadPlan, Measurement } from './load.ts'

export const connections = 20
const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, 'user-agent': 'bench' }

/** The text of a response, uncompressed; throws when it is no success. */
export async function fetchText(
  base: string,
  path: string,
  method: string,
  body?: string,
  own: Readonly<Record<string, string>> = {},
): Promise<string> {
  const sent = { method, headers: { 'accept-encoding': 'identity', ...headers, ...own } }
  const response = await fetch(`${base}${path}`, { ...sent, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 1_000)}`)
  return text
}

/** Of all processes of a side. */
export const sumOf = (matches: readonly RegExpMatchArray[]): number =>
  matches.reduce((sum, [, seconds]) => sum + Number(seconds), 0)

/** A server that is measured. */
export interface Side {
  readonly url: string
  /** Seconds of processor time that its processes have used, without PostgreSQL. */
  cpuSeconds(): Promise<number>
}

export interface Measured extends Measurement {
  /** Milliseconds of processor time for each request. */
  readonly cpuEach: number
}

/** A process of the product as a side. */
export const productSide = (url: string): Side => ({
  url,
  cpuSeconds: async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return sumOf([...metrics.matchAll(/^process_cpu_seconds_total(?:\{.*\})? (\S+)/gm)])
  },
})

/** The load of a case on a server, after its warm-up. */
export async function measure(
  { url, cpuSeconds }: Side,
  { path, paths, method, bodies, headers: own }: Case,
  { warmUpSeconds, seconds }: Pick<LoadPlan, 'warmUpSeconds' | 'seconds'>,
): Promise<Measured> {
  const plan: LoadPlan = {
    url: `${url}${path}`,
    ...(paths ? { paths } : {}),
    method,
    headers: { ...headers, ...own },
    bodies: bodies ?? [],
    connections,
    warmUpSeconds,
    seconds,
  }
  const before = await cpuSeconds()
  const measured = JSON.parse(await runChild('./load.js', [], JSON.stringify(plan), environment, atEnd)) as Measurement
  const requests = Object.values(measured.statuses).reduce((sum, count) => sum + count, 0)
  return { ...measured, cpuEach: (((await cpuSeconds()) - before) * 1_000) / requests }
}

/** Requests at a steady rate, beside the measured ones. */
export async function beside<T>(perSecond: number, send: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const running = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  const timer = setInterval(() => {
    const one = send().catch((error: unknown) => failures.push(error))
    running.add(one)
    void one.finally(() => running.delete(one))
  }, 1_000 / perSecond)
  const result = await work().finally(() => clearInterval(timer))
  await Promise.all(running)
  if (failures.length > 0) throw new Error(`${failures.length} requests beside the load failed`, { cause: failures[0] })
  return result
}
