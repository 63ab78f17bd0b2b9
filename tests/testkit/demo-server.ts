import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { withLock } from './database.ts'
import { startTestProduct } from './product.ts'

const run = promisify(execFile)

/** Settings of a server whose data need not survive the machine. */
export const unsafeSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Copies to a folder the files of a PostgreSQL server on which the product was started once, with demo data: what a
 * product of its own finds in DATA_DIR at its second start. The first start takes three seconds of processor time more.
 */
export const copyDemoServer = (folder: string): Promise<void> =>
  copyServer('demo-server', folder, async (serverUrl) => {
    const product = await startTestProduct({ DATABASE_URL: serverUrl }, { database: (owner) => owner })
    await product.close()
  })

/** Copies to a folder the files of a new PostgreSQL server, which take longer to create. */
export const copyEmptyServer = (folder: string): Promise<void> => copyServer('empty-server', folder)

/** Copies the files of a server that is made, and prepared, once for the whole run. */
async function copyServer(
  name: string,
  folder: string,
  prepare: (serverUrl: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const template = path.join(process.env.TEST_FOLDER ?? '', name)
  await withLock(template, async () => {
    if (existsSync(template)) return
    const draft = `${template}.draft`
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft)
    await chmod(draft, 0o755)
    const postgres = await startEmbeddedPostgres({ folder: draft, settings: unsafeSettings })
    try {
      await prepare(postgres.url)
    } finally {
      await postgres.stop()
    }
    await rm(path.join(draft, 'postgres.log'), { force: true })
    await rename(draft, template)
  })
  // With owners and rights, which PostgreSQL insists on.
  for (const file of ['postgres', 'postgres.password'])
    await run('cp', ['-a', path.join(template, file), path.join(folder, file)])
}
