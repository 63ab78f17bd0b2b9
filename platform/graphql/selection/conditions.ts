import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  visit,
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { fragmentsOf } from './fragments.ts'

/** The values of an operation's variables, coerced and with defaults. */
export type Variables = Readonly<Record<string, unknown>>

/** The values of some variables; those that have none are left out. */
export function pickVariables(variables: Variables, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name of names) if (Object.hasOwn(variables, name)) picked[name] = variables[name]
  return picked
}

/** Names of the variables that are used besides their definition. */
export function variablesUsed(node: ASTNode): string[] {
  const names = new Set<string>()
  visit(node, { VariableDefinition: () => false, Variable: ({ name }) => void names.add(name.value) })
  return [...names].sort()
}

/** `@skip` or `@include` of a selection. */
export interface Condition {
  readonly directive: DirectiveNode
  /** The argument `if`: a literal or a variable. */
  readonly value: ValueNode | undefined
  /** The value of `if` that leaves the selection out. */
  readonly excludedBy: boolean
}

/** The conditions of a selection in the order in which they are decided. */
export function conditionsOf({
  directives = [],
}: {
  readonly directives?: readonly DirectiveNode[] | undefined
}): Condition[] {
  const conditionOf = (name: string, excludedBy: boolean): Condition[] => {
    const directive = directives.find((one) => one.name.value === name)
    if (!directive) return []
    const value = directive.arguments?.find((argument) => argument.name.value === 'if')?.value
    return [{ directive, value, excludedBy }]
  }
  if (directives.length === 0) return []
  return [...conditionOf(GraphQLSkipDirective.name, true), ...conditionOf(GraphQLIncludeDirective.name, false)]
}

/** Whether a condition of a valid document leaves its selection out. */
export function isExcludedBy({ value, excludedBy }: Condition, variables: Variables): boolean {
  if (value?.kind === Kind.VARIABLE) return variables[value.name.value] === excludedBy
  return value?.kind === Kind.BOOLEAN && value.value === excludedBy
}

/** Whether a selection is part of the operation; throws when the value of a condition is not a boolean. */
export function isIncluded(selection: SelectionNode, variables: Variables): boolean {
  if (!selection.directives?.length) return true
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
  )
}

/** Names of the variables that decide which fields an operation selects. */
export function conditionVariables(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const names = new Set<string>()
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      for (const { value } of conditionsOf(selection)) if (value?.kind === Kind.VARIABLE) names.add(value.name.value)
      if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) visit(selection.selectionSet)
    }
  }
  visit(operation.selectionSet)
  for (const { selectionSet } of Object.values(fragmentsOf(document))) visit(selectionSet)
  return [...names].sort()
}
