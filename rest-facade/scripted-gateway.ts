import type { GraphQLFormattedError } from 'graphql'
import { apiError, type ErrorCode } from '../schema/errors.ts'
import type { GatewayAnswer, GatewayClient, GatewayRequest } from './gateway-client.ts'

/** A gateway for tests of the translation alone: it answers from a script and remembers what it was asked. */
export interface ScriptedGateway extends GatewayClient {
  readonly asked: GatewayRequest[]
  answers: Record<string, unknown>
}

/** Keys decide the environment by their prefix; `wrong` is refused, and none is refused where one is needed. */
export function scriptedGateway(answers: Record<string, unknown> = {}): ScriptedGateway {
  const asked: GatewayRequest[] = []
  const gateway: ScriptedGateway = {
    asked,
    answers,
    execute: async (request) => {
      asked.push(request)
      const { apiKey } = request.headers
      const headers = { 'x-ratelimit-limit': '200' }
      if (apiKey === 'wrong') return { headers, errors: [refusal('INVALID_API_KEY')] }
      const environment = apiKey?.startsWith('sk_test_') ? ('sandbox' as const) : ('live' as const)
      if (request.operationName === 'IdentifyCaller') {
        if (apiKey === undefined) return { headers, environment, errors: [refusal('AUTHENTICATION_REQUIRED')] }
        return { headers, environment, data: { viewer: { environment: environment.toUpperCase() } } }
      }
      if (request.operationName === 'AskGateway') return { headers, environment, data: { __typename: 'Query' } }
      return { headers, environment, ...answerOf(gateway.answers[request.operationName]) }
    },
  }
  return gateway
}

function answerOf(scripted: unknown): Pick<GatewayAnswer, 'data' | 'errors'> {
  return scripted instanceof Refusal ? { errors: scripted.errors, data: null } : { data: scripted }
}

/** A scripted refusal. */
export class Refusal {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {}
}

export const refusal = (code: ErrorCode, details: Record<string, unknown> = {}): GraphQLFormattedError =>
  apiError(code, details).toJSON()
