import type { FastifyRequest } from 'fastify'
import { requestContextOf } from './request-context.ts'

/** Sections of a success envelope other than `data` (docs/partner-api/conventions.md#responses). */
export interface EnvelopeExtras {
  readonly pagination?: object
  readonly currency?: object
  readonly searchCriteria?: object
}

/**
 * Success envelope (docs/partner-api/conventions.md#responses). `message` is an i18n key such as
 * `cenote.listed_successfully`; only the price calculation has a sentence. `_sandbox` is present exactly when the key
 * is of the sandbox.
 */
export function success(request: FastifyRequest, message: string, data: unknown, extras: EnvelopeExtras = {}): object {
  return { success: true, message, data, ...extras, ...sandboxMark(request) }
}

/** `_sandbox: true` for a caller in the sandbox, nothing for any other. */
export function sandboxMark(request: FastifyRequest): { _sandbox?: true } {
  return requestContextOf(request).environment === 'sandbox' ? { _sandbox: true } : {}
}
