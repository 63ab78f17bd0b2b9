import type { Environment } from '../../platform/trust/identity.ts'
import { databaseTime, type InstallationDatabases, type PerOwner } from './databases.ts'
import type { Statements } from '../../platform/postgres/database.ts'
import { formatParts } from './format.ts'
import type { WrittenList } from './write-document.ts'

/** Reads all that an environment sells, list by list, and hands it to its reader. */
export const exportInstallation = <T>(
  databases: InstallationDatabases,
  environment: Environment,
  receive: (lists: AsyncIterable<WrittenList>) => Promise<T>,
): Promise<T> => databases.read(environment, (readers) => receive(listsOf(readers)))

async function* listsOf(clients: PerOwner<Statements>): AsyncGenerator<WrittenList> {
  const now = await databaseTime(clients.booking)
  for (const { owner, lists } of formatParts({ clients, now, reservations: null }))
    for (const list of lists) yield { name: list.name, items: list.export(clients[owner]) }
}
