// `npm run bench:cost`: processor time per unit of cost of every root field and every field of an entity. A field that
// is priced too low lets a caller use more processor time than its pricing tier allows.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadSupergraph } from '../gateway/supergraph/supergraph.ts'
import { casesOf } from './cost/cases.ts'
import { prepareInventory } from './cost/inventory.ts'
import { apiKey, startInstallation } from './installation.ts'
import { runBenchmark } from './leftovers.ts'

const help = `npm run bench:cost -- [--requests 8] [--rounds 5] [--only <text>]

Starts the product with demo data and 20 reservations, without its cache of facts, which other arguments would miss.
Asks for each root field (ten times in an operation) and for each field of cenotes, tours and reservations (for lists of
20, four times in an operation), with arguments also for the least selection. Reads the processor time of the product,
worker threads included and PostgreSQL not, from its metrics. What the same operation without the field takes is
subtracted, and what the product does in the background in the same time. Of several rounds the least counts: garbage
collection, compilation and the rest of the machine only ever add to it.
Prints microseconds per unit of cost; exit code 1 when a field takes more than 5 times the median.
`

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const requests = Number(values.requests)
const rounds = Number(values.rounds)
const supergraph = loadSupergraph(new URL('../schema/supergraph.graphql', import.meta.url))
const warmUps = 8
const maxRatio = 5

interface CostResult {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly { readonly message: string }[]
  readonly extensions?: { readonly cost?: { readonly requested: number } }
}

/** The resources that one operation uses. */
interface Measured {
  readonly microseconds: number
  readonly cost: number
}

async function execute(url: string, query: string): Promise<CostResult> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ query }),
  })
  return (await response.json()) as CostResult
}

/** Processor seconds of the product so far. */
async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}

const idleSeconds = 5

/** Processor time that the idle product uses, in microseconds for each millisecond. */
async function backgroundRate(url: string): Promise<number> {
  const before = await processorSeconds(url)
  await delay(idleSeconds * 1_000)
  return (((await processorSeconds(url)) - before) * 1e6) / (idleSeconds * 1_000)
}

async function measure(url: string, name: string, query: string, background: number): Promise<Measured> {
  let cost = 0
  for (let sent = 0; sent < warmUps; sent += 1) {
    const { errors, extensions } = await execute(url, query)
    if (errors) throw new Error(`${name}: ${errors[0]?.message ?? ''}\n${query}`)
    cost = extensions?.cost?.requested ?? 0
  }
  let microseconds = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const before = await processorSeconds(url)
    for (let sent = 0; sent < requests; sent += 1) await execute(url, query)
    const total = ((await processorSeconds(url)) - before) * 1e6 - background * (performance.now() - began)
    microseconds = Math.min(microseconds, total / requests)
  }
  return { microseconds, cost }
}

async function benchmark(): Promise<boolean> {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  const { url } = await startInstallation(undefined, { CACHE_MB: '0' })
  const inventory = await prepareInventory(url)
  const cases = casesOf(supergraph, inventory).filter(({ name }) => name.includes(values.only ?? ''))
  const background = await backgroundRate(url)
  const baselines = new Map<string, Measured>()
  const rows: { name: string; perUnit: number; microseconds: number; units: number }[] = []
  for (const { name, query, baseline, count } of cases) {
    const without = baselines.get(baseline) ?? (await measure(url, `${name} (without)`, baseline, background))
    baselines.set(baseline, without)
    const measured = await measure(url, name, query, background)
    // A scalar is free, but so many of them may not take more than as many objects.
    const units = Math.max(measured.cost - without.cost, count)
    const microseconds = Math.max(measured.microseconds - without.microseconds, 0)
    rows.push({ name, perUnit: microseconds / units, microseconds, units })
  }
  return report(rows)
}

function report(rows: readonly { name: string; perUnit: number; microseconds: number; units: number }[]): boolean {
  const sorted = [...rows].sort((a, b) => b.perUnit - a.perUnit)
  // Fields that take nothing measurable would lower the median.
  const priced = sorted.filter(({ microseconds }) => microseconds > 0)
  const median = priced[Math.floor(priced.length / 2)]?.perUnit ?? NaN
  console.log('field'.padEnd(36), 'us/unit'.padStart(9), 'ratio'.padStart(7), 'us'.padStart(9), 'units'.padStart(7))
  for (const { name, perUnit, microseconds, units } of sorted)
    console.log(
      name.padEnd(36),
      perUnit.toFixed(1).padStart(9),
      (perUnit / median).toFixed(2).padStart(7),
      microseconds.toFixed(0).padStart(9),
      String(units).padStart(7),
    )
  const above = sorted.filter(({ perUnit }) => perUnit > maxRatio * median)
  console.log(
    `median ${median.toFixed(1)} us per unit; ${above.length} of ${rows.length} fields above ${maxRatio} times it` +
      (above.length > 0 ? `: ${above.map(({ name }) => name).join(', ')}` : ''),
  )
  return above.length === 0
}

await runBenchmark(benchmark)
