import { derivedId } from '../../platform/values/derived-id.ts'
import type { ItemKeys } from '../../platform/values/item-keys.ts'
import type { CenoteFacts } from '../../subgraphs/catalog/cenote/index.ts'
import type { Lists } from './lists.ts'

interface NamedItem {
  readonly id: string
  readonly slug: string
}
type CenoteItem = NamedItem & Pick<CenoteFacts, 'schedule' | 'capacity'>
type ItemList = 'cenotes' | 'tours'

/** Lists whose items others refer to, and the member by which they do. */
const referredTo = [
  ['amenities', 'id'],
  ['cenotes', 'slug'],
  ['promotions', 'slug'],
  ['services', 'service'],
] as const

/** The cenotes and tours of a file as they will be once it is stored, for what is checked and stored before them. */
export class PlannedItems {
  readonly #lists: Lists
  readonly #items: Readonly<Record<ItemList, ReadonlyMap<string, CenoteItem>>>
  readonly #ids: Readonly<Record<ItemList, Map<string, string>>> = { cenotes: new Map(), tours: new Map() }
  readonly #slugs: Readonly<Record<ItemList, Map<string, string>>> = { cenotes: new Map(), tours: new Map() }
  readonly #names: ReadonlySet<unknown>

  constructor(lists: Lists) {
    const bySlug = (list: ItemList) =>
      new Map(((lists.get(list) ?? []) as readonly CenoteItem[]).map((item) => [item.slug, item]))
    this.#lists = lists
    this.#items = { cenotes: bySlug('cenotes'), tours: bySlug('tours') }
    this.#names = new Set(
      referredTo.flatMap(([list, member]) =>
        ((lists.get(list) ?? []) as Readonly<Record<string, unknown>>[]).map((item) => item[member]),
      ),
    )
  }

  /** Notes the id that an item has or will have. */
  identify(list: string, slug: string, id: string): void {
    if (list !== 'cenotes' && list !== 'tours') return
    this.#ids[list].set(slug, id)
    this.#slugs[list].set(id, slug)
  }

  /** The lists with the ids of those items whose id does not follow from their slug. */
  identified(): Lists {
    const named = (list: ItemList, values: readonly unknown[]): unknown[] =>
      (values as readonly CenoteItem[]).map((item) => {
        const id = this.#ids[list].get(item.slug)
        const kind = list === 'cenotes' ? 'cenote' : 'tour'
        return id === undefined || item.id || id === derivedId(kind, item.slug) ? item : { ...item, id }
      })
    return new Map(
      [...this.#lists].map(([name, values]) => [
        name,
        name === 'cenotes' || name === 'tours' ? named(name, values) : values,
      ]),
    )
  }

  /** Whether an error of an item is only that it names what the file is yet to add. */
  resolves(list: string, position: number, field: string, errors: readonly { readonly code: string }[]): boolean {
    if (errors.some(({ code }) => code !== 'UNKNOWN')) return false
    let value: unknown = this.#lists.get(list)?.[position]
    for (const name of field.split('.')) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name]
    return this.#names.has(value)
  }

  /** Cenotes as stored, with the schedules and capacities of the file, and those that it adds. */
  cenotes(keys: ItemKeys, stored: readonly CenoteFacts[]): CenoteFacts[] {
    return this.#all('cenotes', keys, stored).flatMap(({ id, slug, present }) => {
      const { schedule, capacity } = this.#items.cenotes.get(slug) ?? present ?? {}
      return schedule && capacity ? [{ id, slug, version: present?.version ?? 0, schedule, capacity }] : []
    })
  }

  /** Tours as stored, and those that the file adds. */
  tours(keys: ItemKeys, stored: readonly NamedItem[]): NamedItem[] {
    return this.#all('tours', keys, stored).map(({ id, slug }) => ({ id, slug }))
  }

  #all<Stored extends NamedItem>(
    list: ItemList,
    keys: ItemKeys,
    stored: readonly Stored[],
  ): (NamedItem & { readonly present?: Stored })[] {
    const present = stored.map((item) => ({ id: item.id, slug: item.slug, present: item }))
    const known = new Set(stored.map(({ id }) => id))
    const slugs = 'slugs' in keys ? keys.slugs : keys.ids.flatMap((id) => this.#slugs[list].get(id) ?? [])
    const added = slugs.flatMap((slug) => {
      const id = this.#ids[list].get(slug)
      return id === undefined || known.has(id) ? [] : [{ id, slug }]
    })
    return [...present, ...added]
  }
}
