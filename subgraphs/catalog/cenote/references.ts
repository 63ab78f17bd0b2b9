import type { Statements } from '../../../platform/postgres/database.ts'
import { validationError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import {
  isSlugOfAnother,
  normalizedImages,
  normalizedPoint,
  normalizedPricing,
  settledTexts,
  type Settled,
  type ToSettle,
} from '../form-parts.ts'
import { identifiedPoints } from '../meeting-point/index.ts'
import { readProductNames } from '../product/index.ts'
import { settledText } from '../text.ts'
import type { CenoteForm } from './form.ts'
import { knownAmenities } from './store/forms.ts'

/** The form of one cenote as it will be stored. Error: ERROR_VALIDACION as `settledForms` finds it. */
export async function settledForm(client: Statements, cenote: ToSettle<CenoteForm>): Promise<CenoteForm> {
  const [settled] = await settledForms(client, [cenote])
  if (!settled || Object.keys(settled.errors).length > 0) throw validationError(settled?.errors ?? {})
  return settled.form
}

/**
 * Forms of cenotes as they will be stored: defaults filled in, meeting points identified among the present ones. An
 * error for a slug that is taken and for what does not exist; with `mayNamePoints` a new meeting point may have an id.
 */
export async function settledForms(
  client: Statements,
  cenotes: readonly ToSettle<CenoteForm>[],
  { mayNamePoints = false } = {},
): Promise<Settled<CenoteForm>[]> {
  const offered = cenotes.flatMap(({ form: { amenities = [] } }) => amenities.map((offer) => offer.id))
  const known = await knownAmenities(client, offered)
  const named = await readProductNames(client, 'cenote', { slugs: cenotes.map(({ form }) => form.slug) })
  const slugs = new Map(named.map(({ slug, id }) => [slug, id]))
  const identified = await identifiedPoints(
    client,
    cenotes.map(({ id, form, present }) => ({ id, points: form.meetingPoints ?? [], present: present ?? [] })),
    { mayName: mayNamePoints },
  )
  return cenotes.map(({ id, form }, index) => {
    const points = identified[index] ?? []
    const errors: FieldErrors = {}
    if (isSlugOfAnother(slugs, form.slug, id)) errors.slug = [{ code: 'TAKEN' }]
    form.amenities?.forEach((offer, position) => {
      if (!known.has(offer.id)) errors[`amenities.${position}.id`] = [{ code: 'UNKNOWN' }]
    })
    points.forEach((point, position) => {
      if (!point) errors[`meetingPoints.${position}.id`] = [{ code: mayNamePoints ? 'TAKEN' : 'UNKNOWN' }]
    })
    const meetingPoints = points.flatMap((point) => (point ? [normalizedPoint(point)] : []))
    return { form: { ...normalized(form), meetingPoints }, errors }
  })
}

function normalized(form: CenoteForm): CenoteForm {
  const { location, schedule, amenities = [] } = form
  return {
    ...form,
    name: settledTexts(form.name),
    description: settledTexts(form.description),
    location: { ...location, state: settledText(location.state), municipality: settledText(location.municipality) },
    pricing: normalizedPricing(form.pricing),
    schedule: { ...schedule, cutoffs: schedule.cutoffs ?? [] },
    bookingCutoffMinutes: form.bookingCutoffMinutes ?? 0,
    amenities: amenities
      .map((offer) => ({ ...offer, available: offer.available ?? true, costCents: offer.costCents ?? 0 }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    images: normalizedImages(form.slug, form.images),
    featured: form.featured ?? false,
    popularity: form.popularity ?? 0,
    ...(form.verifiedAt === undefined ? {} : { verifiedAt: new Date(form.verifiedAt).toISOString() }),
  }
}
