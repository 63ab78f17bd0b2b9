import type { Client } from 'pg'
import { quoted } from './migrations.ts'
import { OperatorError } from '../process/operator-error.ts'

const defaultSchema = 'public'

/**
 * Makes sure that the extensions exist in one schema and returns it. Those made beforehand are used where they are, so
 * that the role needs no right to create them; what an administrator has to do is reported as statements.
 */
export async function requireExtensions(client: Client, database: string, names: readonly string[]): Promise<string> {
  if (names.length === 0) return defaultSchema
  await requireAvailable(client, names)
  const installed = await installedExtensions(client, names)
  const schemas = new Set(installed.values())
  const schema = schemas.has(defaultSchema) ? defaultSchema : ([...schemas][0] ?? defaultSchema)
  const elsewhere = [...installed].filter(([, own]) => own !== schema).map(([name]) => name)
  if (elsewhere.length > 0)
    throw forAdministrator(
      `The extensions of the database "${database}" must be in one schema.`,
      elsewhere.map((name) => `ALTER EXTENSION ${name} SET SCHEMA ${quoted(schema)};`),
    )
  const refused: string[] = []
  for (const name of names.filter((extension) => !installed.has(extension))) {
    const statement = `CREATE EXTENSION IF NOT EXISTS ${name} SCHEMA ${quoted(schema)}`
    await client.query(statement).catch((error: unknown) => {
      // One may also be refused because another that it requires was.
      if (!['42501', '42704'].includes((error as { code: string }).code)) throw error
      refused.push(`${statement};`)
    })
  }
  if (refused.length > 0)
    throw forAdministrator(
      `The database "${database}" lacks extensions that the role "${client.user ?? ''}" may not create.`,
      refused,
    )
  return schema
}

const forAdministrator = (problem: string, statements: readonly string[]): OperatorError =>
  new OperatorError([`${problem} An administrator runs in it:`, ...statements.map((text) => `  ${text}`)].join('\n'))

async function requireAvailable(client: Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM pg_available_extensions')
  const available = new Set(rows.map(({ name }) => name))
  const missing = names.filter((name) => !available.has(name))
  if (missing.length > 0)
    throw new OperatorError(
      `The PostgreSQL server does not offer the extensions ${missing.join(', ')}: ` +
        'install its package of additional modules, such as postgresql-contrib',
    )
}

async function installedExtensions(client: Client, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; schema: string }>(
    `SELECT e.extname AS name, n.nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = ANY($1)`,
    [names],
  )
  return new Map(rows.map(({ name, schema }) => [name, schema]))
}
