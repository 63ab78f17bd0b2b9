import type { PoolClient } from '../../../platform/postgres/database.ts'
import { validationError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { normalizedImages, normalizedPoint, normalizedPricing, settledTexts } from '../form-parts.ts'
import { identifiedPoints } from '../meeting-point/index.ts'
import { settledText } from '../text.ts'
import type { CenoteForm } from './form.ts'
import { isSlugTaken, knownAmenities } from './store/forms.ts'

/**
 * The form of a cenote as it will be stored: defaults filled in, its meeting points identified among the present ones.
 * ERROR_VALIDACION when its slug is taken, or it names what does not exist.
 */
export async function settledForm(
  client: PoolClient,
  id: string,
  form: CenoteForm,
  present: CenoteForm['meetingPoints'] = [],
): Promise<CenoteForm> {
  const { amenities = [], meetingPoints = [], location } = form
  const known = await knownAmenities(
    client,
    amenities.map((offer) => offer.id),
  )
  const points = identifiedPoints(meetingPoints, present as Parameters<typeof identifiedPoints>[1])
  const fields: FieldErrors = {}
  if (await isSlugTaken(client, form.slug, id)) fields.slug = [{ code: 'TAKEN' }]
  amenities.forEach((offer, index) => {
    if (!known.has(offer.id)) fields[`amenities.${index}.id`] = [{ code: 'UNKNOWN' }]
  })
  points.forEach((point, index) => {
    if (!point) fields[`meetingPoints.${index}.id`] = [{ code: 'UNKNOWN' }]
  })
  if (Object.keys(fields).length > 0) throw validationError(fields)
  return {
    ...form,
    name: settledTexts(form.name),
    description: settledTexts(form.description),
    location: { ...location, state: settledText(location.state), municipality: settledText(location.municipality) },
    pricing: normalizedPricing(form.pricing),
    amenities: amenities
      .map((offer) => ({ ...offer, available: offer.available ?? true, costCents: offer.costCents ?? 0 }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    images: normalizedImages(form.slug, form.images),
    meetingPoints: points.flatMap((point) => (point ? [normalizedPoint(point)] : [])),
    featured: form.featured ?? false,
    popularity: form.popularity ?? 0,
    ...(form.verifiedAt === undefined ? {} : { verifiedAt: new Date(form.verifiedAt).toISOString() }),
  }
}
