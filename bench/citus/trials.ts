import { audit } from '../../cli/audit/audit.ts'
import { environments } from '../../platform/trust/identity.ts'
import { hourlyCapacity } from '../bulk/facts.ts'
import { pause, until } from '../chaos/random.ts'
import type { Cluster } from './cluster.ts'
import { dayAfter, described, lastDay, reservationFor, type Partner, type Traffic } from './traffic.ts'

export interface Installed {
  readonly cluster: Cluster
  readonly url: string
  readonly traffic: Traffic
}

/** The findings of a trial: lines to print, and whether all is as it must be. */
export interface Result {
  readonly lines: readonly string[]
  readonly isGood: boolean
}

const reservations = '/api/partner/reservations'
const recoveryMilliseconds = 60_000

/** The audit of both environments; again while a failure is still recovered from. */
export async function balances({ cluster }: Installed): Promise<Result> {
  let discrepancies: string[] = []
  const isGood = await until(async () => {
    const audits = environments.map((environment) => audit({ serverUrl: cluster.serverUrl, environment }))
    discrepancies = await Promise.all(audits).then(
      (findings) => findings.flat().flatMap((finding) => finding.discrepancies),
      (error: unknown) => [String(error)],
    )
    return discrepancies.length === 0
  }, recoveryMilliseconds)
  return { lines: isGood ? ['the audit balances'] : discrepancies.slice(0, 20), isGood }
}

/** All that was acknowledged is there, and the books balance. */
async function nothingLost(installed: Installed): Promise<Result> {
  const { acknowledged } = installed.traffic
  let missing: string[] = []
  await until(async () => (missing = await installed.traffic.missing()).length === 0, recoveryMilliseconds)
  const audited = await balances(installed)
  return {
    lines: [`${acknowledged.length} acknowledged, ${missing.length} missing`, ...audited.lines],
    isGood: missing.length === 0 && audited.isGood,
  }
}

/** As many creations at once of one slot. */
export async function sellOneSlot(installed: Installed, requests = 200): Promise<Result> {
  const { traffic } = installed
  const [cenoteId] = traffic.cenotes
  // Later than all other load.
  const visitDate = dayAfter(lastDay + 1 + Math.floor(Math.random() * 100))
  const outcomes = new Map<string, number>()
  await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const partner = traffic.partners[index % traffic.partners.length] as Partner
      const outcome = await traffic.create(partner, reservationFor(cenoteId, visitDate, '11:00'))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }),
  )
  const audited = await nothingLost(installed)
  return {
    lines: [`${requests} at once for ${hourlyCapacity} places: ${described(outcomes)}`, ...audited.lines],
    isGood: outcomes.get('201') === hourlyCapacity && audited.isGood,
  }
}

/** SIGKILL of a worker under load, several times, one worker and then the other. */
export async function killWorkers(installed: Installed, times = 6): Promise<Result> {
  const { cluster, traffic } = installed
  const before = traffic.acknowledged.length
  const lines: string[] = []
  for (let index = 0; index < times; index += 1) {
    const load = traffic.forSeconds('creations', 24, 8)
    await pause(2_000 + Math.random() * 1_000)
    await cluster.kill(cluster.workers[index % 2] ?? 0)
    await pause(2_000)
    await cluster.revive()
    lines.push(`kill ${index + 1}: ${described((await load).outcomes)}`)
  }
  const whole = await nothingLost(installed)
  const since = traffic.acknowledged.length - before
  return { lines: [...lines, `${since} acknowledged meanwhile`, ...whole.lines], isGood: since > 0 && whole.isGood }
}

/**
 * A worker that dies between PREPARE TRANSACTION and COMMIT PREPARED: the coordinator is held in its own commit by a
 * synchronous standby that does not exist.
 */
export async function leaveInDoubt(installed: Installed): Promise<Result> {
  const { cluster } = installed
  await cluster.set('citus.recover_2pc_interval', '-1')
  const seen = await dieBetweenPhases(installed).finally(async () => {
    await cluster.set('synchronous_standby_names', null)
    await cluster.set('citus.recover_2pc_interval', '5s')
  })
  const { isPrepared, created, before, recovered, after } = seen
  const whole = await nothingLost(installed)
  return {
    lines: [
      `prepared: ${isPrepared}, creation ${created}, details ${before}, recovered: ${recovered}, details ${after}`,
      ...whole.lines,
    ],
    isGood: isPrepared && created === '201' && before === 503 && after === 200 && whole.isGood,
  }
}

async function dieBetweenPhases({ cluster, traffic }: Installed) {
  const partner = traffic.partners[0]
  const { port } = await cluster.placementOf(partner.id)
  const isWaiting = async (): Promise<boolean> =>
    (await cluster.query('SELECT FROM pg_prepared_xacts WHERE database = current_database()', [], port)).length > 0
  await cluster.set('synchronous_standby_names', 'nobody')
  await pause(1_000)
  const creation = traffic.create(partner)
  const isPrepared = await until(isWaiting, 10_000)
  await cluster.kill(port)
  await cluster.set('synchronous_standby_names', null)
  const created = await creation
  await cluster.revive()
  const status = async (path: string): Promise<number> => (await partner.send('GET', path)).status
  await until(async () => (await status(`${reservations}?perPage=20`)) === 200, recoveryMilliseconds)
  const details = `${reservations}/${traffic.acknowledged.at(-1)?.id ?? ''}`
  const before = await status(details)
  const [row] = await cluster.query<{ count: number }>('SELECT recover_prepared_transactions() AS count')
  return { isPrepared, created, before, recovered: row?.count, after: await status(details) }
}

/** A partner's shard moves to the other worker under load. */
export async function moveShard(installed: Installed): Promise<Result> {
  const { cluster, traffic } = installed
  const { port, shard } = await cluster.placementOf(traffic.partners[0].id)
  const target = cluster.workers.find((worker) => worker !== port)
  let isOver = false
  const load = traffic.run('creations', 12, () => isOver)
  await pause(1_000)
  const begin = performance.now()
  await cluster
    .query(`SELECT citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3)`, [shard, port, target])
    .finally(() => (isOver = true))
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  const { outcomes, perSecond } = await load
  const hasMoved = (await cluster.placementOf(traffic.partners[0].id)).port === target
  const failures = [...outcomes].filter(([outcome]) => !/ (201|422)\b/.test(outcome))
  const whole = await nothingLost(installed)
  return {
    lines: [`moved in ${seconds} s at ${perSecond.toFixed(0)} creations/s: ${described(outcomes)}`, ...whole.lines],
    isGood: hasMoved && failures.length === 0 && whole.isGood,
  }
}

/** While a worker is dead, its partners get 503 within a second, and all others are served. */
export async function loseWorker(installed: Installed): Promise<Result> {
  const { cluster, traffic, url } = installed
  const [, lost] = cluster.workers
  const placed = await Promise.all(
    traffic.partners.map(async (partner) => ({ partner, port: (await cluster.placementOf(partner.id)).port })),
  )
  for (const partner of traffic.partners) await traffic.create(partner)
  await cluster.kill(lost)
  const lines: string[] = []
  let isGood = true
  for (const { partner, port } of placed) {
    const isLost = port === lost
    const known = traffic.acknowledged.findLast((one) => one.partner === partner)?.id ?? ''
    const requests = [
      ['list', () => partner.send('GET', `${reservations}?perPage=20`).then(({ status }) => String(status))],
      ['details', () => partner.send('GET', `${reservations}/${known}`).then(({ status }) => String(status))],
      ['creation', () => traffic.create(partner)],
    ] as const
    for (const [name, send] of requests) {
      const begin = performance.now()
      const outcome = await send()
      const milliseconds = performance.now() - begin
      const isExpected = isLost ? outcome.startsWith('503') && milliseconds < 1_000 : /^20[01]/.test(outcome)
      isGood &&= isExpected
      lines.push(
        `a partner of the ${isLost ? 'dead' : 'other'} worker: ${name} ${outcome} in ${milliseconds.toFixed(0)} ms`,
      )
    }
  }
  const ready = (await fetch(`${url}/readyz`)).status
  lines.push(`/readyz ${ready}`)
  await cluster.revive()
  const whole = await nothingLost(installed)
  return { lines: [...lines, ...whole.lines], isGood: isGood && ready === 200 && whole.isGood }
}
