import type { FieldErrors } from '../../../schema/field-errors.ts'
import { readCenoteFacts } from '../cenote/index.ts'
import type { ProductKind } from '../product/index.ts'
import { dailyDepartures, normalizedDepartures, normalizedStop } from './rules/departures.ts'
import { tourForm, type SettledTourForm, type TourForm } from './form.ts'
import { tourTables } from './store/forms.ts'

/** Tours as a kind of product. Their forms refer to the cenotes that they visit. */
export const tourKind: ProductKind<TourForm, SettledTourForm> = {
  ...tourTables,
  form: tourForm,
  async settle(client, products) {
    const visited = products.map(({ form }) => form.cenoteIds.map((cenoteId) => cenoteId.toLowerCase()))
    const facts = await readCenoteFacts(client, { ids: [...new Set(visited.flat())] })
    const known = new Map(facts.map((cenote) => [cenote.id, cenote]))
    return products.map(({ form: { startTimes = [], capacity = 0, ...form }, before }, index) => {
      const cenoteIds = visited[index] ?? []
      const errors: FieldErrors = {}
      cenoteIds.forEach((cenoteId, position) => {
        if (!known.has(cenoteId)) errors[`cenoteIds.${position}`] = [{ code: 'UNKNOWN' }]
      })
      const departures = form.departures ?? dailyDepartures(startTimes, capacity)
      return {
        form: {
          ...form,
          pricing: { ...form.pricing, excludes: form.pricing.excludes ?? { en: [], es: [] } },
          departures: normalizedDepartures(departures, before?.departures),
          minParty: form.minParty ?? 1,
          stops: (form.stops ?? []).map(normalizedStop),
          timezone: form.timezone ?? known.get(cenoteIds[0] ?? '')?.schedule.timezone ?? '',
          cenoteIds,
        },
        errors,
      }
    })
  },
}
