// `npm run bench:limits`: the cost of counting a request, and how well the processor time that is charged is what is used.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createMemoryCounters } from '../gateway/rate-limit/memory-counters.ts'
import { requestWindows, type Subject } from '../gateway/rate-limit/pricing-tier.ts'
import { createRedisCounters } from '../gateway/rate-limit/redis-counters.ts'
import type { Counters } from '../gateway/rate-limit/window.ts'
import { freePort } from '../platform/process/free-port.ts'
import { connectRedis } from '../platform/redis/redis.ts'
import { runChild } from './child.ts'
import { apiKey, environment, startInstallation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import { measureCharges, type Charge } from './limits/charges.ts'
import { ratesOf } from './limits/rates.ts'
import { percentile } from './percentile.ts'

const help = `npm run bench:limits -- [--requests 1000]

Needs redis-server on the PATH. Starts the product twice, counting in memory and in a Redis of its own, and sends requests to both
for GET /api/auth/verify, the cheapest request there is, in turn with a key without limits and with one that has
limits (three windows, none of them ever full). Then times the counters alone. Prints milliseconds and ratios.

Then sends reads to a product without a cache, one caller alone, and prints the processor time that it was charged beside
what the process used, and whether every documented rate of ordinary reads passes. Exits 1 when one does not.
`

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000' }, help: { type: 'boolean', default: false } },
})
const warmUps = 200
const own = {
  hour: { limit: 1e9, seconds: 3_600 },
  minute: { limit: 1e9, seconds: 60 },
  burst: { limit: 1e9, seconds: 1 },
}

async function startRedis(): Promise<string> {
  const port = await freePort()
  const child = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new Error('redis-server could not be started', { cause: error })))
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve())
  })
  atEnd(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return `redis://127.0.0.1:${port}`
}

/** A key with limits, as the operator issues it. */
async function limitedKey(serverUrl: string): Promise<string> {
  const limits = Object.entries(own).flatMap(([name, { limit }]) => ['--limit', `${name}=${limit}`])
  const args = ['--partner', 'Demo Travel', '--environment', 'sandbox', '--plan', 'enterprise', '--json', ...limits]
  const env = { ...environment, DATABASE_URL: `${serverUrl}/postgres` }
  const output = await runChild('../cli/keys/main.js', ['create', ...args], '', env, atEnd)
  return (JSON.parse(output) as { apiKey: string }).apiKey
}

interface Contender {
  readonly name: string
  readonly url: string
  readonly key: string
  readonly times: number[]
}

async function timeRequest({ url, key }: Contender): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${url}/api/auth/verify`, { headers: { 'x-api-key': key } })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${body}`)
  return performance.now() - started
}

/** Microseconds of one count, and of one among many at once. */
async function timeCounters(counters: Counters, count: number): Promise<{ alone: number; together: number }> {
  const subject: Subject = { id: 'bench', environment: 'sandbox', plan: 'enterprise', keyless: false, ownLimits: own }
  const windows = requestWindows(subject)
  const each = async (work: () => Promise<void>): Promise<number> => {
    const started = performance.now()
    await work()
    return ((performance.now() - started) * 1_000) / count
  }
  const one = async (): Promise<void> => {
    for (let done = 0; done < count; done += 1) await counters.take(windows)
  }
  const many = async (): Promise<void> => {
    for (let done = 0; done < count; done += 50)
      await Promise.all(Array.from({ length: 50 }, () => counters.take(windows)))
  }
  await one()
  return { alone: await each(one), together: await each(many) }
}

/** The table of what reads are charged. */
const chargesTable = (charges: readonly Charge[]): string[] => [
  '| read, without a cache | charged, ms | used, ms | used to charged |',
  '| --- | ---: | ---: | ---: |',
  ...charges.map(
    ({ name, charged, used }) =>
      `| ${name} | ${charged.toFixed(2)} | ${used.toFixed(2)} | ${(used / charged).toFixed(2)} |`,
  ),
]

/** The table of the documented rates, and whether all of them pass. */
function ratesTable(charges: readonly Charge[]): { lines: string[]; pass: boolean } {
  const rows = charges
    .filter(({ isOrdinary }) => isOrdinary)
    .flatMap(({ name, used, charged }) => ratesOf(Math.max(used, charged)).map((rate) => ({ read: name, ...rate })))
  return {
    lines: [
      '| read | caller | an hour | a minute | refused |',
      '| --- | --- | ---: | ---: | ---: |',
      ...rows.map(
        ({ read, name, perHour, perMinute, refused }) =>
          `| ${read} | ${name} | ${perHour} | ${perMinute} | ${refused} |`,
      ),
    ],
    pass: rows.every(({ refused }) => refused === 0),
  }
}

async function benchmark(): Promise<boolean> {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  const requests = Number(values.requests)
  if (!Number.isInteger(requests) || requests < 1) throw new Error('--requests must be a whole number from 1')
  const redisUrl = await startRedis()
  const contenders: Contender[] = []
  for (const [where, env] of [
    ['in memory', {}],
    ['in Redis', { REDIS_URL: redisUrl }],
  ] as const) {
    process.stderr.write(`starting the product that counts ${where}\n`)
    const { url, serverUrl } = await startInstallation(undefined, env)
    contenders.push({ name: `no limit (${where})`, url, key: apiKey, times: [] })
    contenders.push({ name: `counted ${where}`, url, key: await limitedKey(serverUrl), times: [] })
  }
  process.stderr.write('measuring requests\n')
  for (let turn = 0; turn < warmUps + requests; turn += 1) {
    for (const contender of contenders) {
      const milliseconds = await timeRequest(contender)
      if (turn >= warmUps) contender.times.push(milliseconds)
    }
  }
  const medians = contenders.map(({ times }) =>
    percentile(
      times.sort((a, b) => a - b),
      0.5,
    ),
  )
  process.stderr.write('measuring the counters alone\n')
  const redis = await connectRedis(redisUrl, 'bench', pino({ level: 'silent' }))
  atEnd(async () => redis.disconnect())
  await once(redis, 'ready')
  const counters = {
    'in memory': await timeCounters(createMemoryCounters(), 20_000),
    'in Redis': await timeCounters(createRedisCounters(redis), 20_000),
  }
  process.stderr.write('starting the product without a cache\n')
  const uncached = await startInstallation(undefined, { CACHE_MB: '0' })
  const charges = await measureCharges(uncached.url)
  const rates = ratesTable(charges)
  process.stdout.write(
    [
      `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${requests} requests each in turn, one after another`,
      '',
      '| request | p50 ms | p95 ms | p50 to that without a limit |',
      '| --- | ---: | ---: | ---: |',
      ...contenders.map(({ name, times }, index) => {
        const ratio = (medians[index] ?? NaN) / (medians[index - (index % 2)] ?? NaN)
        return `| ${name} | ${medians[index]?.toFixed(2)} | ${percentile(times, 0.95).toFixed(2)} | ${ratio.toFixed(2)} |`
      }),
      '',
      '| one count of three windows | one after another, µs | 50 at once, µs each |',
      '| --- | ---: | ---: |',
      ...Object.entries(counters).map(
        ([name, { alone, together }]) => `| ${name} | ${alone.toFixed(1)} | ${together.toFixed(1)} |`,
      ),
      '',
      ...chargesTable(charges),
      '',
      ...rates.lines,
      '',
    ].join('\n'),
  )
  return rates.pass
}

await runBenchmark(benchmark)
