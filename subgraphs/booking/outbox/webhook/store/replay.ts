import { inTransaction, type Pool, type PoolClient } from '../../../../../platform/postgres/database.ts'
import { isCatalogEventType, type AnyEventType } from '../../../../../schema/event-types.ts'
import type { LogPosition } from '../../event/event.ts'
import type { Replay } from '../webhook.ts'

/** The events that a replay delivers. */
export interface ReplayedEvents {
  readonly partnerId: string
  readonly types: readonly AnyEventType[]
  /** They come after it. */
  readonly after: LogPosition
  readonly end: LogPosition
  readonly since: Date | undefined
}

/** A replay `r` as a statement selects it, with the outcomes that were not counted yet. */
const replayColumns = `r.id, r.status, r.total, r.created_at AS "createdAt",
  r.done + (SELECT count(*) FROM webhook_delivery WHERE replay_id = r.id AND status = 'succeeded') AS done,
  r.failed + (SELECT count(*) FROM webhook_delivery WHERE replay_id = r.id AND status = 'dead') AS failed`

/** Begins a replay; `running` names the one of the webhook that is not done yet. */
export async function insertReplay(
  pool: Pool,
  { id, webhookId, events, at }: { id: string; webhookId: string; events: ReplayedEvents; at: Date },
): Promise<{ replay: Replay } | { running: string }> {
  for (;;) {
    const running = await pool.query<{ id: string }>(
      `SELECT id FROM webhook_replay WHERE webhook_id = $1 AND status = 'running'`,
      [webhookId],
    )
    if (running.rows[0]) return { running: running.rows[0].id }
    const { total, from } = await countEvents(pool, events)
    const { rows } = await pool.query<Replay>(
      `INSERT INTO webhook_replay AS r (id, webhook_id, types, transaction_id, sequence, end_transaction_id, end_sequence,
         since, queued_until, is_queued, status, total, created_at)
       VALUES ($1, $2, $3, $4::xid8, $5, $6::xid8, $7, $8, clock_timestamp(), $9 = 0,
         CASE WHEN $9 = 0 THEN 'done' ELSE 'running' END, $9, $10)
       ON CONFLICT (webhook_id) WHERE status = 'running' DO NOTHING RETURNING ${replayColumns}`,
      [
        id,
        webhookId,
        events.types,
        String(from.transaction),
        from.sequence,
        String(events.end.transaction),
        events.end.sequence,
        events.since,
        total,
        at,
      ],
    )
    // Another request of the same moment may have begun one.
    if (rows[0]) return { replay: rows[0] }
  }
}

/** How many events a replay has, and a position before the first of them. */
async function countEvents(pool: Pool, events: ReplayedEvents): Promise<{ total: number; from: LogPosition }> {
  let total = 0
  let first = Infinity
  for (const { table, condition, values } of sourcesOf(events)) {
    const { rows } = await pool.query<{ count: number; first: number | null }>(
      `SELECT count(*), min(transaction_id)::text::bigint AS first FROM ${table} WHERE ${condition}`,
      values,
    )
    total += rows[0]?.count ?? 0
    first = Math.min(first, rows[0]?.first ?? Infinity)
  }
  const { after } = events
  return { total, from: first > after.transaction && first < Infinity ? { transaction: first, sequence: 0 } : after }
}

interface Source {
  readonly table: string
  readonly condition: string
  readonly values: unknown[]
}

/** The tables that have events of a replay, each with its condition. */
function sourcesOf({ partnerId, types, after, end, since }: ReplayedEvents): Source[] {
  const ofProducts = types.filter(isCatalogEventType)
  const ofReservations = types.filter((type) => !isCatalogEventType(type))
  const range = [String(after.transaction), after.sequence, String(end.transaction), end.sequence, since ?? null]
  const condition = `(transaction_id, sequence) > ($1::xid8, $2::bigint) AND (transaction_id, sequence) <= ($3::xid8, $4::bigint)
    AND ($5::timestamptz IS NULL OR occurred_at >= $5) AND type = ANY ($6)`
  return [
    {
      table: 'reservation_event',
      condition: `${condition} AND partner_id = $7`,
      values: [...range, ofReservations, partnerId],
    },
    { table: 'product_event', condition, values: [...range, ofProducts] },
  ].filter((_, index) => [ofReservations, ofProducts][index]?.length)
}

export async function findReplay(pool: Pool, webhookId: string, id: string): Promise<Replay | null> {
  const { rows } = await pool.query<Replay>(
    `SELECT ${replayColumns} FROM webhook_replay r WHERE id = $2 AND webhook_id = $1`,
    [webhookId, id],
  )
  return rows[0] ?? null
}

/** Ids of the replays that are not done. */
export async function runningReplays(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM webhook_replay WHERE status = 'running' ORDER BY created_at`,
  )
  return rows.map(({ id }) => id)
}

interface RunningReplay extends ReplayedEvents {
  readonly id: string
  readonly webhookId: string
  readonly isQueued: boolean
}

/** Outcomes are counted at least as fast as deliveries are queued. */
const maxOutcomes = 5_000

/**
 * Takes a replay a step further, unless another process is doing so: counts the outcomes of its deliveries, queues its
 * next events while few of them wait, and ends it. All in one transaction, so that no event is queued twice, even if the
 * process dies. Returns how many deliveries it queued.
 */
export const advanceReplay = (pool: Pool, id: string, batch: number, maxWaiting: number): Promise<number> =>
  inTransaction(pool, async (client) => {
    const replay = await lockReplay(client, id)
    if (!replay) return 0
    await countOutcomes(client, id, maxOutcomes)
    const waiting = await client.query<{ count: number }>(
      `SELECT count(*) FROM (SELECT FROM webhook_delivery WHERE replay_id = $1 AND status = 'pending' LIMIT $2) waiting`,
      [id, maxWaiting],
    )
    const room = maxWaiting - (waiting.rows[0]?.count ?? 0)
    if (!replay.isQueued && room > 0) return queueNext(client, replay, Math.min(batch, room))
    if (replay.isQueued) await endReplay(client, id)
    return 0
  })

async function lockReplay(client: PoolClient, id: string): Promise<RunningReplay | undefined> {
  // No month of the log is dropped meanwhile: a delivery would be left without its event.
  await client.query(
    `SELECT pg_advisory_xact_lock_shared(hashtextextended('partitions of events in ' || current_schema, 0))`,
  )
  const { rows } = await client.query<{
    webhookId: string
    partnerId: string
    types: AnyEventType[]
    transaction: number
    sequence: number
    endTransaction: number
    endSequence: number
    since: Date | null
    isQueued: boolean
  }>(
    `SELECT r.webhook_id AS "webhookId", w.partner_id AS "partnerId", r.types, r.transaction_id::text::bigint AS transaction,
       r.sequence, r.end_transaction_id::text::bigint AS "endTransaction", r.end_sequence AS "endSequence", r.since,
       r.is_queued AS "isQueued"
     FROM webhook_replay r JOIN webhook w ON w.id = r.webhook_id
     WHERE r.id = $1 AND r.status = 'running' AND w.deleted_at IS NULL FOR UPDATE OF r SKIP LOCKED`,
    [id],
  )
  const [row] = rows
  return (
    row && {
      id,
      webhookId: row.webhookId,
      partnerId: row.partnerId,
      types: row.types,
      after: { transaction: row.transaction, sequence: row.sequence },
      end: { transaction: row.endTransaction, sequence: row.endSequence },
      since: row.since ?? undefined,
      isQueued: row.isQueued,
    }
  )
}

/** Counts deliveries that succeeded or failed for the last time, and detaches them from the replay. */
async function countOutcomes(client: PoolClient, id: string, limit: number): Promise<void> {
  await client.query(
    `WITH ended AS (
       UPDATE webhook_delivery SET replay_id = NULL WHERE id IN (
         SELECT id FROM webhook_delivery WHERE replay_id = $1 AND status IN ('succeeded', 'dead') LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING status
     )
     UPDATE webhook_replay r SET done = r.done + counted.done, failed = r.failed + counted.failed
     FROM (SELECT count(*) FILTER (WHERE status = 'succeeded') AS done, count(*) FILTER (WHERE status = 'dead') AS failed
           FROM ended) counted
     WHERE id = $1 AND counted.done + counted.failed > 0`,
    [id, limit],
  )
}

/**
 * Queues the next events as redelivery does, including those delivered or queued before, each due after the previous
 * one. Returns their number.
 */
async function queueNext(client: PoolClient, replay: RunningReplay, limit: number): Promise<number> {
  // Where few transactions wrote many events the planner expects few, and would sort all that are left for each batch.
  await client.query('SET LOCAL enable_sort = off')
  const found: { transaction: number; sequence: number; id: string; type: string }[] = []
  for (const { table, condition, values } of sourcesOf(replay)) {
    const { rows } = await client.query<(typeof found)[number]>(
      `SELECT transaction_id::text::bigint AS transaction, sequence, id, type FROM ${table} WHERE ${condition}
       ORDER BY transaction_id, sequence LIMIT $${values.length + 1}`,
      [...values, limit],
    )
    found.push(...rows)
  }
  const next = found.sort((a, b) => a.transaction - b.transaction || a.sequence - b.sequence).slice(0, limit)
  const last = next.at(-1) ?? replay.after
  await client.query(
    `WITH stamp AS MATERIALIZED (
       SELECT greatest(clock_timestamp(), queued_until) AS after FROM webhook_replay WHERE id = $1
     ), queued AS (
       INSERT INTO webhook_delivery AS known (id, webhook_id, event_id, type, status, on_demand, next_attempt_at, created_at, replay_id)
         SELECT gen_random_uuid(), $2::uuid, event.id, event.type, 'pending', true,
           stamp.after + event.number * interval '1 microsecond', stamp.after, $1::uuid
         FROM stamp, unnest($3::uuid[], $4::text[]) WITH ORDINALITY AS event (id, type, number)
         ORDER BY event.number
       ON CONFLICT (event_id, webhook_id) DO UPDATE SET status = 'pending', failures = 0, on_demand = true,
         next_attempt_at = excluded.next_attempt_at, replay_id = excluded.replay_id
     )
     UPDATE webhook_replay SET transaction_id = $5::xid8, sequence = $6, is_queued = $7,
       queued_until = stamp.after + cardinality($3::uuid[]) * interval '1 microsecond'
     FROM stamp WHERE id = $1`,
    [
      replay.id,
      replay.webhookId,
      next.map(({ id }) => id),
      next.map(({ type }) => type),
      String(last.transaction),
      last.sequence,
      next.length < limit,
    ],
  )
  return next.length
}

/** Ends a replay whose deliveries are all made; events that expired before that are no longer counted. */
async function endReplay(client: PoolClient, id: string): Promise<void> {
  await client.query(
    `UPDATE webhook_replay SET status = 'done', total = done + failed
     WHERE id = $1 AND NOT EXISTS (SELECT FROM webhook_delivery WHERE replay_id = $1)`,
    [id],
  )
}

/** Removes replays that were requested before an instant. */
export async function removeReplays(pool: Pool, before: Date): Promise<void> {
  await pool.query('DELETE FROM webhook_replay WHERE created_at < $1', [before])
}
