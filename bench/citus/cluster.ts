import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { childrenOf, signal } from '../chaos/processes.ts'
import { until } from '../chaos/random.ts'

const run = promisify(execFile)
const startMilliseconds = 60_000
const script = path.resolve('ops/citus/cluster.sh')

/** The nodes that `ops/citus/cluster.sh` has started: the coordinator, then the workers on the ports after its own. */
export class Cluster {
  readonly serverUrl: string
  readonly #folder: string
  readonly #port: number

  constructor(serverUrl: string, folder: string) {
    this.serverUrl = serverUrl
    this.#folder = folder
    this.#port = Number(new URL(serverUrl).port)
  }

  /** Runs a statement in the database booking of a node. */
  async query<R extends pg.QueryResultRow>(text: string, values?: unknown[], port = this.#port): Promise<R[]> {
    const url = new URL('/booking', this.serverUrl)
    url.port = String(port)
    const client = new pg.Client(url.toString())
    await client.connect()
    try {
      return (await client.query<R>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Runs statements of one environment in one transaction. */
  async inEnvironment(environment: string, statements: readonly string[]): Promise<void> {
    const client = new pg.Client(new URL('/booking', this.serverUrl).toString())
    await client.connect()
    try {
      await client.query('BEGIN')
      await client.query(`SET LOCAL search_path = ${environment}, public`)
      for (const statement of statements) await client.query(statement)
      await client.query('COMMIT')
    } finally {
      await client.end()
    }
  }

  get workers(): readonly [number, number] {
    return [this.#port + 1, this.#port + 2]
  }

  /** The port of the worker that has a partner's reservations of the sandbox, and their shard. */
  async placementOf(partnerId: string): Promise<{ port: number; shard: string }> {
    const [found] = await this.query<{ port: number; shard: string }>(
      `SELECT nodeport AS port, shardid::text AS shard FROM pg_dist_shard_placement
       WHERE shardid = get_shard_id_for_distribution_column('sandbox.reservation', $1::uuid)`,
      [partnerId],
    )
    if (!found) throw new Error('The reservations are not distributed')
    return found
  }

  /** SIGKILL of a node and all its processes. */
  async kill(port: number): Promise<void> {
    const file = path.join(this.#folder, `node${port - this.#port}`, 'postmaster.pid')
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
    const children = await childrenOf(pid)
    for (const one of [pid, ...children]) signal(one, 'SIGKILL')
  }

  /** Starts the nodes that do not run: again while processes of one that was killed have not ended yet. */
  async revive(): Promise<void> {
    const start = (): Promise<boolean> =>
      run(script, ['start', this.#folder], { env: { ...process.env, PORT: String(this.#port) } }).then(
        () => true,
        () => false,
      )
    if (!(await until(start, startMilliseconds))) throw new Error(`A node did not start: see ${this.#folder}`)
  }

  async set(setting: string, value: string | null): Promise<void> {
    await this.query(value === null ? `ALTER SYSTEM RESET ${setting}` : `ALTER SYSTEM SET ${setting} = '${value}'`)
    await this.query('SELECT pg_reload_conf()')
  }
}
