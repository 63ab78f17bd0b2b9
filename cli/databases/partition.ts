import { openSession } from '../../platform/postgres/database.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { environments } from '../../platform/trust/identity.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { clusterTables, hasCitus } from '../../subgraphs/booking/distribution/index.ts'
import { partitionReservations, requireNoReservations } from '../../subgraphs/booking/partition/index.ts'

export interface PartitionedDatabase {
  /** Address of the PostgreSQL server. */
  readonly serverUrl: string
  readonly databaseName?: string
  /** The first month that gets a partition of its own, for an installation without reservations. */
  readonly since?: string | undefined
  readonly onProgress?: (line: string) => void
}

/** Partitions the reservations of both environments by month; see `partitionReservations`. */
export async function partitionDatabase(options: PartitionedDatabase): Promise<void> {
  const { serverUrl, databaseName: name = 'booking', since, onProgress } = options
  await (await openDatabases(serverUrl, name)).close()
  const { client, end } = await openSession({ serverUrl, name }, 'databases-partition')
  try {
    if (await hasCitus(client))
      for (const environment of environments) {
        await client.query(`SET search_path = ${environment}, public`)
        if ((await clusterTables(client)).size > 0)
          throw new OperatorError('Reservations that are distributed by partner cannot be partitioned by month, too')
      }
    // Before the first of them is changed.
    if (since !== undefined) for (const environment of environments) await requireNoReservations(client, environment)
    for (const environment of environments) {
      const print = (line: string): void => onProgress?.(`${environment.padEnd(8)} ${line}`)
      const isNew = await partitionReservations(client, { environment, since, onStep: print })
      print(`${isNew ? 'is' : 'was already'} partitioned by month`)
    }
  } finally {
    await end()
  }
}
