import { isUuid } from '../../../../platform/values/uuid.ts'
import type { Statements } from '../../../../platform/postgres/database.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { Reservation } from '../reservation.ts'

/** The primary key of a reservation: a partner's rows are read and changed by it. */
export type ReservationKey = Pick<Reservation, 'partnerId' | 'id'>

type CodeKind = 'id' | 'reference' | 'external_id'

/** An id, a booking reference or an external id, in any case, as it is stored, and what it can be, in this order. */
function codeOf(named: string): { kinds: readonly CodeKind[]; code: string } | null {
  if (isUuid(named)) return { kinds: ['id', 'external_id'], code: named.toLowerCase() }
  const code = named.toUpperCase()
  return /^CEN-[0-9A-Z]{6}$/.test(code) ? { kinds: ['reference'], code } : null
}

/**
 * The key of a partner's reservation by id, booking reference or external id, or of any partner's without one. Error:
 * REFERENCE_NOT_UNIQUE for an external id of several partners.
 */
export async function findKey(
  reader: Statements,
  partnerId: string | undefined,
  named: string,
): Promise<ReservationKey | null> {
  const wanted = codeOf(named)
  for (const kind of wanted?.kinds ?? []) {
    const found = await findKeys(reader, kind, [wanted?.code ?? ''])
    const [key, another] = partnerId === undefined ? found : found.filter((one) => one.partnerId === partnerId)
    if (another) throw apiError('REFERENCE_NOT_UNIQUE', { reference: named })
    if (key) return key
  }
  return null
}

/** The keys of the reservations with some codes, of any partner. */
export async function findKeys(
  reader: Statements,
  kind: CodeKind,
  codes: readonly string[],
): Promise<ReservationKey[]> {
  const { rows } = await reader.query<ReservationKey>(
    `SELECT partner_id AS "partnerId", reservation_id AS id FROM reservation_code
     WHERE kind = $1 AND code = ANY ($2::text[]) AND kind ${kind === 'external_id' ? '=' : '<>'} 'external_id'`,
    [kind, codes],
  )
  return rows
}
