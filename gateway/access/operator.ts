import { Type } from 'typebox'
import { readConfig } from '../../platform/config.ts'
import { joinEmbeddedPostgres } from '../../platform/embedded-postgres.ts'
import { openAccessRepository, type AccessRepository } from './repository.ts'

/**
 * Gives a command of the operator the partners and keys: those of `DATABASE_URL`, or of the embedded server in
 * `DATA_DIR`, which is used as it runs and started for as long as the command takes when it does not.
 */
export async function asOperator(work: (repository: AccessRepository) => Promise<void>): Promise<void> {
  const settings = readConfig({
    DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
    DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  })
  const embedded =
    settings.DATABASE_URL === undefined ? await joinEmbeddedPostgres({ folder: settings.DATA_DIR }) : undefined
  try {
    const repository = await openAccessRepository(settings.DATABASE_URL ?? embedded?.url ?? '', 'access')
    try {
      await work(repository)
    } finally {
      await repository.close()
    }
  } finally {
    await embedded?.stop()
  }
}
