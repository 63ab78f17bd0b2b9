import { inLongTransaction, type Pool } from '../../../../platform/postgres/database.ts'

/** Adds the months of events that are missing, up to two after now; how many. */
export const addMonths = (pool: Pool): Promise<number> =>
  inLongTransaction(pool, async (client) => {
    const { rows } = await client.query<{ added: number }>('SELECT add_event_partitions() AS added')
    return rows[0]?.added ?? 0
  })
