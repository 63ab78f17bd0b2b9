import { openSession, type Statements } from '../../platform/postgres/database.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { environments, type Environment } from '../../platform/trust/identity.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import {
  clusterTables,
  distributeTables,
  findClusterProblems,
  findKeyProblems,
  hasCitus,
  readPlacements,
  type Placement,
} from '../../subgraphs/booking/distribution/index.ts'
import { readUsage } from './store/usage.ts'

export interface DistributedDatabase {
  /** Address of the coordinator. */
  readonly serverUrl: string
  readonly databaseName?: string
  /** Shards of each table: the maximum number of workers that it can be spread over. */
  readonly shards?: number
  readonly onProgress?: (line: string) => void
}

const defaultShards = 32

/**
 * Distributes the reservations of both environments over the workers of a Citus cluster, by partner; see
 * `distributeTables`. Throws an OperatorError that names everything that stands in the way, before anything is changed.
 */
export async function distributeDatabase(options: DistributedDatabase): Promise<void> {
  const { serverUrl, databaseName: name = 'booking', shards = defaultShards, onProgress } = options
  const [usage] = await readUsage(serverUrl, [name])
  if (usage?.exists !== true)
    throw new OperatorError(
      `The server has no database ${name}: create it on each node of a Citus cluster, with the extension (docs/scale.md)`,
    )
  const { client, end } = await openSession({ serverUrl, name }, 'databases-distribute')
  try {
    await requireCluster(client, name)
    await (await openDatabases(serverUrl, name)).close()
    await requireKeys(client)
    await requireUnused(serverUrl, name)
    for (const environment of environments) {
      const print = (line: string): void => onProgress?.(`${environment.padEnd(8)} ${line}`)
      const isNew = await distributeTables(client, { environment, shards, onStep: print })
      print(`${isNew ? 'is' : 'was already'} distributed by partner`)
    }
  } finally {
    await end()
  }
}

async function requireCluster(client: Statements, name: string): Promise<void> {
  if (!(await hasCitus(client)))
    throw new OperatorError(
      `The database ${name} has no extension citus: reservations are distributed over the workers of a Citus cluster ` +
        'only, and otherwise stay on this server (docs/scale.md)',
    )
  const problems = await findClusterProblems(client)
  if (problems.length > 0) throw new OperatorError(`The cluster is not ready:\n  ${problems.join('\n  ')}`)
}

async function requireKeys(client: Statements): Promise<void> {
  const problems: string[] = []
  for (const environment of environments) {
    await client.query(`SET search_path = ${environment}, public`)
    if ((await clusterTables(client)).size > 0) continue
    for (const { table, problem } of await findKeyProblems(client)) problems.push(`${environment}.${table}: ${problem}`)
  }
  if (problems.length > 0) throw new OperatorError(`The tables cannot be distributed:\n  ${problems.join('\n  ')}`)
}

/** Requests would wait for as long as rows are copied to the workers, and then fail. */
async function requireUnused(serverUrl: string, name: string): Promise<void> {
  const [usage] = await readUsage(serverUrl, [name])
  // One is that of this command.
  const others = (usage?.sessions ?? 0) - 1
  if (others > 0)
    throw new OperatorError(`The database ${name} is in use, by ${others} other sessions: stop the product first`)
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const describe = ({ node, tables, shards, bytes }: Placement): string =>
  `${node.padEnd(20)} ${megabytes(bytes).padStart(11)}  ${shards > 0 ? `${shards} shards each of ` : ''}${tables.join(', ')}`

/** Lines that say on which server each table lies, for both environments. */
export async function describeDistribution(options: DistributedDatabase): Promise<string[]> {
  const { serverUrl, databaseName: name = 'booking' } = options
  const { client, end } = await openSession({ serverUrl, name }, 'databases-status')
  try {
    if (!(await hasCitus(client))) return [`Every table of ${name} lies on this server.`]
    const lines: string[] = []
    for (const environment of environments) lines.push(...(await linesOf(client, environment)))
    return lines
  } finally {
    await end()
  }
}

const linesOf = async (client: Statements, environment: Environment): Promise<string[]> =>
  (await readPlacements(client, environment)).map((placement) => `${environment.padEnd(8)} ${describe(placement)}`)
