import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'

const run = promisify(execFile)

/** A PostgreSQL server of a test's own, which can be stopped without ending: then it answers nothing at all. */
export interface OwnPostgres {
  readonly url: string
  readonly logFile: string
  /** Stops every process of the server as a machine that hangs would; connections stay open. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** With its files below a new folder, or the given one. */
export async function startOwnPostgres(settings: Record<string, string> = {}, parent = tmpdir()): Promise<OwnPostgres> {
  const folder = await mkdtemp(path.join(parent, 'cenotes-postgres-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...settings },
  })
  /** The process that starts all others comes first: once it is stopped there are no new ones. */
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const main = Number((await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(main, name)
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(main)]).catch(() => ({ stdout: '' }))
    for (const pid of stdout.split('\n').filter(Boolean)) {
      try {
        process.kill(Number(pid), name)
      } catch {
        // It ended meanwhile, as abandoned connections do.
      }
    }
  }
  const own: OwnPostgres = {
    url: postgres.url,
    logFile: path.join(folder, 'postgres.log'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async stop() {
      await own.resume().catch(() => undefined)
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return own
}
