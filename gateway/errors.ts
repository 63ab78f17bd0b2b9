import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { CallerLeft, causeOf, isDependencyDown } from '../platform/process/failures.ts'
import type { Locale } from '../platform/values/i18n.ts'
import type { Logger } from '../platform/process/logger.ts'
import { errorCatalog, type ErrorCode } from '../schema/error-catalog.ts'
import { errorDetails, errorMessage, isErrorCode, type ErrorContent } from '../schema/errors.ts'
import { protocolErrors } from '../schema/protocol-errors.ts'

/**
 * An error as a caller may see it: a code of the catalog or of GraphQL, its status, its details and a message in the
 * caller's language. Any other error is logged and reported as INTERNAL_ERROR or SERVICE_UNAVAILABLE.
 */
export function presentError(
  error: GraphQLFormattedError | GraphQLError,
  locale: Locale,
  logger: Logger,
): GraphQLFormattedError {
  const { path, locations, extensions = {} } = error
  const where = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) }
  const { code } = extensions
  if (typeof code === 'string' && Object.hasOwn(protocolErrors, code)) {
    return { message: error.message, ...where, extensions: { code, status: protocolErrors[code]?.status } }
  }
  // The gateway's library checks variables itself and gives such errors no code.
  if (code === undefined && !path && error.message.startsWith('Variable "$')) {
    return { message: error.message, ...where, extensions: { code: 'BAD_USER_INPUT', status: 400 } }
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
    },
  }
}

function hiddenFailure(error: GraphQLFormattedError | GraphQLError, logger: Logger): ErrorCode {
  const cause = error instanceof GraphQLError ? (causeOf(error) ?? error) : error
  // Nothing failed, and no one reads this answer.
  if (cause instanceof CallerLeft) return 'SERVICE_UNAVAILABLE'
  logger.error({ err: cause }, 'an operation failed')
  return isDependencyDown(cause) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
}
