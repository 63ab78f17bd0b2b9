// `npm run bench`: the product against hand-written handlers on the same PostgreSQL, each in its own process.
import { availableParallelism, cpus } from 'node:os'
import pg from 'pg'
import {
  availabilityQuery,
  creation,
  creationBodies,
  dayFromNow,
  graphqlList,
  priceCalculation,
  restAvailability,
  restDetail,
  restList,
  type AvailabilityResponse,
  type Case,
} from './cases.ts'
import { runChild, startChild } from './child.ts'
import { apiKey, environment, startInstallation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import type { LoadPlan, Measurement } from './load.ts'

const warmUpSeconds = 2
const seconds = 8
const connections = 20
const nameWidth = 20
const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, 'user-agent': 'bench' }

async function ask(base: string, path: string, method: string, body?: string): Promise<string> {
  const response = await fetch(`${base}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 1_000)}`)
  return text
}

/** How many requests of a case are compared, spread over all of them. */
const maxCompared = 40

async function verifySame(
  { name, path, paths = [], method, bodies = [], comparable }: Case,
  product: string,
  peer: string,
): Promise<void> {
  const count = Math.max(1, paths.length, bodies.length)
  for (let index = 0; index < count; index += Math.ceil(count / maxCompared)) {
    const [to, sent] = [paths[index] ?? path, bodies[index]]
    const [ours, theirs] = [
      comparable(await ask(product, to, method, sent)),
      comparable(await ask(peer, to, method, sent)),
    ]
    if (ours === theirs) continue
    const at = [...ours].findIndex((letter, position) => letter !== theirs[position])
    const around = (text: string): string => text.slice(Math.max(0, at - 200), at + 200)
    throw new Error(
      `${name}: the answers to ${to} ${sent ?? ''} differ at ${at}\nproduct: ${around(ours)}\npeer:    ${around(theirs)}`,
    )
  }
}

interface Side {
  readonly url: string
  /** Seconds of processor time that its process has used, PostgreSQL's left out. */
  cpuSeconds(): Promise<number>
}

interface Measured extends Measurement {
  /** Milliseconds of processor time for each request. */
  readonly cpuEach: number
}

async function measure({ url, cpuSeconds }: Side, { path, paths, method, bodies }: Case): Promise<Measured> {
  const plan: LoadPlan = {
    url: `${url}${path}`,
    ...(paths ? { paths } : {}),
    method,
    headers,
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

function row(name: string, measured: Measured, ratio: string): string {
  const time = (milliseconds: number): string => milliseconds.toFixed(1)
  const { requestsPerSecond, p50, p95, p99, errors, cpuEach } = measured
  const figures = [requestsPerSecond.toFixed(0), time(p50), time(p95), time(p99), cpuEach.toFixed(2), String(errors)]
  const cells = [name, ...figures, ratio]
  return `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(nameWidth) : cell.padStart(10))).join(' | ')} |`
}

async function bench(): Promise<boolean> {
  process.stderr.write('starting the product\n')
  const { url: productUrl, serverUrl } = await startInstallation()

  // Each side gets its own 30 days, so that neither finds places taken by the other.
  const [productHeadroom, peerHeadroom] = [
    JSON.parse(await ask(productUrl, '/graphql', 'POST', availabilityQuery(dayFromNow(3)))) as AvailabilityResponse,
    JSON.parse(await ask(productUrl, '/graphql', 'POST', availabilityQuery(dayFromNow(33)))) as AvailabilityResponse,
  ] as const
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

  const text = async (address: string): Promise<string> => (await fetch(address)).text()
  const sides: Record<'product' | 'hand-written', Side> = {
    product: {
      url: productUrl,
      cpuSeconds: async () =>
        Number(/^process_cpu_seconds_total (\S+)/m.exec(await text(`${productUrl}/metrics`))?.[1]),
    },
    'hand-written': { url: peerUrl, cpuSeconds: async () => Number(await text(`${peerUrl}/cpu`)) },
  }
  const cenoteIds = productHeadroom.data.cenotes.nodes.map(({ id }) => id)
  const availability = await ordinary(restAvailability(cenoteIds), productUrl)
  const reads = [graphqlList, restList, restDetail(cenoteIds), availability, priceCalculation(cenoteIds)]
  for (const one of reads) await verifySame(one, productUrl, peerUrl)
  // Twice the same slot; there is room for both where a slot holds two.
  await verifySame({ ...creation, bodies: [probe] }, productUrl, peerUrl)
  process.stderr.write('the answers of both sides agree byte by byte\n')

  const lines: string[] = []
  let flawless = true
  for (const [ofProduct, ofPeer] of [
    ...reads.map((one) => [one, one] as const),
    [
      { ...creation, bodies: productBodies },
      { ...creation, bodies: peerBodies },
    ] as const,
  ]) {
    const { name } = ofProduct
    process.stderr.write(`measuring: ${name}\n`)
    const ours = await measure(sides.product, ofProduct)
    const theirs = await measure(sides['hand-written'], ofPeer)
    const ratio = (ours.requestsPerSecond / theirs.requestsPerSecond).toFixed(2)
    lines.push(row(name, ours, ratio), row('  hand-written', theirs, '1.00'))
    for (const [side, { errors, statuses, ranOutOfBodies }] of Object.entries({
      product: ours,
      'hand-written': theirs,
    })) {
      if (name === creation.name && ranOutOfBodies)
        process.stderr.write(`${name}, ${side}: there were too few places to reserve\n`)
      if (errors === 0) continue
      flawless = false
      process.stderr.write(`${name}, ${side}: ${errors} errors; answers by status ${JSON.stringify(statuses)}\n`)
    }
  }
  const headings = ['requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms', 'errors', 'ratio'].map((heading) =>
    heading.padStart(10),
  )
  process.stdout.write(
    [
      `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${connections} connections, ${seconds} s after ${warmUpSeconds} s of warm-up`,
      '',
      `| ${'case'.padEnd(nameWidth)} | ${headings.join(' | ')} |`,
      `| ${'-'.repeat(nameWidth)} | ${headings.map(() => `${'-'.repeat(9)}:`).join(' | ')} |`,
      ...lines,
      '',
    ].join('\n'),
  )
  return flawless
}

/** The requests whose days are all open and as usual: the peer knows no closures and looks no further. */
async function ordinary(one: Case, product: string): Promise<Case> {
  const paths: string[] = []
  for (const path of one.paths ?? []) {
    const answer = await ask(product, path, one.method)
    if (!answer.includes('"available":false,"reason"') && answer.includes('"restrictions":[]')) paths.push(path)
  }
  return { ...one, paths }
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
