import { withDatabaseServer } from '../../platform/postgres/database-server.ts'
import { openAccessRepository, type AccessRepository } from './repository.ts'

/** Gives a command of the operator the partners and keys. */
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
