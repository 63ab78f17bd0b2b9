import { inLongTransaction, type Pool } from '../../../../platform/postgres/database.ts'

/** Adds the months of partitioned tables that are missing, up to two after now; how many. */
export async function addMonths(pool: Pool): Promise<number> {
  const events = await added(pool, 'add_event_partitions')
  const reservations = await added(pool, 'add_reservation_partitions')
  // Rows that moved to a month are referred to by constraints that are new.
  if (reservations > 0)
    await inLongTransaction(pool, (client) => client.query('SELECT validate_references_to_reservations()'))
  return events + reservations
}

const added = (pool: Pool, adding: string): Promise<number> =>
  inLongTransaction(pool, async (client) => {
    const { rows } = await client.query<{ added: number }>(`SELECT ${adding}() AS added`)
    return rows[0]?.added ?? 0
  })
