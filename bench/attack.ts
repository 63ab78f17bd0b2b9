// `npm run attack`: the effect of one hostile caller on the others. Each attack runs beside a partner with ordinary
// traffic.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Attack, Outcome, Target, Traffic } from './attack/attack.ts'
import type { AttackRequest } from './attack/attacker.ts'
import { attacks } from './attack/attacks.ts'
import type { BystanderRequest, BystanderMeasurement } from './attack/bystander.ts'
import { observe, type ServerMeasurement } from './attack/server.ts'
import { runChild } from './child.ts'
import { environment, startInstallation, type Installation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import { percentile } from './percentile.ts'

const help = `npm run attack -- [--workers N | --url http://127.0.0.1:4000 [--pid N]] [--only <text>] [--key plan=key]...

Runs each attack against the product while a partner sends 40 ordinary requests a second, and prints the server's use
of one core, the longest stall of its event loop, the growth of its memory and the partner's p99 beside that of a quiet
time. Exit code 1 when one is above its aim twice, or when something was returned, accepted or stored that must not be.

--workers  processes of the product that is started; 1 by default
--url    a running product, such as one for development with demo data; by default one is started in a process and a
         folder of its own. Reservations that are made are cancelled again.
--pid    its process on this machine, to see how its memory grows meanwhile
--only   attacks whose name contains this text
--key    basic, pro, enterprise, readonly, operator or bystander, with an API key of the sandbox in place of that of the demo data
`

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1' },
    url: { type: 'string' },
    pid: { type: 'string' },
    only: { type: 'string', default: '' },
    key: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})

const aims = { stall: 50, growth: 200, ratio: 3 } as const
/**
 * The percentile that is judged, and the minimum of the quiet one, in milliseconds: anything else on the machine triples
 * a p99 of a few milliseconds.
 */
const traffics: Readonly<Record<Traffic, { readonly judged: 'p50' | 'p99'; readonly leastQuiet: number }>> = {
  reads: { judged: 'p99', leastQuiet: 15 },
  writes: { judged: 'p50', leastQuiet: 20 },
  files: { judged: 'p99', leastQuiet: 250 / 3 },
}
/** The bystander is measured this long after an attack, too: nothing of it may last. */
const afterSeconds = 5
const quietSeconds = 5
const restMilliseconds = 300
const keys: Target['keys'] = {
  basic: 'sk_test_demo_basic',
  pro: 'sk_test_demo_pro',
  enterprise: 'sk_test_demo_enterprise',
  readonly: 'sk_test_demo_readonly',
  operator: 'sk_test_demo_operator',
  bystander: 'sk_test_rival_enterprise',
  ...(Object.fromEntries(values.key.map((pair) => pair.split('='))) as Record<string, string>),
}

interface Row extends Outcome, ServerMeasurement {
  readonly name: string
  readonly traffic: Traffic
  readonly p50: number
  readonly p99: number
  readonly failed: number
  /** The longest stall of this idle process meanwhile, which is caused by the machine. */
  readonly idleStall: number
}

/** A process that replies to each message. */
function startHelper<Request extends object, Reply>(module: string) {
  const child: ChildProcess = fork(fileURLToPath(new URL(module, import.meta.url)), {
    env: environment,
    execArgv: ['--enable-source-maps'],
  })
  atEnd(async () => void child.kill())
  return {
    send: (request: Request): void => void child.send(request),
    async request(request: Request): Promise<Reply> {
      child.send(request)
      const [reply] = (await once(child, 'message')) as [Reply]
      return reply
    },
  }
}

/** Unused keys of the same partner, so that an attack is not refused because of an earlier one. */
async function withNewKeys({ serverUrl }: Installation): Promise<Target['keys']> {
  const keyOn = async (plan: string): Promise<string> => {
    const args = ['create', '--partner', 'Demo Travel', '--environment', 'sandbox', '--plan', plan, '--json']
    const settings = { ...environment, DATABASE_URL: serverUrl }
    const created = JSON.parse(await runChild('../cli/keys/main.js', args, '', settings, atEnd)) as {
      apiKey: string
    }
    return created.apiKey
  }
  return { ...keys, basic: await keyOn('basic'), pro: await keyOn('pro') }
}

/** On Linux every address of 127.0.0.0/8 is local, so each caller can have its own. */
const addressOf = (url: string, number: number): string | undefined =>
  process.platform === 'linux' && new URL(url).hostname === '127.0.0.1' ? `127.0.1.${number}` : undefined

/** How many times slower the bystander is than in the quiet time. */
function ratioOf(row: Row, quiet: Row): number {
  const { judged, leastQuiet } = traffics[row.traffic]
  return row[judged] / Math.max(quiet[judged], leastQuiet)
}

const missedBy = (row: Row, quiet: Row, { stall, idleStall, growth, failed, breach } = row): string[] => [
  // The time that even an idle process waits for a core is not caused by the server.
  ...(stall - Math.max(0, idleStall) > aims.stall ? ['stall'] : []),
  ...(growth > aims.growth ? ['memory'] : []),
  ...(ratioOf(row, quiet) > aims.ratio ? [traffics[row.traffic].judged] : []),
  ...(failed > 0 ? [`${failed} ordinary requests failed`] : []),
  ...(breach === undefined ? [] : [breach]),
]

const columns = ['CPU %', 'stall ms', 'idle ms', 'memory MB', 'p50 ms', 'p99 ms', 'x quiet'] as const
const line = (name: string, cells: readonly string[], rest: string): void =>
  void process.stdout.write(`| ${name.padEnd(42)} | ${cells.map((cell) => cell.padStart(9)).join(' | ')} | ${rest}\n`)

function print(row: Row, quiet: Row): void {
  const missed = missedBy(row, quiet)
  const cells = [row.processor, row.stall, row.idleStall, row.growth, row.p50, row.p99].map((one) => one.toFixed(0))
  line(
    row.name,
    [...cells, ratioOf(row, quiet).toFixed(1)],
    `${missed.length === 0 ? 'holds' : `MISSED: ${missed.join('; ')}`} | ${row.responses}`,
  )
}

async function benchmark(): Promise<boolean> {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  const own =
    values.url === undefined
      ? await startInstallation(undefined, { WEBHOOK_PRIVATE_ADDRESSES: 'none', WORKERS: values.workers })
      : undefined
  const url = own?.url ?? values.url ?? ''
  const pid = own?.pid ?? (values.pid === undefined ? undefined : Number(values.pid))
  const processes = own === undefined ? 1 : Number(values.workers)
  const attacker = startHelper<AttackRequest, Outcome>('./attack/attacker.js')
  const bystander = startHelper<BystanderRequest, BystanderMeasurement>('./attack/bystander.js')
  const machine = monitorEventLoopDelay({ resolution: 10 })
  machine.enable()

  /** Measurements of the bystander and the server while something is done. */
  const measure = async (name: string, traffic: Traffic, act: () => Promise<Outcome>): Promise<Row> => {
    const end = await observe(url, pid)
    machine.reset()
    bystander.send({ begin: { url, keys, from: addressOf(url, 250), processes }, traffic })
    const outcome = await act()
    const { times, failed } = await bystander.request({ end: true })
    const strain = await end()
    const sorted = [...times].sort((a, b) => a - b)
    const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
    return { name, traffic, ...outcome, ...strain, p50, p99, failed, idleStall: machine.max / 1e6 - 10 }
  }
  const wait = (seconds: number) => async (): Promise<Outcome> => {
    await delay(seconds * 1_000)
    return { responses: '' }
  }

  const chosen = attacks.filter(({ name }) => name.includes(values.only))
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1)}\n` +
      `aims: stall ${aims.stall} ms, memory +${aims.growth} MB, p99 of reads ${aims.ratio} times the quiet one or 45 ms, p50 of writes or 60 ms, p99 of files or 250 ms\n` +
      `idle: stall of a process that does nothing in the same time, which is subtracted\n\n`,
  )
  line('attack', columns, 'aims | responses')
  line('-'.repeat(42), Array<string>(columns.length).fill('--------:'), '--- | ---')

  let quiet: Row | undefined
  /** Measures the bystander alone again whenever its traffic changes, because threads and caches that only it uses may have gone cold. */
  const quietFor = async (traffic: Traffic): Promise<Row> => {
    if (quiet?.traffic === traffic) return quiet
    await measure('warm-up', traffic, wait(quietSeconds))
    quiet = await measure(`quiet, ${traffic}`, traffic, wait(quietSeconds))
    print(quiet, quiet)
    return quiet
  }
  const run = async (attack: Attack, number: number, as = keys): Promise<boolean> => {
    const target: Target = { url, keys: as, from: addressOf(url, number), processes }
    const { name, bystander: traffic = 'reads' } = attack
    const alone = await quietFor(traffic)
    const rows = [
      await measure(name, traffic, () => attacker.request({ name, target })),
      await measure('  afterwards', traffic, wait(afterSeconds)),
    ]
    for (const row of rows) print(row, alone)
    await delay(restMilliseconds)
    return rows.every((row) => missedBy(row, alone).length === 0)
  }
  const missed: Attack[] = []
  for (const [index, attack] of chosen.entries()) if (!(await run(attack, index + 1))) missed.push(attack)
  // Other load on the machine is random; a defect of the product shows in the second run too.
  let held = true
  if (missed.length > 0) process.stdout.write('once more:\n')
  for (const [index, attack] of missed.entries())
    held = (await run(attack, 100 + index, own ? await withNewKeys(own) : keys)) && held
  return held
}

await runBenchmark(benchmark)
