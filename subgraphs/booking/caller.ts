import { apiError } from '../../schema/errors.ts'
import type { Context } from './context.ts'

/** The calling partner; the gateway admits no other callers, and this makes sure. */
export function partnerOf({ identity }: Pick<Context, 'identity'>): string {
  if (identity.partnerId === null) throw apiError('AUTHENTICATION_REQUIRED')
  return identity.partnerId
}

/**
 * The partner whose reservations the caller may read; undefined for those of all partners, with `platform:manage`. What
 * changes a reservation uses `partnerOf`, so that no caller changes another partner's.
 */
export function readablePartnerOf({ identity }: Pick<Context, 'identity'>): string | undefined {
  return identity.scopes.includes('platform:manage') ? undefined : partnerOf({ identity })
}
