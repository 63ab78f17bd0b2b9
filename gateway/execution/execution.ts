import { Kind, OperationTypeNode, type GraphQLError, type GraphQLFormattedError } from 'graphql'
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

/** Runs queries and mutations over the supergraph, and hides how plans are made and executed. */
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

export function createExecution(options: ExecutionOptions): Execution {
  const { supergraph, policies, introspection } = options
  const { authorization, operationLimits, costOf } = options.rules
  const { storableTextsOnly } = policies
  const limits = policies.documentLimits
  const documents = new Documents({ supergraph, costOf, limits, storableTextsOnly, introspection })
  // Apart, because a cached document was checked with the rules of its callers.
  const documentsOfOperators = introspection
    ? documents
    : new Documents({ supergraph, costOf, limits, storableTextsOnly, introspection: true })
  const operationVariables = new OperationVariables(supergraph.apiSchema)
  const { planner, reads, unshared } = options
  const engine: OperationEngine =
    options.executor === 'apollo'
      ? new ApolloEngine(supergraph, unshared, options.present)
      : new Engine(supergraph, planner, reads)
  const dearReads = new DearReads()
  const persisted = new PersistedDocuments(policies.trustedDocuments, options.onlyTrusted)

  const admit: Execution['admit'] = async (request, context, admitOptions) => {
    const { meter } = context
    // First of all: what a caller over its limit sends is not looked at.
    await meter.take()
    const admitted = await check(request, context, admitOptions)
    const { document, operation, variables } = admitted
    await meter.use(operationLimits.usesOf(document, operation.name?.value, variables))
    await options.rules.prepare?.(context.identity, document, operation.name?.value, variables)
    return admitted
  }

  const find = async (
    request: OperationRequest,
    { identity }: GatewayContext,
    own: boolean,
  ): Promise<CheckedOperation> => {
    const { text, trusted } = own
      ? { text: request.query ?? '', trusted: true }
      : await persisted.find(request, identity)
    const allowed = identity.scopes.includes('platform:manage') ? documentsOfOperators : documents
    const operation = await allowed.operationInTurn(text, request.operationName, trusted)
    if (!own) persisted.remember(request)
    return operation
  }

  const authorize: Execution['authorize'] = async (request, context, { trusted: own = false } = {}) => {
    await context.meter.take()
    const { document, operation } = await find(request, context, own)
    authorization.checkBeforeVariables(document, operation.name?.value, context.identity)
  }

  const check: Execution['admit'] = async (request, context, { trusted: own = false } = {}) => {
    const { identity } = context
    const operation = await find(request, context, own)
    // The code that follows is recursive: every transport bounds the depth of what it parses.
    const ofCaller = context.fromFacade ? policies.callerVariables?.(identity) : undefined
    const given = ofCaller ? { ...request.variables, ...ofCaller } : (request.variables ?? {})
    const declared = operationVariables.declared(operation, given)
    const variables = operationVariables.withDefaults(operation, declared)
    authorization.check(operation.document, operation.operation.name?.value, variables, identity)
    operationVariables.check(operation, variables)
    if (!own && storableTextsOnly && hasUnstorable(variables))
      throw inputError('Texts must not contain a NUL or half of a surrogate pair')
    const budgeted = own ? undefined : policies.budgetOf(identity)
    if (!budgeted) return { ...operation, declared, variables, extensions: undefined }
    const { plan, budget } = budgeted
    const cost = { requested: operation.cost(variables), budget }
    if (cost.requested > budget) throw apiError('OPERATION_TOO_COSTLY', { ...cost, plan })
    return { ...operation, declared, variables, extensions: { cost } }
  }

  /** Runs a read in the turn of its caller if it is dear, and notes what it uses until its response is made. */
  const inTurn = <T>({ operation }: AdmittedOperation, context: GatewayContext, work: () => Promise<T>): Promise<T> => {
    const { id } = context.meter
    dearReads.begin(id)
    const run = (): Promise<T> => {
      workClock.lap()
      workClock.current?.beginPart((milliseconds) => dearReads.note(id, operation, milliseconds))
      return work()
    }
    const isRead = operation.operation === OperationTypeNode.QUERY
    return isRead && dearReads.isDear(id, operation) ? dearReads.run(id, context.identity, run, context.signal) : run()
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
    const { extensions } = operation
    const { identity } = context
    return {
      errors: errors.length > 0 ? errors.map((error) => policies.present(error, identity)) : undefined,
      data,
      extensions,
      [foundInCache]: cacheUse,
    }
  }

  const run: Execution['run'] = async (operation, context, form) => {
    const { idempotent } = context
    const { idempotency } = options
    const isMutation = operation.operation.operation === OperationTypeNode.MUTATION
    // A query changes nothing, so it is retried, unless the caller's own request is not a read.
    const isRepeatable = isMutation || idempotent?.scope !== undefined
    // What one visitor of a page sent is no other's to repeat.
    if (!idempotent || !idempotency || !isRepeatable || context.identity.isPublishable)
      return runNow(operation, context, form)
    // Without defaults, because a new version may add some, and a retry must still match its first request.
    const { text, operationName, declared: variables } = operation
    const fingerprinted = { text, operationName, variables }
    try {
      return await idempotency.once(idempotent, fingerprinted, context.identity, () => runNow(operation, context))
    } catch (error) {
      return { errors: present(errorsOf(error), context) }
    }
  }

  const present = (errors: readonly GraphQLError[], { identity }: GatewayContext): GraphQLFormattedError[] =>
    errors.map((error) => options.present(error, identity))

  return {
    admit,
    authorize,
    run,
    async execute(request, context, admitOptions) {
      try {
        return await run(await admit(request, context, admitOptions), context)
      } catch (error) {
        return { errors: present(errorsOf(error), context) }
      }
    },
  }
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

/** Whether a text or a name cannot be stored, in one pass that copies nothing. */
function hasUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return unstorable.test(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasUnstorable)
  for (const name in value)
    if (unstorable.test(name) || hasUnstorable((value as Record<string, unknown>)[name])) return true
  return false
}
