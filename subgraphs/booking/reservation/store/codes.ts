import { isUuid } from '../../../../platform/values/uuid.ts'
import type { Statements } from '../../../../platform/postgres/database.ts'
import type { Reservation } from '../reservation.ts'

/** The primary key of a reservation: a partner's rows are read and changed by it. */
export type ReservationKey = Pick<Reservation, 'partnerId' | 'id'>

type CodeKind = 'id' | 'reference'

/** An id or a booking reference, in any case, as it is stored; null when the text is neither. */
function codeOf(idOrReference: string): { kind: CodeKind; code: string } | null {
  if (isUuid(idOrReference)) return { kind: 'id', code: idOrReference.toLowerCase() }
  const code = idOrReference.toUpperCase()
  return /^CEN-[0-9A-Z]{6}$/.test(code) ? { kind: 'reference', code } : null
}

/**
 * The key of a partner's reservation by id or booking reference, or of any partner's without one. An id with its partner
 * is a key already, whether there is such a reservation or not.
 */
export async function findKey(
  reader: Statements,
  partnerId: string | undefined,
  idOrReference: string,
): Promise<ReservationKey | null> {
  const named = codeOf(idOrReference)
  if (!named) return null
  if (named.kind === 'id' && partnerId !== undefined) return { partnerId, id: named.code }
  const [key] = await findKeys(reader, named.kind, [named.code])
  return key && (partnerId === undefined || key.partnerId === partnerId) ? key : null
}

/** The keys of the reservations with some ids or references, of any partner. */
export async function findKeys(
  reader: Statements,
  kind: CodeKind,
  codes: readonly string[],
): Promise<ReservationKey[]> {
  const { rows } = await reader.query<ReservationKey>(
    `SELECT partner_id AS "partnerId", reservation_id AS id FROM reservation_code
     WHERE kind = $1 AND code = ANY ($2::text[]) AND kind <> 'external_id'`,
    [kind, codes],
  )
  return rows
}

/** Whether there is a reservation with a key. */
export async function isKnown(reader: Statements, { partnerId, id }: ReservationKey): Promise<boolean> {
  return (await findKeys(reader, 'id', [id])).some((key) => key.partnerId === partnerId)
}
