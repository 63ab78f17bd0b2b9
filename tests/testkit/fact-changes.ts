import { sql } from './database.ts'

/** How many changed facts a database of the sandbox lists for the caches, and the bytes of their names. */
export async function listedFactChanges(
  database: string,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<{ count: number; bytes: number }> {
  const [row] = await sql<{ count: number; bytes: number }>(
    database,
    'SELECT count(*)::integer AS count, coalesce(sum(length(tag)), 0)::integer AS bytes FROM sandbox.fact_change',
    [],
    serverUrl,
  )
  if (!row) throw new Error('Nothing was counted')
  return row
}
