import { withDatabaseServer } from '../../platform/postgres/database-server.ts'
import { openAccessRepository, type AccessRepository } from './repository.ts'

/** Opens the database of partners and keys for an operator command. */
export async function asOperator(work: (repository: AccessRepository) => Promise<void>): Promise<void> {
  await withDatabaseServer(async (serverUrl) => {
    const repository = await openAccessRepository(serverUrl, 'access')
    try {
      await work(repository)
    } finally {
      await repository.close()
    }
  })
}
