// `npm run bench:cache -- --minutes 60 --megabytes 32`: random selections against the cache's budget of memory.
// `npm run bench:cache -- --flood 5`: 10,000 slots overridden at once, five times, against the event loop.
import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { benchFlood } from './cache/flood.ts'
import { dayFromNow } from './cases.ts'
import { apiKey, startInstallation } from './installation.ts'
import { runBenchmark } from './leftovers.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    megabytes: { type: 'string', default: '32' },
    /** The number of floods. */
    flood: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const megabytes = Number(values.megabytes)
const connections = 8
const reportSeconds = 10

/** Fields of a cenote, of all three subgraphs; a random subset is a selection that seldom recurs. */
const fields = [
  'name',
  'slug',
  'description',
  'longDescription',
  'location { address state latitude longitude }',
  'features { type difficulty }',
  'amenities { name costCents }',
  'images { url alt }',
  'pricing { adultCents childCents seniorCents }',
  'services { name { en es } priceCents }',
  'ageConfigurations { category minAge maxAge }',
  'tours { name }',
  'availability(input: { startDate: $date, days: 3 }) { days { date available timeSlots { time remaining } } }',
]

const below = (limit: number): number => Math.floor(Math.random() * limit)

interface RandomRequest {
  readonly body: string
  readonly language: string
  /** Whether it is one of the recurring ones. */
  readonly recurs: boolean
}

/** Half of the requests are one of twenty that recur; the others have random aliases, arguments and languages. */
function randomRequest(): RandomRequest {
  if (below(2) === 0) return { body: pageBody(below(20), 3, 0), language: 'en', recurs: true }
  const seed = below(2 ** fields.length)
  const alias = `a${below(1_000_000).toString(36)}`
  return {
    body: pageBody(seed, 3 + below(30), below(4) * 5, alias),
    language: below(2) === 0 ? 'en' : 'es',
    recurs: false,
  }
}

function pageBody(seed: number, days: number, offset: number, alias = 'day'): string {
  const selected = fields.filter((_field, index) => (seed * 2_654_435_761) & (1 << index))
  const query = `query ($date: LocalDate!, $offset: NonNegativeInt!) { cenotes(first: 5, offset: $offset) { nodes { id ${alias}: availability(input: { startDate: $date }) { startDate } ${selected.join(' ')} } } }`
  return JSON.stringify({ query, variables: { date: dayFromNow(days), offset } })
}

async function bench(): Promise<boolean> {
  const { url } = await startInstallation(undefined, { CACHE_MB: String(megabytes) })
  const metrics = async (): Promise<(name: string) => number> => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return (name) => Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)`, 'm').exec(text)?.[1] ?? 0)
  }
  const endsAt = Date.now() + minutes * 60_000
  let failures = 0
  const recurring = { hits: 0, all: 0 }
  const clients = Array.from({ length: connections }, async () => {
    while (Date.now() < endsAt) {
      const { body, language, recurs } = randomRequest()
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'accept-language': language },
        body,
      })
      if (recurs) {
        recurring.all += 1
        if (response.headers.get('x-cache') === 'hit') recurring.hits += 1
      }
      const text = await response.text()
      if (!response.ok || text.includes('"errors":[')) failures += 1
    }
  })
  process.stdout.write(`A cache of ${megabytes} MB under random selections\n\n`)
  process.stdout.write(
    '| seconds | cache MB | heap MB | resident MB |    hits |  misses | evictions | recurring hits |\n',
  )
  process.stdout.write(
    '| ------: | -------: | ------: | ----------: | ------: | ------: | --------: | -------------: |\n',
  )
  let peakBytes = 0
  for (let seconds = reportSeconds; Date.now() < endsAt; seconds += reportSeconds) {
    await delay(reportSeconds * 1_000)
    const metric = await metrics()
    const bytes = metric('cache_bytes')
    peakBytes = Math.max(peakBytes, bytes)
    const cells = [
      String(seconds).padStart(7),
      (bytes / 1e6).toFixed(1).padStart(8),
      (metric('nodejs_heap_size_used_bytes') / 1e6).toFixed(0).padStart(7),
      (metric('process_resident_memory_bytes') / 1e6).toFixed(0).padStart(11),
      String(metric('cache_reads_total{outcome="hit"}')).padStart(7),
      String(metric('cache_reads_total{outcome="miss"}')).padStart(7),
      String(metric('cache_removals_total{reason="eviction"}')).padStart(9),
      `${((100 * recurring.hits) / Math.max(1, recurring.all)).toFixed(0)} %`.padStart(14),
    ]
    recurring.hits = 0
    recurring.all = 0
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
  await Promise.all(clients)
  process.stdout.write(
    `\nAt most ${(peakBytes / 1e6 / megabytes).toFixed(2)} of the budget; ${failures} requests failed\n`,
  )
  return failures === 0 && peakBytes <= megabytes * 1.1e6
}

await runBenchmark(() => (values.flood === undefined ? bench() : benchFlood(Number(values.flood))))
