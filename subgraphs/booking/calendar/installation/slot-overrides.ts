import type { Static } from 'typebox'
import type { Statements } from '../../../../platform/postgres/database.ts'
import { installationList, type InstallationList } from '../../../../platform/postgres/installation-list.ts'
import { refusalOf, type ListStore, type StoredItem } from '../../../../platform/postgres/reconcile.ts'
import { addDays, datesBetween } from '../../../../platform/values/clock.ts'
import { Form, Slug } from '../../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { compileForm } from '../../../shared/form.ts'
import { slotErrors, slotSchema } from '../form.ts'
import { requireBookedCapacity } from '../affected.ts'
import { closedSlots } from '../override/override-slots.ts'
import { openSlots } from '../override/slots-of-range.ts'
import type { OverrideRow, SlotKey } from '../../availability/index.ts'
import { scopeAtCenote, settleStanding } from '../../disruption/index.ts'
import { lockDays, writeOverrides } from '../store/days.ts'
import { readAllOverrides, type CenoteOverride } from '../store/whole.ts'
import {
  cenotesById,
  cenotesOf,
  earliestToday,
  inTurn,
  todayAt,
  unknownCenote,
  decisionOf,
  type CalendarFacts,
  type OpenCenote,
} from './facts.ts'

const schema = Form({ cenote: Slug('Slug of the cenote.'), ...slotSchema.properties })
type Item = Static<typeof schema>

/** The overrides of some slots of a cenote. */
interface Overrides {
  readonly cenoteId: string
  readonly overrides: readonly OverrideRow[]
}
type Stored = StoredItem<Overrides>

const keyOf = ({ cenote, from, to, times }: Item): string =>
  `${cenote} ${from} to ${to}${times ? ` at ${times.join(' ')}` : ''}`
const slotKey = ({ date, time }: SlotKey): string => `${date} ${time}`

/** The slots that an item is about, from today on. */
function slotsOf({ from, to, times }: Item, cenote: OpenCenote, now: Date): SlotKey[] {
  const today = todayAt(cenote, now)
  if (to < today) return []
  return openSlots({ from: from < today ? today : from, to }, cenote).filter(
    ({ time }) => times?.includes(time) ?? true,
  )
}

const valuesOf = ({ capacity, available = true, reason }: Item) => ({
  capacity: capacity ?? null,
  closed: !available,
  note: reason ?? null,
})

/** Overrides that have an effect, by cenote and slot; none holds more than the catalog says. */
async function readStored(
  client: Statements,
  facts: CalendarFacts,
  cenotes: readonly OpenCenote[] | null,
): Promise<{ readonly cenote: OpenCenote; readonly overrides: ReadonlyMap<string, OverrideRow> }[]> {
  const rows = await readAllOverrides(client, cenotes?.map(({ id }) => id) ?? null, earliestToday(facts.now))
  const known = cenotes ?? [...(await cenotesById(facts, rows)).values()]
  const rowsOf = new Map<string, CenoteOverride[]>()
  for (const row of rows) rowsOf.set(row.cenoteId, [...(rowsOf.get(row.cenoteId) ?? []), row])
  return known.map((cenote) => {
    const today = todayAt(cenote, facts.now)
    const overrides = (rowsOf.get(cenote.id) ?? [])
      .filter(
        ({ date, time }) =>
          date >= today && openSlots({ from: date, to: date }, cenote).some((slot) => slot.time === time),
      )
      .map(({ cenoteId: _, capacity, ...row }) => ({
        ...row,
        capacity: capacity === null ? null : Math.min(capacity, cenote.capacity.hourly),
      }))
    return { cenote, overrides: new Map(overrides.map((row) => [slotKey(row), row])) }
  })
}

const storeOf = (facts: CalendarFacts): ListStore<Item, Overrides> => ({
  list: 'slotOverrides',
  type: 'slot_override',
  async read(client, keys, items) {
    const stored = await readStored(client, facts, [...(await cenotesOf(facts, items)).values()])
    const bySlug = new Map(stored.map((of) => [of.cenote.slug, of]))
    return items.flatMap((item, index): Stored[] => {
      const of = bySlug.get(item.cenote)
      if (!of) return []
      const present = slotsOf(item, of.cenote, facts.now).flatMap((slot) => of.overrides.get(slotKey(slot)) ?? [])
      const { id } = of.cenote
      return present.length === 0 ? [] : [{ key: keys[index] ?? '', id, form: { cenoteId: id, overrides: present } }]
    })
  },
  async settle(client, items) {
    const cenotes = await cenotesOf(
      facts,
      items.map(({ item }) => item),
    )
    return inTurn(items, async ({ item, stored }) => {
      const cenote = cenotes.get(item.cenote)
      if (!cenote) return { id: '', form: { cenoteId: '', overrides: [] }, errors: unknownCenote }
      const slots = slotsOf(item, cenote, facts.now)
      const form = { cenoteId: cenote.id, overrides: slots.map((slot) => ({ ...slot, ...valuesOf(item) })) }
      const settled = { id: cenote.id, form }
      if (slots.length === 0) return { ...settled, isOver: true, errors: timeErrors(item, cenote) }
      const errors = { ...timeErrors(item, cenote), ...capacityErrors(item, cenote) }
      if (Object.keys(errors).length > 0) return { ...settled, errors }
      const refusal = await refusalOf(async () => {
        const { capacity, available = true, times } = item
        if (capacity !== undefined) await requireBookedCapacity(client, cenote.id, slots, capacity)
        const known = new Map(stored?.form.overrides.map((slot) => [slotKey(slot), slot.closed]))
        if (available || slots.every((slot) => known.get(slotKey(slot)) === true)) return
        const from = slots[0]?.date ?? item.from
        const scope = scopeAtCenote(cenote.id, { from, to: item.to, times })
        await settleStanding(client, closedSlots(scope, item.reason ?? null), decisionOf(facts), facts.now)
      })
      return { ...settled, refusal }
    })
  },
  insert: writeAll,
  replace: writeAll,
  unnamed: {
    async read(client, _, items) {
      const cenotes = await cenotesOf(facts, items())
      const named = new Set<string>()
      for (const item of items()) {
        const cenote = cenotes.get(item.cenote)
        if (cenote) for (const slot of slotsOf(item, cenote, facts.now)) named.add(`${cenote.id} ${slotKey(slot)}`)
      }
      return (await readStored(client, facts, null)).flatMap(({ cenote: { id, slug }, overrides }): Stored[] => {
        const others = [...overrides].filter(([key]) => !named.has(`${id} ${key}`)).map(([, row]) => row)
        return others.length === 0 ? [] : [{ key: slug, id, form: { cenoteId: id, overrides: others } }]
      })
    },
    async end(client, items) {
      const usual = { capacity: null, closed: false, note: null }
      await writeAll(
        client,
        items.map(({ form, ...item }) => ({
          ...item,
          form: { ...form, overrides: form.overrides.map((slot) => ({ ...slot, ...usual })) },
        })),
      )
      return items.map(({ form }) => ({ ...form, overrides: [] }))
    },
  },
})

/** Slots of one item are all set to the same. */
async function writeAll(client: Statements, items: readonly Stored[]): Promise<void> {
  for (const { form } of items) {
    const [first] = form.overrides
    if (!first) continue
    await lockDays(client, form.cenoteId, [...new Set(form.overrides.map(({ date }) => date))])
    await writeOverrides(client, form.cenoteId, form.overrides, first)
  }
}

function timeErrors({ from, to, times = [] }: Item, cenote: OpenCenote): FieldErrors {
  const known = new Set(openSlots({ from, to }, cenote).map(({ time }) => time))
  return Object.fromEntries(
    times.flatMap((time, index) => (known.has(time) ? [] : [[`times.${index}`, [{ code: 'UNKNOWN' as const }]]])),
  )
}

const capacityErrors = ({ capacity = 0 }: Item, { capacity: { hourly } }: OpenCenote): FieldErrors =>
  capacity > hourly ? { capacity: [{ code: 'TOO_LARGE', max: hourly }] } : {}

/** Items that set a slot which an earlier one sets too. */
function overlaps(items: readonly Item[]): (readonly [position: number, errors: FieldErrors])[] {
  const timesOf = new Map<string, Set<string>>()
  const everyTime = '*'
  return items.flatMap(({ cenote, from, to, times = [everyTime] }, position) => {
    let isTaken = false
    for (const date of datesBetween(from, to)) {
      const day = `${cenote} ${date}`
      const taken = timesOf.get(day) ?? new Set()
      timesOf.set(day, taken)
      const isWhole = taken.has(everyTime) || (taken.size > 0 && times[0] === everyTime)
      if (isWhole || times.some((time) => taken.has(time))) isTaken = true
      for (const time of times) taken.add(time)
    }
    return isTaken ? [[position, { from: [{ code: 'SLOT_NAMED_TWICE' as const }] }] as const] : []
  })
}

/** As few items as say the same: slots of a day that are alike are one, and so are days that follow each other. */
function* itemsOf(cenote: string, overrides: Iterable<OverrideRow>): Generator<Item> {
  const days = new Map<string, Item[]>()
  for (const { date, time, capacity, closed, note } of overrides) {
    const values = {
      ...(capacity === null ? {} : { capacity }),
      ...(closed ? { available: false } : {}),
      ...(note === null ? {} : { reason: note }),
    }
    const alike = days
      .get(date)
      ?.find((item) => isSame({ ...item, times: [] }, { cenote, from: date, to: date, times: [], ...values }))
    if (alike) alike.times?.push(time)
    else days.set(date, [...(days.get(date) ?? []), { cenote, from: date, to: date, times: [time], ...values }])
  }
  let open: Item[] = []
  for (const [date, items] of days) {
    const continued = items.map((item) => {
      const before = open.find(
        ({ to, ...rest }) =>
          addDays(to, 1) === date && isSame({ ...rest, from: '', to: '' }, { ...item, from: '', to: '' }),
      )
      return before ? { ...before, to: date } : item
    })
    const stillOpen = new Set(continued.map(({ from, times }) => `${from} ${String(times)}`))
    yield* open.filter(({ from, times }) => !stillOpen.has(`${from} ${String(times)}`))
    open = continued
  }
  yield* open
}

const isSame = (one: Item, other: Item): boolean =>
  one.from === other.from &&
  one.capacity === other.capacity &&
  one.available === other.available &&
  one.reason === other.reason &&
  String(one.times) === String(other.times)

/** Overridden slots in an installation file, from today on. */
export const slotOverrideList = (facts: CalendarFacts): InstallationList =>
  installationList({
    schema,
    form: compileForm(schema, slotErrors),
    keyMember: 'from',
    keyOf,
    across: overlaps,
    store: storeOf(facts),
    readAll: async function* (client) {
      const stored = await readStored(client, facts, null)
      for (const { cenote, overrides } of stored.sort((a, b) => (a.cenote.slug < b.cenote.slug ? -1 : 1)))
        yield* itemsOf(cenote.slug, overrides.values())
    },
  })
