// `npm run bench:gateway`: this gateway beside other Node.js gateways, on the same subgraph processes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { runChild, startChild } from './child.ts'
import { installPeers, startThisGateway, startPeers, type Gateway } from './gateway/gateways.ts'
import { contracts, heavySubgraphs } from './gateway/heavy-graph.ts'
import { benchManyTexts } from './gateway/many-texts.ts'
import { startOwnGraph } from './gateway/own-graph.ts'
import { resetPeak, useOf } from './gateway/processor.ts'
import { delayedRequests, heavyRequests, listRequests, type Requests } from './gateway/requests.ts'
import { maxSeconds, measureLongEnough } from './gateway/measure-long-enough.ts'
import { environment } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import type { LoadPlan, Measurement } from './load.ts'

const help = `npm run bench:gateway -- [--rows heavy,list] [--seconds 6] [--connections 10] [--alone]
npm run bench:gateway -- --minutes 10

Starts our gateway, a stock Apollo gateway and Hive Gateway with and without its Rust query planner on the same
subgraph processes, checks that all return the same data byte by byte, and measures one after the other. A gateway with too few responses
in the time is measured for longer, up to a minute. The others are installed in .data/bench-peers at the first run. Exits
1 when a response is not 200, data differ or there is no response. With --alone only our gateway is measured.

With --minutes it sends our gateway alone nothing but texts that are new to it, and prints its memory and how late its
event loop was. Exits 1 when a request fails.
`

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '10' },
    alone: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const rows = values.rows?.split(',')
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const warmUpSeconds = 3

/** A graph with the requests to it. */
interface Bench {
  readonly gateways: readonly Gateway[]
  readonly requests: readonly Requests[]
}

interface Cell extends Measurement {
  readonly cpuMilliseconds: number
  readonly peakMebibytes: number
}

const isWanted = ({ name }: Requests): boolean => rows?.includes(name) ?? true

async function dataOf({ url, headers, name }: Gateway, body: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers[0] },
    body,
  })
  const text = await response.text()
  const { data, errors } = JSON.parse(text) as { data?: unknown; errors?: unknown }
  if (errors || !data) throw new Error(`${name} returned ${response.status}: ${text.slice(0, 1_000)}`)
  return JSON.stringify(data)
}

/** Every gateway must return the same data, or their speeds cannot be compared. */
async function verifySame(gateways: readonly Gateway[], { name, bodies }: Requests): Promise<number> {
  let length = 0
  for (const body of [bodies[0] ?? '', bodies.at(-1) ?? '']) {
    const [first = '', ...others] = await Promise.all(gateways.map((gateway) => dataOf(gateway, body)))
    const other = others.findIndex((data) => data !== first)
    if (other >= 0)
      throw new Error(`${name}: ${gateways[other + 1]?.name} returns other data than ${gateways[0]?.name}`)
    length = first.length
  }
  return length
}

async function load(
  { url, headers }: Gateway,
  bodies: readonly string[],
  atOnce: number,
  duration: number,
): Promise<Measurement> {
  const plan: LoadPlan = {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    rotatedHeaders: headers,
    bodies,
    connections: atOnce,
    warmUpSeconds: 0,
    seconds: duration,
  }
  return JSON.parse(await runChild('./load.js', [], JSON.stringify(plan), environment, atEnd)) as Measurement
}

async function measure(gateway: Gateway, { kind, bodies, connections: atOnce = connections }: Requests): Promise<Cell> {
  // Operations of the warm-up are not repeated.
  const third = kind === 'identical' ? 0 : Math.floor(bodies.length / 3)
  const warmUp = kind === 'identical' ? bodies : bodies.slice(0, third)
  await measureLongEnough((duration) => load(gateway, warmUp, atOnce, duration), warmUpSeconds, 1)
  const measureFor = async (duration: number): Promise<Cell> => {
    await resetPeak(gateway.pid)
    const before = await useOf(gateway.pid)
    const measured = await load(gateway, bodies.slice(third), atOnce, duration)
    const after = await useOf(gateway.pid)
    return {
      ...measured,
      cpuMilliseconds: (after.cpuMilliseconds - before.cpuMilliseconds) / measured.responses,
      peakMebibytes: after.peakMebibytes,
    }
  }
  // Unfinished requests count as processor time, so each connection needs more than one response.
  return measureLongEnough(measureFor, seconds, 2 * atOnce)
}

const headings = ['row', 'requests', 'gateway', 'requests/s', 'ratio', 'CPU ms', 'CPU ratio', 'p50 ms', 'p99 ms', 'MiB']
const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell, index) => (index < 3 ? cell.padEnd([14, 10, 26][index] ?? 0) : cell.padStart(10))).join(' | ')} |`

/** A gateway without a response in the time has no figures: null in JSON. */
const figure = (value: number | null, digits: number): string =>
  value !== null && Number.isFinite(value) ? value.toFixed(digits) : '-'

/** Measures a graph's rows; ratios are of this gateway to the other. */
async function table({ gateways, requests }: Bench): Promise<{ lines: string[]; flawless: boolean }> {
  const lines: string[] = []
  let flawless = true
  for (const row of requests.filter(isWanted)) {
    const length = await verifySame(gateways, row)
    process.stderr.write(`${row.name}, ${row.kind}: all return the same ${(length / 1_000).toFixed(1)} kB\n`)
    let own: Cell | undefined
    for (const gateway of gateways) {
      const cell = await measure(gateway, row)
      own ??= cell
      lines.push(
        line([
          row.name,
          row.kind,
          gateway.name,
          figure(cell.requestsPerSecond, cell.requestsPerSecond < 100 ? 1 : 0),
          figure(own.requestsPerSecond / cell.requestsPerSecond, 2),
          figure(cell.cpuMilliseconds, 2),
          figure(own.cpuMilliseconds / cell.cpuMilliseconds, 2),
          figure(cell.p50, 2),
          figure(cell.p99, 2),
          figure(cell.peakMebibytes, 0),
        ]),
      )
      process.stderr.write(`${lines.at(-1)}\n`)
      if (cell.errors > 0 || cell.responses === 0) {
        flawless = false
        const reason =
          cell.errors > 0
            ? `${cell.errors} errors of ${cell.responses} responses; by status ${JSON.stringify(cell.statuses)}`
            : `no response within ${maxSeconds} s`
        process.stderr.write(`${gateway.name}: ${reason}\n`)
      }
      if (cell.ranOutOfBodies && row.kind === 'varied')
        process.stderr.write(`${gateway.name}: some requests were sent twice\n`)
    }
  }
  return { lines, flawless }
}

/**
 * Starts the four subgraphs of the heavy query, each response delayed by so many milliseconds; returns their
 * supergraph's file.
 */
async function startHeavySubgraphs(folder: string, delay: number): Promise<string> {
  const { ready } = await startChild(
    './gateway/heavy-subgraphs.js',
    ['--delay', String(delay)],
    environment,
    /Ready at (http:\S+)/,
    atEnd,
  )
  const { supergraphSdl, errors } = composeServices(
    heavySubgraphs.map((name) => ({ name, url: `${ready[1]}/${name}`, typeDefs: parse(contracts[name]) })),
  )
  if (!supergraphSdl) throw new Error(String(errors))
  const file = path.join(folder, `heavy-${delay}.graphql`)
  await writeFile(file, supergraphSdl)
  return file
}

const peersOf = (supergraph: string): Promise<Gateway[]> =>
  values.alone ? Promise.resolve([]) : startPeers(supergraph)

async function heavyGraph(folder: string, delay: number, requests: readonly Requests[]): Promise<Bench> {
  const file = await startHeavySubgraphs(folder, delay)
  return { gateways: [await startThisGateway(file), ...(await peersOf(file))], requests }
}

async function ownGraph(folder: string): Promise<Bench> {
  const { gateway, supergraph, cenotes, dayFromNow } = await startOwnGraph(folder)
  return { gateways: [gateway, ...(await peersOf(supergraph))], requests: listRequests(dayFromNow, cenotes) }
}

async function bench(): Promise<boolean> {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-gateway-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  if (values.minutes !== undefined && !(Number(values.minutes) >= 1))
    throw new Error('--minutes must be a number of at least 1')
  if (values.minutes !== undefined) return benchManyTexts(await startHeavySubgraphs(folder, 0), Number(values.minutes))
  if (!values.alone) installPeers()
  const graphs = [
    { names: ['list'], open: () => ownGraph(folder) },
    { names: heavyRequests.map(({ name }) => name), open: () => heavyGraph(folder, 0, heavyRequests) },
    { names: delayedRequests.map(({ name }) => name), open: () => heavyGraph(folder, 4, delayedRequests) },
  ]
  const lines: string[] = []
  let flawless = true
  for (const { names, open } of graphs) {
    if (rows && !rows.some((row) => names.includes(row))) continue
    const measured = await table(await open())
    lines.push(...measured.lines)
    flawless &&= measured.flawless
  }
  process.stdout.write(
    [
      `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${connections} connections, ${seconds} s after ${warmUpSeconds} s of warm-up; ratios are this gateway to the other`,
      '',
      line(headings),
      `| ${headings.map((_heading, index) => '-'.repeat([14, 10, 26][index] ?? 10)).join(' | ')} |`,
      ...lines,
      '',
    ].join('\n'),
  )
  return flawless
}

await runBenchmark(bench)
