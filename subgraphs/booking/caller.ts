import { apiError } from '../../schema/errors.ts'
import type { Context } from './context.ts'

/** The calling partner; the gateway admits no other callers, and this makes sure. */
export function partnerOf({ identity }: Pick<Context, 'identity'>): string {
  if (identity.partnerId === null) throw apiError('AUTHENTICATION_REQUIRED')
  return identity.partnerId
}
