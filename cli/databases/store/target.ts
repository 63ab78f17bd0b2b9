import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openSession, type Statements, type Transaction } from '../../../platform/postgres/database.ts'
import { directPartner, operatorPartner } from '../../../schema/built-in-partners.ts'
import { countRows, inOrderOfReferences, readSequences, readTables, type Table } from './tables.ts'

/** The tables that a process fills when it starts for the first time on databases of its own. */
const writtenAtStart = [
  'age_configuration',
  'change_feed',
  'event_log',
  'event_retention',
  'exchange_rate',
  'price_list',
  'tax_rate',
  'transport_group_discount',
  'webhook_queue_position',
]

/** Begins the transaction in which a database is filled; other sessions have to wait for it. */
export async function beginFilling(serverUrl: string, name: string): Promise<Transaction> {
  const session = await openSession({ serverUrl, name }, 'databases-copy')
  try {
    await session.client.query('BEGIN')
    const tables = await readTables(session.client)
    await session.client.query(`LOCK TABLE ${tables.map((table) => table.name).join(', ')} IN ACCESS EXCLUSIVE MODE`)
    // Columns that the database computes call functions that find types of extensions by this path.
    const { rows } = await session.client.query<{ path: string | null }>(
      `SELECT string_agg(DISTINCT quote_ident(n.nspname), ', ') AS path
       FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace`,
    )
    if (rows[0]?.path != null) await session.client.query(`SET LOCAL search_path = ${rows[0].path}`)
    return {
      client: session.client,
      async commit() {
        await session.client.query('COMMIT')
      },
      rollback: session.end,
    }
  } catch (error) {
    await session.end()
    throw error
  }
}

/** Lets the planner know the rows of a filled database, which it would otherwise learn minutes later. */
export async function vacuumAndAnalyze(serverUrl: string, name: string): Promise<void> {
  const session = await openSession({ serverUrl, name }, 'databases-copy')
  try {
    await session.client.query('VACUUM (ANALYZE)')
  } finally {
    await session.end()
  }
}

const builtInPartners = [operatorPartner.id, directPartner.id]

/** Tables that hold more than migrations and a first start write. */
export async function filledTables(client: Statements): Promise<string[]> {
  const candidates = (await readTables(client)).filter(
    ({ name }) => !writtenAtStart.includes(name.slice(name.indexOf('.') + 1)),
  )
  const condition = (name: string): string =>
    name.endsWith('.partner') ? ` WHERE id NOT IN ('${builtInPartners.join("', '")}')` : ''
  const { rows } = await client.query<{ name: string }>(
    candidates
      .map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name}${condition(name)})`)
      .join(' UNION ALL '),
  )
  return rows.map(({ name }) => name)
}

/** Replaces what is in a table by the rows of the other database; returns how many there are, as each side counts. */
async function copyTable(
  source: Statements,
  target: Statements,
  { name, columns }: Table,
): Promise<{ readonly read: number; readonly written: number }> {
  const list = columns.join(', ')
  const reading = source.query(copyTo(`COPY (SELECT ${list} FROM ${name}) TO STDOUT`))
  const writing = target.query(copyFrom(`COPY ${name} (${list}) FROM STDIN`))
  await pipeline(reading, writing)
  return { read: reading.rowCount, written: writing.rowCount }
}

/**
 * Fills a database with all rows of another, its triggers silent: what they would write is copied as well. Returns the
 * number of rows. Throws when one is missing.
 */
export async function fillFrom(source: Statements, target: Statements): Promise<number> {
  const tables = inOrderOfReferences(await readTables(target))
  for (const { name } of tables) await target.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await target.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
  let total = 0
  for (const table of tables) {
    const { read, written } = await copyTable(source, target, table)
    const present = await countRows(target, table)
    if (read !== written || present !== read)
      throw new Error(`${table.name}: ${read} rows were read, ${written} written, and there are ${present}`)
    total += read
  }
  for (const { name } of tables) await target.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  await continueSequences(source, target)
  return total
}

async function continueSequences(source: Statements, target: Statements): Promise<void> {
  const positions = await readSequences(source)
  for (const { name, lastValue, isCalled } of positions)
    await target.query('SELECT setval($1::regclass, $2, $3)', [name, lastValue, isCalled])
}
