import type { CombinedError } from '@urql/core'

/** The message of the API. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** Field errors: texts by name of the field. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly details: unknown
}

const noFields: Failure['fields'] = {}

/** The failure of an operation; one of the network has the code NETWORK. */
export function failureOf(error: CombinedError): Failure {
  const [first] = error.graphQLErrors
  if (!first)
    return { code: 'NETWORK', message: error.networkError?.message ?? error.message, fields: noFields, details: null }
  const { code, details } = first.extensions
  return {
    code: typeof code === 'string' ? code : 'INTERNAL_ERROR',
    message: first.message,
    fields: fieldErrorsOf(details),
    details: details ?? null,
  }
}

/** A request that failed before its response was there. */
export const failureOfNetwork = (error: unknown): Failure => ({
  code: 'NETWORK',
  message: String(error),
  fields: noFields,
  details: null,
})

/** The failure in a body of the REST API. */
export function failureOfRest(body: unknown): Failure {
  const { error, errors, code, message } = body as {
    readonly error?: { readonly code?: string; readonly message?: string }
    readonly errors?: unknown
    readonly code?: string
    readonly message?: string
  }
  return {
    code: code ?? error?.code ?? 'INTERNAL_ERROR',
    message: message ?? error?.message ?? '',
    fields: fieldErrorsOf(errors),
    details: null,
  }
}

/** The field errors in the details of an error. */
export function fieldErrorsOf(details: unknown): Failure['fields'] {
  if (typeof details !== 'object' || details === null || !('fields' in details)) return noFields
  const { fields } = details
  if (typeof fields !== 'object' || fields === null) return noFields
  return Object.fromEntries(
    Object.entries(fields).map(([name, texts]) => [name, Array.isArray(texts) ? texts.map(String) : [String(texts)]]),
  )
}

/** Whether the key itself is refused: no request with it will succeed. */
export const endsSession = ({ code }: Pick<Failure, 'code'>): boolean =>
  code === 'INVALID_API_KEY' || code === 'AUTHENTICATION_REQUIRED'
