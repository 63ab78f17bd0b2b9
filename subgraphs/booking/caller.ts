import { apiError } from '../../schema/errors.ts'
import type { Context } from './context.ts'

/** The partner who asks; the gateway lets nobody else through, and this makes sure. */
export function partnerOf({ identity }: Pick<Context, 'identity'>): string {
  if (identity.partnerId === null) throw apiError('AUTHENTICATION_REQUIRED')
  return identity.partnerId
}
