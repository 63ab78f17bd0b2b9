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
export async function copyDemoServer(folder: string): Promise<void> {
  const template = path.join(process.env.TEST_FOLDER ?? '', 'demo-server')
  await withLock(template, async () => {
    if (existsSync(template)) return
    const draft = `${template}.draft`
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft)
    await chmod(draft, 0o755)
    const postgres = await startEmbeddedPostgres({ folder: draft, settings: unsafeSettings })
    try {
      const product = await startTestProduct({ DATABASE_URL: postgres.url }, { database: (owner) => owner })
      await product.close()
    } finally {
      await postgres.stop()
    }
    await rm(path.join(draft, 'postgres.log'), { force: true })
    await rename(draft, template)
  })
  // With owners and rights, which PostgreSQL insists on.
  for (const name of ['postgres', 'postgres.password'])
    await run('cp', ['-a', path.join(template, name), path.join(folder, name)])
}
