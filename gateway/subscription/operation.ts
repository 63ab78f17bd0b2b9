import type { FetchNode } from '@apollo/query-planner'
import {
  getOperationAST,
  GraphQLString,
  Kind,
  parse,
  print,
  separateOperations,
  TypeInfo,
  valueFromAST,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { pickVariables, variablesUsed } from '../../platform/graphql/selection/conditions.ts'
import { endOfLog } from '../../schema/event-types.ts'
import type { Planner, PlanningCaller } from '../planning/planner.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import { planSubscription, type PlannedSubscription } from './planned-subscription.ts'

/** Names that our upstream operation adds; a client's document cannot collide with them inside the root field. */
const afterVariable = 'resumeAfter__'
const cursorAlias = 'resumeCursor__'

/**
 * A client's subscription as the gateway runs it. `after` is removed, so that all callers that send the same operation
 * from any position share one plan and, once caught up, one execution.
 */
export interface PreparedSubscription extends Pick<PlannedSubscription, 'plan' | 'projection' | 'clientKey'> {
  /** The client's document without `after`; equal texts are equal operations. */
  readonly text: string
  readonly operationName: string | undefined
  readonly serviceName: string
  /** The subscription at the subgraph that owns the root field, from a position, with each event's cursor. */
  readonly upstream: (after: string, variables: Record<string, unknown>) => UpstreamOperation
  /** Queries the present end of that subgraph's log. */
  readonly endQuery: string
  /** The requested position, and the variables that the operation still uses without it. */
  read(variables: Record<string, unknown>): { after: string | undefined; variables: Record<string, unknown> }
  /** The cursor of an event from upstream. */
  cursorOf(data: Record<string, unknown>): string | undefined
  /** The log's end in a response to `endQuery`. */
  endOf(data: Record<string, unknown> | null | undefined): string | undefined
}

export interface UpstreamOperation {
  readonly query: string
  readonly variables: Record<string, unknown>
}

/** Plans a valid subscription, for these values of the variables in its conditions. */
export async function prepareSubscription(
  supergraph: Supergraph,
  planner: Planner,
  { document, operation }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  variables: Readonly<Record<string, unknown>>,
  caller: PlanningCaller,
): Promise<PreparedSubscription> {
  const operationName = operation.name?.value
  const alone = separateOperations(document)[operationName ?? ''] ?? document
  const { stripped, after } = takeOutAfter(supergraph, alone)
  const strippedOperation = getOperationAST(stripped)
  if (!strippedOperation) throw new Error('A subscription has no operation')
  const admitted = { document: stripped, operation: strippedOperation }
  const planned = await planSubscription(supergraph, planner, admitted, variables, caller)
  const { primary, plan, projection, clientKey } = planned
  const { query, fieldName, responseKey } = withResumption(primary)
  const used = variablesUsed(stripped)
  return {
    text: print(stripped),
    operationName,
    serviceName: primary.serviceName,
    upstream: (position, given) => ({
      query,
      variables: { ...pickVariables(given, primary.variableUsages ?? []), [afterVariable]: position },
    }),
    endQuery: `{ ${endField(fieldName)} }`,
    plan,
    projection,
    clientKey,
    read(given) {
      const position = after && valueFromAST(after, GraphQLString, given)
      return {
        // Without a cursor a subscription begins at the end of the log too.
        after: typeof position === 'string' && position !== endOfLog ? position : undefined,
        variables: pickVariables(given, used),
      }
    },
    cursorOf(data) {
      const cursor = (data[responseKey] as Record<string, unknown> | null | undefined)?.[cursorAlias]
      return typeof cursor === 'string' ? cursor : undefined
    },
    endOf(data) {
      const cursor = data?.[endField(fieldName)]
      return typeof cursor === 'string' ? cursor : undefined
    },
  }
}

/** The root query field that returns the end of a subscription's log, by our convention. */
const endField = (subscriptionField: string): string => `${subscriptionField}Cursor`

/**
 * The requirements for resuming a subscription: its root field takes `after: String`, its events have a `cursor:
 * String!`, and a query field returns the log's end. Lists each subscription that lacks something.
 */
export function unresumableSubscriptions({ apiSchema }: Pick<Supergraph, 'apiSchema'>): string[] {
  const queries = apiSchema.getQueryType()?.getFields() ?? {}
  return Object.values(apiSchema.getSubscriptionType()?.getFields() ?? {})
    .filter((field) => {
      const event = 'ofType' in field.type ? field.type.ofType : field.type
      const cursor = 'getFields' in event ? event.getFields()['cursor'] : undefined
      return !(
        String(field.args.find(({ name }) => name === 'after')?.type) === 'String' &&
        String(cursor?.type) === 'String!' &&
        String(queries[endField(field.name)]?.type) === 'String!'
      )
    })
    .map(({ name }) => name)
}

/** The document without the argument `after` of its root fields, and that argument's value. */
function takeOutAfter(
  { apiSchema }: Supergraph,
  document: DocumentNode,
): { stripped: DocumentNode; after: ValueNode | undefined } {
  const typeInfo = new TypeInfo(apiSchema)
  const root = apiSchema.getSubscriptionType()
  let after: ValueNode | undefined
  const stripped = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field(field) {
        if (typeInfo.getParentType() !== root) return undefined
        after = field.arguments?.find(({ name }) => name.value === 'after')?.value ?? after
        return { ...field, arguments: field.arguments?.filter(({ name }) => name.value !== 'after') }
      },
    }),
  )
  return { stripped, after }
}

/** The planner's subscription with `after` as our variable and each event's cursor under our alias. */
function withResumption(primary: FetchNode): { query: string; fieldName: string; responseKey: string } {
  const document = parse(primary.operation, { noLocation: true })
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const
  let root: FieldNode | undefined
  const definitions = document.definitions.map((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return definition
    const [field] = definition.selectionSet.selections
    if (field?.kind !== Kind.FIELD || !field.selectionSet) throw new Error('A planned subscription has no root field')
    root = field
    const cursor: FieldNode = { kind: Kind.FIELD, alias: name(cursorAlias), name: name('cursor') }
    const resumable: FieldNode = {
      ...field,
      arguments: [
        ...(field.arguments ?? []),
        {
          kind: Kind.ARGUMENT,
          name: name('after'),
          value: { kind: Kind.VARIABLE, name: name(afterVariable) },
        },
      ],
      selectionSet: { ...field.selectionSet, selections: [...field.selectionSet.selections, cursor] },
    }
    return {
      ...definition,
      variableDefinitions: [
        ...(definition.variableDefinitions ?? []),
        {
          kind: Kind.VARIABLE_DEFINITION as const,
          variable: { kind: Kind.VARIABLE as const, name: name(afterVariable) },
          type: { kind: Kind.NAMED_TYPE as const, name: name('String') },
        },
      ],
      selectionSet: { ...definition.selectionSet, selections: [resumable] },
    }
  })
  if (!root) throw new Error('A planned subscription has no operation')
  return {
    query: print({ ...document, definitions }),
    fieldName: root.name.value,
    responseKey: root.alias?.value ?? root.name.value,
  }
}
