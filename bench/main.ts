// `npm run bench`: the product against hand-written handlers on the same PostgreSQL, each in its own process.
import { availableParallelism, cpus } from 'node:os'
import pg from 'pg'
import { creation, creationBodies, graphqlList, restList, availabilityQuery, type Case } from './cases.ts'
import { runChild, startChild } from './child.ts'
import { apiKey, environment, startInstallation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import type { LoadPlan, Measurement } from './load.ts'

const warmUpSeconds = 2
const seconds = 8
const connections = 20
const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, 'user-agent': 'bench' }

async function ask(base: string, path: string, method: string, body?: string): Promise<string> {
  const response = await fetch(`${base}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 1_000)}`)
  return text
}

/** Day from today, UTC. */
const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function verifySame(
  { name, path, method, body, comparable }: Case,
  product: string,
  peer: string,
  bodyForEach?: string,
): Promise<void> {
  const sent = bodyForEach ?? body
  const [ours, theirs] = [
    comparable(await ask(product, path, method, sent)),
    comparable(await ask(peer, path, method, sent)),
  ]
  if (ours === theirs) return
  const at = [...ours].findIndex((letter, index) => letter !== theirs[index])
  const around = (text: string): string => text.slice(Math.max(0, at - 200), at + 200)
  throw new Error(`${name}: the answers differ at ${at}\nproduct: ${around(ours)}\npeer:    ${around(theirs)}`)
}

async function measure(base: string, { path, method, body }: Case, bodies: readonly string[]): Promise<Measurement> {
  const plan: LoadPlan = {
    url: `${base}${path}`,
    method,
    headers,
    bodies: body === undefined ? bodies : [body],
    connections,
    warmUpSeconds,
    seconds,
  }
  return JSON.parse(await runChild('./load.js', [], JSON.stringify(plan), environment, atEnd)) as Measurement
}

function row(name: string, measured: Measurement, ratio: string): string {
  const time = (milliseconds: number): string => milliseconds.toFixed(1)
  const { requestsPerSecond, p50, p95, p99, errors } = measured
  const cells = [name, requestsPerSecond.toFixed(0), time(p50), time(p95), time(p99), String(errors), ratio]
  return `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(42) : cell.padStart(10))).join(' | ')} |`
}

async function bench(): Promise<boolean> {
  process.stderr.write('starting the product\n')
  const { url: productUrl, serverUrl } = await startInstallation()

  // Each side gets its own 30 days, so that neither finds places taken by the other.
  const [productHeadroom, peerHeadroom] = [
    JSON.parse(await ask(productUrl, '/graphql', 'POST', availabilityQuery(dayFromNow(3)))) as unknown,
    JSON.parse(await ask(productUrl, '/graphql', 'POST', availabilityQuery(dayFromNow(33)))) as unknown,
  ]
  // The first response of each is stored for the comparison.
  const [probe, ...productBodies] = creationBodies([productHeadroom])
  const peerBodies = creationBodies([peerHeadroom])
  if (probe === undefined) throw new Error('There is no room for reservations')
  await ask(productUrl, creation.path, 'POST', peerBodies.pop())
  const partner = await readPartner(serverUrl)

  const peer = await startChild(
    './baseline.js',
    [serverUrl, productUrl, partner],
    environment,
    /Ready at (http:\S+)/,
    atEnd,
  )
  const peerUrl = peer.ready[1] ?? ''

  const list = graphqlList(dayFromNow(3))
  await verifySame(list, productUrl, peerUrl)
  await verifySame(restList, productUrl, peerUrl)
  // Twice the same slot; there is room for both where a slot holds two.
  await verifySame(creation, productUrl, peerUrl, probe)
  process.stderr.write('the answers of both sides agree byte by byte\n')

  const lines: string[] = []
  let flawless = true
  for (const measured of [list, restList, creation]) {
    process.stderr.write(`measuring: ${measured.name}\n`)
    const ours = await measure(productUrl, measured, measured === creation ? productBodies : [])
    const theirs = await measure(peerUrl, measured, measured === creation ? peerBodies : [])
    const ratio = (ours.requestsPerSecond / theirs.requestsPerSecond).toFixed(2)
    lines.push(row(measured.name, ours, ratio), row('  hand-written', theirs, '1.00'))
    for (const [side, { errors, statuses, ranOutOfBodies }] of Object.entries({
      product: ours,
      'hand-written': theirs,
    })) {
      if (ranOutOfBodies) process.stderr.write(`${measured.name}, ${side}: there were too few places to reserve\n`)
      if (errors === 0) continue
      flawless = false
      process.stderr.write(
        `${measured.name}, ${side}: ${errors} errors; answers by status ${JSON.stringify(statuses)}\n`,
      )
    }
  }
  const headings = ['requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'ratio'].map((heading) =>
    heading.padStart(10),
  )
  process.stdout.write(
    [
      `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${connections} connections, ${seconds} s after ${warmUpSeconds} s of warm-up`,
      '',
      `| ${'case'.padEnd(42)} | ${headings.join(' | ')} |`,
      `| ${'-'.repeat(42)} | ${headings.map(() => `${'-'.repeat(9)}:`).join(' | ')} |`,
      ...lines,
      '',
    ].join('\n'),
  )
  return flawless
}

/** The partner behind the demo key: the one that made the only reservation. */
async function readPartner(serverUrl: string): Promise<string> {
  const client = new pg.Client(`${serverUrl}/booking`)
  await client.connect()
  try {
    const { rows } = await client.query<{ partner_id: string }>(
      'SELECT partner_id FROM sandbox.reservation ORDER BY created_at DESC LIMIT 1',
    )
    if (!rows[0]) throw new Error('The reservation was not found')
    return rows[0].partner_id
  } finally {
    await client.end()
  }
}

await runBenchmark(bench)
