import { beginTransaction, type Pool, type Statements } from '../../../../../platform/postgres/database.ts'

/**
 * The id of the log, which is part of cursors. When another database server wrote the log (it was restored from a
 * dump), its events are moved before everything to come, those of one reservation in their order, and it becomes
 * another log. Events that were not turned into webhook deliveries yet still are.
 */
export async function openLog(pool: Pool): Promise<string> {
  const { client, commit, rollback: end } = await beginTransaction(pool)
  try {
    const { id, isOfThisServer } = await lockLog(client)
    const current = isOfThisServer ? id : await renumber(client)
    await commit()
    // Every row was written again, and reads by position would pass over the entries of all the former ones.
    if (!isOfThisServer) await client.query('VACUUM (ANALYZE) reservation_event, product_event')
    return current
  } finally {
    await end()
  }
}

async function lockLog(client: Statements): Promise<{ readonly id: string; readonly isOfThisServer: boolean }> {
  const { rows } = await client.query<{ id: string; isOfThisServer: boolean }>(
    `SELECT id, system_identifier = (SELECT system_identifier FROM pg_control_system()) AS "isOfThisServer"
     FROM event_log FOR UPDATE`,
  )
  if (!rows[0]) throw new Error('The event log has no identity')
  return rows[0]
}

const log = `(SELECT transaction_id, sequence FROM reservation_event
  UNION ALL SELECT transaction_id, sequence FROM product_event) AS log`

/** Moves all events before those to come; returns the id of the new log. */
async function renumber(client: Statements): Promise<string> {
  await client.query(
    `UPDATE webhook_queue_position p SET transaction_id = '1', sequence = COALESCE(
       (SELECT min(sequence) - 1 FROM ${log} WHERE (transaction_id, sequence) > (p.transaction_id, p.sequence)),
       (SELECT max(sequence) FROM ${log}), 0)`,
  )
  // An event between two positions may be delivered by a replay twice, and none is left out.
  await client.query(
    `UPDATE webhook_replay r SET transaction_id = '1', end_transaction_id = '1', sequence = COALESCE(
       (SELECT min(sequence) - 1 FROM ${log} WHERE (transaction_id, sequence) > (r.transaction_id, r.sequence)),
       (SELECT max(sequence) FROM ${log}), 0), end_sequence = COALESCE(
       (SELECT max(sequence) FROM ${log} WHERE (transaction_id, sequence) <= (r.end_transaction_id, r.end_sequence)), 0)
     WHERE NOT is_queued`,
  )
  for (const table of ['reservation_event', 'product_event'])
    await client.query(`UPDATE ${table} SET transaction_id = '1'`)
  await client.query('DELETE FROM event_horizon')
  await client.query('DELETE FROM product_event_horizon')
  const { rows } = await client.query<{ id: string }>(
    `UPDATE event_log SET id = gen_random_uuid(), system_identifier = (SELECT system_identifier FROM pg_control_system())
     RETURNING id`,
  )
  return (rows[0] as { id: string }).id
}
