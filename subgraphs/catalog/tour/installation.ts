import { Type, type Static } from 'typebox'
import { inBatches, installationList, type InstallationList } from '../../../platform/postgres/installation-list.ts'
import { Form, maxListItems, Slug } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm, namedTwice } from '../../../schema/form.ts'
import { readCenoteFacts } from '../cenote/index.ts'
import { CreateTourForm } from '../generated/forms.ts'
import { itemOf, itemProperties, itemStore, type ColumnsOf, type ItemTables } from '../item-store.ts'
import { tourRule, type TourForm } from './form.ts'
import { settledForms } from './references.ts'
import { idsInUse, insertTours, readStoredTours, replaceTours, setActive, tourSlugs } from './store/forms.ts'

const { slug, cenoteIds: _cenoteIds, ...properties } = CreateTourForm.properties
const schema = Form({
  slug,
  ...itemProperties,
  cenotes: Type.Array(Slug('Slug of a cenote.'), {
    minItems: 1,
    maxItems: maxListItems,
    description: 'Cenotes it visits, in order.',
  }),
  ...properties,
})
type Item = Static<typeof schema>

const tables: ItemTables<Item, TourForm> = {
  kind: 'tour',
  read: (client, slugs) => readStoredTours(client, { slugs }, { lock: true }),
  slugsOnSale: (client) => tourSlugs(client, { onSale: true }),
  idsInUse,
  async formsOf(client, items) {
    const visited = await readCenoteFacts(client, { slugs: [...new Set(items.flatMap(({ cenotes }) => cenotes))] })
    const idOf = new Map(visited.map((cenote) => [cenote.slug, cenote.id]))
    return items.map(({ id: _id, isActive: _active, cenotes, ...form }) => ({
      form: { ...form, cenoteIds: cenotes.flatMap((name) => idOf.get(name) ?? []) },
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
    form: compileForm(schema, (item) => ({ ...namedTwice('cenotes', item.cenotes), ...tourRule(item) })),
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
          return [item.slug, { ...item, cenotes: cenoteIds.flatMap((id) => slugOf.get(id) ?? []) }] as const
        })
      })
    },
  })
