import { GraphQLError } from 'graphql'
import { errorCatalog, type CatalogEntry, type CatalogText, type ErrorCode } from './error-catalog.ts'
import { fieldErrorsIn, type FieldError } from './field-errors.ts'
import { filledText } from './filled-text.ts'
import { protocolErrors, type ProtocolErrorCode } from './protocol-errors.ts'
import { wordFor } from './vocabularies.ts'

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCatalog, code)

export const isProtocolErrorCode = (code: unknown): code is ProtocolErrorCode =>
  typeof code === 'string' && Object.hasOwn(protocolErrors, code)

/** The text of a code, or of one of its reasons, in a language, its `{name}`s not yet filled. */
export function errorText(code: ErrorCode, locale: 'en' | 'es' | 'es-MX', reason?: unknown): string {
  const entry: CatalogEntry = errorCatalog[code]
  const text = textOfReason(entry, reason) ?? entry
  return text[locale] ?? text.es
}

function textOfReason({ reasons = {} }: CatalogEntry, reason: unknown): CatalogText | undefined {
  const name = String(reason).replace(/^status_.*/, 'status_<status>')
  return Object.hasOwn(reasons, name) ? reasons[name] : undefined
}

/** The message of a code in a language, filled from the details; codes among them become words. */
export function errorMessage(
  code: ErrorCode,
  locale: 'en' | 'es' | 'es-MX',
  details: Readonly<Record<string, unknown>> = {},
): string {
  const { words = {} }: CatalogEntry = errorCatalog[code]
  return filledText(errorText(code, locale, details['reason']), (name) => {
    const value = details[name]
    const vocabulary = words[name]
    if (vocabulary && typeof value === 'string') return wordFor(vocabulary, value, locale === 'en' ? 'en' : 'es')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '?'
  })
}

/**
 * Where the documentation site at an address describes a code, as a member of the error. A failure of the service has
 * none: there is nothing for the caller to correct.
 */
export const errorDocs = (code: ErrorCode | ProtocolErrorCode, publicUrl: string | undefined): { docs?: string } =>
  publicUrl === undefined || (isErrorCode(code) ? errorCatalog[code] : protocolErrors[code]).status >= 500
    ? {}
    : { docs: `${publicUrl.replace(/\/+$/, '')}/docs/partner-api/errors#${code.toLowerCase()}` }

/** The content of an error beside its code: field errors as English texts, and as codes to translate. */
export interface ErrorContent {
  readonly details?: Readonly<Record<string, unknown>>
  readonly fieldErrors?: Readonly<Record<string, readonly FieldError[]>>
}

/** The details of an error, with the errors of fields in a language. */
export const errorDetails = (
  { details = {}, fieldErrors }: ErrorContent,
  locale: 'en' | 'es' | 'es-MX',
): Readonly<Record<string, unknown>> =>
  fieldErrors && locale !== 'en' ? { ...details, fields: fieldErrorsIn(fieldErrors, 'es') } : details

/** An error of the catalog as a GraphQL error; `details` say what exactly is wrong. */
export function apiError(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): GraphQLError {
  return new GraphQLError(errorMessage(code, 'en', details), {
    extensions: { code, status: errorCatalog[code].status, details },
  })
}

/** Input that GraphQL's types let through but the contract does not: 400 naming each field. */
export function validationError(fieldErrors: Readonly<Record<string, readonly FieldError[]>>): GraphQLError {
  const error = apiError('ERROR_VALIDACION', { fields: fieldErrorsIn(fieldErrors, 'en') })
  error.extensions['fieldErrors'] = fieldErrors
  return error
}

/** Throws `validationError` if any field has an error. */
export function requireValid(fieldErrors: Readonly<Record<string, readonly FieldError[]>>): void {
  if (Object.keys(fieldErrors).length > 0) throw validationError(fieldErrors)
}

/** EDIT_CONFLICT unless the caller read the current version. */
export function requireVersion(currentVersion: number, read: number): void {
  if (read !== currentVersion) throw apiError('EDIT_CONFLICT', { currentVersion })
}
