import { audit } from '../../cli/audit/audit.ts'
import { peopleSum } from '../../subgraphs/booking/reservation/columns.ts'
import type { LoadReceiver } from './receivers.ts'
import type { LoadSubscriber } from './subscribers.ts'
import { pause, until } from './random.ts'
import { differencesBetween, type AcknowledgedState, type LoadRecords } from './records.ts'

/** An event as the database has it. */
export interface LoggedEvent {
  readonly id: string
  readonly reservation_id: string
  readonly type: string
  readonly version: number
  readonly sequence: number
  readonly occurred_at: Date
}

/** Reads one of the product's databases. */
export type Query = <R extends object>(
  database: 'booking' | 'catalog',
  text: string,
  values?: unknown[],
) => Promise<R[]>

const listShown = 20
const shown = (items: readonly string[]): string =>
  `${items.slice(0, listShown).join(', ')}${items.length > listShown ? ', ...' : ''}`
const enumOf = (type: string): string => type.replace('.', '_').toUpperCase()

/** The log of the sandbox in the order in which it is delivered. */
export const readLog = (query: Query): Promise<LoggedEvent[]> =>
  query(
    'booking',
    `SELECT id, reservation_id, type, version, sequence::integer, occurred_at
     FROM sandbox.reservation_event ORDER BY transaction_id, sequence`,
  )

export const wantedBy = <E extends Pick<LoggedEvent, 'type'>>(
  log: readonly E[],
  types: readonly string[] | undefined,
): readonly E[] => (types ? log.filter(({ type }) => types.includes(enumOf(type))) : log)

/**
 * The difference between what a subscriber received and what it should have: every event once, in the order of the log.
 */
export function subscriberDifferences(
  name: string,
  wanted: readonly Pick<LoggedEvent, 'id'>[],
  received: readonly { readonly id: string }[],
): string[] {
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

/** Every event at least once, none that never happened, none with a wrong signature. */
export function receiverDifferences(
  name: string,
  log: readonly Pick<LoggedEvent, 'id'>[],
  { taken, forged }: Pick<LoadReceiver, 'taken' | 'forged'>,
): string[] {
  const found: string[] = []
  const missed = log.filter(({ id }) => !taken.has(id))
  if (missed.length > 0)
    found.push(`${name} lacks ${missed.length} of ${log.length}: ${shown(missed.map(({ id }) => id))}`)
  const ids = new Set(log.map(({ id }) => id))
  const invented = [...taken.keys()].filter((id) => !ids.has(id))
  if (invented.length > 0) found.push(`${name} received what never happened: ${shown(invented)}`)
  if (forged > 0) found.push(`${name} got ${forged} deliveries with a wrong signature`)
  return found
}

/** Reservations whose versions are not 1, 2, 3 ... in the order of the log. */
export function gapsIn(log: readonly Pick<LoggedEvent, 'reservation_id' | 'version'>[]): string[] {
  const versions = new Map<string, number>()
  const found: string[] = []
  for (const { reservation_id: id, version } of log) {
    if (version !== (versions.get(id) ?? 0) + 1)
      found.push(`the log has version ${version} of ${id} after ${versions.get(id) ?? 0}`)
    versions.set(id, version)
  }
  return found
}

/** Acknowledged changes and the log must agree in number for each reservation: nothing lost, nothing done twice. */
export function unlogged(
  log: readonly Pick<LoggedEvent, 'reservation_id'>[],
  acknowledged: LoadRecords['acknowledged'],
): string[] {
  const counts = new Map<string, number>()
  for (const { reservation_id: id } of log) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const { reservationId: id } of acknowledged) counts.set(id, (counts.get(id) ?? 0) - 1)
  return [...counts]
    .filter(([, rest]) => rest !== 0)
    .map(
      ([id, rest]) =>
        `${id}: ${Math.abs(rest)} ${rest > 0 ? 'events without a successful response' : 'acknowledged changes without an event'}`,
    )
}

/** Every acknowledged reservation must be in the database as it was acknowledged last. */
export function stateDifferences(
  stored: ReadonlyMap<string, Readonly<AcknowledgedState>>,
  acknowledged: LoadRecords['states'],
): string[] {
  return [...acknowledged].flatMap(([id, state]) => {
    const found = stored.get(id)
    if (!found) return [`${id} was acknowledged as ${state.status} and is not in the database`]
    return differencesBetween(state, found).map((difference) => `${id}: ${difference}`)
  })
}

/** The most people of a day, without a time, or of a slot. */
type LimitOf = (date: string, time: string | null) => number

async function limitsOf(query: Query): Promise<ReadonlyMap<string, LimitOf>> {
  const cenotes = await query<{ id: string; daily: number; hourly: number }>(
    'catalog',
    'SELECT id, daily_capacity AS daily, hourly_capacity AS hourly FROM sandbox.cenote',
  )
  const tours = await query<{ id: string; departures: Departures }>(
    'catalog',
    'SELECT id, departures FROM sandbox.tour',
  )
  return new Map<string, LimitOf>([
    ...cenotes.map(({ id, daily, hourly }): [string, LimitOf] => [
      id,
      (_date, time) => (time === null ? daily : hourly),
    ]),
    ...tours.map(({ id, departures }): [string, LimitOf] => [id, departureLimit(departures)]),
  ])
}

/** As the catalog stores them; only what the demo data use. */
interface Departures {
  readonly times: readonly { readonly startTime: string; readonly capacity: number }[]
  readonly exceptions: readonly {
    readonly date: string
    readonly startTime: string
    readonly capacity?: number | null
  }[]
}

/** The day of a tour has no limit of its own. */
const departureLimit =
  ({ times, exceptions }: Departures): LimitOf =>
  (date, time) => {
    if (time === null) return Infinity
    const exception = exceptions.find((one) => one.date === date && one.startTime === time)
    return (exception ?? times.find(({ startTime }) => startTime === time))?.capacity ?? 0
  }

/** Days and slots with more people than the catalog allows, the stops of tours included. A party counts once on a day. */
export async function oversold(query: Query): Promise<string[]> {
  const limits = await limitsOf(query)
  const held = await query<{ id: string; date: string; time: string | null; people: number }>(
    'booking',
    `WITH r AS MATERIALIZED (
       SELECT id, product_id, visit_date, visit_time, stops, ${peopleSum} AS people FROM sandbox.reservation WHERE held_people > 0
     ), place AS (
       SELECT id AS party, product_id AS id, visit_date AS date, visit_time AS time, people FROM r
       UNION ALL SELECT id, (stop ->> 'cenoteId')::uuid, stop ->> 'date', stop ->> 'time', people
       FROM r, jsonb_array_elements(stops) AS stop
     )
     SELECT id, date, time, sum(people)::integer AS people FROM place GROUP BY id, date, time
     UNION ALL SELECT id, date, NULL, sum(people)::integer
     FROM (SELECT DISTINCT party, id, date, people FROM place) AS day GROUP BY id, date`,
  )
  return held.flatMap(({ id, date, time, people }) => {
    const limit = limits.get(id)?.(date, time) ?? 0
    return people > limit ? [`product ${id} on ${date} ${time ?? ''}: ${people} people, it holds ${limit}`] : []
  })
}

/** The findings of `npm run audit`; coupons are released in the background, so consistency may take a moment. */
export async function auditFindings(serverUrl: string, gracePeriodMilliseconds: number): Promise<string[]> {
  let found: string[] = []
  await until(async () => {
    const findings = await audit({ serverUrl, environment: 'sandbox' })
    found = findings.flatMap(({ subject, discrepancies }) => discrepancies.map((one) => `${subject}: ${one}`))
    return found.length === 0
  }, gracePeriodMilliseconds)
  return found
}

export interface Load {
  readonly writers: readonly LoadRecords[]
  readonly subscribers: readonly LoadSubscriber[]
  readonly receivers: readonly LoadReceiver[]
}

const progressPollMilliseconds = 500

/** Waits until every subscriber and receiver has what it should, or none of them gets anything for a time. */
export async function untilDelivered(
  log: readonly Pick<LoggedEvent, 'type'>[],
  { subscribers, receivers }: Pick<Load, 'subscribers' | 'receivers'>,
  stallMilliseconds: number,
): Promise<void> {
  const missing = (): number =>
    subscribers.reduce(
      (sum, { received, types }) => sum + Math.max(0, wantedBy(log, types).length - received.length),
      0,
    ) + receivers.reduce((sum, { taken }) => sum + Math.max(0, log.length - taken.size), 0)
  let left = missing()
  let stalledAt = performance.now() + stallMilliseconds
  while (left > 0 && performance.now() < stalledAt) {
    await pause(progressPollMilliseconds)
    const now = missing()
    if (now < left) stalledAt = performance.now() + stallMilliseconds
    left = now
  }
}

/** Everything in which the load's records and the log differ. */
export function compareWithLog(
  log: readonly LoggedEvent[],
  { writers, subscribers, receivers }: Load,
): readonly string[] {
  return [
    ...subscribers.flatMap(({ transport, types, received, fieldErrors }, index) => {
      const name = `subscriber ${index} (${transport})`
      return [
        ...fieldErrors.map((fieldError) => `${name} ${fieldError}`),
        ...subscriberDifferences(name, wantedBy(log, types), received),
      ]
    }),
    ...receivers.flatMap((receiver, index) => receiverDifferences(`receiver ${index}`, log, receiver)),
    ...gapsIn(log),
    ...writers.flatMap(({ fieldErrors }) => fieldErrors),
    ...unlogged(
      log,
      writers.flatMap(({ acknowledged }) => acknowledged),
    ),
  ]
}

/** The counts of the load, to print. */
export function countsOf(
  log: readonly LoggedEvent[],
  { writers, subscribers, receivers }: Load,
): Readonly<Record<string, number>> {
  const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
    items.reduce((total, item) => total + of(item), 0)
  const operations = (name: string): number =>
    sum(writers, ({ acknowledged }) => acknowledged.filter(({ operation }) => operation === name).length)
  return {
    'events in the log': log.length,
    'changes acknowledged': sum(writers, ({ acknowledged }) => acknowledged.length),
    'cenotes reserved': operations('create cenote'),
    'tours reserved': operations('create tour'),
    'holds extended': operations('extend'),
    'holds confirmed with changes': operations('complete hold'),
    'holds confirmed too late': operations('expire'),
    'booked over OCTO': operations('OCTO create'),
    'changed over OCTO': operations('OCTO change'),
    'requests sent again': sum(writers, ({ resent }) => resent),
    'requests refused': sum(writers, ({ refused }) => refused),
    subscribers: subscribers.length,
    'connections they made': sum(subscribers, ({ connections }) => connections.length),
    'events received': sum(subscribers, ({ received }) => received.length),
    'events expected': sum(subscribers, ({ types }) => wantedBy(log, types).length),
    receivers: receivers.length,
    'attempts at them': sum(receivers, ({ attempts }) => attempts),
    'deliveries received': sum(receivers, ({ taken }) => taken.size),
    'deliveries expected': receivers.length * log.length,
    'taken more than once': sum(receivers, ({ repeats }) => repeats),
  }
}
