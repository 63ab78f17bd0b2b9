import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from 'typebox'
import type { InstallationList } from '../../../platform/postgres/installation-list.ts'
import { Form, maxListItems, Slug } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm, namedTwice } from '../../shared/form.ts'
import { readCenoteFacts } from '../cenote/index.ts'
import { CreateTourForm, TourStopForm } from '../generated/forms.ts'
import { itemProperties, productList, type ColumnsOf } from '../product/index.ts'
import { dailyDepartures, normalizedDepartures } from './rules/departures.ts'
import { stopErrors, tourRule, type SettledTourForm, type TourForm } from './form.ts'
import { tourKind } from './kind.ts'
import type { TourTimetable } from './store/forms.ts'

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

const unknownCenotes = (names: readonly string[], known: ReadonlyMap<string, string>): FieldErrors =>
  Object.fromEntries(
    names.flatMap((name, index) => (known.has(name) ? [] : [[`cenotes.${index}`, [{ code: 'UNKNOWN' as const }]]])),
  )

/** Tours in an installation file; they name the cenotes that they visit by slug. */
export const tourList = (columnsOf?: ColumnsOf): InstallationList =>
  productList<Item, TourForm, SettledTourForm>(
    {
      kind: tourKind,
      schema,
      form: compileForm(schema, (item) => ({
        ...namedTwice('cenotes', item.cenotes),
        ...tourRule(item),
        ...stopErrors('cenote', item.stops, item.cenotes),
      })),
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
      async itemsOf(client, tours) {
        const visited = await readCenoteFacts(client, {
          ids: [...new Set(tours.flatMap(({ cenoteIds }) => cenoteIds))],
        })
        const slugOf = new Map(visited.map((cenote) => [cenote.id, cenote.slug]))
        return tours.map(({ cenoteIds, ...item }) => ({
          ...item,
          cenotes: cenoteIds.flatMap((id) => slugOf.get(id) ?? []),
          stops: item.stops.map(({ cenoteId, ...stop }) => ({ cenote: slugOf.get(cenoteId) ?? '', ...stop })),
        }))
      },
    },
    columnsOf,
  )
