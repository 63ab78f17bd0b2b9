import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { statusOf } from '../../platform/postgres/postmaster.ts'
import { freePort } from '../../platform/process/free-port.ts'
import type { Query } from './comparison.ts'
import { accepts, childrenOf, Service } from './processes.ts'
import { TcpProxy } from './tcp-proxy.ts'

/** The size of PostgreSQL's own file system where one can be created, in bytes: small enough to be filled. */
const diskBytes = 800_000_000
/** Longer than a stall, short enough for several in a run. */
export const hangSeconds = 5

/** The product with everything it needs; each part can be disturbed. */
export interface ChaosInstallation {
  /** The product through a proxy. */
  readonly url: string
  readonly proxies: Readonly<Record<'clients' | 'database' | 'redis', TcpProxy>>
  readonly product: Service
  readonly redis: Service | undefined
  readonly workers: number
  /** PostgreSQL without a proxy. */
  readonly databaseUrl: string
  /** The file system of PostgreSQL's files, if they have one of their own. */
  readonly disk: string | undefined
  readonly folder: string
  /** Processes that serve requests. */
  workerPids(): Promise<number[]>
  postgresPid(): Promise<number | undefined>
  readonly query: Query
}

export interface ChaosOptions {
  readonly workers: number
  /** Settings that any program needs. */
  readonly environment: NodeJS.ProcessEnv
  readonly atEnd: (end: () => Promise<void>) => void
  /** A part that this machine cannot provide. */
  readonly onMissing: (text: string) => void
}

export async function startChaosInstallation(options: ChaosOptions): Promise<ChaosInstallation> {
  const { workers, environment, atEnd, onMissing } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-chaos-'))
  await chmod(folder, 0o755)
  const disk = await ownDisk(path.join(folder, 'database'), atEnd, onMissing)
  const postgresFolder = disk ?? path.join(folder, 'database')
  const postgres = await startEmbeddedPostgres({
    folder: postgresFolder,
    settings: { max_connections: '150', max_wal_size: '128MB', min_wal_size: '32MB' },
  })
  atEnd(() => postgres.stop())
  const cluster = path.join(postgresFolder, 'postgres')
  const databaseProxy = await proxyBefore(Number(new URL(postgres.url).port), atEnd)

  const redisPort = await freePort()
  const redis = hasProgram('redis-server')
    ? new Service(
        ['redis-server', '--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        { env: environment, logFile: path.join(folder, 'redis.log'), isReady: () => accepts(redisPort) },
      )
    : undefined
  if (!redis) onMissing('redis-server is not installed: no fault of Redis')
  await redis?.start()
  if (redis) atEnd(() => redis.stop())
  const redisProxy = await proxyBefore(redisPort, atEnd)

  const port = await freePort()
  const main = fileURLToPath(new URL('../../main.js', import.meta.url))
  const product = new Service([process.execPath, '--enable-source-maps', main], {
    env: {
      ...environment,
      DATABASE_URL: databaseProxy.address(postgres.url),
      ...(redis ? { REDIS_URL: `redis://127.0.0.1:${redisProxy.port}` } : {}),
      DATA_DIR: folder,
      DEMO_DATA: 'true',
      DEMO_RESERVATIONS: '0',
      PORT: String(port),
      WORKERS: String(workers),
      WORKER_HANG_SECONDS: String(hangSeconds),
      LOG_LEVEL: 'warn',
      // Neither expires during a run, so that all changes are those of the load; its short holds it watches itself.
      RESERVATION_HOLD_MINUTES: '10080',
      HOLD_LIMIT_ENTERPRISE: '1000000',
      WEBHOOK_RETRY_SCHEDULE: ['0.2', '0.5', ...Array.from({ length: 28 }, () => '3')].join(','),
    },
    logFile: path.join(folder, 'product.log'),
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200,
  })
  await product.start()
  atEnd(() => product.stop())
  const clients = await proxyBefore(port, atEnd)

  const pools = new Map<string, pg.Pool>()
  atEnd(async () => void (await Promise.all([...pools.values()].map((pool) => pool.end()))))
  const poolOf = (database: string): pg.Pool => {
    const known = pools.get(database)
    if (known) return known
    const url = new URL(postgres.url)
    url.pathname = `/${database}`
    const pool = new pg.Pool({ connectionString: url.toString(), max: 1 })
    // A connection that breaks is replaced at the next query.
    pool.on('error', () => undefined)
    pools.set(database, pool)
    return pool
  }
  return {
    url: `http://127.0.0.1:${clients.port}`,
    proxies: { clients, database: databaseProxy, redis: redisProxy },
    product,
    redis,
    workers,
    databaseUrl: postgres.url,
    disk,
    folder,
    workerPids: async () => (workers === 1 ? [product.pid] : childrenOf(product.pid)),
    postgresPid: async () => (await statusOf(cluster))?.pid,
    query: async <R extends object>(database: string, text: string, values: unknown[] = []) =>
      (await poolOf(database).query(text, values)).rows as R[],
  }
}

async function proxyBefore(port: number, atEnd: ChaosOptions['atEnd']): Promise<TcpProxy> {
  const proxy = await TcpProxy.before(port)
  atEnd(() => proxy.close())
  return proxy
}

const hasProgram = (name: string): boolean => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0

/** Mounts a file system in memory, which root on Linux may; undefined elsewhere. */
async function ownDisk(
  folder: string,
  atEnd: ChaosOptions['atEnd'],
  onMissing: ChaosOptions['onMissing'],
): Promise<string | undefined> {
  await mkdir(folder)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=755`, 'tmpfs', folder])
  if (status !== 0) {
    onMissing('this user may not mount a file system: no full disk')
    return undefined
  }
  atEnd(async () => {
    spawnSync('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}
