import {
  auditFindings,
  compareWithLog,
  countsOf,
  readLog,
  untilDelivered,
  type Load,
  type Query,
} from '../../../bench/chaos/comparison.ts'
import { between, oneOf } from '../../../bench/chaos/random.ts'
import { LoadReceiver } from '../../../bench/chaos/receivers.ts'
import { LoadSubscriber } from '../../../bench/chaos/subscribers.ts'
import { LoadWriter } from '../../../bench/chaos/writers.ts'
import { eventTypes } from '../../../schema/event-types.ts'
import { keys, partner } from '../../testkit/product.ts'
import type { Member } from '../../testkit/member.ts'
import type { TestRedis } from '../../testkit/redis.ts'
import type { Cluster } from './cluster.ts'
import { timePasses } from '../../testkit/pauses.ts'

export interface SoakOptions {
  readonly seconds: number
  readonly writers: number
  /** Mean pause of a writer between two requests. */
  readonly writerPauseMilliseconds: number
  readonly subscribers: number
  readonly receivers: number
  /** Pause between two kills, at random from half to one and a half times as long. */
  readonly killEveryMilliseconds: number
  /** Otherwise only the process of the second gateway and Redis are killed. */
  readonly killsAll: boolean
  readonly gracePeriodMilliseconds: number
}

/** The outcome: counts to print, and everything that must not be. */
export interface SoakReport {
  readonly counts: Readonly<Record<string, number>>
  readonly fieldErrors: readonly string[]
}

/** Always leaves an instance to write to, also where starting takes long. */
const maxStopped = 2

/**
 * Writes at random through every replica, while subscribers connect and leave, receivers fail and processes are killed;
 * then waits until everything is idle and compares what every subscriber received with the log in the database.
 */
export async function soak(cluster: Cluster, redis: TestRedis, options: SoakOptions): Promise<SoakReport> {
  const { gateways, facades } = cluster
  const gatewayUrls = gateways.map(({ url }) => url) as [string, string]
  const facadeUrls = facades.map(({ url }) => url) as [string, string]
  const rest = partner(facadeUrls[0])

  const receivers: LoadReceiver[] = []
  for (let number = 0; number < options.receivers; number += 1) {
    const receiver = await new LoadReceiver([0, 0.1, 0.3, 0.6][number % 4] ?? 0).start()
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
      new LoadSubscriber(
        number % 2 === 0 ? 'WebSocket' : 'SSE',
        () => gatewayUrls,
        start,
        number % 5 === 4 ? ['RESERVATION_CREATED', 'RESERVATION_CANCELLED'] : undefined,
        number,
      ),
  )
  const writers = Array.from(
    { length: options.writers },
    () =>
      new LoadWriter(
        (method, path, body, headers) => partner(oneOf(facadeUrls)).send(method, path, body, headers),
        options.writerPauseMilliseconds,
      ),
  )

  const victims = [
    ...(options.killsAll ? [...gateways, ...cluster.bookings] : [gateways[1]]),
    { name: 'Redis', start: () => redis.start(), kill: () => redis.stop() },
  ]
  const kills = await killAtRandom(victims, options)
  await Promise.all(writers.map((writer) => writer.stop()))
  for (const receiver of receivers) receiver.recover()
  for (const subscriber of subscribers) subscriber.settle()

  const load: Load = { writers, subscribers, receivers }
  const query: Query = (_database, text) => cluster.query(text)
  const log = (await readLog(query)).slice(before)
  await untilDelivered(log, load, options.gracePeriodMilliseconds)
  // A subscriber that would receive something twice has had the time to.
  await timePasses(1_000)
  const fieldErrors = [
    ...compareWithLog(log, load),
    ...(await auditFindings(cluster.databaseUrl, options.gracePeriodMilliseconds)),
  ]

  await Promise.all(subscribers.map((subscriber) => subscriber.stop()))
  await Promise.all(receivers.map((receiver) => receiver.stop()))
  return {
    fieldErrors,
    counts: {
      ...countsOf(log, load),
      ...Object.fromEntries(Object.entries(kills).map(([name, count]) => [`kills of ${name}`, count])),
    },
  }
}

export async function cursorOfEnd(url: string): Promise<string> {
  const { body } = await partner(url, keys.demo).graphql('{ reservationEventsCursor }')
  return body.data.reservationEventsCursor
}

type Victim = Pick<Member, 'name' | 'start' | 'kill'>

/** Kills a process or Redis from time to time, and restarts it; everything is up at the end. */
async function killAtRandom(
  victims: Victim[],
  { seconds, killEveryMilliseconds }: SoakOptions,
): Promise<Record<string, number>> {
  const kills: Record<string, number> = {}
  const kindOf = (name: string): string => name.replace(/ \d+$/, '')
  const killsOf = (name: string): number =>
    Object.entries(kills).reduce((sum, [one, count]) => sum + (kindOf(one) === kindOf(name) ? count : 0), 0)
  const everyone = victims.length
  const returns: Promise<void>[] = []
  const end = Date.now() + seconds * 1_000
  for (;;) {
    await timePasses(Math.min(between(0.5, 1.5) * killEveryMilliseconds, Math.max(0, end - Date.now())))
    if (Date.now() >= end) break
    if (victims.length <= everyone - maxStopped) continue
    // Of the kind that was killed least often, so that three kills hit three kinds of processes.
    const fewest = Math.min(...victims.map(({ name }) => killsOf(name)))
    const victim = oneOf(victims.filter(({ name }) => killsOf(name) === fewest) as [Victim, ...Victim[]])
    victims.splice(victims.indexOf(victim), 1)
    kills[victim.name] = (kills[victim.name] ?? 0) + 1
    await victim.kill()
    const back = timePasses(between(100, 3_000))
      .then(() => victim.start())
      .then(() => void victims.push(victim))
    // Who does not come back fails the soak at its end.
    back.catch(() => undefined)
    returns.push(back)
  }
  await Promise.all(returns)
  return kills
}
