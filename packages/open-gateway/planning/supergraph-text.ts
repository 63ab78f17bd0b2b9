import {
  isTypeDefinitionNode,
  Kind,
  parse,
  print,
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
  type SelectionSetNode,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql'

export type Composite = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode
type Directives = readonly ConstDirectiveNode[]

/** A composed supergraph whose definitions can be replaced. */
export class SupergraphText {
  readonly #types = new Map<string, TypeDefinitionNode>()
  readonly #others: readonly DefinitionNode[]

  constructor(sdl: string) {
    const { definitions } = parse(sdl, { noLocation: true })
    for (const definition of definitions)
      if (isTypeDefinitionNode(definition)) this.#types.set(definition.name.value, definition)
    this.#others = definitions.filter((definition) => !isTypeDefinitionNode(definition))
  }

  get types(): TypeDefinitionNode[] {
    return [...this.#types.values()]
  }

  get composites(): Composite[] {
    return this.types.filter(isComposite)
  }

  type(name: string): TypeDefinitionNode | undefined {
    return this.#types.get(name)
  }

  composite(name: string): Composite | undefined {
    const type = this.#types.get(name)
    return type && isComposite(type) ? type : undefined
  }

  field(typeName: string, name: string): FieldDefinitionNode | undefined {
    return this.composite(typeName)?.fields?.find((field) => field.name.value === name)
  }

  replace(type: TypeDefinitionNode): void {
    this.#types.set(type.name.value, type)
  }

  replaceFields(typeName: string, change: (field: FieldDefinitionNode) => FieldDefinitionNode): void {
    const type = this.composite(typeName)
    if (type) this.replace({ ...type, fields: (type.fields ?? []).map(change) })
  }

  /** The types that have a field of this name and are that type, what it implements, or what implements it. */
  related(typeName: string, fieldName: string): Composite[] {
    const holders = this.composites.filter(({ fields = [] }) => fields.some(({ name }) => name.value === fieldName))
    const names = new Set([typeName])
    for (let size = 0; size !== names.size;) {
      size = names.size
      for (const { name, interfaces = [] } of holders) {
        const all = [name.value, ...interfaces.map((one) => one.name.value)]
        if (interfaces.some((one) => names.has(one.name.value)) || names.has(name.value))
          for (const one of all) names.add(one)
      }
    }
    return holders.filter(({ name }) => names.has(name.value))
  }

  print(): string {
    return print({ kind: Kind.DOCUMENT, definitions: [...this.#others, ...this.#types.values()] })
  }
}

const isComposite = (type: TypeDefinitionNode): type is Composite =>
  type.kind === Kind.OBJECT_TYPE_DEFINITION || type.kind === Kind.INTERFACE_TYPE_DEFINITION

/** A set of fields as directives have it. */
export function selectionOfText(text: string): SelectionSetNode {
  const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`${text} selects no fields`)
  return definition.selectionSet
}

export const textOfSelection = ({ selections }: SelectionSetNode): string => selections.map(print).join(' ')

export function namedTypeOf(type: TypeNode): string {
  let inner: TypeNode = type
  while (inner.kind !== Kind.NAMED_TYPE) inner = inner.type
  return inner.name.value
}

/** The directives of one name. */
export const directivesOf = (node: { readonly directives?: Directives | undefined }, name: string): Directives =>
  (node.directives ?? []).filter((directive) => directive.name.value === name)

export function argumentOf({ arguments: given = [] }: ConstDirectiveNode, name: string): string | boolean | undefined {
  const value = given.find((argument) => argument.name.value === name)?.value
  return value && 'value' in value ? value.value : undefined
}

/** The same directive with other arguments; those that are undefined are left out. */
export function withArguments(
  directive: ConstDirectiveNode,
  changed: Readonly<Record<string, ConstValueNode | undefined>>,
): ConstDirectiveNode {
  const others = (directive.arguments ?? []).filter(({ name }) => !(name.value in changed))
  const added = Object.entries(changed).flatMap(([name, value]) =>
    value ? [{ kind: Kind.ARGUMENT as const, name: { kind: Kind.NAME as const, value: name }, value }] : [],
  )
  return { ...directive, arguments: [...others, ...added] }
}

export const directive = (name: string, given: Readonly<Record<string, ConstValueNode>>): ConstDirectiveNode =>
  withArguments({ kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: name } }, given)

export const enumValue = (value: string): ConstValueNode => ({ kind: Kind.ENUM, value })
export const stringValue = (value: string): ConstValueNode => ({ kind: Kind.STRING, value })
export const trueValue: ConstValueNode = { kind: Kind.BOOLEAN, value: true }

/** Adds directives to a field, an enum value or a type. */
export const withDirectives = <T extends { readonly directives?: Directives | undefined }>(
  node: T,
  added: Directives,
): T => ({ ...node, directives: [...(node.directives ?? []), ...added] })
