import { randomUUID } from 'node:crypto'
import { Type, type Static } from 'typebox'
import type { Statements } from '../../../../platform/postgres/database.ts'
import { inKeyOrder, installationList, type InstallationList } from '../../../../platform/postgres/installation-list.ts'
import { refusalOf, type ListStore, type StoredItem } from '../../../../platform/postgres/reconcile.ts'
import { datesBetween } from '../../../../platform/values/clock.ts'
import { Form, Slug } from '../../../../platform/values/form-fields.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { compileForm } from '../../../shared/form.ts'
import { eventErrors, eventSchema } from '../form.ts'
import type { SlotKey } from '../../availability/index.ts'
import { requireBookedCapacity } from '../affected.ts'
import { openSlots } from '../override/slots-of-range.ts'
import { during, messageOf } from '../special-events.ts'
import { deleteSeries, insertEvents, lockDays, refreshEventCapacities } from '../store/days.ts'
import { readEvents } from '../store/whole.ts'
import {
  cenoteIdsOf,
  cenotesById,
  cenotesOf,
  earliestToday,
  inTurn,
  todayAt,
  unknownCenote,
  type CalendarFacts,
  type OpenCenote,
} from './facts.ts'

const { startTime, endTime, ...properties } = eventSchema.properties
/** An event may have no times; its message is the whole name then. */
const schema = Form({
  cenote: Slug('Slug of the cenote.'),
  ...properties,
  startTime: Type.Optional(startTime),
  endTime: Type.Optional(endTime),
})
type Item = Static<typeof schema>

/** An event on a range of days, as it is stored. */
interface Series {
  readonly cenoteId: string
  readonly from: string
  readonly to: string
  readonly message: LocalizedText
  readonly startTime: string | null
  readonly endTime: string | null
  readonly capacity: number | null
}
type Stored = StoredItem<Series>

const keyOf = (cenote: string, event: Pick<Series, 'from' | 'to' | 'message' | 'startTime'>): string =>
  `${cenote} ${event.from} to ${event.to} ${event.startTime ?? ''} ${event.message.en}`

const messageOfItem = ({ name, startTime: start, endTime: end }: Item): LocalizedText =>
  start === undefined || end === undefined ? name : messageOf({ name, startTime: start, endTime: end })

/** The name out of a message, which has the times after it. */
function nameOf({ message, startTime: start, endTime: end }: Series): LocalizedText {
  if (start === null || end === null) return message
  const times = messageOf({ name: { en: '', es: '' }, startTime: start, endTime: end })
  const without = (text: string, ending: string): string =>
    text.endsWith(ending) ? text.slice(0, -ending.length) : text
  return { en: without(message.en, times.en), es: without(message.es, times.es) }
}

async function readStored(
  client: Statements,
  facts: CalendarFacts,
  cenoteIds: readonly string[] | null,
): Promise<Stored[]> {
  const rows = await readEvents(client, cenoteIds, earliestToday(facts.now))
  const cenotes = await cenotesById(facts, rows)
  const series = new Map<string, Series>()
  for (const { seriesId, date, ...event } of rows) {
    const known = series.get(seriesId)
    series.set(seriesId, known ? { ...known, to: date } : { from: date, to: date, ...event })
  }
  return [...series].flatMap(([id, form]) => {
    const cenote = cenotes.get(form.cenoteId)
    const isOver = !cenote || form.to < todayAt(cenote, facts.now)
    return isOver ? [] : [{ key: keyOf(cenote.slug, form), id, form }]
  })
}

/** The slots that an event limits from today on. */
function slotsOf(series: Series, cenote: OpenCenote, now: Date): SlotKey[] {
  const { from, to, startTime: start, endTime: end } = series
  if (start === null || end === null) return []
  const today = todayAt(cenote, now)
  return during(openSlots({ from: from < today ? today : from, to }, cenote), start, end)
}

const storeOf = (facts: CalendarFacts): ListStore<Item, Series> => ({
  list: 'specialEvents',
  type: 'special_event',
  read: async (client, _, items) => readStored(client, facts, await cenoteIdsOf(facts, items)),
  async settle(client, items) {
    const cenotes = await cenotesOf(
      facts,
      items.map(({ item }) => item),
    )
    return inTurn(items, async ({ item, stored }) => {
      const id = stored?.id ?? randomUUID()
      const cenote = cenotes.get(item.cenote)
      const form: Series = {
        cenoteId: cenote?.id ?? '',
        from: item.from,
        to: item.to,
        message: messageOfItem(item),
        startTime: item.startTime ?? null,
        endTime: item.endTime ?? null,
        capacity: item.capacity ?? null,
      }
      if (!cenote) return { id, form, errors: unknownCenote }
      if (item.to < todayAt(cenote, facts.now)) return { id, form, isOver: true }
      const { capacity } = form
      if (capacity === null) return { id, form }
      if (capacity > cenote.capacity.hourly) return { id, form, errors: tooLarge(cenote.capacity.hourly) }
      const slots = slotsOf(form, cenote, facts.now)
      const refusal = await refusalOf(() => requireBookedCapacity(client, cenote.id, slots, capacity))
      return { id, form, refusal }
    })
  },
  insert: (client, items) => writeSeries(client, facts, items),
  async replace(client, items) {
    for (const { id } of items) await deleteSeries(client, id)
    await writeSeries(client, facts, items)
  },
  unnamed: {
    read: async (client, named) => (await readStored(client, facts, null)).filter(({ key }) => !named.has(key)),
    async end(client, items) {
      for (const { id } of items) await deleteSeries(client, id)
      await refreshSlots(client, facts, items)
      return items.map(() => null)
    },
  },
})

const tooLarge = (max: number): FieldErrors => ({ capacity: [{ code: 'TOO_LARGE', max }] })

async function writeSeries(client: Statements, facts: CalendarFacts, items: readonly Stored[]): Promise<void> {
  for (const { id: seriesId, form } of items) {
    const { cenoteId, from, to, message, startTime: start, endTime: end, capacity } = form
    await insertEvents(
      client,
      cenoteId,
      datesBetween(from, to).map((date) => ({ seriesId, date, message, startTime: start, endTime: end, capacity })),
    )
  }
  await refreshSlots(client, facts, items)
}

/** Works out again what events make of the slots that begin during some of them. */
async function refreshSlots(client: Statements, facts: CalendarFacts, items: readonly Stored[]): Promise<void> {
  const cenotes = await cenotesById(
    facts,
    items.map(({ form }) => form),
  )
  for (const { form } of items) {
    const cenote = cenotes.get(form.cenoteId)
    const slots = cenote ? slotsOf(form, cenote, facts.now) : []
    if (slots.length === 0) continue
    await lockDays(client, form.cenoteId, [...new Set(slots.map(({ date }) => date))])
    await refreshEventCapacities(client, form.cenoteId, slots)
  }
}

/** Special events in an installation file, those that are not over. */
export const specialEventList = (facts: CalendarFacts): InstallationList =>
  installationList({
    schema,
    form: compileForm(schema, eventErrors),
    keyMember: 'from',
    keyOf: (item) => keyOf(item.cenote, { ...item, message: messageOfItem(item), startTime: item.startTime ?? null }),
    store: storeOf(facts),
    readAll: async function* (client) {
      const stored = await readStored(client, facts, null)
      const cenotes = await cenotesById(
        facts,
        stored.map(({ form }) => form),
      )
      for (const { form } of inKeyOrder(stored)) {
        const { cenoteId, from, to, startTime: start, endTime: end, capacity } = form
        yield {
          cenote: cenotes.get(cenoteId)?.slug ?? '',
          from,
          to,
          name: nameOf(form),
          ...(start === null || end === null ? {} : { startTime: start, endTime: end }),
          ...(capacity === null ? {} : { capacity }),
        }
      }
    },
  })
