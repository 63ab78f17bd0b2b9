import { Type, type TSchema } from 'typebox'
import type { Statements } from '../../platform/postgres/database.ts'
import type { InstallationList } from '../../platform/postgres/installation-list.ts'
import { calendarLists, type CalendarFacts } from '../../subgraphs/booking/calendar/index.ts'
import { readCenoteFacts } from '../../subgraphs/catalog/cenote/index.ts'
import { catalogLists } from '../../subgraphs/catalog/installation.ts'
import { readProductNames } from '../../subgraphs/catalog/product/index.ts'
import { priceLists, type PriceFacts } from '../../subgraphs/pricing/installation/index.ts'
import type { Owner, PerOwner } from './databases.ts'
import type { PlannedItems } from './planned-items.ts'

/** Version of the format of installation files. It grows when a file of before would mean something else. */
export const formatVersion = 1

/** The name under which files refer to their schema, beside them. */
export const schemaName = './installation.schema.json'

/** Which lists a subgraph stores. */
export interface FormatPart {
  readonly owner: Owner
  readonly lists: readonly InstallationList[]
}

/** The context that the lists of a file are stored with. */
export interface FormatContext {
  readonly clients: PerOwner<Statements>
  readonly now: Date
  /** How reservations are treated where something is closed; without one they refuse it. */
  readonly reservations: CalendarFacts['reservations']
  /** Of an import: the items of the catalog as the file has them. */
  readonly planned?: PlannedItems
}

/**
 * The parts of a file, in the order in which their lists refer to one another. Without databases they only describe the
 * format.
 */
export function formatParts(context?: FormatContext): FormatPart[] {
  const { clients, planned, now = new Date(0), reservations = null } = context ?? {}
  const facts: CalendarFacts = {
    async cenotes(keys) {
      const stored = clients ? await readCenoteFacts(clients.catalog, keys) : []
      return planned?.cenotes(keys, stored) ?? stored
    },
    now,
    reservations,
  }
  const tours: PriceFacts['tours'] = async (keys) => {
    const stored = clients ? await readProductNames(clients.catalog, 'tour', keys) : []
    return planned?.tours(keys, stored) ?? stored
  }
  return [
    { owner: 'catalog', lists: catalogLists() },
    { owner: 'booking', lists: calendarLists(facts) },
    { owner: 'pricing', lists: priceLists({ ...facts, tours }) },
  ]
}

/** The JSON Schema of installation files, made from the forms that validate mutations and imports. */
export function fileSchema(parts: readonly FormatPart[] = formatParts()): unknown {
  const lists = parts.flatMap(({ lists }) => lists)
  const schema = Type.Object(
    {
      $schema: Type.Optional(Type.String({ description: 'Address of this schema, for editors.' })),
      formatVersion: Type.Literal(formatVersion, { description: 'Version of this format.' }),
      ...Object.fromEntries(lists.map(({ name, schema }) => [name, Type.Optional(Type.Array(schema))])),
    },
    { additionalProperties: false },
  )
  return published({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Installation',
    description: 'Catalog, prices and calendar of one environment. A list that is absent is left as it is.',
    ...(schema as object),
  })
}

/** A schema as JSON, with the patterns that refinements stand for. */
function published(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(published)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as TSchema).map(([name, inner]) => [
      name === 'patternOfRefinement' ? 'pattern' : name,
      published(inner),
    ]),
  )
}
