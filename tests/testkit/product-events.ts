import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { CatalogEventType } from '../../schema/event-types.ts'
import { onConnection, sql } from './database.ts'
import type { SharedProduct } from './product.ts'

export interface WrittenProductEvent {
  readonly type: CatalogEventType
  readonly productType?: 'cenote' | 'tour' | null
  readonly productId?: string | null
  readonly dateFrom?: string | null
  readonly dateTo?: string | null
  readonly changed?: readonly string[] | null
  /** Now when absent. */
  readonly occurredAt?: Date
}

interface Connection {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Writes events of products as their publisher does, in one transaction, to the environment in the search path; their ids. */
export async function writeProductEvents(
  connection: Connection,
  events: readonly WrittenProductEvent[],
): Promise<string[]> {
  const rows = events.map((event) => ({ ...event, id: randomUUID(), occurredAt: event.occurredAt ?? new Date() }))
  await connection.query(
    `INSERT INTO product_event
       (id, type, product_type, product_id, date_from, date_to, changed, occurred_at)
     SELECT id, type, "productType", "productId", "dateFrom", "dateTo", changed, "occurredAt"
     FROM jsonb_to_recordset($1) AS row (id uuid, type text, "productType" text, "productId" uuid, "dateFrom" text,
       "dateTo" text, changed text[], "occurredAt" timestamptz)`,
    [JSON.stringify(rows)],
  )
  return rows.map(({ id }) => id)
}

/** The same in the sandbox of a product. */
export const publishProductEvents = (
  product: SharedProduct,
  events: readonly WrittenProductEvent[],
): Promise<string[]> =>
  onConnection(product.database('booking'), async (client) => {
    await client.query('SET search_path TO sandbox')
    return writeProductEvents(client, events)
  })

/** An event of products as the log stores it. */
export interface StoredProductEvent {
  readonly type: string
  readonly productId: string | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly changed: readonly string[] | null
}

/** Reads the events in the sandbox after a sequence number, by type and product, and then in the order of the log. */
export const storedProductEvents = (product: SharedProduct, after: number): Promise<StoredProductEvent[]> =>
  sql<StoredProductEvent>(
    product.database('booking'),
    `SELECT type, product_id AS "productId", date_from AS "dateFrom", date_to AS "dateTo", changed
     FROM sandbox.product_event WHERE sequence > $1 ORDER BY type, product_id, transaction_id, sequence`,
    [after],
  )

/** Reads the highest sequence number of the events in the sandbox; 0 when there are none. */
export async function lastProductEvent(product: SharedProduct): Promise<number> {
  const [row] = await sql<{ last: number }>(
    product.database('booking'),
    'SELECT coalesce(max(sequence), 0)::int AS last FROM sandbox.product_event',
  )
  return row?.last ?? 0
}

/** Whether an event of a product is still stored, in the environment in the search path. */
export async function isProductEventStored(pool: Pick<pg.Pool, 'query'>, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM product_event WHERE id = $1', [id])
  return rowCount === 1
}

/** An event of each type, of one cenote, but for prices of all products. */
export function oneOfEachType(productId: string): WrittenProductEvent[] {
  const cenote = { productType: 'cenote', productId } as const
  return [
    { ...cenote, type: 'product.created', changed: [] },
    { ...cenote, type: 'product.updated', changed: ['name', 'schedule'] },
    { ...cenote, type: 'availability.updated', dateFrom: '2027-01-09', dateTo: '2027-01-11' },
    { type: 'pricing.updated' },
    { ...cenote, type: 'product.deactivated', changed: ['isActive'] },
  ]
}
