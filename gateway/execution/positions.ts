import { Kind, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql'

export type Data = Readonly<Record<string, unknown>>

/**
 * One object of the response as its subgraphs returned it: an object alone at a position that one fetch provides, and
 * otherwise one for each part of the position, in the order of the plan; a part is null where its fetch has nothing.
 */
export type Found = Data | Parts

export class Parts {
  constructor(readonly all: readonly (Data | null | undefined)[]) {}
}

/** Results of the fetches that add to objects found before: by fetch, what each object gets. */
export type Additions = readonly ({ get(object: object): Data | null | undefined } | undefined)[]

/** Where a part of a position comes from: a field of a part of its parent, or what a fetch adds. */
type Origin = { readonly fetch: number } & (
  | { readonly kind: 'root' }
  | { readonly kind: 'addition' }
  | { readonly kind: 'field'; readonly part: number; readonly key: string }
)

/** Finds the objects of a field; see Position.finder. */
type Finder = (found: Found, additions: Additions) => unknown

/** Who has a field: a part of the position, under a key. */
interface Provider {
  readonly part: number
  readonly key: string
}

/**
 * A place in the response, and which fetches of the plan have something there. Nothing that a subgraph returned is
 * changed or copied: a field is read from the part that has it. So responses can be shared between requests, and may be
 * the very objects that a subgraph in this process works with.
 */
export class Position {
  readonly #origins: Origin[] = []
  readonly #children = new Map<string, Position>()
  readonly #providers = new Map<string, Provider[]>()
  readonly #finders = new Map<string, Finder>()

  /** Whether its objects are found alone, not in parts. */
  get isSingle(): boolean {
    return this.#origins.length === 1
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
    if (!child) this.#children.set(key, (child = new Position()))
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
  reader(key: string): (found: Found) => unknown {
    const providers = this.#providers.get(key) ?? []
    const [first] = providers
    if (!first) return () => undefined
    if (this.isSingle) {
      const keys = providers.map((provider) => provider.key)
      if (keys.length === 1) return (found) => (found as Data)[first.key]
      return (found) => lastDefined(keys, (one) => (found as Data)[one])
    }
    if (providers.length === 1) return (found) => (found as Parts).all[first.part]?.[first.key]
    return (found) => lastDefined(providers, ({ part, key: sourceKey }) => (found as Parts).all[part]?.[sourceKey])
  }

  /** The object's type: an interface only where no fetch knows better. */
  typeReader(isObjectType: (name: string) => boolean): (found: Found) => string | undefined {
    const providers = this.#providers.get('__typename') ?? []
    const one = this.reader('__typename')
    const read = (found: Found): string | undefined => {
      const value = one(found)
      return typeof value === 'string' ? value : undefined
    }
    if (this.isSingle || providers.length < 2) return read
    return (found) => {
      const names = providers.map(({ part, key }) => (found as Parts).all[part]?.[key])
      return (names.findLast((name) => typeof name === 'string' && isObjectType(name)) as string) ?? read(found)
    }
  }

  /**
   * Prepares to find the objects of a field, once the whole plan is compiled: null, a list of such, or the object with its parts. Anything else than an
   * object or a list is returned as it is.
   */
  finder(key: string): Finder {
    let finder = this.#finders.get(key)
    if (!finder) this.#finders.set(key, (finder = this.#createFinder(key)))
    return finder
  }

  #createFinder(key: string): Finder {
    const child = this.child(key)
    const origins = child.#origins
    const read = this.reader(key)
    if (child.isSingle) return read
    const fields = origins.filter((origin) => origin.kind === 'field')
    const [only] = fields
    if (only && fields.length === 1) return (found, additions) => withParts(read(found), origins, additions)
    return (found, additions) => {
      const last = read(found)
      if (last === null || last === undefined) return last
      const values = fields.map(
        (field) => (this.isSingle ? (found as Data) : (found as Parts).all[field.part])?.[field.key],
      )
      return combined(values, last, origins, additions)
    }
  }

  /** The root's object, of the responses to the fetches that begin there. */
  root(responses: readonly (Data | null | undefined)[], additions: Additions): Found {
    const parts = this.#origins.map((origin) =>
      origin.kind === 'addition'
        ? additions[origin.fetch]?.get(rootObject)
        : origin.kind === 'root'
          ? responses[origin.fetch]
          : undefined,
    )
    return this.isSingle ? (parts[0] ?? nothing) : new Parts(parts)
  }
}

const nothing: Data = {}
/** Stands for the root, whatever parts it has. */
export const rootObject: Data = {}

/** The object by which additions know what they add to. */
export const baseOf = (found: Found): Data | undefined =>
  found instanceof Parts ? (found.all.find((part) => part !== null && part !== undefined) ?? undefined) : found

function lastDefined<T>(items: readonly T[], read: (item: T) => unknown): unknown {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const value = read(items[index] as T)
    if (value !== undefined) return value
  }
  return undefined
}

/** Adds to each object what fetches add to it. */
function withParts(value: unknown, origins: readonly Origin[], additions: Additions): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withParts(item, origins, additions))
  return new Parts(
    origins.map((origin) => (origin.kind === 'addition' ? additions[origin.fetch]?.get(value) : (value as Data))),
  )
}

/** The same for values of several fetches: objects are combined, and lists of the same length item by item. */
function combined(
  values: readonly unknown[],
  last: unknown,
  origins: readonly Origin[],
  additions: Additions,
): unknown {
  if (typeof last !== 'object' || last === null) return last
  if (Array.isArray(last)) {
    return last.map((item: unknown, index) =>
      combined(
        values.map((value) =>
          Array.isArray(value) && value.length === last.length ? (value[index] as unknown) : undefined,
        ),
        item,
        origins,
        additions,
      ),
    )
  }
  const objects = values.map((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : undefined,
  )
  const parts: (Data | null | undefined)[] = []
  let next = 0
  for (const origin of origins) {
    if (origin.kind === 'field') parts.push(objects[next++])
    else if (origin.kind === 'addition') parts.push(additionTo(objects, additions[origin.fetch]))
  }
  return new Parts(parts)
}

function additionTo(objects: readonly (Data | undefined)[], addition: Additions[number]): Data | null | undefined {
  if (!addition) return undefined
  for (const object of objects) {
    const found = object && addition.get(object)
    if (found) return found
  }
  return undefined
}

/** A fetch whose fields are noted at their positions. */
export interface FetchedFields {
  readonly index: number
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
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
  const { fragments, renamed } = fetch
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      addSelection(position, part, selection.selectionSet, fetch)
    } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value)
      if (fragment) addSelection(position, part, fragment.selectionSet, fetch)
    } else {
      const sourceKey = (selection.alias ?? selection.name).value
      const key = renamed.get(sourceKey) ?? sourceKey
      position.addField(part, key, sourceKey)
      if (!selection.selectionSet) continue
      const child = position.child(key)
      addSelection(child, child.fieldPart(fetch.index, part, sourceKey), selection.selectionSet, fetch)
    }
  }
}
