import { randomUUID } from 'node:crypto'
import { recordChanges } from '../../../../platform/postgres/changes.ts'
import { inTransaction, type Pool, type Statements } from '../../../../platform/postgres/database.ts'
import { currentTraceparent } from '../../../../platform/process/tracing.ts'
import type { Author } from '../../../../platform/trust/author.ts'
import { changedPlaces, type WantedPlaces } from '../../availability/index.ts'
import type { Reservation } from '../reservation.ts'
import { operatorChange } from '../store/operator-change.ts'

/** The result of a new reservation. One that was not written leaves nothing behind. */
export type Insertion =
  | { readonly result: 'written' }
  /** No room, a closed product, or a coupon claim that was released. */
  | { readonly result: 'refused' }
  /** The partner's other pending reservations of the day hold so many places that these would be too many. */
  | { readonly result: 'over_hold_limit'; readonly held: number }

/**
 * Writes a new reservation and takes its places, by the SQL function `create_reservation`. `operation` names the work of
 * a request under an Idempotency-Key. If a concurrent duplicate has completed it, completed_operation_pkey is violated.
 */
export async function insertReservation(
  pool: Pool,
  reservation: Reservation,
  limits: {
    readonly people: number
    /** All that the reservation takes. */
    readonly places: readonly WantedPlaces[]
    /** Maximum places that the partner may hold unpaid on this day. */
    readonly holdLimit: number | null
  },
  { by, operation }: { readonly by: Author; readonly operation: string | undefined },
): Promise<Insertion> {
  const { people, places, holdLimit } = limits
  const insert = async (client: Statements): Promise<Inserted> => {
    const { rows } = await client.query<Inserted>({
      name: 'create-reservation',
      text: 'SELECT written, held FROM create_reservation($1, $2, $3, $4, $5, $6, $7)',
      values: [
        JSON.stringify({ ...reservation, changedBy: by }),
        JSON.stringify(changedPlaces({ take: { places, people } })),
        people,
        holdLimit,
        randomUUID(),
        operation,
        currentTraceparent(),
      ],
    })
    return rows[0] as Inserted
  }
  const { held, written } = await (by.type === 'operator'
    ? inTransaction(pool, async (client) => {
        const inserted = await insert(client)
        if (inserted.written) await recordChanges(client, [operatorChange(null, reservation)], { author: by })
        return inserted
      })
    : insert(pool))
  if (written) return { result: 'written' }
  const isOver = holdLimit !== null && Number(held) + people > holdLimit
  return isOver ? { result: 'over_hold_limit', held: Number(held) } : { result: 'refused' }
}

interface Inserted {
  readonly written: boolean
  readonly held: string
}
