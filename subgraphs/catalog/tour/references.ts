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
import { readCenoteFacts } from '../cenote/index.ts'
import { identifiedPoints } from '../meeting-point/index.ts'
import { readProductNames } from '../product/index.ts'
import { dailyDepartures, normalizedDepartures, normalizedStop, type GivenDepartures } from './departures.ts'
import type { SettledTourForm, TourForm } from './form.ts'

/** The form of one tour as it will be stored. Error: ERROR_VALIDACION as `settledForms` finds it. */
export async function settledForm(client: Statements, tour: ToSettle<TourForm>): Promise<SettledTourForm> {
  const [settled] = await settledForms(client, [tour])
  if (!settled || Object.keys(settled.errors).length > 0) throw validationError(settled?.errors ?? {})
  return settled.form
}

/**
 * Forms of tours as they will be stored: defaults filled in, meeting points identified among the present ones. An error
 * for a slug that is taken and for what does not exist; with `mayNamePoints` a new meeting point may have an id.
 */
export async function settledForms(
  client: Statements,
  tours: readonly ToSettle<TourForm>[],
  { mayNamePoints = false } = {},
): Promise<Settled<SettledTourForm>[]> {
  const visited = tours.map(({ form }) => form.cenoteIds.map((cenoteId) => cenoteId.toLowerCase()))
  const facts = await readCenoteFacts(client, { ids: [...new Set(visited.flat())] })
  const known = new Map(facts.map((cenote) => [cenote.id, cenote]))
  const named = await readProductNames(client, 'tour', { slugs: tours.map(({ form }) => form.slug) })
  const slugs = new Map(named.map(({ slug, id }) => [slug, id]))
  const identified = await identifiedPoints(
    client,
    tours.map(({ id, form, present }) => ({ id, points: form.meetingPoints ?? [], present: present ?? [] })),
    { mayName: mayNamePoints },
  )
  return tours.map(({ id, form, before }, index) => {
    const cenoteIds = visited[index] ?? []
    const points = identified[index] ?? []
    const errors: FieldErrors = {}
    if (isSlugOfAnother(slugs, form.slug, id)) errors.slug = [{ code: 'TAKEN' }]
    cenoteIds.forEach((cenoteId, position) => {
      if (!known.has(cenoteId)) errors[`cenoteIds.${position}`] = [{ code: 'UNKNOWN' }]
    })
    points.forEach((point, position) => {
      if (!point) errors[`meetingPoints.${position}.id`] = [{ code: mayNamePoints ? 'TAKEN' : 'UNKNOWN' }]
    })
    const meetingPoints = points.flatMap((point) => (point ? [normalizedPoint(point)] : []))
    const zone = known.get(cenoteIds[0] ?? '')?.schedule.timezone
    const timezone = form.timezone ?? zone ?? ''
    return { form: { ...normalized(form, before?.departures), timezone, cenoteIds, meetingPoints }, errors }
  })
}

type Normalized = Omit<SettledTourForm, 'timezone'>

function normalized({ startTimes = [], capacity = 0, ...form }: TourForm, before?: GivenDepartures): Normalized {
  const pricing = normalizedPricing(form.pricing)
  return {
    ...form,
    name: settledTexts(form.name),
    description: settledTexts(form.description),
    pricing: { ...pricing, excludes: pricing.excludes ?? { en: [], es: [] } },
    departures: normalizedDepartures(form.departures ?? dailyDepartures(startTimes, capacity), before),
    minParty: form.minParty ?? 1,
    stops: (form.stops ?? []).map(normalizedStop),
    bookingCutoffMinutes: form.bookingCutoffMinutes ?? 0,
    images: normalizedImages(form.slug, form.images),
  }
}
