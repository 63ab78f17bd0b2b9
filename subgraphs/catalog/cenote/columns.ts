import type { GraphQLResolveInfo } from 'graphql'
import { SelectedFields } from '../../../platform/graphql/selected-fields.ts'
import { selectList, type FormColumn, type FormRow } from '../../../platform/postgres/columns.ts'
import { imageColumn } from '../form-parts.ts'
import type { CenoteForm } from './form.ts'

interface CenoteColumn extends FormColumn<CenoteForm> {
  readonly part?: PartName | 'details'
}

/**
 * The columns of a cenote: the member of the form that each stores, and when it is read. The details are read by a
 * statement of their own: they are most of a row.
 */
export const cenoteColumns = {
  id: {},
  version: {},
  slug: { member: 'slug' },
  nameEn: { member: 'name.en' },
  nameEs: { member: 'name.es' },
  descriptionEn: { member: 'description.en', part: 'description' },
  descriptionEs: { member: 'description.es', part: 'description' },
  longDescription: { member: 'longDescription', part: 'details' },
  latitude: { member: 'location.latitude' },
  longitude: { member: 'location.longitude' },
  address: { member: 'location.address' },
  state: { member: 'location.state' },
  municipality: { member: 'location.municipality' },
  zipCode: { member: 'location.zipCode' },
  directions: { member: 'location.directions', part: 'directions' },
  landmarks: { member: 'location.landmarks', part: 'directions' },
  contact: { member: 'contact', part: 'contact' },
  adultCents: { member: 'pricing.adultCents' },
  currency: { member: 'pricing.currency', default: 'MXN' },
  includes: { member: 'pricing.includes', part: 'inclusions' },
  excludes: { member: 'pricing.excludes', part: 'inclusions' },
  features: { member: 'features', part: 'features' },
  dailyCapacity: { member: 'capacity.daily' },
  hourlyCapacity: { member: 'capacity.hourly' },
  openTime: { member: 'schedule.openTime' },
  closeTime: { member: 'schedule.closeTime' },
  timezone: { member: 'schedule.timezone' },
  daysOpen: { member: 'schedule.daysOpen', part: 'weekdays' },
  cutoffs: { member: 'schedule.cutoffs', default: [], part: 'weekdays' },
  bookingCutoffMinutes: { member: 'bookingCutoffMinutes', default: 0 },
  ratingsFive: { part: 'rating' },
  ratingsFour: { part: 'rating' },
  ratingsThree: { part: 'rating' },
  ratingsTwo: { part: 'rating' },
  ratingsOne: { part: 'rating' },
  ratingAverage: { part: 'rating' },
  images: { ...imageColumn, part: 'images' },
  guidelines: { member: 'guidelines', part: 'details' },
  weather: { member: 'weather', part: 'details' },
  conservation: { member: 'conservation', part: 'details' },
  certifications: { member: 'certifications', part: 'details' },
  featured: { member: 'featured', default: false, part: 'metadata' },
  popularity: { member: 'popularity', default: 0, part: 'metadata' },
  verifiedAt: {
    member: 'verifiedAt',
    toMember: `to_char(verified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    part: 'metadata',
  },
  isActive: {},
  createdAt: { part: 'metadata' },
  updatedAt: { part: 'metadata' },
} as const satisfies Readonly<Record<string, CenoteColumn>>

type Columns = typeof cenoteColumns
type DetailName = { [Name in keyof Columns]: Columns[Name] extends { part: 'details' } ? Name : never }[keyof Columns]

/** The columns of the form in a row, without the details. */
export type CenoteFormRow = Omit<FormRow<CenoteForm, Columns>, DetailName>
/** A cenote's details, read only when selected. */
export type CenoteDetailRow = Pick<FormRow<CenoteForm, Columns>, DetailName>

/**
 * Columns that cost more to send and to parse than all others, which are read when they are selected, by the fields that
 * need them. Parts and not single columns, so that few different statements come of it.
 */
const parts = {
  description: [['description']],
  directions: [
    ['location', 'directions'],
    ['location', 'landmarks'],
  ],
  contact: [['contact']],
  inclusions: [
    ['pricing', 'includes'],
    ['pricing', 'excludes'],
    // Of a reference to the prices of a cenote.
    ['includes'],
    ['excludes'],
  ],
  features: [['features']],
  weekdays: [
    ['schedule', 'daysOpen'],
    ['schedule', 'cutoffs'],
    ['stopSchedule', 'daysOpen'],
    ['stopSchedule', 'cutoffs'],
    ['weekdayCutoffs'],
  ],
  rating: [['rating']],
  images: [['images']],
  metadata: [['metadata'], ['createdAt'], ['updatedAt']],
} as const
type PartName = keyof typeof parts
const partNames = Object.keys(parts) as PartName[]

/** Which parts a read has, one bit each. */
export type CenoteParts = number
export const allParts: CenoteParts = 2 ** partNames.length - 1

const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], CenoteParts>()

/** The parts that a resolver's selection of cenotes needs; `paths` lead to them, by default the field itself is one. */
export function selectedParts(info: GraphQLResolveInfo, paths: readonly (readonly string[])[] = [[]]): CenoteParts {
  const { fieldNodes } = info
  let needed = known.get(fieldNodes)
  if (needed === undefined) {
    const selected = new SelectedFields(info)
    needed = 0
    for (const [index, name] of partNames.entries())
      if (parts[name].some((field) => paths.some((path) => selected.has(...path, ...field)))) needed += 2 ** index
    known.set(fieldNodes, needed)
  }
  return needed
}

const columnsOfPart = (wanted: PartName | 'details' | undefined): string[] =>
  Object.entries<CenoteColumn>(cenoteColumns).flatMap(([property, { part }]) => (part === wanted ? [property] : []))

const lists = new Map<CenoteParts, string>()

/** The select list of some parts of `cenote c`. The details are in none. */
export function cenoteSelectList(needed: CenoteParts = allParts): string {
  let list = lists.get(needed)
  if (list === undefined) {
    const selected = partNames.filter((_, index) => needed & (2 ** index)).flatMap(columnsOfPart)
    list = selectList([...columnsOfPart(undefined), ...selected], 'c')
    lists.set(needed, list)
  }
  return list
}

/** The select list of the details of `cenote c`. */
export const detailSelectList = selectList(columnsOfPart('details'), 'c')
