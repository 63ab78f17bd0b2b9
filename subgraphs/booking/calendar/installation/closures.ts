import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { inKeyOrder, installationList, type InstallationList } from '../../../../platform/postgres/installation-list.ts'
import { refusalOf, type ListStore, type StoredItem } from '../../../../platform/postgres/reconcile.ts'
import { Form, Slug } from '../../../../platform/values/form-fields.ts'
import { compileForm } from '../../../shared/form.ts'
import { closureSchema, rangeErrors } from '../form.ts'
import { closingOf } from '../closures.ts'
import { messageOfClosure } from '../../availability/index.ts'
import { settleStanding, orderClearing } from '../../disruption/index.ts'
import { insertClosure, type ClosureRow } from '../store/closures.ts'
import { deleteClosures, readClosures, replaceClosureMessages } from '../store/whole.ts'
import {
  cenoteIdsOf,
  cenotesById,
  cenotesOf,
  earliestToday,
  inTurn,
  todayAt,
  unknownCenote,
  decisionOf,
  type CalendarFacts,
} from './facts.ts'

const schema = Form({ cenote: Slug('Slug of the cenote.'), ...closureSchema.properties })
type Item = Static<typeof schema>
type Stored = StoredItem<ClosureRow>

const keyOf = (cenote: string, { from, to, reason }: Pick<ClosureRow, 'from' | 'to' | 'reason'>): string =>
  `${cenote} ${from} to ${to} ${reason}`

async function readStored(
  client: Parameters<typeof readClosures>[0],
  facts: CalendarFacts,
  cenoteIds: readonly string[] | null,
): Promise<Stored[]> {
  const rows = await readClosures(client, cenoteIds, earliestToday(facts.now))
  const cenotes = await cenotesById(facts, rows)
  return rows.flatMap((form) => {
    const cenote = cenotes.get(form.cenoteId)
    const isOver = !cenote || form.to < todayAt(cenote, facts.now)
    return isOver ? [] : [{ key: keyOf(cenote.slug, form), id: form.id, form }]
  })
}

const storeOf = (facts: CalendarFacts): ListStore<Item, ClosureRow> => ({
  list: 'closures',
  type: 'closure',
  read: async (client, _, items) => readStored(client, facts, await cenoteIdsOf(facts, items)),
  async settle(client, items) {
    const cenotes = await cenotesOf(
      facts,
      items.map(({ item }) => item),
    )
    return inTurn(items, async ({ item: { cenote: slug, ...form }, stored }) => {
      const id = stored?.id ?? randomUUID()
      const cenote = cenotes.get(slug)
      const message = form.message ?? messageOfClosure(form.reason)
      const closure = { id, cenoteId: cenote?.id ?? '', ...form, message }
      if (!cenote) return { id, form: closure, errors: unknownCenote }
      if (form.to < todayAt(cenote, facts.now)) return { id, form: closure, isOver: true }
      const refusal = stored
        ? undefined
        : await refusalOf(async () => {
            await settleStanding(client, closingOf(closure), decisionOf(facts), facts.now)
          })
      return { id, form: closure, refusal }
    })
  },
  async insert(client, items) {
    for (const { form } of items) await insertClosure(client, form)
  },
  replace: (client, items) =>
    replaceClosureMessages(
      client,
      items.map(({ form }) => form),
    ),
  unnamed: {
    read: async (client, named) => (await readStored(client, facts, null)).filter(({ key }) => !named.has(key)),
    async end(client, items) {
      await deleteClosures(
        client,
        items.map(({ id }) => id),
      )
      for (const { id } of items) await orderClearing(client, id, decisionOf(facts).author, facts.now)
      return items.map(() => null)
    },
  },
})

/** Closures in an installation file, those that are not over. */
export const closureList = (facts: CalendarFacts): InstallationList =>
  installationList({
    schema,
    form: compileForm(schema, (form) => rangeErrors(form)),
    keyMember: 'from',
    keyOf: ({ cenote, ...form }) => keyOf(cenote, form),
    store: storeOf(facts),
    readAll: async function* (client) {
      const stored = await readStored(client, facts, null)
      const cenotes = await cenotesById(
        facts,
        stored.map(({ form }) => form),
      )
      for (const { form } of inKeyOrder(stored)) {
        const { id: _, cenoteId, ...closure } = form
        yield { cenote: cenotes.get(cenoteId)?.slug ?? '', ...closure }
      }
    },
  })
