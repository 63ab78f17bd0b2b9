/** A field of the composed graph. */
export interface Field {
  readonly name: string
  /** As clients see it, for example `[[Int!]]`. */
  readonly type: string
  /** The declaration of its arguments, or nothing. */
  readonly args: string
  /** Nullable in one subgraph and not in another: it never is null, so that both are right. */
  neverNull: boolean
  /** Part of a key, or what a resolver of another subgraph requires: it never fails. */
  reliable: boolean
}

export interface ObjectType {
  readonly name: string
  readonly fields: Map<string, Field>
  /** Selections of key fields; empty for a value type. */
  readonly keys: readonly string[]
}

/** How one subgraph declares a type. */
export interface Declaration {
  /** For example `type E1 implements I0 @key(fields: "id")`. */
  head: string
  readonly keys: Set<string>
  readonly interfaces: Set<string>
  /** The text of each field by its name. */
  readonly fields: Map<string, string>
  /** The fields of other subgraphs that it requires, by the field that needs them. */
  readonly requires: Map<string, string>
  /** Fields that it declares but must not be asked for, unless they are provided on the way. */
  readonly external: Set<string>
  /** By the name of the field that provides, the names of the fields that it provides. */
  readonly provides: Map<string, readonly string[]>
}

export interface SubgraphModel {
  readonly name: string
  readonly types: Map<string, Declaration>
}

/** A graph: what clients may ask, and which subgraph declares what. */
export interface Model {
  readonly subgraphs: readonly SubgraphModel[]
  readonly objects: Map<string, ObjectType>
  readonly abstracts: Map<string, readonly string[]>
  /** Names of interfaces that a subgraph declares as objects. */
  readonly interfaceObjects: Set<string>
}

/** The definitions that every subgraph has. */
const common = `
  scalar Json
  enum Colour { RED GREEN BLUE }
  input Filter { min: Int! = 1 tags: [String!] colour: Colour = GREEN inner: Filter }`

export const namedType = (type: string): string => type.replace(/[[\]!]/g, '')

/** The contract of a subgraph. */
export function sdlOf({ types }: SubgraphModel): string {
  const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5",
  import: ["@key", "@shareable", "@external", "@requires", "@provides", "@override", "@interfaceObject"])`
  const declarations = [...types.values()].map(({ head, keys, interfaces, fields }) => {
    if (head.startsWith('union')) return head
    const [start = '', ...rest] = head.split(' @')
    const implemented = interfaces.size > 0 ? ` implements ${[...interfaces].join(' & ')}` : ''
    const directives = [...rest.map((one) => ` @${one}`), ...[...keys].map((key) => ` @key(fields: "${key}")`)]
    // A value type may be resolved anywhere.
    const shareable = /^type (V\d|Spot)/.test(start) ? ' @shareable' : ''
    const body = [...fields.values()].map((field) => `\n  ${shareable ? field.replace(' @shareable', '') : field}`)
    return `${start}${implemented}${directives.join('')}${shareable} {${body.join('')}\n}`
  })
  return [link, common, ...declarations].join('\n')
}
