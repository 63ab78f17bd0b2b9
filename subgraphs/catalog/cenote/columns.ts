import type { GraphQLResolveInfo } from 'graphql'
import { SelectedFields } from '../../../platform/graphql/selected-fields.ts'

/** Columns that are short; every read has them. */
const shortColumns = [
  'id',
  'version',
  'slug',
  'name_en',
  'name_es',
  'latitude',
  'longitude',
  'address',
  'state',
  'municipality',
  'zip_code',
  'adult_cents',
  'currency',
  'daily_capacity',
  'hourly_capacity',
  'open_time',
  'close_time',
  'timezone',
  'is_active',
]

/**
 * Columns that cost more to send and to parse than all others, which are read when they are selected, and the fields
 * that need them. Parts and not single columns, so that few different statements come of it.
 */
const parts = [
  { columns: ['description_en', 'description_es'], fields: [['description']] },
  {
    columns: ['directions', 'landmarks'],
    fields: [
      ['location', 'directions'],
      ['location', 'landmarks'],
    ],
  },
  { columns: ['contact'], fields: [['contact']] },
  {
    columns: ['includes', 'excludes'],
    fields: [
      ['pricing', 'includes'],
      ['pricing', 'excludes'],
      // Of a reference to the prices of a cenote.
      ['includes'],
      ['excludes'],
    ],
  },
  { columns: ['features'], fields: [['features']] },
  { columns: ['days_open'], fields: [['schedule', 'daysOpen']] },
  {
    columns: ['ratings_five', 'ratings_four', 'ratings_three', 'ratings_two', 'ratings_one', 'rating_average'],
    fields: [['rating']],
  },
  { columns: ['images'], fields: [['images']] },
  {
    columns: ['featured', 'popularity', 'verified_at', 'created_at', 'updated_at'],
    fields: [['metadata'], ['createdAt'], ['updatedAt']],
  },
] as const

/** Which parts a read has, one bit each. */
export type CenoteParts = number
export const allParts: CenoteParts = 2 ** parts.length - 1

const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], CenoteParts>()

/** The parts that a resolver's selection of cenotes needs; `paths` lead to them, by default the field itself is one. */
export function selectedParts(info: GraphQLResolveInfo, paths: readonly (readonly string[])[] = [[]]): CenoteParts {
  const { fieldNodes } = info
  let needed = known.get(fieldNodes)
  if (needed === undefined) {
    const selected = new SelectedFields(info)
    needed = 0
    for (const [index, { fields }] of parts.entries())
      if (fields.some((field) => paths.some((path) => selected.has(...path, ...field)))) needed += 2 ** index
    known.set(fieldNodes, needed)
  }
  return needed
}

const lists = new Map<CenoteParts, string>()

/** The columns of `cenote c` of some parts. The details are in none: they are most of a row. */
export function cenoteColumns(needed: CenoteParts = allParts): string {
  let list = lists.get(needed)
  if (list === undefined) {
    const selected = parts.flatMap(({ columns }, index) => (needed & (2 ** index) ? columns : []))
    list = [...shortColumns, ...selected]
      .map((column) => `c.${column} AS "${column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}"`)
      .join(', ')
    lists.set(needed, list)
  }
  return list
}
