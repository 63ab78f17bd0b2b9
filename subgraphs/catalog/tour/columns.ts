import { selectList, type FormColumns } from '../../../platform/postgres/columns.ts'
import { imageColumn } from '../form-parts.ts'
import type { SettledTourForm } from './form.ts'

/** The columns of a tour, and the member of the form that each stores. */
export const tourColumns = {
  id: {},
  version: {},
  slug: { member: 'slug' },
  nameEn: { member: 'name.en' },
  nameEs: { member: 'name.es' },
  description: { member: 'description' },
  durationMinutes: { member: 'durationMinutes' },
  adultCents: { member: 'pricing.adultCents' },
  currency: { member: 'pricing.currency', default: 'MXN' },
  timezone: { member: 'timezone' },
  minParty: { member: 'minParty' },
  departures: { member: 'departures' },
  stops: { member: 'stops' },
  // Derived from the departures by a trigger.
  startTimes: {},
  capacity: {},
  bookingCutoffMinutes: { member: 'bookingCutoffMinutes', default: 0 },
  includes: { member: 'pricing.includes' },
  // A tour always says what its price leaves out.
  excludes: { member: 'pricing.excludes', default: { en: [], es: [] } },
  images: imageColumn,
  isActive: {},
  createdAt: {},
  updatedAt: {},
} as const satisfies FormColumns<SettledTourForm>

/** The select list of `tour t`. */
export const tourSelectList = selectList(Object.keys(tourColumns), 't')
