import { Kind, OperationTypeNode } from 'graphql'
import type { Variables } from '../../platform/graphql/selection/conditions.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { inSpan } from '../../platform/process/tracing.ts'
import { unstorable } from '../../platform/values/text.ts'
import { apiError } from '../../schema/errors.ts'
import { workClock } from '../../platform/process/work-account.ts'
import type { GatewayContext } from '../context.ts'
import type { PresentError } from '../errors.ts'
import { operationsRun } from '../metrics.ts'
import type { Planner } from '../planning/planner.ts'
import type { Idempotency } from '../idempotency/idempotency.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import { Documents, OperationVariables, type CheckedOperation } from './documents/index.ts'
import { PersistedDocuments } from '../trusted-documents/persisted.ts'
import {
  errorsOf,
  foundInCache,
  inputError,
  type AdmittedOperation,
  type OperationRequest,
  type OperationResult,
} from './operation.ts'
import { ApolloEngine } from './apollo-engine.ts'
import { DearReads } from './dear-reads.ts'
import { Engine, type OperationEngine, type Reads, type ResponseForm } from './engine.ts'
import type { GraphPolicies, GraphRules } from './policies.ts'
import { cutText } from '../../platform/values/text.ts'

export interface AdmitOptions {
  /** An internal operation of the product: neither size limits nor a budget apply. */
  readonly trusted?: boolean
}

/** Executes queries and mutations against the supergraph. */
export interface Execution {
  /**
   * Admits one operation of any kind, the same for HTTP, WebSocket, server-sent events and calls in this process:
   * checks syntax, size, validity, scopes, cost, and the caller's limits, in which it is counted. Rejects with
   * RefusedDocument, or with what else failed.
   */
  admit(operation: OperationRequest, context: GatewayContext, options?: AdmitOptions): Promise<AdmittedOperation>
  /**
   * Checks an operation before its variables are known: the caller's limits, in which it is counted, that its document
   * may run, and scopes. For callers that compute the variables afterwards.
   */
  authorize(operation: OperationRequest, context: GatewayContext, options?: AdmitOptions): Promise<void>
  /** Runs an admitted query or mutation; errors are presented. The data is JSON already where the caller takes that. */
  run(operation: AdmittedOperation, context: GatewayContext, form?: ResponseForm): Promise<OperationResult>
  /** Both; a refusal is the result's errors, without data. */
  execute(operation: OperationRequest, context: GatewayContext, options?: AdmitOptions): Promise<OperationResult>
}

export interface ExecutionOptions {
  readonly supergraph: Supergraph
  readonly planner: Planner
  /** The subgraphs, by name. */
  readonly reads: Reads
  /** The same without sharing: what they return may be changed. */
  readonly unshared: Reads['executors']
  readonly policies: GraphPolicies
  readonly rules: GraphRules
  /** Stores the responses under Idempotency-Keys; without it such keys are ignored. */
  readonly idempotency?: Idempotency | undefined
  /** Which executor runs the plans of queries and mutations: our engine, or that of `@apollo/gateway`. */
  readonly executor: 'engine' | 'apollo'
  readonly introspection: boolean
  /** Whether only trusted documents are run. */
  readonly onlyTrusted: boolean
  /** Presents what fails before an operation runs; what fails in it is presented by the policies. */
  readonly present: PresentError
}

/**
 * From `execute` on, each function is followed by those that it calls. `authorize` is an entry of its own, for callers
 * that compute the variables afterwards.
 */
export function createExecution(options: ExecutionOptions): Execution {
  const { supergraph, planner, reads, unshared, policies, rules, idempotency, introspection } = options
  const { documentLimits: limits, storableTextsOnly } = policies
  const documentOptions = { supergraph, costOf: rules.costOf, limits, storableTextsOnly, introspection }
  const documents = new Documents(documentOptions)
  // Apart, because a cached document was checked with the rules of its callers.
  const documentsOfOperators = introspection ? documents : new Documents({ ...documentOptions, introspection: true })
  const persisted = new PersistedDocuments(policies.trustedDocuments, options.onlyTrusted)
  const operationVariables = new OperationVariables(supergraph.apiSchema)
  const dearReads = new DearReads()
  const engine: OperationEngine =
    options.executor === 'apollo'
      ? new ApolloEngine(supergraph, unshared, options.present)
      : new Engine(supergraph, planner, reads)

  const execute: Execution['execute'] = async (request, context, admitOptions) => {
    try {
      return await run(await admit(request, context, admitOptions), context)
    } catch (error) {
      return refused(error, context)
    }
  }

  const admit: Execution['admit'] = async (request, context, { trusted: own = false } = {}) => {
    const { identity, meter } = context
    // Charged first, so that the document of a caller over its limit is not even parsed.
    await meter.take()
    const checked = await findOperation(request, identity, own)
    const { document, operation } = checked
    const operationName = operation.name?.value
    const declared = operationVariables.declared(checked, variablesGiven(request, context))
    const variables = operationVariables.withDefaults(checked, declared)
    rules.authorization.check(document, operationName, variables, identity)
    operationVariables.check(checked, variables)
    if (!own && storableTextsOnly && hasUnstorable(variables))
      throw inputError('Texts must not contain a NUL or half of a surrogate pair')
    const extensions = own ? undefined : costWithinBudget(checked, variables, identity)
    await meter.use(rules.operationLimits.usesOf(document, operationName, variables))
    await rules.prepare?.(identity, document, operationName, variables)
    return { ...checked, declared, variables, extensions }
  }

  const authorize: Execution['authorize'] = async (request, { identity, meter }, { trusted: own = false } = {}) => {
    await meter.take()
    const { document, operation } = await findOperation(request, identity, own)
    rules.authorization.checkBeforeVariables(document, operation.name?.value, identity)
  }

  const findOperation = async (request: OperationRequest, identity: Identity, own: boolean) => {
    const { text, trusted } = own
      ? { text: request.query ?? '', trusted: true }
      : await persisted.find(request, identity)
    const allowed = identity.scopes.includes('platform:manage') ? documentsOfOperators : documents
    const operation = await allowed.operationInTurn(text, request.operationName, trusted)
    if (!own) persisted.remember(request)
    return operation
  }

  /** The variables of a request. The code that reads them is recursive: every transport bounds the depth of its input. */
  const variablesGiven = ({ variables }: OperationRequest, { identity, fromFacade }: GatewayContext): Variables => {
    const ofCaller = fromFacade ? policies.callerVariables?.(identity) : undefined
    return ofCaller ? { ...variables, ...ofCaller } : (variables ?? {})
  }

  /** Error: OPERATION_TOO_COSTLY. */
  const costWithinBudget = (operation: CheckedOperation, variables: Variables, identity: Identity) => {
    const budgeted = policies.budgetOf(identity)
    if (!budgeted) return undefined
    const { plan, budget } = budgeted
    const cost = { requested: operation.cost(variables), budget }
    if (cost.requested > budget) throw apiError('OPERATION_TOO_COSTLY', { ...cost, plan })
    return { cost }
  }

  const run: Execution['run'] = async (operation, context, form) => {
    const { identity, idempotent } = context
    const isMutation = operation.operation.operation === OperationTypeNode.MUTATION
    // A query changes nothing, so it is retried, unless the caller's own request is not a read.
    const isRepeatable = isMutation || idempotent?.scope !== undefined
    // Publishable keys are shared by all visitors, so their idempotency keys cannot be trusted.
    if (!idempotent || !idempotency || !isRepeatable || identity.isPublishable) return runNow(operation, context, form)
    // Without defaults, because a new version may add some, and a retry must still match its first request.
    const { text, operationName, declared: variables } = operation
    const fingerprinted = { text, operationName, variables }
    try {
      return await idempotency.once(idempotent, fingerprinted, identity, () => runNow(operation, context))
    } catch (error) {
      return refused(error, context)
    }
  }

  const runNow: Execution['run'] = async (operation, context, form = 'objects') => {
    const { operation: type, name } = operation.operation
    const { data, errors, cacheUse } = await inTurn(operation, context, () =>
      inSpan(
        `${type} ${firstFieldOf(operation)}`,
        { 'graphql.operation.type': type, 'graphql.operation.name': cutText(name?.value ?? '', 100) },
        () => engine.run(operation, operation.variables, context, form),
      ),
    )
    countOperation(operation, errors.length > 0)
    return {
      errors: errors.length > 0 ? errors.map((error) => policies.present(error, context.identity)) : undefined,
      data,
      extensions: operation.extensions,
      [foundInCache]: cacheUse,
    }
  }

  /** Lets a dear read wait for others of its caller, and notes what an operation uses until its response is made. */
  const inTurn = <T>({ operation }: AdmittedOperation, context: GatewayContext, work: () => Promise<T>): Promise<T> => {
    const { identity, signal } = context
    const { id } = context.meter
    dearReads.begin(id)
    const begin = (): Promise<T> => {
      workClock.lap()
      workClock.current?.beginPart((milliseconds) => dearReads.note(id, operation, milliseconds))
      return work()
    }
    const isRead = operation.operation === OperationTypeNode.QUERY
    return isRead && dearReads.isDear(id, operation) ? dearReads.run(id, identity, begin, signal) : begin()
  }

  const refused = (error: unknown, { identity }: GatewayContext): OperationResult => ({
    errors: errorsOf(error).map((one) => options.present(one, identity)),
  })

  return { execute, admit, authorize, run }
}

/** Whether a text or a name cannot be stored, in one pass that copies nothing. */
function hasUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return unstorable.test(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasUnstorable)
  for (const name in value)
    if (unstorable.test(name) || hasUnstorable((value as Record<string, unknown>)[name])) return true
  return false
}

function firstFieldOf({ operation }: Pick<AdmittedOperation, 'operation'>): string {
  const [first] = operation.selectionSet.selections
  return first?.kind === Kind.FIELD ? first.name.value : 'fragment'
}

/** Counted by the first field, whose names are those of the schema: callers choose the name of an operation. */
function countOperation({ operation }: AdmittedOperation, hasErrors: boolean): void {
  const field = firstFieldOf({ operation })
  operationsRun.inc({ type: operation.operation, field, status: hasErrors ? 'errors' : 'ok' })
}
