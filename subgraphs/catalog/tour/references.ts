import type { PoolClient } from '../../../platform/postgres/database.ts'
import { validationError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { normalizedImages, normalizedPoint, normalizedPricing, settledTexts } from '../form-parts.ts'
import { identifiedPoints } from '../meeting-point/index.ts'
import type { TourForm } from './form.ts'
import { isSlugTaken, knownCenotes } from './store/forms.ts'

/**
 * The form of a tour as it will be stored: defaults filled in, its meeting points identified among the present ones.
 * ERROR_VALIDACION when its slug is taken, or it names what does not exist.
 */
export async function settledForm(
  client: PoolClient,
  id: string,
  form: TourForm,
  present: TourForm['meetingPoints'] = [],
): Promise<TourForm> {
  const cenoteIds = form.cenoteIds.map((cenoteId) => cenoteId.toLowerCase())
  const known = await knownCenotes(client, cenoteIds)
  const points = identifiedPoints(form.meetingPoints ?? [], present as Parameters<typeof identifiedPoints>[1])
  const fields: FieldErrors = {}
  if (await isSlugTaken(client, form.slug, id)) fields.slug = [{ code: 'TAKEN' }]
  cenoteIds.forEach((cenoteId, index) => {
    if (!known.has(cenoteId)) fields[`cenoteIds.${index}`] = [{ code: 'UNKNOWN' }]
  })
  points.forEach((point, index) => {
    if (!point) fields[`meetingPoints.${index}.id`] = [{ code: 'UNKNOWN' }]
  })
  if (Object.keys(fields).length > 0) throw validationError(fields)
  const pricing = normalizedPricing(form.pricing)
  return {
    ...form,
    name: settledTexts(form.name),
    description: settledTexts(form.description),
    cenoteIds,
    pricing: { ...pricing, excludes: pricing.excludes ?? { en: [], es: [] } },
    images: normalizedImages(form.slug, form.images),
    meetingPoints: points.flatMap((point) => (point ? [normalizedPoint(point)] : [])),
  }
}
