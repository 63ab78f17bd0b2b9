import type { PerEnvironment } from '../../../../platform/postgres/database.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'
import type { SettingsReader } from '../../partner-settings/index.ts'
import type { Reservation } from '../reservation.ts'
import { effectiveTerms, type EffectiveTerms } from '../rules/guest-terms.ts'

export interface TermsContext {
  readonly services: { readonly settings: PerEnvironment<Pick<SettingsReader, 'present'>> }
  readonly database: { readonly environment: Environment }
}

/** The terms that hold for the guest of a reservation now. */
export const termsOf = async (
  reservation: Pick<Reservation, 'partnerId' | 'guestTerms'>,
  { services, database }: TermsContext,
): Promise<EffectiveTerms> =>
  effectiveTerms(reservation, await services.settings[database.environment].present(reservation.partnerId))
