import type { Environment } from '../../platform/trust/identity.ts'
import { webOrigin } from '../../platform/values/web-origin.ts'
import { validationError } from '../../schema/errors.ts'

/** Origins that a publishable key can have at most. */
export const maxOrigins = 20

/** Whether pages of an origin may use publishable keys of an environment: this machine serves no live pages. */
export function pageOrigin(text: string, environment: Environment): string | null {
  const origin = webOrigin(text.trim())
  if (!origin) return null
  const isAllowed = origin.isLoopback ? environment === 'sandbox' : origin.isSecure
  return isAllowed ? origin.text : null
}

/** The origins of a publishable key as browsers send them, each once. Error: ERROR_VALIDACION. */
export function readOrigins(texts: readonly string[], environment: Environment): string[] {
  if (texts.length === 0) throw validationError({ origins: [{ code: 'EMPTY' }] })
  if (texts.length > maxOrigins) throw validationError({ origins: [{ code: 'TOO_MANY_ITEMS', max: maxOrigins }] })
  const origins = texts.map((text) => pageOrigin(text, environment))
  const usable = origins.filter((origin) => origin !== null)
  if (usable.length < origins.length) throw validationError({ origins: [{ code: 'NOT_A_PAGE_ORIGIN' }] })
  return [...new Set(usable)]
}
