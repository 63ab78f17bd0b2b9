import tables from '../../ops/citus/tables.json' with { type: 'json' }
import { environments } from '../../platform/trust/identity.ts'
import { onConnection } from './database.ts'

/** Hash partitions of each distributed table; the same number of every table holds the same partners. */
const partitions = 8

/** The number of the partition with this name; undefined for any other table. */
export function partitionNumber(relation: string): number | undefined {
  const [, number] = new RegExp(`^(?:${tables.distributed.join('|')})_p(\\d+)$`).exec(relation) ?? []
  return number === undefined ? undefined : Number(number)
}

export const isDistributed = (relation: string): boolean =>
  tables.distributed.includes(relation) || partitionNumber(relation) !== undefined

/**
 * Replaces the tables that a cluster distributes by tables with hash partitions by partner, which stand in for shards:
 * PostgreSQL insists on the same keys, and shows in its plans which of them a statement reads.
 */
export async function partitionByPartner(database: string): Promise<void> {
  await onConnection(database, async (client) => {
    for (const environment of environments) {
      await client.query(`SET search_path = ${environment}, public`)
      const references = await client.query<{ table: string; name: string; definition: string }>(
        `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])`,
        [tables.distributed],
      )
      for (const { table, name } of references.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
      for (const table of tables.distributed) {
        await client.query(`ALTER TABLE ${table} RENAME TO ${table}_whole`)
        await client.query(
          `CREATE TABLE ${table} (LIKE ${table}_whole INCLUDING ALL) PARTITION BY HASH (${tables.distributionColumn})`,
        )
        for (let number = 0; number < partitions; number += 1)
          await client.query(
            `CREATE TABLE ${table}_p${number} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${number})`,
          )
        const { rows } = await client.query<{ columns: string }>(
          `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
           WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
          [table],
        )
        const columns = rows[0]?.columns ?? ''
        await client.query(
          `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${table}_whole`,
        )
        await client.query(`DROP TABLE ${table}_whole`)
      }
      for (const { table, name, definition } of references.rows)
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    }
  })
}
