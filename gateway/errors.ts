import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { countRefusal, type BoundedCaller } from '../platform/process/bounds.ts'
import { CallerLeft, causeOf, isDependencyDown } from '../platform/process/failures.ts'
import type { Locale } from '../platform/values/i18n.ts'
import type { Logger } from '../platform/process/logger.ts'
import { errorCatalog, type ErrorCode } from '../schema/error-catalog.ts'
import {
  errorDetails,
  errorDocs,
  errorMessage,
  isErrorCode,
  isProtocolErrorCode,
  type ErrorContent,
} from '../schema/errors.ts'
import { protocolErrors } from '../schema/protocol-errors.ts'
import { errorsPresented } from './metrics.ts'

/** An error of a request as its caller may see it. */
export type PresentError = (
  error: GraphQLFormattedError | GraphQLError,
  request: BoundedCaller & { readonly locale: Locale; readonly requestId: string },
) => GraphQLFormattedError

/** Presents errors with links to their documentation, if there is an address that has it. */
export const errorPresenter =
  (logger: Logger, publicUrl?: string): PresentError =>
  (error, request) => {
    const shown = presentError(error, request.locale, logger.child({ requestId: request.requestId }), publicUrl)
    countRefusal(shown.extensions?.['code'], request)
    return shown
  }

/**
 * An error as a caller may see it: a code of the catalog or of GraphQL, its status, its details, a message in the
 * caller's language and where it is documented. Any other error is logged and reported as INTERNAL_ERROR or
 * SERVICE_UNAVAILABLE.
 */
export function presentError(
  error: GraphQLFormattedError | GraphQLError,
  locale: Locale,
  logger: Logger,
  publicUrl?: string,
): GraphQLFormattedError {
  const shown = presented(error, locale, logger, publicUrl)
  errorsPresented.inc({ code: String(shown.extensions?.['code']) })
  return shown
}

function presented(
  error: GraphQLFormattedError | GraphQLError,
  locale: Locale,
  logger: Logger,
  publicUrl: string | undefined,
): GraphQLFormattedError {
  const { path, locations, extensions = {} } = error
  const where = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) }
  const { code } = extensions
  // The gateway's library checks variables itself and gives such errors no code.
  const isUncoded = code === undefined && !path && error.message.startsWith('Variable "$')
  const ofProtocol = isUncoded ? 'BAD_USER_INPUT' : code
  if (isProtocolErrorCode(ofProtocol)) {
    const { status } = protocolErrors[ofProtocol]
    return {
      message: error.message,
      ...where,
      extensions: { code: ofProtocol, status, ...errorDocs(ofProtocol, publicUrl) },
    }
  }
  const known = isErrorCode(code) ? code : hiddenFailure(error, logger)
  const content: ErrorContent = isErrorCode(code) ? extensions : {}
  const { details } = content
  const { status, key } = errorCatalog[known]
  return {
    message: errorMessage(known, locale, details),
    ...where,
    extensions: {
      code: known,
      status,
      messageKey: key,
      ...(details && Object.keys(details).length > 0 ? { details: errorDetails(content, locale) } : {}),
      ...errorDocs(known, publicUrl),
    },
  }
}

function hiddenFailure(error: GraphQLFormattedError | GraphQLError, logger: Logger): ErrorCode {
  const cause = error instanceof GraphQLError ? (causeOf(error) ?? error) : error
  // Nothing failed, and no one reads this response.
  if (cause instanceof CallerLeft) return 'SERVICE_UNAVAILABLE'
  logger.error({ err: cause }, 'an operation failed')
  return isDependencyDown(cause) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
}
