import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { Kind, print, type GraphQLFormattedError } from 'graphql'
import type { FastifyRequest } from 'fastify'
import type { Language } from '../platform/values/i18n.ts'

/** The gateway, as pages use it: in this process or over HTTP. */
export interface Gateway {
  execute(request: {
    readonly query: string
    readonly operationName: string
    readonly variables: Record<string, unknown>
    readonly headers: {
      readonly acceptLanguage: string
      readonly requestId: string
      readonly clientAddress?: string
      readonly alreadyCounted: boolean
      readonly signedToken?: string
    }
  }): Promise<{ readonly data?: unknown; readonly errors?: readonly GraphQLFormattedError[] }>
}

/** An operation that the gateway refused or could not run. */
export class OperationFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly statusCode: number,
  ) {
    super(message)
    this.name = 'OperationFailed'
  }
}

/**
 * Runs an operation for a page. With the token of a signed URL it counts for that token, otherwise not at all: the
 * request is the page's own.
 */
export async function run<R, V extends Record<string, unknown>>(
  gateway: Gateway,
  request: FastifyRequest,
  document: TypedDocumentNode<R, V>,
  variables: V,
  { language, signedToken }: { readonly language: Language; readonly signedToken?: string },
): Promise<R> {
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const { data, errors } = await gateway.execute({
    query: print(document),
    operationName: definition?.name?.value ?? '',
    variables,
    headers: {
      acceptLanguage: language,
      requestId: request.id,
      alreadyCounted: false,
      ...(signedToken === undefined ? {} : { signedToken, clientAddress: request.ip }),
    },
  })
  const [error] = errors ?? []
  if (error || data === undefined || data === null) {
    const { code = 'INTERNAL_ERROR', status = 500 } = (error?.extensions ?? {}) as { code?: string; status?: number }
    throw new OperationFailed(code, error?.message ?? 'The gateway responded without data', status)
  }
  return data as R
}
