import type { FieldErrors } from '../../../schema/field-errors.ts'
import type { ProductKind } from '../product/index.ts'
import { settledText } from '../text.ts'
import { cenoteForm, type CenoteForm } from './form.ts'
import { cenoteTables, knownAmenities } from './store/forms.ts'

/** Cenotes as a kind of product. Their forms refer to the amenities that they offer. */
export const cenoteKind: ProductKind<CenoteForm, CenoteForm> = {
  ...cenoteTables,
  form: cenoteForm,
  async settle(client, products) {
    const offered = products.flatMap(({ form: { amenities = [] } }) => amenities.map(({ id }) => id))
    const known = await knownAmenities(client, offered)
    return products.map(({ form }) => {
      const errors: FieldErrors = {}
      form.amenities?.forEach(({ id }, position) => {
        if (!known.has(id)) errors[`amenities.${position}.id`] = [{ code: 'UNKNOWN' }]
      })
      return { form: normalized(form), errors }
    })
  },
}

function normalized(form: CenoteForm): CenoteForm {
  const { location, schedule, amenities = [] } = form
  return {
    ...form,
    location: { ...location, state: settledText(location.state), municipality: settledText(location.municipality) },
    schedule: { ...schedule, cutoffs: schedule.cutoffs ?? [] },
    amenities: amenities
      .map((offer) => ({ ...offer, available: offer.available ?? true, costCents: offer.costCents ?? 0 }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    featured: form.featured ?? false,
    popularity: form.popularity ?? 0,
    ...(form.verifiedAt === undefined ? {} : { verifiedAt: new Date(form.verifiedAt).toISOString() }),
  }
}
