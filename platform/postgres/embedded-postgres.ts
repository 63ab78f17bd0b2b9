import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endAfterThisProcess, endWithThisProcess, hasEnded } from '../process/child-process.ts'
import { freePort } from '../process/free-port.ts'
import { OperatorError } from '../process/operator-error.ts'
import { boundLog, lastLines, openLog } from './log.ts'
import { stopOrphan, servesCluster, statusOf } from './postmaster.ts'
import { postgresPrograms } from './programs.ts'
import { firstClosedFolder, serverUser, type ServerUser } from './user.ts'

/** A PostgreSQL server whose files are in one folder and which ends with this process. */
export interface EmbeddedPostgres {
  /** Address of the server, with user and password. */
  readonly url: string
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Folder for the cluster, its log and its password. */
  readonly folder: string
  /** Called before each step that may take longer than a second. */
  readonly onProgress?: (step: string) => void
  /** Called with messages for the operator that are not failures. */
  readonly onNotice?: (text: string) => void
  /** Called when the server ended unexpectedly, and each time it could not be started again. */
  readonly onLoss?: (reason: Error) => void
  /** Extra server settings, such as fsync=off for tests. */
  readonly settings?: Readonly<Record<string, string>>
}

const startTimeoutMilliseconds = 30_000
/** Delay between attempts to restart a server that ended unexpectedly. */
const firstWaitMilliseconds = 100
const maxWaitMilliseconds = 5_000

/**
 * Starts PostgreSQL from the binaries of the npm package; creates the cluster on first use and ends a left-over server.
 * Until it is stopped, a server that ends unexpectedly is started again.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.folder)
  const cluster = path.join(folder, 'postgres')
  const user = await serverUser()
  const { initdb, postgres } = await postgresPrograms(user, options.onNotice)
  await mkdir(folder, { recursive: true })
  const isFolderClosed = user !== undefined && (await mustEnterByWorkingFolder(folder, user))
  const password = await storedPassword(path.join(folder, 'postgres.password'))
  await stopOrphan(cluster, options.onProgress)
  const common = { folder, cluster, user, isFolderClosed }
  if (!(await exists(path.join(cluster, 'PG_VERSION')))) {
    options.onProgress?.('creating the database files')
    await createCluster({ ...common, initdb, password })
  }
  const port = await freePort()
  options.onProgress?.('starting PostgreSQL')
  const server = { ...common, postgres, port, settings: options.settings ?? {} }
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
    onLoss(new Error(`PostgreSQL ended unexpectedly (${child.signalCode ?? child.exitCode})`))
    for (let wait = firstWaitMilliseconds; !isStopping; wait = Math.min(wait * 2, maxWaitMilliseconds)) {
      try {
        child = await startAgain()
        return watch()
      } catch (error) {
        // The previous server may still be ending.
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

/** For commands beside the product: the server that runs on the folder, or a temporary one when none does. */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.folder)
  const cluster = path.join(folder, 'postgres')
  const status = await statusOf(cluster)
  if (!status?.ready || !(await servesCluster(status.pid, cluster))) return startEmbeddedPostgres(options)
  const password = await storedPassword(path.join(folder, 'postgres.password'))
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${status.port}/postgres`,
    stop: () => Promise.resolve(),
  }
}

/** On Linux a process may stay in the folder it was started in, also where it may not enter the folders above. */
const workingFolder = '/proc/self/cwd'

/** Whether the user cannot enter the folder by its path; refuses if there is no other path to it. */
async function mustEnterByWorkingFolder(folder: string, user: ServerUser): Promise<boolean> {
  const closed = await firstClosedFolder(folder, user)
  if (closed === undefined) return false
  if (await exists(workingFolder)) return true
  throw new OperatorError(
    `PostgreSQL does not run as root but as the user "postgres", who may not enter ${closed}: ` +
      'set DATA_DIR to a folder that this user may enter, start as another user, or set DATABASE_URL',
  )
}

async function storedPassword(file: string): Promise<string> {
  if (await exists(file)) return (await readFile(file, 'utf8')).trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return password
}

interface ClusterOptions {
  readonly folder: string
  readonly cluster: string
  readonly user: ServerUser | undefined
  readonly isFolderClosed: boolean
}

async function createCluster(options: ClusterOptions & { initdb: string; password: string }): Promise<void> {
  // Built in a temporary folder and moved when complete: an interrupted start leaves nothing half done.
  const draft = path.join(options.folder, 'postgres.draft')
  const passwordFile = path.join(options.folder, 'postgres.initial-password')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  const { user, isFolderClosed } = options
  if (user) for (const place of [draft, passwordFile]) await chown(place, user.uid, user.gid)
  // Handed over open, for the folder it is in may be closed to the other user.
  const passwordHandle = await open(passwordFile)
  try {
    await runToEnd(
      options.initdb,
      [
        `--pgdata=${isFolderClosed ? workingFolder : draft}`,
        '--username=postgres',
        `--pwfile=${isFolderClosed ? '/proc/self/fd/3' : passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      { ...user, cwd: draft, passwordFd: passwordHandle.fd },
    )
  } catch (error) {
    throw new OperatorError(`PostgreSQL could not create its files in ${options.folder}: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await passwordHandle.close()
    await rm(passwordFile, { force: true })
  }
  await rename(draft, options.cluster)
}

/** Runs initdb; rejects with what it wrote on standard error. */
async function runToEnd(
  program: string,
  args: readonly string[],
  { passwordFd, ...options }: { uid?: number; gid?: number; cwd: string; passwordFd: number },
): Promise<void> {
  const child = spawn(program, args, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe', passwordFd],
    env: { ...process.env, LC_ALL: 'C' },
  })
  endWithThisProcess(child, 'SIGKILL')
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(errors.trim() || `${path.basename(program)} ended with ${code ?? signal}`))
    })
  })
}

async function startServer(
  options: ClusterOptions & { postgres: string; port: number; settings: Readonly<Record<string, string>> },
): Promise<ChildProcess> {
  const { cluster, isFolderClosed } = options
  const logFile = path.join(options.folder, 'postgres.log')
  const log = await openLog(logFile)
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // Shows the folder in the process list, where a later start looks for left-over servers.
    ...(isFolderClosed ? { 'embedded.folder': cluster } : {}),
    ...options.settings,
  }
  // Detached: Ctrl-C in a terminal must reach us alone, so that we drain before the database goes.
  const child = spawn(
    options.postgres,
    [
      '-D',
      isFolderClosed ? workingFolder : cluster,
      '-p',
      String(options.port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...options.user,
      cwd: cluster,
      detached: true,
      stdio: ['ignore', log.handle.fd, log.handle.fd],
      env: { ...process.env, LC_ALL: 'C' },
    },
  )
  endWithThisProcess(child, 'SIGQUIT')
  endAfterThisProcess(child, options.user ?? {})
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  await log.handle.close()
  child.once('exit', boundLog(logFile))
  const deadline = Date.now() + startTimeoutMilliseconds
  for (;;) {
    // Files that a killed server left behind say nothing about this one.
    const status = await statusOf(cluster)
    if (status?.pid === child.pid && status?.ready) break
    if (failure || hasEnded(child) || Date.now() > deadline) {
      child.kill('SIGQUIT')
      const reason = failure?.message ?? (await lastLines(logFile, log.start))
      throw new OperatorError(`PostgreSQL did not start: ${reason}`)
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
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(killTimer)
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
