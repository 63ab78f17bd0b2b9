import type { Statements } from '../../../../platform/postgres/database.ts'
import { OperatorError } from '../../../../platform/process/operator-error.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'

export interface PartitionOptions {
  readonly environment: Environment
  /** The first month that gets a partition of its own (`2026-01`), for an environment that has no reservations yet. */
  readonly since?: string | undefined
  /** Called before each step. */
  readonly onStep?: (step: string) => void
}

/** Held by the one process that changes partitions of reservations; the migrations name it, too. */
const lockKey = "hashtextextended('partitions of reservations in ' || current_schema, 0)"
/** Proves that all ids belong to the first partition, so that it is attached without being read. */
const proof = 'before_partitions'

/**
 * Partitions the reservations of one environment by month, while they are in use: what exists becomes the first
 * partition, and every month from the next one on gets its own. Writers wait for milliseconds, except where reservations
 * have ids that were not made by the time of their creation: they are moved. Returns whether there was anything to do.
 * Run again after an interruption, it continues. Throws OperatorErrors.
 */
export async function partitionReservations(client: Statements, options: PartitionOptions): Promise<boolean> {
  const { environment, onStep } = options
  await client.query(`SET search_path = ${environment}, public`)
  await client.query(`SELECT pg_advisory_lock(${lockKey})`)
  try {
    if (await arePartitioned(client)) {
      await finish(client)
      return false
    }
    const firstId = await firstIdOf(client, options)
    onStep?.('checking ids')
    await proveFirst(client, firstId)
    onStep?.('attaching the table as the first partition')
    await inLockedTables(client, () => attachFirst(client, firstId))
    onStep?.('adding months')
    await finish(client)
    return true
  } finally {
    if (!(await arePartitioned(client))) await inLockedTables(client, () => dropProof(client))
    await client.query(`SELECT pg_advisory_unlock(${lockKey})`)
  }
}

export async function arePartitioned(client: Statements): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    "SELECT relkind AS kind FROM pg_class WHERE oid = 'reservation'::regclass",
  )
  return rows[0]?.kind === 'p'
}

/** Throws an OperatorError when an environment has reservations: they all go to the first partition. */
export async function requireNoReservations(client: Statements, environment: Environment): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${environment}.reservation LIMIT 1`)
  if (rowCount !== 0)
    throw new OperatorError(
      `--since is for an installation without reservations, and ${environment} has some: partition without it`,
    )
}

/** The end of the first partition: at least a week ahead, so that its months are there before they begin. */
async function firstIdOf(client: Statements, { environment, since }: PartitionOptions): Promise<string> {
  if (since !== undefined) await requireNoReservations(client, environment)
  const { rows } = await client.query<{ id: string }>(
    `SELECT first_id_of(date_trunc('month', CASE WHEN EXISTS (SELECT FROM reservation) THEN now() + interval '7 days 1 month'
       ELSE coalesce(to_timestamp($1, 'YYYY-MM'), now()) END, 'UTC')) AS id`,
    [since ?? null],
  )
  return rows[0]?.id ?? ''
}

/** Reads all ids before anyone has to wait for it; ids beyond the end of the first partition are moved later. */
async function proveFirst(client: Statements, firstId: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM reservation WHERE id >= $1 LIMIT 1', [firstId])
  if (rowCount !== 0) return
  await inLockedTables(client, async () => {
    await dropProof(client)
    await client.query(`ALTER TABLE reservation ADD CONSTRAINT ${proof} CHECK (id < '${firstId}') NOT VALID`)
  })
  await client.query(`ALTER TABLE reservation VALIDATE CONSTRAINT ${proof}`)
}

/** The proof refuses reservations of later months: it does not outlive the work. */
const dropProof = (client: Statements, table = 'reservation'): Promise<unknown> =>
  client.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${proof}`)

/** Runs work in one transaction with a lock on reservations and the tables that refer to them. */
async function inLockedTables(client: Statements, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(
      "SELECT lock_tables(VARIADIC ARRAY['reservation'] || array(SELECT child FROM references_to_reservations()))",
    )
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Makes the table that exists the first partition of a new one with its name, indexes, triggers and references. */
async function attachFirst(client: Statements, firstId: string): Promise<void> {
  const listOf = async (text: string): Promise<Record<'name' | 'definition', string>[]> =>
    (await client.query<Record<'name' | 'definition', string>>(text)).rows
  const indexes = await listOf(
    `SELECT relname AS name, CASE WHEN NOT indisunique THEN pg_get_indexdef(indexrelid) END AS definition
     FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indrelid = 'reservation'::regclass`,
  )
  const triggers = await listOf(
    `SELECT tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
     WHERE tgrelid = 'reservation'::regclass AND NOT tgisinternal`,
  )
  const { rows: references } = await client.query<{ dropping: string; adding: string }>(
    'SELECT dropping, adding FROM references_to_reservations()',
  )
  const { rows: columns } = await client.query<{ list: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS list FROM pg_attribute
     WHERE attrelid = 'reservation'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  )
  const list = columns[0]?.list ?? ''
  const like =
    'LIKE reservation_first INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION'

  for (const { dropping } of references) await client.query(dropping)
  for (const { name } of triggers) await client.query(`DROP TRIGGER ${name} ON reservation`)
  await client.query('ALTER TABLE reservation RENAME TO reservation_first')
  for (const { name } of indexes)
    await client.query(`ALTER INDEX ${name} RENAME TO ${name.replace('reservation', 'reservation_first')}`)

  await client.query(`CREATE TABLE reservation (${like}) PARTITION BY RANGE (id)`)
  // The default partition, so that no row is refused; also the template of every month.
  await client.query(`CREATE TABLE reservation_default (${like} INCLUDING INDEXES)`)
  for (const table of ['reservation', 'reservation_default']) {
    await ownAs(client, table, 'reservation_first')
    await dropProof(client, table)
  }
  await client.query('ALTER TABLE reservation ADD PRIMARY KEY (partner_id, id)')
  for (const { definition } of indexes) if (definition) await client.query(definition)
  await client.query(`INSERT INTO reservation_default (${list}) SELECT ${list} FROM reservation_first WHERE id >= $1`, [
    firstId,
  ])
  await client.query('DELETE FROM reservation_first WHERE id >= $1', [firstId])
  await client.query(
    `ALTER TABLE reservation ATTACH PARTITION reservation_first FOR VALUES FROM (MINVALUE) TO ('${firstId}')`,
  )
  await dropProof(client, 'reservation_first')
  await client.query('ALTER TABLE reservation ATTACH PARTITION reservation_default DEFAULT')
  for (const { definition } of triggers) await client.query(definition)
  for (const { adding } of references) await client.query(adding)
}

/** Gives a table the owner of another, and every role its rights on that. */
async function ownAs(client: Statements, table: string, like: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER TABLE ${table} OWNER TO %I', pg_get_userbyid(relowner)) AS statement FROM pg_class WHERE oid = $1::regclass
     UNION ALL
     SELECT format('GRANT %s ON ${table} TO %I', a.privilege_type, r.rolname)
     FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
     WHERE c.oid = $1::regclass AND a.grantee <> c.relowner`,
    [like],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** Adds the months, validates what refers to reservations, and lets the planner know all of them. */
async function finish(client: Statements): Promise<void> {
  await client.query('SELECT add_reservation_partitions()')
  await client.query('SELECT validate_references_to_reservations()')
  await client.query('ANALYZE reservation')
}
