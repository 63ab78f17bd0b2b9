import type { Statements } from '../../../../platform/postgres/database.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'

/** Where the rows of tables lie. */
export interface Placement {
  /** `host:port` of a worker, or `coordinator`. */
  readonly node: string
  readonly tables: readonly string[]
  /** Shards of each of the tables; 0 for whole tables. */
  readonly shards: number
  readonly bytes: number
}

/** The tables of one environment by the node that they lie on, of a database with Citus. */
export async function readPlacements(client: Statements, environment: Environment): Promise<Placement[]> {
  const { rows } = await client.query<Placement>(
    `WITH distributed AS (
       SELECT format('%s:%s', nodename, nodeport) AS node, c.relname, s.shardid, s.shard_size
       FROM citus_shards s JOIN pg_class c ON c.oid = s.table_name::oid
       WHERE citus_table_type = 'distributed' AND relnamespace = $1::regnamespace
     ), whole AS (
       SELECT c.relname, pg_total_relation_size(c.oid) AS bytes FROM pg_class c
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = $1::regnamespace
         AND NOT EXISTS (SELECT FROM distributed d WHERE d.relname = c.relname)
     )
     SELECT node, array_agg(DISTINCT relname::text ORDER BY relname::text) AS tables,
       (count(*) / count(DISTINCT relname))::integer AS shards, sum(shard_size)::float8 AS bytes
     FROM distributed GROUP BY node
     UNION ALL SELECT 'coordinator', array_agg(relname::text ORDER BY relname::text), 0, sum(bytes)::float8 FROM whole
     ORDER BY shards, node`,
    [environment],
  )
  return rows
}
