import tables from '../../../../ops/citus/tables.json' with { type: 'json' }
import type { Statements } from '../../../../platform/postgres/database.ts'

/** Something in the schema of a table that a cluster refuses, or that would differ between its servers. */
export interface KeyProblem {
  readonly table: string
  readonly problem: string
}

/** Why tables of the schema in the search path cannot be distributed; on any PostgreSQL, and none in a release. */
export async function findKeyProblems(client: Pick<Statements, 'query'>): Promise<KeyProblem[]> {
  const { rows } = await client.query<KeyProblem>(
    `WITH distributed AS (
       SELECT c.relname AS name, c.oid, a.attnum AS partner
       FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = $2
       WHERE c.relnamespace = current_schema::regnamespace AND c.relname = ANY ($1)
     ), problem (name, text) AS (
       SELECT name, format('has no column %s', $2::text) FROM distributed WHERE partner IS NULL
       UNION ALL SELECT name, format('the unique index %s does not contain %s', i.indexrelid::regclass, $2::text)
         FROM distributed JOIN pg_index i ON i.indrelid = oid
         WHERE i.indisunique AND (partner IS NULL OR NOT partner = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]))
       UNION ALL SELECT name, format('the foreign key %s refers to %s without %s', k.conname, k.confrelid::regclass, $2::text)
         FROM distributed JOIN pg_constraint k ON k.conrelid = distributed.oid
         WHERE k.contype = 'f' AND (partner IS NULL OR NOT partner = ANY (k.conkey))
       UNION ALL SELECT name, format('the foreign key %s refers to %s, which is not distributed', k.conname, k.confrelid::regclass)
         FROM distributed JOIN pg_constraint k ON k.conrelid = distributed.oid
         WHERE k.contype = 'f' AND k.confrelid NOT IN (SELECT oid FROM distributed)
       UNION ALL SELECT name, format('the foreign key %s of %s, which is not distributed, refers to it', k.conname, k.conrelid::regclass)
         FROM distributed JOIN pg_constraint k ON k.confrelid = distributed.oid
         WHERE k.contype = 'f' AND k.conrelid NOT IN (SELECT oid FROM distributed)
       UNION ALL SELECT name, format('has the trigger %s', t.tgname)
         FROM distributed JOIN pg_trigger t ON t.tgrelid = distributed.oid
         WHERE NOT t.tgisinternal AND t.tgname NOT LIKE 'truncate\\_trigger\\_%'
       UNION ALL SELECT name, format('the default of %s, %s, differs between servers', a.attname, pg_get_expr(d.adbin, d.adrelid))
         FROM distributed JOIN pg_attribute a ON a.attrelid = distributed.oid
         JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
         WHERE pg_get_expr(d.adbin, d.adrelid) ~ 'xact_id|txid|current_snapshot|wal_'
     )
     SELECT name AS table, text AS problem FROM problem ORDER BY name, text`,
    [tables.distributed, tables.distributionColumn],
  )
  return rows
}
