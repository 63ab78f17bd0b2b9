import type { Static } from 'typebox'
import { inBatches, installationList, type InstallationList } from '../../../platform/postgres/installation-list.ts'
import { Form } from '../../../platform/values/form-fields.ts'
import { compileForm } from '../../../schema/form.ts'
import { CreateCenoteForm } from '../generated/forms.ts'
import { itemOf, itemProperties, itemStore, type ColumnsOf, type ItemTables } from '../item-store.ts'
import { cenoteRule, type CenoteForm } from './form.ts'
import { settledForms } from './references.ts'
import { cenoteSlugs, idsInUse, insertCenotes, readStoredCenotes, replaceCenotes, setActive } from './store/forms.ts'

const { slug, ...properties } = CreateCenoteForm.properties
const schema = Form({ slug, ...itemProperties, ...properties })
type Item = Static<typeof schema>

const tables: ItemTables<Item, CenoteForm> = {
  kind: 'cenote',
  read: (client, slugs) => readStoredCenotes(client, { slugs }, { lock: true }),
  slugsOnSale: (client) => cenoteSlugs(client, { onSale: true }),
  idsInUse,
  formsOf: async (_, items) => items.map(({ id: _id, isActive: _active, ...form }) => ({ form, errors: {} })),
  settledForms,
  insert: insertCenotes,
  replace: replaceCenotes,
  setActive,
}

/** Cenotes in an installation file. */
export const cenoteList = (columnsOf: ColumnsOf = () => ({})): InstallationList =>
  installationList({
    schema,
    form: compileForm(schema, cenoteRule),
    keyMember: 'slug',
    keyOf: (item) => item.slug,
    store: itemStore(tables, columnsOf),
    readAll: async function* (client) {
      yield* inBatches(await cenoteSlugs(client), async (slugs) =>
        (await readStoredCenotes(client, { slugs })).map(
          (cenote) => [cenote.form.slug, itemOf('cenote', cenote)] as const,
        ),
      )
    },
  })
