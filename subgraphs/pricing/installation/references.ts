import type { Statements } from '../../../platform/postgres/database.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { derivedId } from '../../../platform/values/derived-id.ts'
import type { ItemKeys } from '../../../platform/values/item-keys.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { promotionFact } from '../promotion/index.ts'
import { readServiceSlugs } from '../service/index.ts'

/** A cenote or tour, which another subgraph stores. */
export interface NamedItem {
  readonly id: string
  readonly slug: string
}

/** The context of the price lists of a file. */
export interface PriceFacts {
  /** Cenotes and tours by slug or by id; those that do not exist are left out. */
  cenotes(keys: ItemKeys): Promise<NamedItem[]>
  tours(keys: ItemKeys): Promise<NamedItem[]>
  readonly now: Date
}

/** How an item of a file names a cenote, a tour, a service or a promotion. */
export interface ItemReferences {
  readonly cenote?: string
  readonly tour?: string
  readonly service?: string
  readonly promotion?: string
}

/**
 * Slugs for ids and ids for slugs. Prices may be about what the catalog does not have
 * (docs/decisions/0201-ownership-of-availability-and-prices.md): then the id itself stands in the file.
 */
export interface References {
  cenoteId(slug: string): string | undefined
  tourId(slug: string): string | undefined
  cenoteSlug(id: string): string | undefined
  tourSlug(id: string): string | undefined
  promotionId(slug: string): string | undefined
  promotionSlug(id: string): string | undefined
  /** The slug of a service, or its id where it has none. */
  serviceSlug(id: string): string
}

/** The names of items in the file, or the ids of stored ones. */
interface NamedOrStored {
  readonly items?: readonly ItemReferences[]
  readonly ids?: readonly (string | undefined)[]
  readonly serviceIds?: readonly (string | undefined)[]
}

export async function referencesOf(
  client: Statements,
  facts: PriceFacts,
  { items, ids, serviceIds = [] }: NamedOrStored,
): Promise<References> {
  const unique = (values: readonly (string | undefined)[]): string[] => [
    ...new Set(values.filter((value) => value !== undefined)),
  ]
  const named = (member: 'cenote' | 'tour') => ({ slugs: unique((items ?? []).map((item) => item[member])) })
  const found = {
    cenotes: await facts.cenotes(ids ? { ids: unique(ids) } : named('cenote')),
    tours: await facts.tours(ids ? { ids: unique(ids) } : named('tour')),
  }
  const promotions = await promotionFact.table.findBy(client, null)
  const services = await readServiceSlugs(client, unique(serviceIds))
  const bySlug = { cenotes: idsBySlug(found.cenotes), tours: idsBySlug(found.tours) }
  const byId = { cenotes: slugsById(found.cenotes), tours: slugsById(found.tours) }
  const idOf = (known: ReadonlyMap<string, string>, slug: string) =>
    known.get(slug) ?? (isUuid(slug) ? slug : undefined)
  return {
    cenoteId: (slug) => idOf(bySlug.cenotes, slug),
    tourId: (slug) => idOf(bySlug.tours, slug),
    cenoteSlug: (id) => byId.cenotes.get(id),
    tourSlug: (id) => byId.tours.get(id),
    promotionId: (slug) => idOf(idsBySlug(promotions), slug),
    promotionSlug: (id) => slugsById(promotions).get(id),
    serviceSlug: (id) => services.get(id) ?? id,
  }
}

const idsBySlug = (items: readonly NamedItem[]): Map<string, string> => new Map(items.map(({ slug, id }) => [slug, id]))
const slugsById = (items: readonly NamedItem[]): Map<string, string> => new Map(items.map(({ slug, id }) => [id, slug]))

/** The id of a service at all cenotes: it follows from its slug. */
export const serviceId = (service: string): string => (isUuid(service) ? service : derivedId('service', service))

/** Names of a form's fields as a file has them. */
const fileNames: Readonly<Record<string, keyof ItemReferences>> = {
  cenoteId: 'cenote',
  serviceId: 'service',
  promotionId: 'promotion',
}

/** Errors of a form by the fields of the item that it was made of. */
export const itemErrors = (errors: FieldErrors, { tour }: ItemReferences): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, fieldErrors]) => [
      field === 'itemId' ? (tour === undefined ? 'cenote' : 'tour') : (fileNames[field] ?? field),
      fieldErrors,
    ]),
  )
