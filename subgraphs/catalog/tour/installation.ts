import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from 'typebox'
import { inBatches, installationList, type InstallationList } from '../../../platform/postgres/installation-list.ts'
import { Form, maxListItems, Slug } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm, namedTwice } from '../../../schema/form.ts'
import { readCenoteFacts } from '../cenote/index.ts'
import { CreateTourForm, TourStopForm } from '../generated/forms.ts'
import { itemOf, itemProperties, itemStore, type ColumnsOf, type ItemTables } from '../item-store.ts'
import { dailyDepartures, normalizedDepartures } from './departures.ts'
import { stopErrors, tourRule, type SettledTourForm, type TourForm } from './form.ts'
import { settledForms } from './references.ts'
import {
  idsInUse,
  insertTours,
  readStoredTours,
  replaceTours,
  setActive,
  tourSlugs,
  type TourTimetable,
} from './store/forms.ts'

const { slug, cenoteIds: _cenoteIds, stops: _stops, ...properties } = CreateTourForm.properties
const { cenoteId: _cenoteId, ...stopProperties } = TourStopForm.properties
const schema = Form({
  slug,
  ...itemProperties,
  cenotes: Type.Array(Slug('Slug of a cenote.'), {
    minItems: 1,
    maxItems: maxListItems,
    description: 'Cenotes it visits, in order.',
  }),
  stops: Type.Optional(
    Type.Array(Form({ cenote: Slug('Slug of the cenote, one of `cenotes`.'), ...stopProperties }), {
      maxItems: maxListItems,
      description: 'The visits to its cenotes, in order; none when absent.',
    }),
  ),
  ...properties,
})
type Item = Static<typeof schema>

/** The timetable of a tour in an installation file. */
export type TourItem = Pick<Item, 'slug' | 'isActive' | 'timezone' | 'departures' | 'startTimes' | 'capacity'>

/** Whether an item certainly leaves a tour on sale with its timetable. */
export const keepsTimetable = (
  { isActive = true, timezone, departures, startTimes = [], capacity = 0 }: TourItem,
  stored: Pick<TourTimetable, 'timezone' | 'departures'>,
): boolean =>
  isActive &&
  timezone === stored.timezone &&
  isDeepStrictEqual(
    normalizedDepartures(departures ?? dailyDepartures(startTimes, capacity), stored.departures),
    stored.departures,
  )

const tables: ItemTables<Item, TourForm, SettledTourForm> = {
  kind: 'tour',
  read: (client, slugs) => readStoredTours(client, { slugs }, { lock: true }),
  slugsOnSale: (client) => tourSlugs(client, { onSale: true }),
  idsInUse,
  async formsOf(client, items) {
    const visited = await readCenoteFacts(client, { slugs: [...new Set(items.flatMap(({ cenotes }) => cenotes))] })
    const idOf = new Map(visited.map((cenote) => [cenote.slug, cenote.id]))
    return items.map(({ id: _id, isActive: _active, cenotes, stops = [], ...form }) => ({
      form: {
        ...form,
        cenoteIds: cenotes.flatMap((name) => idOf.get(name) ?? []),
        stops: stops.map(({ cenote, ...stop }) => ({ cenoteId: idOf.get(cenote) ?? '', ...stop })),
      },
      errors: unknownCenotes(cenotes, idOf),
    }))
  },
  settledForms,
  insert: insertTours,
  replace: replaceTours,
  setActive,
}

const unknownCenotes = (names: readonly string[], known: ReadonlyMap<string, string>): FieldErrors =>
  Object.fromEntries(
    names.flatMap((name, index) => (known.has(name) ? [] : [[`cenotes.${index}`, [{ code: 'UNKNOWN' as const }]]])),
  )

/** Tours in an installation file; they name the cenotes that they visit by slug. */
export const tourList = (columnsOf: ColumnsOf = () => ({})): InstallationList =>
  installationList({
    schema,
    form: compileForm(schema, (item) => ({
      ...namedTwice('cenotes', item.cenotes),
      ...tourRule(item),
      ...stopErrors('cenote', item.stops, item.cenotes),
    })),
    keyMember: 'slug',
    keyOf: (item) => item.slug,
    store: itemStore(tables, columnsOf),
    readAll: async function* (client) {
      yield* inBatches(await tourSlugs(client), async (slugs) => {
        const tours = await readStoredTours(client, { slugs })
        const ids = [...new Set(tours.flatMap(({ form }) => form.cenoteIds))]
        const visited = await readCenoteFacts(client, { ids })
        const slugOf = new Map(visited.map((cenote) => [cenote.id, cenote.slug]))
        return tours.map((tour) => {
          const { cenoteIds, ...item } = itemOf('tour', tour)
          const cenotes = cenoteIds.flatMap((id) => slugOf.get(id) ?? [])
          const stops = item.stops.map(({ cenoteId, ...stop }) => ({ cenote: slugOf.get(cenoteId) ?? '', ...stop }))
          return [item.slug, { ...item, cenotes, stops }] as const
        })
      })
    },
  })
