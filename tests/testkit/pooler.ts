import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverUser } from '../../platform/postgres/user.ts'
import { freePort } from '../../platform/process/free-port.ts'
import { ended } from './process.ts'
import { wherePossible } from './where-possible.ts'
import { eventually } from './eventually.ts'

const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0

/** `describe` where there is a pgbouncer. */
export const { describe: describeWithPgBouncer } = wherePossible(hasPgBouncer, 'pgbouncer')

export interface Pooler {
  readonly url: string
  stop(): Promise<void>
}

/** A PgBouncer in transaction mode; `databases` gives the search path of each name that it knows. */
export async function startPgBouncer(
  serverUrl: string,
  databases: Readonly<Record<string, { readonly database: string; readonly searchPath: string }>>,
  poolSize: number,
): Promise<Pooler> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-pooler-'))
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const port = await freePort()
  const settings = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  const lines = Object.entries(databases).map(
    ([name, { database, searchPath }]) =>
      `${name} = host=${hostname} port=${serverPort} dbname=${database} user=${username} password=${password} ` +
      `connect_query='SET search_path = ${searchPath}; SET statement_timeout = 60000'`,
  )
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(
    settings,
    [
      '[databases]',
      ...lines,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 500',
      '',
    ].join('\n'),
  )
  // It refuses to run as root, as PostgreSQL does.
  const user = await serverUser()
  await chmod(folder, 0o755)
  if (user) for (const file of [settings, users]) await chown(file, user.uid, user.gid)
  const child = spawn('pgbouncer', ['-q', settings], { stdio: 'ignore', cwd: '/', ...user })
  const url = new URL(serverUrl)
  url.port = String(port)
  await eventually(() => accepts(port), true, { describe: () => `pgbouncer on port ${port}` })
  return {
    url: url.toString(),
    async stop() {
      await ended(child, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
