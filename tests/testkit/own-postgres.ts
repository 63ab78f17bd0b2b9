import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { copyDemoServer, copyEmptyServer, unsafeSettings } from './demo-server.ts'

const run = promisify(execFile)

/** A PostgreSQL server of a test's own, which can be stopped without ending: then it does not respond at all. */
export interface OwnPostgres {
  readonly url: string
  readonly logFile: string
  /** Stops every process of the server as a machine that hangs would; connections stay open. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** The databases that such a server has with demo data, for `startTestProduct`. */
export const ownDatabases = { database: (owner: string): string => owner }

interface OwnPostgresOptions {
  readonly settings?: Record<string, string>
  /** Its files are below a new folder of this one. */
  readonly parent?: string
  /** With `ownDatabases`, which take a product seconds of processor time to fill. */
  readonly demoData?: boolean
}

export async function startOwnPostgres(options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const { settings, parent = process.env['TEST_FOLDER'] ?? tmpdir(), demoData = false } = options
  const folder = await mkdtemp(path.join(parent, 'cenotes-postgres-'))
  await chmod(folder, 0o755)
  await (demoData ? copyDemoServer : copyEmptyServer)(folder)
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { ...unsafeSettings, ...settings },
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
