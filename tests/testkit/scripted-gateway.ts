import type { GraphQLFormattedError } from 'graphql'
import type { ErrorCode } from '../../schema/error-catalog.ts'
import { apiError } from '../../schema/errors.ts'
import type { GatewayResponse, GatewayClient, GatewayRequest } from '../../rest-facade/http/gateway-client.ts'

/** A gateway for tests of the translation alone: it returns scripted responses and records its requests. */
export interface ScriptedGateway extends GatewayClient {
  readonly requests: GatewayRequest[]
  /** Operations that it was called to authorize. */
  readonly authorized: string[]
  responses: Record<string, unknown>
}

/** Keys decide the environment by their prefix; `wrong` is refused, and none is refused where one is needed. */
export function scriptedGateway(results: Record<string, unknown> = {}): ScriptedGateway {
  const requested: GatewayRequest[] = []
  const authorized: string[] = []
  const headers = { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '199' }
  const environmentOf = (apiKey: string | undefined) =>
    apiKey?.startsWith('sk_test_') ? ('sandbox' as const) : ('live' as const)
  const gateway: ScriptedGateway = {
    requests: requested,
    authorized,
    responses: results,
    authorize: async ({ operationName, headers: { apiKey } }) => {
      authorized.push(operationName)
      if (apiKey === 'wrong') return { headers, errors: [refusal('INVALID_API_KEY')] }
      const environment = environmentOf(apiKey)
      if (apiKey === undefined && !keyless.has(operationName))
        return { headers, environment, errors: [refusal('AUTHENTICATION_REQUIRED')] }
      return { headers, environment, data: null }
    },
    execute: async (request) => {
      requested.push(request)
      const { apiKey } = request.headers
      if (apiKey === 'wrong') return { headers, errors: [refusal('INVALID_API_KEY')] }
      const environment = environmentOf(apiKey)
      if (request.operationName === 'AuthorizeCaller') return { headers, environment, data: { __typename: 'Query' } }
      return { headers, environment, ...resultOf(gateway.responses[request.operationName]) }
    },
  }
  return gateway
}

/** Operations of the tests that need no key. */
const keyless = new Set(['AuthorizeCaller', 'CalculateCenotePrice', 'ValidateCoupon'])

function resultOf(scripted: unknown): Pick<GatewayResponse, 'data' | 'errors'> {
  return scripted instanceof Refusal ? { errors: scripted.errors, data: null } : { data: scripted }
}

/** A scripted refusal. */
export class Refusal {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {}
}

export const refusal = (code: ErrorCode, details: Record<string, unknown> = {}): GraphQLFormattedError =>
  apiError(code, details).toJSON()
