import { audit } from '../../../cli/audit/audit.ts'
import { eventTypes } from '../../../schema/event-types.ts'
import { keys, partner } from '../../testkit/product.ts'
import type { Cluster, Member } from './cluster.ts'
import { between, pause, until } from './random.ts'
import { SoakReceiver } from './receivers.ts'
import { SoakSubscriber } from './subscribers.ts'
import { SoakWriter } from './writers.ts'

export interface SoakOptions {
  readonly seconds: number
  readonly writers: number
  /** Mean pause of a writer between two requests. */
  readonly writerPauseMilliseconds: number
  readonly subscribers: number
  readonly receivers: number
  /** Pause between two kills, at random from half to one and a half times as long. */
  readonly killEveryMilliseconds: number
  readonly gracePeriodMilliseconds: number
}

/** What came of it: counts to print, and everything that must not be. */
export interface SoakReport {
  readonly counts: Readonly<Record<string, number>>
  readonly fieldErrors: readonly string[]
}

interface Truth {
  readonly id: string
  readonly reservation_id: string
  readonly type: string
  readonly version: number
}

const enumOf = (type: string): string => type.replace('.', '_').toUpperCase()
const listShown = 20
/** Always leaves an instance to write to, also where starting takes long. */
const maxStopped = 2

/**
 * Writes at random through every replica, while subscribers connect and leave, receivers fail and processes are killed;
 * then waits until everything is idle and compares what every subscriber received with the log in the database.
 */
export async function soak(cluster: Cluster, options: SoakOptions): Promise<SoakReport> {
  const { gateways, facades } = cluster
  const gatewayUrls = gateways.map(({ url }) => url) as [string, string]
  const facadeUrls = facades.map(({ url }) => url) as [string, string]
  const rest = partner(facadeUrls[0])
  const fieldErrors: string[] = []

  const receivers: SoakReceiver[] = []
  for (let number = 0; number < options.receivers; number += 1) {
    const receiver = await new SoakReceiver([0, 0.1, 0.3, 0.6][number % 4] ?? 0).start()
    receivers.push(receiver)
    const { body } = await rest.post('/webhooks', { url: receiver.url, events: eventTypes })
    receiver.secret = body.data.secret
  }
  const start = await cursorOfEnd(gatewayUrls[0])
  const [{ before } = { before: 0 }] = await cluster.query<{ before: number }>(
    'SELECT count(*)::integer AS before FROM sandbox.reservation_event',
  )
  const subscribers = Array.from(
    { length: options.subscribers },
    (_, number) =>
      new SoakSubscriber(
        number % 2 === 0 ? 'WebSocket' : 'SSE',
        gatewayUrls,
        start,
        number % 5 === 4 ? ['RESERVATION_CREATED', 'RESERVATION_CANCELLED'] : undefined,
        number,
      ),
  )
  const writers = Array.from(
    { length: options.writers },
    () => new SoakWriter(facadeUrls, options.writerPauseMilliseconds),
  )

  const kills = await killAtRandom(cluster, options)
  await Promise.all(writers.map((writer) => writer.stop()))
  for (const receiver of receivers) receiver.recover()
  for (const subscriber of subscribers) subscriber.settle()

  const truth = (
    await cluster.query<Truth>(
      'SELECT id, reservation_id, type, version FROM sandbox.reservation_event ORDER BY transaction_id, sequence',
    )
  ).slice(before)
  const wantedBy = ({ types }: SoakSubscriber): Truth[] =>
    types ? truth.filter(({ type }) => types.includes(enumOf(type))) : truth
  await until(
    () =>
      subscribers.every((subscriber) => subscriber.received.length >= wantedBy(subscriber).length) &&
      receivers.every((receiver) => receiver.taken.size >= truth.length),
    options.gracePeriodMilliseconds,
  )
  // A subscriber that would receive something twice has had the time to.
  await pause(1_000)

  subscribers.forEach((subscriber, index) => {
    const name = `subscriber ${index} (${subscriber.transport})`
    fieldErrors.push(...subscriber.fieldErrors.map((fieldError) => `${name} ${fieldError}`))
    fieldErrors.push(...difference(name, wantedBy(subscriber), subscriber))
  })
  const ids = new Set(truth.map(({ id }) => id))
  receivers.forEach((receiver, index) => {
    const missed = truth.filter(({ id }) => !receiver.taken.has(id))
    if (missed.length > 0)
      fieldErrors.push(
        `receiver ${index} lacks ${missed.length} of ${truth.length}: ${shown(missed.map(({ id }) => id))}`,
      )
    const invented = [...receiver.taken.keys()].filter((id) => !ids.has(id))
    if (invented.length > 0) fieldErrors.push(`receiver ${index} received what never happened: ${shown(invented)}`)
    if (receiver.forged > 0)
      fieldErrors.push(`receiver ${index} got ${receiver.forged} deliveries with a wrong signature`)
  })
  fieldErrors.push(...gapsIn(truth), ...writers.flatMap((writer) => writer.fieldErrors))
  const acknowledged = writers.flatMap((writer) => writer.acknowledged)
  fieldErrors.push(...unlogged(truth, acknowledged))
  fieldErrors.push(...(await discrepanciesIn(cluster, options.gracePeriodMilliseconds)))

  await Promise.all(subscribers.map((subscriber) => subscriber.stop()))
  await Promise.all(receivers.map((receiver) => receiver.stop()))
  const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
    items.reduce((total, item) => total + of(item), 0)
  return {
    fieldErrors,
    counts: {
      'events in the log': truth.length,
      'changes acknowledged': acknowledged.length,
      'requests sent again': sum(writers, ({ resent }) => resent),
      'requests refused': sum(writers, ({ refused }) => refused),
      subscribers: subscribers.length,
      'connections they made': sum(subscribers, ({ connections }) => connections),
      'events received': sum(subscribers, ({ received }) => received.length),
      'events expected': sum(subscribers, (subscriber) => wantedBy(subscriber).length),
      receivers: receivers.length,
      'attempts at them': sum(receivers, ({ attempts }) => attempts),
      'deliveries received': sum(receivers, ({ taken }) => taken.size),
      'deliveries expected': receivers.length * truth.length,
      'taken more than once': sum(receivers, ({ repeats }) => repeats),
      ...Object.fromEntries(Object.entries(kills).map(([name, count]) => [`kills of ${name}`, count])),
    },
  }
}

async function cursorOfEnd(url: string): Promise<string> {
  const { body } = await partner(url, keys.demo).graphql('{ reservationEventsCursor }')
  return body.data.reservationEventsCursor
}

/** Kills a gateway, a booking process or Redis from time to time, and restarts it; everything is up at the end. */
async function killAtRandom(
  { gateways, bookings, redis }: Cluster,
  { seconds, killEveryMilliseconds }: SoakOptions,
): Promise<Record<string, number>> {
  const kills: Record<string, number> = {}
  const victims: Pick<Member, 'name' | 'start' | 'kill'>[] = [
    ...gateways,
    ...bookings,
    { name: 'Redis', start: () => redis.start(), kill: () => redis.stop() },
  ]
  const everyone = victims.length
  const returns: Promise<void>[] = []
  const end = Date.now() + seconds * 1_000
  for (;;) {
    await pause(Math.min(between(0.5, 1.5) * killEveryMilliseconds, Math.max(0, end - Date.now())))
    if (Date.now() >= end) break
    if (victims.length <= everyone - maxStopped) continue
    const [victim] = victims.splice(Math.floor(Math.random() * victims.length), 1)
    if (!victim) continue
    kills[victim.name] = (kills[victim.name] ?? 0) + 1
    await victim.kill()
    const back = pause(between(100, 3_000))
      .then(() => victim.start())
      .then(() => void victims.push(victim))
    // Who does not come back fails the soak at its end.
    back.catch(() => undefined)
    returns.push(back)
  }
  await Promise.all(returns)
  return kills
}

const shown = (items: readonly string[]): string =>
  `${items.slice(0, listShown).join(', ')}${items.length > listShown ? ', ...' : ''}`

/**
 * The difference between what a subscriber received and what it should have: every event once, in the order of the log.
 */
function difference(name: string, wanted: readonly Truth[], { received }: SoakSubscriber): string[] {
  const found: string[] = []
  const times = new Map<string, number>()
  for (const { id } of received) times.set(id, (times.get(id) ?? 0) + 1)
  const missed = wanted.filter(({ id }) => !times.has(id)).map(({ id }) => id)
  if (missed.length > 0) found.push(`${name} missed ${missed.length} of ${wanted.length}: ${shown(missed)}`)
  const repeated = [...times].filter(([, count]) => count > 1).map(([id]) => id)
  if (repeated.length > 0) found.push(`${name} received ${repeated.length} more than once: ${shown(repeated)}`)
  const known = new Set(wanted.map(({ id }) => id))
  const invented = [...times.keys()].filter((id) => !known.has(id))
  if (invented.length > 0) found.push(`${name} received what it should not: ${shown(invented)}`)
  const misplaced = received.findIndex(({ id }, index) => id !== wanted[index]?.id)
  if (found.length === 0 && misplaced >= 0) found.push(`${name} received out of order from event ${misplaced} on`)
  return found
}

/** The findings of `npm run audit`; coupons are released in the background, so consistency may take a moment. */
async function discrepanciesIn({ databaseUrl }: Cluster, gracePeriodMilliseconds: number): Promise<string[]> {
  let found: string[] = []
  await until(async () => {
    const findings = await audit({ serverUrl: databaseUrl, environment: 'sandbox' })
    found = findings.flatMap(({ subject, discrepancies }) => discrepancies.map((one) => `${subject}: ${one}`))
    return found.length === 0
  }, gracePeriodMilliseconds)
  return found
}

/** Reservations whose versions are not 1, 2, 3 ... in the order of the log. */
function gapsIn(truth: readonly Truth[]): string[] {
  const versions = new Map<string, number>()
  const fieldErrors: string[] = []
  for (const { reservation_id: id, version } of truth) {
    if (version !== (versions.get(id) ?? 0) + 1)
      fieldErrors.push(`the log has version ${version} of ${id} after ${versions.get(id) ?? 0}`)
    versions.set(id, version)
  }
  return fieldErrors
}

/** Acknowledged changes and the log must agree in number for each reservation: nothing lost, nothing done twice. */
function unlogged(truth: readonly Truth[], acknowledged: SoakWriter['acknowledged']): string[] {
  const counts = new Map<string, number>()
  for (const { reservation_id: id } of truth) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const { reservationId: id } of acknowledged) counts.set(id, (counts.get(id) ?? 0) - 1)
  return [...counts]
    .filter(([, rest]) => rest !== 0)
    .map(
      ([id, rest]) =>
        `${id}: ${Math.abs(rest)} ${rest > 0 ? 'events without a successful response' : 'acknowledged changes without an event'}`,
    )
}
