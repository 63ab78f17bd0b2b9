// `ops/citus/run.sh`: what the product does on a Citus cluster, also while its workers die; and how fast beside one server.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { distributeDatabase } from '../cli/databases/distribute.ts'
import { runKeys } from '../cli/keys/keys.ts'
import { openAccessRepository } from '../gateway/database/repository.ts'
import { demoId } from '../platform/values/demo-id.ts'
import { seedBulk } from './bulk/seed.ts'
import { pause } from './chaos/random.ts'
import { Cluster } from './citus/cluster.ts'
import { laterMigration } from './citus/migration.ts'
import { described, Traffic, type Kind } from './citus/traffic.ts'
import {
  balances,
  killWorkers,
  leaveInDoubt,
  loseWorker,
  moveShard,
  sellOneSlot,
  type Installed,
  type Result,
} from './citus/trials.ts'
import { startReplica } from './installation.ts'
import { runBenchmark } from './leftovers.ts'

const help = `node dist/bench/citus.js --coordinator <url> --folder <folder> [--plain <url>] [--only <text>]

Distributes the reservations over a cluster that ops/citus/cluster.sh has started in the folder, starts the product on it
and runs the trials: ops/citus/README.md describes them. Exit code 1 when one fails.

--plain  a PostgreSQL server without the extension, whose rates are measured in turn with those of the cluster
--only   trials whose name contains this text
`

const { values } = parseArgs({
  options: {
    coordinator: { type: 'string' },
    folder: { type: 'string' },
    plain: { type: 'string' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
})

const partnerCount = 8
const filledRows = 10_000
const clients = 8
const rounds = 3
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Keys of new partners without limits that a load could reach. */
async function issueKeys(serverUrl: string): Promise<{ partnerId: string; key: string }[]> {
  const issued: { partnerId: string; key: string }[] = []
  const limits = ['hour=1000000', 'minute=1000000', 'burst=1000000', 'createReservation=1000000/3600']
  const repository = await openAccessRepository(serverUrl, 'access')
  for (let index = 0; index < partnerCount; index += 1) {
    const partner = ['--partner', `Load ${Date.now()} ${index}`, '--new-partner']
    const args = [...partner, ...limits.flatMap((limit) => ['--limit', limit])]
    let output = ''
    await runKeys(
      ['create', '--environment', 'sandbox', '--plan', 'enterprise', ...args, '--json'],
      (text) => (output += text),
      (work) => work(repository),
    )
    const { apiKey, partner: of } = JSON.parse(output) as { apiKey: string; partner: { id: string } }
    issued.push({ partnerId: of.id, key: apiKey })
  }
  await repository.close()
  return issued
}

/** Bulk reservations, so that a filled database is distributed. */
const fill = (serverUrl: string): Promise<void> =>
  seedBulk({
    serverUrl,
    environment: 'sandbox',
    cenotes: 100,
    reservations: filledRows,
    partnerId: demoId('partner', 'demo'),
    onProgress: () => undefined,
  })

/** Every row is on the worker of its partner, and none is left on the coordinator. */
async function isFilled({ cluster }: Installed): Promise<Result> {
  const [{ rows, left } = { rows: 0, left: 0 }] = await cluster.query<{ rows: number; left: number }>(
    `SELECT (SELECT count(*)::integer FROM sandbox.reservation) AS rows,
       pg_relation_size('sandbox.reservation')::integer AS left`,
  )
  return {
    lines: [`${rows} reservations, ${left} bytes left on the coordinator`],
    isGood: rows >= filledRows && left === 0,
  }
}

async function install(serverUrl: string): Promise<{ url: string; traffic: Traffic }> {
  const { url } = await startReplica(
    { serverUrl },
    { HOLD_LIMIT_ENTERPRISE: '1000000', RESERVATION_HOLD_MINUTES: '10080' },
  )
  return { url, traffic: await Traffic.of(url, await issueKeys(serverUrl)) }
}

/** How much a server has written to its write-ahead log. */
async function written(serverUrl: string, port?: number): Promise<number> {
  const url = new URL('/booking', serverUrl)
  if (port !== undefined) url.port = String(port)
  const client = new pg.Client(url.toString())
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>("SELECT pg_current_wal_lsn() - '0/0' AS bytes")
  await client.end()
  return Number(rows[0]?.bytes)
}

/** The write-ahead log of a creation, on the coordinator, the workers together, and one server. */
async function compareLogs({ cluster, traffic }: Installed, plainUrl: string, plain: Traffic): Promise<Result> {
  const lines: string[] = []
  const ports = [undefined, ...cluster.workers]
  for (const [names, of, log] of [
    [['coordinator', 'workers'], traffic, () => Promise.all(ports.map((port) => written(cluster.serverUrl, port)))],
    [['one server'], plain, async () => [await written(plainUrl)]],
  ] as const) {
    const before = await log()
    const count = of.acknowledged.length
    await of.forSeconds('creations', clients, Number(values.seconds))
    const created = of.acknowledged.length - count
    const [first = 0, ...others] = (await log()).map((bytes, index) => (bytes - (before[index] ?? 0)) / created / 1000)
    const sums = [first, others.reduce((sum, bytes) => sum + bytes, 0)]
    names.forEach((name, index) =>
      lines.push(`${name}: ${sums[index]?.toFixed(1)} KB of log for each of ${created} creations`),
    )
  }
  return { lines, isGood: true }
}

/** The rates of both, in turn, so that what else the machine does meets both. */
async function compare(cluster: Traffic, plain: Traffic): Promise<Result> {
  const lines = ['| requests | server | each second, by round | p50 ms | p95 ms |', '| - | - | - | - | - |']
  let isGood = true
  const seconds = Number(values.seconds)
  for (const kind of ['creations', 'lists', 'details'] satisfies Kind[]) {
    const measured = { Citus: [], plain: [] } as Record<'Citus' | 'plain', Awaited<ReturnType<Traffic['forSeconds']>>[]>
    for (let round = 0; round < rounds; round += 1)
      for (const [name, traffic] of [
        ['Citus', cluster],
        ['plain', plain],
      ] as const) {
        const result = await traffic.forSeconds(kind, clients, seconds)
        const failed = [...result.outcomes.keys()].filter((outcome) => !/ (20[01]|422 )/.test(outcome))
        if (failed.length > 0) print(`${name}: ${described(result.outcomes)}`)
        isGood &&= failed.length === 0
        measured[name].push(result)
      }
    for (const name of ['Citus', 'plain'] as const) {
      const all = measured[name]
      const list = (of: (one: (typeof all)[number]) => number): string =>
        all.map((one) => of(one).toFixed(0)).join(', ')
      lines.push(
        `| ${kind} | ${name} | ${list((one) => one.perSecond)} | ${list((one) => one.p50)} | ${list((one) => one.p95)} |`,
      )
    }
  }
  return { lines, isGood }
}

await runBenchmark(async () => {
  const { coordinator, folder, plain, only } = values
  if (values.help || coordinator === undefined || folder === undefined) {
    print(help)
    return values.help
  }
  await fill(coordinator)
  await distributeDatabase({ serverUrl: coordinator, onProgress: print })
  if (plain !== undefined) await fill(plain)
  const cluster = new Cluster(coordinator, folder)
  const installed: Installed = { cluster, ...(await install(coordinator)) }
  const plainTraffic = plain === undefined ? undefined : (await install(plain)).traffic
  const trials: Readonly<Record<string, () => Promise<Result>>> = {
    'a filled database': () => isFilled(installed),
    ...(plain === undefined || plainTraffic === undefined
      ? {}
      : {
          'rates beside one server': () => compare(installed.traffic, plainTraffic),
          'log beside one server': () => compareLogs(installed, plain, plainTraffic),
        }),
    'many at once on one slot': () => sellOneSlot(installed),
    'a shard moved under load': () => moveShard(installed),
    'workers killed under load': () => killWorkers(installed),
    'a transaction in doubt': () => leaveInDoubt(installed),
    'a dead worker': () => loseWorker(installed),
    'a later migration': () => laterMigration(installed),
    'the audit': () => balances(installed),
  }
  let isGood = true
  for (const [name, run] of Object.entries(trials)) {
    if (!name.includes(only)) continue
    print(`\n## ${name}`)
    const result = await run().catch((error: unknown) => ({ lines: [String(error)], isGood: false }))
    for (const line of result.lines) print(line)
    print(result.isGood ? 'passed' : 'FAILED')
    isGood &&= result.isGood
    // Connections that a trial broke are replaced.
    await pause(2_000)
  }
  return isGood
})
