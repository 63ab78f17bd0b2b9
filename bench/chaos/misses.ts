import type { LoggedEvent } from './comparison.ts'
import type { Episode } from './episodes.ts'
import type { LoadSubscriber, SubscriberConnection } from './subscribers.ts'

/** A gap: events of the log that a subscriber has not received, between two that it has. */
export interface Miss {
  readonly first: LoggedEvent
  readonly last: LoggedEvent
  readonly count: number
  /** Nothing after it was received. */
  readonly isTail: boolean
}

/** The events that a subscriber wants and has not received, in the order of the log. */
export function missesOf(wanted: readonly LoggedEvent[], received: readonly { readonly id: string }[]): Miss[] {
  const ids = new Set(received.map(({ id }) => id))
  const misses: Miss[] = []
  let open: LoggedEvent[] = []
  const close = (isTail: boolean): void => {
    const [first] = open
    const last = open.at(-1)
    if (first && last) misses.push({ first, last, count: open.length, isTail })
    open = []
  }
  for (const event of wanted)
    if (ids.has(event.id)) close(false)
    else open.push(event)
  close(true)
  return misses
}

const time = (at: Date): string => at.toISOString().slice(11, 23)

const textOfConnection = ({ begunAt, endedAt, end, after, before }: SubscriberConnection, until: number): string =>
  `${time(begunAt)} to ${endedAt ? `${time(endedAt)} (${end ?? ''})` : 'now (open)'} behind ${after}: ${until - before} events`

/** Faults active between two instants. */
const faultsBetween = (episodes: readonly Episode[], from: Date, to: Date): string =>
  episodes
    .filter(({ begunAt, endedAt }) => begunAt <= to && endedAt >= from)
    .map(({ name, begunAt, endedAt }) => `${name} (${time(begunAt)} to ${time(endedAt)})`)
    .join(', ') || 'no fault'

/** A report for each gap of a subscriber: the events, the time, the faults, and its connections then. */
export function describeMisses(
  misses: readonly Miss[],
  { connections, received }: Pick<LoadSubscriber, 'connections' | 'received'>,
  episodes: readonly Episode[],
): string[] {
  return misses.map(({ first, last, count, isTail }) => {
    const [from, to] = [first.occurred_at, last.occurred_at]
    const during = connections.flatMap((one, index) =>
      one.begunAt <= to && (one.endedAt ?? to) >= from
        ? [textOfConnection(one, connections[index + 1]?.before ?? received.length)]
        : [],
    )
    return [
      `${isTail ? 'the last' : 'a gap of'} ${count} events, sequence ${first.sequence} to ${last.sequence}, ${time(from)} to ${time(to)}`,
      `  during ${faultsBetween(episodes, from, to)}`,
      ...during.map((text) => `  connection ${text}`),
    ].join('\n')
  })
}
