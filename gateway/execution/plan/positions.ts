// The positions of the example in compiled-plan.ts, with the fields that each of their parts provides:
//   root        part 0, of fetch 0: _0
//   _0          part 0, the field `_0` of fetch 0: __typename id name isActive pricing; part 1, of fetch 1: _1
//   _0.pricing  part 0, the field `pricing` of fetch 0: adultCents
//   _0._1       part 0, the field `_1` of fetch 1: totalCents
// Objects at the last two are read as they are. One at `_0` is read from its partial results: `_1` from part 1.

import { Kind, type SelectionSetNode } from 'graphql'
import { isObject } from '../../../platform/values/json.ts'
import { fragmentOf, type Fragments } from '../../../platform/graphql/selection/fragments.ts'
import { PartialResults, type Data, type ObjectResults, type ResultIndex } from './partial-results.ts'

/** By which fields objects are the same entity. */
interface EntityKey {
  readonly part: number
  readonly key: string
  /** Where the type is read; undefined where it is not requested. */
  readonly typeKey: string | undefined
}

/** Where a part of a position comes from: a field of a part of its parent, or what a fetch adds. */
type Origin = { readonly fetch: number } & (
  { readonly kind: 'fetch' } | { readonly kind: 'field'; readonly part: number; readonly key: string }
)

/** Who has a field: a part of the position, under a key. */
interface Provider {
  readonly part: number
  readonly key: string
}

/** Reads a field of an object. */
export type Reader = (results: ObjectResults, index: ResultIndex) => unknown

/**
 * A place in the data that subgraphs return, and which fetches of the plan return a part of its objects. Nothing that a
 * subgraph returned is changed or copied: a field is read from the part that has it. So responses can be shared between
 * requests, and may be the very objects that a subgraph in this process works with.
 */
export class Position {
  readonly #number: number
  readonly #origins: Origin[] = []
  readonly #children = new Map<string, Position>()
  readonly #providers = new Map<string, Provider[]>()
  readonly #finders = new Map<string, Reader>()
  /** Null for objects that are not recognized by a key; undefined until it was looked up. */
  #entityKey: EntityKey | null | undefined

  /** `counter` numbers the positions of one plan; the root begins it. */
  constructor(private readonly counter: { next: number } = { next: 0 }) {
    this.#number = counter.next++
  }

  /** Whether its objects stand alone, without partial results. The root has a part for each fetch that begins there. */
  get isSingle(): boolean {
    return this.#origins.length === 1 && this.#number > 0
  }

  addPart(origin: Origin): number {
    return this.#origins.push(origin) - 1
  }

  /** The part that comes from a field of a part of the parent. */
  fieldPart(fetch: number, part: number, key: string): number {
    const known = this.#origins.findIndex(
      (origin) => origin.kind === 'field' && origin.part === part && origin.key === key,
    )
    return known >= 0 ? known : this.addPart({ kind: 'field', fetch, part, key })
  }

  child(key: string): Position {
    let child = this.#children.get(key)
    if (!child) this.#children.set(key, (child = new Position(this.counter)))
    return child
  }

  /** Notes that a part has a field, under a key of its own if its fetch had to rename it. */
  addField(part: number, key: string, sourceKey: string): void {
    const known = this.#providers.get(key)
    if (known?.some((one) => one.part === part && one.key === sourceKey)) return
    if (known) known.push({ part, key: sourceKey })
    else this.#providers.set(key, [{ part, key: sourceKey }])
  }

  has(key: string): boolean {
    return this.#providers.has(key)
  }

  /** The fetches that provide a field. */
  fetchesOf(key: string): number[] {
    return (this.#providers.get(key) ?? []).map(({ part }) => this.#origins[part]?.fetch ?? 0)
  }

  /** Prepares to read a field: the latest fetch that has it wins; undefined where none has. */
  reader(key: string): Reader {
    const providers = this.#providers.get(key) ?? []
    const [first] = providers
    if (!first) return () => undefined
    if (this.isSingle) {
      const keys = providers.map((provider) => provider.key)
      if (keys.length === 1) return (results) => (results as Data)[first.key]
      return (results) => lastDefined(keys, (one) => (results as Data)[one])
    }
    if (providers.length === 1) return (results) => (results as PartialResults).byPart[first.part]?.[first.key]
    return (results) =>
      lastDefined(providers, ({ part, key: sourceKey }) => (results as PartialResults).byPart[part]?.[sourceKey])
  }

  /** The object's type: an interface only where no fetch knows better. */
  typeReader(isObjectType: (name: string) => boolean): (results: ObjectResults) => string | undefined {
    const providers = this.#providers.get('__typename') ?? []
    return (results) => {
      let name: string | undefined
      for (const { part, key } of providers) {
        const value = this.#part(results, part)?.[key]
        if (typeof value !== 'string') continue
        if (isObjectType(value)) return value
        name = value
      }
      return name
    }
  }

  /**
   * Prepares to find the objects of a field, once the whole plan is compiled: null, an object, or a list of such, each
   * of which has to enter its position.
   */
  finder(key: string): Reader {
    let finder = this.#finders.get(key)
    if (!finder) this.#finders.set(key, (finder = this.#createFinder(key)))
    return finder
  }

  #createFinder(key: string): Reader {
    const child = this.child(key)
    const read = this.reader(key)
    const fields = child.#origins.filter((origin) => origin.kind === 'field')
    if (fields.length <= 1) return read
    return (results, index) => {
      const last = read(results, index)
      if (last === null || last === undefined) return last
      const values = fields.map((field) => this.#part(results, field.part)?.[field.key])
      return child.#combined(values, last, index)
    }
  }

  #part(results: ObjectResults, part: number): Data | null | undefined {
    return this.isSingle ? (results as Data) : (results as PartialResults).byPart[part]
  }

  /** An object of a field, with its partial results. */
  enter(value: object, index: ResultIndex): ObjectResults {
    if (this.isSingle || value instanceof PartialResults) return value as ObjectResults
    const known = index.at(this.#number)
    if (this.#entityKey === undefined) this.#entityKey = this.#findEntityKey() ?? null
    const entityKey = this.#entityKey
    const id: unknown = entityKey && (value as Data)[entityKey.key]
    if (entityKey && (typeof id === 'string' || typeof id === 'number')) {
      const results = known.get(id)
      if (!results) return this.#add(value, id, known)
      const { part, typeKey } = entityKey
      if (typeKey === undefined || results.byPart[part]?.[typeKey] === (value as Data)[typeKey]) return results
    }
    return known.get(value) ?? this.#add(value, value, known)
  }

  #add(value: object, by: unknown, known: Map<unknown, PartialResults>): PartialResults {
    const results = new PartialResults()
    for (const origin of this.#origins) results.byPart.push(origin.kind === 'field' ? (value as Data) : undefined)
    known.set(by, results)
    return results
  }

  /**
   * How objects of this position are recognized as the same entity, so that what other fetches add to it is requested,
   * collected and written once: they come from one fetch, which has nothing of them but one field and their type.
   */
  #findEntityKey(): EntityKey | undefined {
    const parts = this.#origins.flatMap(({ kind }, part) => (kind === 'field' ? [part] : []))
    const [part = -1] = parts
    if (parts.length !== 1) return undefined
    const fields = [...this.#providers].flatMap(([name, providers]) =>
      providers.filter((provider) => provider.part === part).map(({ key }) => ({ name, key })),
    )
    const ids = fields.filter(({ name }) => name !== '__typename')
    const types = fields.filter(({ name }) => name === '__typename')
    const [id] = ids
    if (!id || ids.length > 1 || types.length > 1 || this.#children.has(id.name)) return undefined
    return { part, key: id.key, typeKey: types[0]?.key }
  }

  /** Objects of several fetches become partial results of one, and lists of the same length item by item. */
  #combined(values: readonly unknown[], last: unknown, index: ResultIndex): unknown {
    if (typeof last !== 'object' || last === null) return last
    if (Array.isArray(last)) {
      return last.map((item: unknown, at) =>
        this.#combined(
          values.map((value) =>
            Array.isArray(value) && value.length === last.length ? (value[at] as unknown) : undefined,
          ),
          item,
          index,
        ),
      )
    }
    const objects = values.map((value) => (isObject(value) ? value : undefined))
    const known = index.at(this.#number)
    // A later fetch may have returned another part of an object whose first parts were known before.
    const results = objects.map((object) => object && known.get(object)).find((one) => one) ?? new PartialResults()
    let next = 0
    this.#origins.forEach((origin, part) => {
      results.byPart[part] = origin.kind === 'field' ? objects[next++] : results.byPart[part]
    })
    for (const object of objects) if (object) known.set(object, results)
    return results
  }
}

function lastDefined<T>(items: readonly T[], read: (item: T) => unknown): unknown {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const value = read(items[index] as T)
    if (value !== undefined) return value
  }
  return undefined
}

/** A fetch whose fields are noted at their positions. */
export interface FetchedFields {
  readonly index: number
  readonly fragments: Fragments
  /** Fields that it renamed, to request two of one name: by the name in its response, the name in the data. */
  readonly renamed: ReadonlyMap<string, string>
}

/** Notes at a position, and below, what a part has. */
export function addSelection(
  position: Position,
  part: number,
  selectionSet: SelectionSetNode,
  fetch: FetchedFields,
): void {
  const { index, fragments, renamed } = fetch
  for (const selection of selectionSet.selections) {
    if (selection.kind !== Kind.FIELD) {
      const fragment = fragmentOf(selection, fragments)
      if (fragment) addSelection(position, part, fragment.selectionSet, fetch)
    } else {
      const sourceKey = (selection.alias ?? selection.name).value
      const key = renamed.get(sourceKey) ?? sourceKey
      position.addField(part, key, sourceKey)
      if (!selection.selectionSet) continue
      const child = position.child(key)
      addSelection(child, child.fieldPart(index, part, sourceKey), selection.selectionSet, fetch)
    }
  }
}
