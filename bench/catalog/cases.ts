import { addDays } from '../../platform/values/clock.ts'

/** Facts of one size of the catalog, for the cases. */
export interface Facts {
  /** Ids of some cenotes, in no order. */
  readonly cenoteIds: readonly string[]
  /** Where page 1,000 begins, or the last full page of a smaller catalog; a cursor for each of `walkedSorts`. */
  readonly farCursors: readonly string[]
  /** Today, UTC. */
  readonly today: string
}

/** One kind of read, each time with other values. */
export interface Case {
  readonly name: string
  /** The maximum p95 of the largest catalog, as a multiple of that of the smallest. */
  readonly target?: number
  path(turn: number, facts: Facts): string
}

const base = '/api/partner/cenotes'
const of = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T
type Parameters = Readonly<Record<string, string | number>>
const query = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

export const cursorSorts = ['createdAt', 'name', 'popularity'] as const
const sorts = [...cursorSorts, 'rating', 'pricing.adult'] as const
const places: readonly Parameters[] = [
  { 'location.state': 'campeche' },
  { 'location.state': 'Yucatán', 'rating.min': 3.5 },
  { 'location.state': 'quintana roo', 'priceRange.max': 300 },
  { 'location.municipality': 'tulum' },
  { 'location.municipality': 'Champotón', 'rating.min': 3 },
  { hasAmenity: 'bulk-kayak' },
  { hasAmenity: 'bulk-kayak', 'location.state': 'Yucatán' },
  { 'priceRange.min': 200, 'priceRange.max': 400 },
  { 'rating.min': 4 },
]
const words = [
  'balam',
  'estalactitas',
  'stalactites',
  'motmots',
  'underground river',
  'sac balam',
  'near tulum',
  'Nohoch',
  'zzz',
]

export const cases: readonly Case[] = [
  { name: 'list', target: 4, path: (turn) => `${base}?${query({ sortBy: of(sorts, turn) })}` },
  {
    name: 'filtered list',
    target: 4,
    path: (turn) => `${base}?${query({ ...of(places, turn), sortBy: of(sorts, turn) })}`,
  },
  {
    // The total of a filter that was not used before has to be counted.
    name: 'filtered list, new filters',
    target: 4,
    path: (turn) =>
      `${base}?${query({ ...of(places, turn), createdBefore: new Date(Date.now() - turn * 61_000).toISOString() })}`,
  },
  { name: 'search', path: (turn) => `${base}?${query({ search: of(words, turn), sortBy: of(sorts, turn) })}` },
  {
    name: 'search, new texts',
    path: (turn) => `${base}?${query({ search: `${of(words, turn).slice(0, 5)} ${turn}` })}`,
  },
  {
    name: 'nearby',
    target: 2,
    path: (turn) =>
      `${base}/search/nearby?${query({ latitude: 18.3 + ((turn * 7) % 31) / 10, longitude: -90.9 + ((turn * 11) % 39) / 10 })}`,
  },
  { name: 'walk, page 1', target: 2, path: (turn) => `${base}?${query({ sortBy: of(cursorSorts, turn) })}` },
  {
    name: 'walk, page 1,000',
    target: 2,
    path: (turn, { farCursors }) => `${base}?${query({ sortBy: of(cursorSorts, turn), cursor: of(farCursors, turn) })}`,
  },
  { name: 'detail', target: 2, path: (turn, { cenoteIds }) => `${base}/${of(cenoteIds, turn)}` },
  {
    name: 'detail, everything expanded',
    target: 2,
    path: (turn, { cenoteIds }) => `${base}/${of(cenoteIds, turn)}?expand=amenities,reviews,availability,nearby,tours`,
  },
  {
    name: 'availability of 30 days',
    target: 2,
    path: (turn, { cenoteIds, today }) =>
      `${base}/${of(cenoteIds, turn)}/availability?${query({ startDate: addDays(today, 1), endDate: addDays(today, 30), visitors: 1 + (turn % 4) })}`,
  },
]
