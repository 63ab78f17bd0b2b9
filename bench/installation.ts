import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../platform/process/free-port.ts'
import { startChild } from './child.ts'
import { atEnd } from './leftovers.ts'

/** Only what any program needs: settings of the calling shell must not reach the product. */
export const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LANG: process.env.LANG,
  TMPDIR: process.env.TMPDIR,
  // Measurements begin and end with a reading.
  METRICS_MAX_AGE_MS: '0',
}

/** A key of the demo partner without limits. */
export const apiKey = 'sk_test_demo_enterprise'

/** The product in its own process and folder, as `npm start` starts it; ended at the end. */
export interface Installation {
  readonly url: string
  /** URL of its PostgreSQL. */
  readonly serverUrl: string
  /** Its `DATA_DIR`. */
  readonly folder: string
  /** Of the product's process. */
  readonly pid: number
}

/** Starts the product on a given data folder, which stays, or on a temporary one, which is removed at the end. */
export async function startInstallation(
  dataFolder?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const folder = dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'cenotes-bench-')))
  if (dataFolder === undefined) atEnd(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  // PostgreSQL may run as another user, which needs access.
  await chmod(folder, 0o755)
  atEnd(() => endPostgres(folder))
  const product = await startChild(
    '../main.js',
    [],
    {
      ...environment,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      DEMO_DATA: 'true',
      DEMO_RESERVATIONS: '0',
      ...settings,
    },
    /Ready at (http:\S+)/,
    atEnd,
  )
  const port = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3] ?? ''
  const password = (await readFile(path.join(folder, 'postgres.password'), 'utf8')).trim()
  return {
    url: product.ready[1] ?? '',
    serverUrl: `postgresql://postgres:${password}@127.0.0.1:${port}`,
    folder,
    pid: product.pid,
  }
}

/** Another process of the product on the PostgreSQL of an installation. */
export async function startReplica(
  { serverUrl }: Pick<Installation, 'serverUrl'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Pick<Installation, 'url' | 'pid'>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-bench-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const product = await startChild(
    '../main.js',
    [],
    {
      ...environment,
      DATA_DIR: folder,
      DATABASE_URL: serverUrl,
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      DEMO_DATA: 'true',
      DEMO_RESERVATIONS: '0',
      ...settings,
    },
    /Ready at (http:\S+)/,
    atEnd,
  )
  return { url: product.ready[1] ?? '', pid: product.pid }
}

/** Ends the PostgreSQL of a product that had to be killed; a product that ended normally has ended its own. */
async function endPostgres(folder: string): Promise<void> {
  const noted = await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(noted, 10)
  if (!(pid > 0)) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has ended already and only its pid file is left.
  }
}
