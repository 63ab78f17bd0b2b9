// `npm run bench:exports`: the CSV of all reservations, and the memory that it takes, beside a program that collects them.
import { readFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { demoId } from '../platform/values/demo-id.ts'
import { seedBulk } from './bulk/seed.ts'
import { startChild } from './child.ts'
import { apiKey, environment, startInstallation, startReplica } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'

const help = `npm run bench:exports -- [--rows 300000,1000000] [--data FOLDER]

Downloads GET /api/partner/reservations.csv with so many reservations, from a product that has responded to some requests
before, and a file with the same columns from a program that collects all rows before it writes them. Exits 1 when the
product takes more than 200 MB above its memory before the download, or a row is missing. With --data what was filled
stays in that folder for the next run.
`
const maxGrowthMegabytes = 200
const sampleMilliseconds = 50

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '300000,1000000' },
    data: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const sizes = values.rows
  .split(',')
  .map(Number)
  .sort((a, b) => a - b)
const log = (step: string): void => void process.stderr.write(`${step}\n`)

/** Resident memory of a process, in megabytes. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024
}

interface Download {
  readonly rows: number
  readonly megabytes: number
  readonly seconds: number
  readonly before: number
  readonly peak: number
}

/** Reads a file as it arrives, and watches the process that sends it. */
async function download(url: string, headers: Record<string, string>, pid: number): Promise<Download> {
  const before = await residentMegabytes(pid)
  let peak = before
  const watch = setInterval(() => {
    void residentMegabytes(pid).then((now) => (peak = Math.max(peak, now)))
  }, sampleMilliseconds)
  const started = performance.now()
  let [lines, bytes] = [0, 0]
  try {
    const response = await fetch(url, { headers })
    if (response.status !== 200 || !response.body) throw new Error(`${url} returned ${response.status}`)
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) lines += 1
    }
  } finally {
    clearInterval(watch)
  }
  return { rows: lines - 1, megabytes: bytes / 1e6, seconds: (performance.now() - started) / 1_000, before, peak }
}

async function countReservations(serverUrl: string): Promise<number> {
  const client = new pg.Client(`${serverUrl}/booking`)
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM sandbox.reservation WHERE partner_id = $1',
      [demoId('partner', 'demo')],
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

async function bench(): Promise<boolean> {
  const headers = { 'x-api-key': apiKey, 'user-agent': 'bench' }
  const partnerId = demoId('partner', 'demo')
  let content = true
  const cenotes = Math.max(100, Math.ceil((sizes.at(-1) ?? 0) / 1_000))
  const { serverUrl } = await startInstallation(values.data && path.resolve(values.data))
  for (const size of sizes) {
    log(`filling ${size} reservations`)
    await seedBulk({ serverUrl, environment: 'sandbox', cenotes, reservations: size, partnerId, onProgress: log })
    const expected = await countReservations(serverUrl)
    // A process of its own for each size: what the one before took must not hide what this one takes.
    const { url, pid } = await startReplica({ serverUrl })
    const collector = await startChild(
      './exports/collector.js',
      [serverUrl, partnerId],
      environment,
      /Ready at (http:\S+)/,
      atEnd,
    )
    // Code that was never run, and caches that are empty, are not what an export takes.
    for (let warmUp = 0; warmUp < 300; warmUp += 1)
      await (await fetch(`${url}/api/partner/reservations?perPage=100&page=${warmUp + 1}`, { headers })).text()
    for (const [name, address, measured] of [
      ['product, streamed', `${url}/api/partner/reservations.csv`, pid],
      ['collected with pg', collector.ready[1] ?? '', collector.pid],
    ] as const) {
      log(`${name}: ${expected} reservations`)
      const { rows, megabytes, seconds, before, peak } = await download(address, headers, measured)
      if (rows !== expected || (measured === pid && peak - before > maxGrowthMegabytes)) content = false
      const cells = [rows, megabytes.toFixed(0), seconds.toFixed(0), rows / seconds, before, peak, peak - before]
      const shown = cells.map((cell) => (typeof cell === 'number' ? Math.round(cell).toLocaleString('en') : cell))
      process.stdout.write(`| ${[name, ...shown].join(' | ')} |\n`)
    }
  }
  return content
}

await runBenchmark(async () => {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})\n\n` +
      '| file | rows | MB | seconds | rows/s | MB before | peak MB | growth MB |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n',
  )
  return bench()
})
