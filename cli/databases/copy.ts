import type { Statements, Transaction } from '../../platform/postgres/database.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { databaseOpeners } from '../database-openers.ts'
import { openSnapshots } from './store/source.ts'
import { beginFilling, filledTables, fillFrom, vacuumAndAnalyze } from './store/target.ts'
import { readMigrationsApplied } from './store/tables.ts'
import { readUsage } from './store/usage.ts'

export interface Server {
  /** Address of the PostgreSQL server. */
  readonly serverUrl: string
  readonly databasePrefix?: string
}

export interface CopyOptions {
  readonly from: Server
  /** Its databases are created and migrated when needed, and must be empty. */
  readonly to: Server
  /** Whether the source may be in use: what is written to it afterwards is not in the copy. */
  readonly running: boolean
  /** Called for each database with the number of rows that were copied. */
  readonly onProgress?: (database: string, rows: number) => void
}

/** A database of the target, and the snapshot that fills it. */
interface Filling {
  readonly owner: string
  readonly name: string
  readonly source: Statements
  readonly transaction: Transaction
}

const owners = Object.keys(databaseOpeners) as (keyof typeof databaseOpeners)[]

const nameOn = ({ databasePrefix = '' }: Server, owner: string): string => `${databasePrefix}${owner}`

/**
 * Copies all four databases as of one moment to another server, whatever its version: both environments, all rows and
 * sequences. Each is filled in one transaction, and they are committed only when all can be. Throws OperatorErrors when
 * the source is missing, in use or of another version of the product, and when the target is not empty or in use.
 */
export async function copyDatabases({ from, to, running, onProgress }: CopyOptions): Promise<void> {
  await requireSource(from, running)
  await requireUnused(to, 'target')
  for (const owner of owners) await (await databaseOpeners[owner](to.serverUrl, nameOn(to, owner))).close()
  const sources = await openSnapshots(
    from.serverUrl,
    owners.map((owner) => nameOn(from, owner)),
  )
  const targets: Filling[] = []
  try {
    for (const [index, { client: source }] of sources.entries()) {
      const owner = owners[index] as string
      const name = nameOn(to, owner)
      const transaction = await beginFilling(to.serverUrl, name)
      targets.push({ owner, name, source, transaction })
      await requireSameVersion(nameOn(from, owner), source, transaction.client)
      await requireEmpty(name, transaction.client)
    }
    for (const { owner, source, transaction } of targets) {
      const rows = await fillFrom(source, transaction.client)
      onProgress?.(owner, rows)
    }
    await commitAll(targets)
  } finally {
    await Promise.all([...sources.map(({ end }) => end()), ...targets.map(({ transaction }) => transaction.rollback())])
  }
  await Promise.all(targets.map(({ name }) => vacuumAndAnalyze(to.serverUrl, name)))
}

async function requireSource(server: Server, running: boolean): Promise<void> {
  const usage = await readUsage(
    server.serverUrl,
    owners.map((owner) => nameOn(server, owner)),
  )
  const missing = usage.filter(({ exists }) => !exists).map(({ name }) => name)
  if (missing.length > 0) throw new OperatorError(`The source has no database ${missing.join(', ')}`)
  if (!running) await requireUnused(server, 'source', ', or add --running to copy it as it is at one moment')
}

async function requireUnused(server: Server, which: 'source' | 'target', remedy = ''): Promise<void> {
  const names = owners.map((owner) => nameOn(server, owner))
  const used = (await readUsage(server.serverUrl, names)).filter(({ sessions }) => sessions > 0)
  if (used.length === 0) return
  const sessions = used.map(({ name, sessions }) => `${name} (${sessions})`).join(', ')
  throw new OperatorError(`The ${which} is in use, by sessions in ${sessions}: stop the product first${remedy}`)
}

async function requireSameVersion(name: string, source: Statements, target: Statements): Promise<void> {
  const [there, here] = [await readMigrationsApplied(source), await readMigrationsApplied(target)]
  const lacks = here.find((migration) => !there.includes(migration))
  const has = there.find((migration) => !here.includes(migration))
  const difference = has ? `it has ${named(has)}` : lacks ? `it lacks ${named(lacks)}` : undefined
  if (difference) throw new OperatorError(`The source's ${name} is of another version of the product: ${difference}`)
}

/** `live 00000000000000_baseline <checksum>`, with the beginning of the checksum. */
function named(applied: string): string {
  const [environment = '', migration = '', checksum = ''] = applied.split(' ')
  return `the migration ${environment}.${migration} (${checksum.slice(0, 12)})`
}

async function requireEmpty(name: string, target: Statements): Promise<void> {
  const filled = await filledTables(target)
  if (filled.length > 0)
    throw new OperatorError(`The target's ${name} is not empty: ${filled.slice(0, 5).join(', ')} have rows`)
}

async function commitAll(targets: readonly Filling[]): Promise<void> {
  const done: string[] = []
  try {
    for (const { name, transaction } of targets) {
      await transaction.commit()
      done.push(name)
    }
  } catch (error) {
    if (done.length === 0) throw error
    throw new OperatorError(
      `The target's ${done.join(', ')} were filled, and then it failed: ${(error as Error).message}. ` +
        'Drop them and run the same command again.',
      { cause: error },
    )
  }
}
