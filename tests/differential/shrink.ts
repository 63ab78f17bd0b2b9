import { Kind, parse, print, validate, visit, type ASTNode, type DocumentNode, type GraphQLSchema } from 'graphql'

/** The parts of an operation that may be left out. */
const removable: ReadonlySet<string> = new Set([
  Kind.FIELD,
  Kind.INLINE_FRAGMENT,
  Kind.FRAGMENT_SPREAD,
  Kind.ARGUMENT,
  Kind.DIRECTIVE,
  Kind.FRAGMENT_DEFINITION,
  Kind.VARIABLE_DEFINITION,
  Kind.OBJECT_FIELD,
])

/** The operation with as much left out as possible while it still fails. */
export async function shrunk(
  text: string,
  schema: GraphQLSchema,
  fails: (text: string) => Promise<boolean>,
): Promise<string> {
  let document = parse(text, { noLocation: true })
  for (let changed = true; changed;) {
    changed = false
    for (let index = 0; ; index += 1) {
      const smaller = without(document, index)
      if (!smaller) break
      if (!isComplete(smaller) || validate(schema, smaller).length > 0 || !(await fails(print(smaller)))) continue
      document = smaller
      changed = true
      index -= 1
    }
  }
  return print(document)
}

/** The document without the removable node of an index, and without what that leaves unused. */
function without(document: DocumentNode, wanted: number): DocumentNode | undefined {
  let index = -1
  let removed = false
  const remove = (node: ASTNode) => {
    if (removed || !removable.has(node.kind)) return undefined
    index += 1
    if (index !== wanted) return undefined
    removed = true
    return null
  }
  const smaller = visit(document, { enter: remove })
  return removed ? unused(smaller) : undefined
}

/** Without variables and fragments that nothing uses. */
function unused(document: DocumentNode): DocumentNode {
  const names = new Set<string>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void names.add(`$${name.value}`),
    FragmentSpread: ({ name }) => void names.add(name.value),
  })
  return visit(document, {
    VariableDefinition: (node) => (names.has(`$${node.variable.name.value}`) ? undefined : null),
    FragmentDefinition: (node) => (names.has(node.name.value) ? undefined : null),
  })
}

/** Whether nothing is left with an empty selection. */
function isComplete(document: DocumentNode): boolean {
  let complete = document.definitions.length > 0
  visit(document, { SelectionSet: ({ selections }) => void (complete &&= selections.length > 0) })
  return complete
}
