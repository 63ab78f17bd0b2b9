import type { Client } from 'pg'
import { requireExtensions } from './extensions.ts'
import { applyMigrations, quoted } from './migrations.ts'
import { OperatorError } from '../process/operator-error.ts'

export interface PreparedDatabase {
  readonly serverUrl: string
  /** Name of the database. */
  readonly name: string
  /** The owner's Prisma folder, which has the sources of its schema. */
  readonly prisma: URL
  /** Extensions that its schema and statements use, in the order in which they can be created. */
  readonly extensions?: readonly string[]
  /** Called once, before the first migration that is missing is applied. */
  readonly onMigrate?: ((database: string) => void) | undefined
}

/** Opens a connection to a database of the server, or to the one that the server's address names. */
export type Connect = (database?: string) => Promise<Client>

/** The first version whose statements the schemas use (`NULLS NOT DISTINCT`). */
const minVersion = 15
const migrationLock = 7_203_661_001
const codes = { noSuchDatabase: '3D000', notAllowed: '42501', databaseExists: ['42P04', '23505'] }

/**
 * Creates and migrates a database when needed; returns the schema of its extensions. Replicas may start concurrently.
 */
export async function prepareDatabase(options: PreparedDatabase, connect: Connect): Promise<string> {
  const client = await connectOrCreate(options, connect)
  try {
    await requireVersion(client)
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    const extensionSchema = await requireExtensions(client, options.name, options.extensions ?? [])
    await applyMigrations(client, { ...options, extensionSchema })
    return extensionSchema
  } catch (error) {
    if (codeOf(error) !== codes.notAllowed) throw error
    throw new OperatorError(
      `The role "${client.user ?? ''}" may not prepare the database "${options.name}" (${(error as Error).message}). ` +
        `An administrator runs:\n  GRANT CREATE ON DATABASE ${quoted(options.name)} TO ${quoted(client.user ?? '')};`,
      { cause: error },
    )
  } finally {
    await client.end()
  }
}

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version`,
  )
  const [server] = rows
  if (server && Number(server.number) < minVersion * 10_000)
    throw new OperatorError(`PostgreSQL ${minVersion} or later is needed, and this server is ${server.version}`)
}

/** A database that exists is all that is needed, so that a role of few rights does with those made for it. */
async function connectOrCreate({ serverUrl, name }: PreparedDatabase, connect: Connect): Promise<Client> {
  const reach = (database?: string): Promise<Client> =>
    connect(database).catch((error: unknown) => {
      throw connectionFailure(serverUrl, error)
    })
  const isMissing = (error: unknown): boolean => codeOf((error as Error).cause) === codes.noSuchDatabase
  try {
    return await reach(name)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  // Without a database in the address PostgreSQL assumes one with the user's name, which may not exist.
  const client = await reach().catch((error: unknown) => {
    if (isMissing(error)) return reach('postgres')
    throw error
  })
  try {
    await client.query(`CREATE DATABASE ${quoted(name)}`)
  } catch (error) {
    const user = client.user ?? ''
    if (codeOf(error) === codes.notAllowed)
      throw new OperatorError(
        `The role "${user}" may not create the database "${name}". An administrator runs:\n` +
          `  CREATE DATABASE ${quoted(name)} OWNER ${quoted(user)};`,
        { cause: error },
      )
    // Another process may have created it in between.
    if (!codes.databaseExists.includes(codeOf(error) ?? '')) throw error
  } finally {
    await client.end()
  }
  return reach(name)
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code

/** Why the server cannot be used, without the password that its address may hold. */
export function connectionFailure(serverUrl: string, error: unknown): OperatorError {
  const { host, username } = new URL(serverUrl)
  const server = `The PostgreSQL server at ${host || 'the address of DATABASE_URL'}`
  const reason = reasonOf(error)
  // An error with a code of five characters came from the server.
  const problem = /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '')
    ? `${server} refuses the user "${decodeURIComponent(username)}": ${reason}`
    : `${server} cannot be reached: ${reason}`
  return new OperatorError(problem, { cause: error })
}

/** Errors for several addresses of one name are aggregated, with an empty message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return (error as Error).message
}
