import { installationList, inBatches } from '../../../platform/postgres/installation-list.ts'
import type { ListStore } from '../../../platform/postgres/reconcile.ts'
import { CreateAmenityForm } from '../generated/forms.ts'
import { amenityForm, type AmenityForm } from './form.ts'
import { amenityIds, insertAmenityKinds, readAmenityForms, replaceAmenityKinds } from './repository.ts'

const stored = (form: AmenityForm) => ({ key: form.id, id: form.id, form })

const store: ListStore<AmenityForm, AmenityForm> = {
  list: 'amenities',
  type: 'amenity',
  read: async (client, ids) => (await readAmenityForms(client, ids, { lock: true })).map(stored),
  settle: async (_, items) => items.map(({ item }) => ({ id: item.id, form: item })),
  async insert(client, items) {
    await insertAmenityKinds(
      client,
      items.map(({ form }) => form),
    )
  },
  replace: (client, items) =>
    replaceAmenityKinds(
      client,
      items.map(({ form }) => form),
    ),
}

/** Amenities in an installation file. One that is not named stays: nothing takes an amenity out of use. */
export const amenityList = installationList({
  schema: CreateAmenityForm,
  form: amenityForm,
  keyMember: 'id',
  keyOf: ({ id }) => id,
  store,
  readAll: async function* (client) {
    yield* inBatches(await amenityIds(client), async (ids) =>
      (await readAmenityForms(client, ids)).map((form) => [form.id, form] as const),
    )
  },
})
