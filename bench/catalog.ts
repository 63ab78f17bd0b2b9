// `npm run bench:catalog`: reads of the catalog at several sizes side by side, and the plans behind them.
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { demoId } from '../platform/values/demo-id.ts'
import { seedBulk } from './bulk/seed.ts'
import { cases, cursorSorts, type Case, type Facts } from './catalog/cases.ts'
import { plansOf } from './catalog/plans.ts'
import { apiKey, startInstallation, type Installation } from './installation.ts'
import { runBenchmark } from './leftovers.ts'
import { percentile } from './percentile.ts'

const help = `npm run bench:catalog -- [--sizes 1000,10000,100000] [--reservations 10] [--requests 300] [--data FOLDER]

Starts an installation for each size, with so many cenotes and so many reservations for each of them, and queries them
the same in turn. Prints p50 and p95 in milliseconds, the ratio of p95 at the largest to p95 at the smallest size, and
the query plans at the largest. Exits 1 when a response is not 200 or a ratio is above its target. What was filled is
stored in FOLDER for the next run, if one is named.
`

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    reservations: { type: 'string', default: '10' },
    requests: { type: 'string', default: '300' },
    data: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

interface Catalog extends Installation {
  readonly size: number
  readonly facts: Facts
}

const warmUps = 20
const perPage = 15
const farPage = 1_000

async function get(url: string): Promise<{ body: string; headers: Headers }> {
  const response = await fetch(url, { headers: { 'x-api-key': apiKey } })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${body.slice(0, 500)}`)
  return { body, headers: response.headers }
}

/** Numbers of the command line; throws for anything else. */
function numbers(name: 'sizes' | 'reservations' | 'requests'): number[] {
  const given = values[name].split(',').map(Number)
  if (given.every((number) => Number.isInteger(number) && number >= 1)) return given
  throw new Error(`--${name} must be whole numbers from 1`)
}

async function startCatalog(size: number, reservationsEach: number): Promise<Catalog> {
  const folder = values.data === undefined ? undefined : path.resolve(values.data, String(size))
  const installation = await startInstallation(folder)
  const onProgress = (step: string): void => void process.stderr.write(`${size}: ${step}\n`)
  await seedBulk({
    serverUrl: installation.serverUrl,
    environment: 'sandbox',
    cenotes: size,
    reservations: size * reservationsEach,
    partnerId: demoId('partner', 'demo'),
    onProgress,
  })
  onProgress('walking to the far page')
  const farCursors: string[] = []
  for (const sort of cursorSorts)
    farCursors.push(await cursorAfter(installation.url, sort, Math.min((farPage - 1) * perPage, size - perPage)))
  const today = new Date().toISOString().slice(0, 10)
  return { ...installation, size, facts: { cenoteIds: await someIds(installation.serverUrl), farCursors, today } }
}

/** The cursor after the first items of a list, as a client gets it by paging. */
async function cursorAfter(url: string, sortBy: string, items: number): Promise<string> {
  let cursor = ''
  for (let left = items; left > 0; left -= 100) {
    const size = Math.min(left, 100)
    const from = cursor && `&cursor=${cursor}`
    const { headers } = await get(`${url}/api/partner/cenotes?sortBy=${sortBy}&fields=id&perPage=${size}${from}`)
    cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
    if (!cursor) throw new Error('The list ended before its far page')
  }
  return cursor
}

async function someIds(serverUrl: string): Promise<string[]> {
  const client = new pg.Client(`${serverUrl}/catalog`)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM sandbox.cenote WHERE slug LIKE 'bulk-%' ORDER BY md5(slug) LIMIT 1000`,
    )
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

/** Warms up every kind of read, so that the first one measured is not slower for being first. */
async function warmUp(catalogs: readonly Catalog[]): Promise<void> {
  for (const each of cases) await measure(each, catalogs, warmUps)
}

/**
 * Milliseconds of each response by size, sorted. The sizes alternate, so that other load on the machine affects all
 * alike.
 */
async function measure({ path }: Case, catalogs: readonly Catalog[], requests: number): Promise<number[][]> {
  const times = catalogs.map((): number[] => [])
  for (let turn = 0; turn < warmUps + requests; turn += 1) {
    for (const [index, { url, facts }] of catalogs.entries()) {
      const address = url + path(turn, facts)
      const started = performance.now()
      await get(address)
      if (turn >= warmUps) times[index]?.push(performance.now() - started)
    }
  }
  return times.map((each) => each.sort((a, b) => a - b))
}

async function benchmark(): Promise<boolean> {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  const sizes = numbers('sizes').sort((a, b) => a - b)
  const [[reservations = 1], [requests = 1]] = [numbers('reservations'), numbers('requests')]
  const catalogs: Catalog[] = []
  for (const size of sizes) catalogs.push(await startCatalog(size, reservations))
  process.stderr.write('warming up\n')
  await warmUp(catalogs)
  const figure = (milliseconds: number): string => milliseconds.toFixed(2)
  const lines: string[][] = []
  let content = true
  for (const each of cases) {
    process.stderr.write(`measuring: ${each.name}\n`)
    const times = await measure(each, catalogs, requests)
    const p95 = times.map((sorted) => percentile(sorted, 0.95))
    const ratio = (p95.at(-1) ?? NaN) / (p95[0] ?? NaN)
    if (each.target !== undefined && ratio > each.target) content = false
    lines.push([
      each.name,
      ...times.flatMap((sorted, index) => [figure(percentile(sorted, 0.5)), figure(p95[index] ?? NaN)]),
      ratio.toFixed(2),
      each.target === undefined ? '' : String(each.target),
    ])
  }
  const heads = sizes.flatMap((size) => [`${size.toLocaleString('en')} p50`, 'p95'])
  const last = catalogs.at(-1)
  process.stdout.write(
    [
      `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${requests} requests a case and size one after another, milliseconds`,
      '',
      `| read | ${[...heads, 'ratio of p95', 'target'].join(' | ')} |`,
      `| --- | ${[...heads, '', ''].map(() => '---:').join(' | ')} |`,
      ...lines.map((cells) => `| ${cells.join(' | ')} |`),
      '',
      ...(last ? await plansOf(last.serverUrl, last.facts) : []),
      '',
    ].join('\n'),
  )
  return content
}

await runBenchmark(benchmark)
