import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type GraphQLError,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  type GraphQLFormattedError,
} from 'graphql'
import { isObject } from '../values/json.ts'
import { Cancellation } from '../process/cancellation.ts'
import { CallerLeft } from '../process/failures.ts'
import type { Identity } from '../trust/identity.ts'
import { rememberCaller } from './waiting-caller.ts'
import { localExecutor, type ExecuteOptions, type GraphQLOperation } from './executor.ts'
import { deadlineHeader } from './http-executor.ts'
import type { Subgraph } from './subgraph.ts'

/** Runs the operations of the requests to a subgraph server. */
export interface OperationHandler {
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  stop(): Promise<void>
}

export interface OperationHandlerOptions {
  readonly subgraph: Subgraph
  /** The verified caller of a request. */
  readonly identityOf: (request: FastifyRequest) => Identity
  readonly logFailures: (errors: readonly GraphQLError[], requestId: unknown) => void
  /** An error as callers may see it. */
  readonly formatError: (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError
}

/** No caller waits longer. */
const maxMilliseconds = 60_000

const graphqlJson = 'application/graphql-response+json'

/** Literals are always checked; see prepared-operations.ts. */
const rules = [...specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule), NoSchemaIntrospectionCustomRule]

/**
 * Runs operations as compiled closures, the same that run in one process, and sends the JSON that they write. A text is
 * parsed and validated when it is new.
 */
export function compiledHandler({
  subgraph,
  identityOf,
  logFailures,
  formatError,
}: OperationHandlerOptions): OperationHandler {
  const executor = localExecutor(subgraph, { rules })
  const run = async (
    operation: GraphQLOperation,
    identity: Identity,
    begin: (isMutation: boolean) => ExecuteOptions,
    requestId: unknown,
  ): Promise<{ hasRun: boolean; json: string }> => {
    const { data, errors = [], extensions } = await executor.executeToJson(operation, identity, begin)
    logFailures(errors, requestId)
    const members = [
      ...(errors.length > 0
        ? [`"errors":${JSON.stringify(errors.map((error) => formatError(withCode(error), error)))}`]
        : []),
      ...(data === undefined ? [] : [`"data":${data}`]),
      ...(extensions ? [`"extensions":${JSON.stringify(extensions)}`] : []),
    ]
    return { hasRun: data !== undefined, json: `{${members.join()}}` }
  }
  return {
    async handle(request, reply) {
      const { body, headers } = request
      const identity = identityOf(request)
      const type = headers.accept?.includes(graphqlJson) ? graphqlJson : 'application/json'
      reply.type(`${type}; charset=utf-8`)
      const operations = operationsIn(body)
      if (!operations) return reply.code(400).send(badRequest)
      let reading: ExecuteOptions | undefined
      const begin = (isMutation: boolean): ExecuteOptions =>
        isMutation ? { isMutation } : (reading ??= untilCallerLeaves(identity, request, reply))
      const results = await Promise.all(
        operations.map((operation) => run(operation, identity, begin, headers['x-request-id'])),
      )
      if (Array.isArray(body)) return reply.send(`[${results.map(({ json }) => json).join()}]`)
      const [result] = results
      return reply.code(result?.hasRun ? 200 : 400).send(result?.json)
    },
    stop: () => Promise.resolve(),
  }
}

const badRequest = JSON.stringify({
  errors: [{ message: 'The body must be an operation or a list of such', extensions: { code: 'BAD_REQUEST' } }],
})

/** The operations of a request's body, one or a list; undefined when it is anything else. */
function operationsIn(body: unknown): GraphQLOperation[] | undefined {
  const operations = (Array.isArray(body) ? (body as unknown[]) : [body]).map(operationIn)
  return operations.length > 0 && operations.every((one) => one !== undefined) ? operations : undefined
}

function operationIn(body: unknown): GraphQLOperation | undefined {
  if (!isObject(body)) return undefined
  const { query, operationName, variables } = body
  if (typeof query !== 'string') return undefined
  if (operationName != null && typeof operationName !== 'string') return undefined
  if (variables != null && !isObject(variables)) return undefined
  return { query, ...(variables ? { variables } : {}), ...(operationName ? { operationName } : {}) }
}

/** An error with a code, as Apollo Server names those without one. */
const withCode = (error: GraphQLError): GraphQLFormattedError => {
  const { code = 'INTERNAL_SERVER_ERROR', ...extensions } = error.extensions
  return { ...error.toJSON(), extensions: { ...extensions, code } }
}

/** Ends a query when its caller has left or does not wait any more. Throws CallerLeft when that is so already. */
function untilCallerLeaves(
  identity: Identity,
  { headers }: FastifyRequest,
  { raw: response }: FastifyReply,
): ExecuteOptions {
  if (response.destroyed) throw new CallerLeft()
  const leaving = new Cancellation()
  const milliseconds = Math.min(Number(headers[deadlineHeader] ?? Infinity) || Infinity, maxMilliseconds)
  const timer = setTimeout(() => leaving.abort(new CallerLeft()), milliseconds)
  response.once('close', () => {
    clearTimeout(timer)
    if (!response.writableFinished) leaving.abort(new CallerLeft())
  })
  rememberCaller(identity, { signal: leaving, endsAt: performance.now() + milliseconds })
  return { signal: leaving }
}
