import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Chance } from '../chance.ts'
import { hangSeconds, type ChaosInstallation } from './installation.ts'
import { pause, until } from './random.ts'
import { childrenOf, signal, signalTree } from './processes.ts'

/** A fault that happens in real installations. */
export interface Fault {
  readonly name: string
  /** How long it lasts, in milliseconds; 0 for one that is over at once. */
  readonly holdMilliseconds: readonly [min: number, max: number]
  /** Parts that it disturbs: no two faults of one part at the same time. */
  readonly part: 'workers' | 'postgres' | 'redis' | 'clients'
  /** Begins the fault, and returns a function that ends it. */
  begin(chance: Chance): Promise<() => Promise<void>>
}

const over = (): Promise<void> => Promise.resolve()
const moment = [0, 0] as const
const seconds = (min: number, max: number): readonly [number, number] => [min * 1_000, max * 1_000]
/** Sizes of writes, each repeated until the disk is full. */
const fillBlocks = [16_777_216, 65_536, 4_096].map((bytes) => Buffer.alloc(bytes, 1))

/** Faults that can be caused on this machine. */
export function faultsOf(installation: ChaosInstallation): readonly Fault[] {
  return [
    ...workerFaults(installation),
    ...postgresFaults(installation),
    ...(installation.redis ? redisFaults(installation) : []),
    ...networkFaults(installation),
    ...(installation.disk === undefined ? [] : [fullDisk(installation.disk)]),
  ]
}

function workerFaults({ workers, product, workerPids }: ChaosInstallation): readonly Fault[] {
  const anyWorker = async (chance: Chance): Promise<number> => chance.pick(await workerPids())
  const common = { part: 'workers' } as const
  const killed: Fault = {
    ...common,
    name: 'worker killed',
    holdMilliseconds: moment,
    async begin(chance) {
      signal(await anyWorker(chance), 'SIGKILL')
      return over
    },
  }
  const stopped: Fault = {
    ...common,
    name: 'worker stopped for a moment',
    holdMilliseconds: seconds(1, hangSeconds - 1),
    async begin(chance) {
      const pid = await anyWorker(chance)
      signal(pid, 'SIGSTOP')
      return async () => void signal(pid, 'SIGCONT')
    },
  }
  if (workers === 1) return [killed, stopped]
  return [
    killed,
    stopped,
    {
      ...common,
      name: 'worker hangs until it is killed',
      holdMilliseconds: moment,
      async begin(chance) {
        const pid = await anyWorker(chance)
        signal(pid, 'SIGSTOP')
        await until(() => !signal(pid, 0), 3 * hangSeconds * 1_000)
        return over
      },
    },
    {
      ...common,
      name: 'all processes killed',
      holdMilliseconds: moment,
      async begin() {
        const pids = [product.pid, ...(await childrenOf(product.pid))]
        for (const pid of pids) signal(pid, 'SIGKILL')
        return over
      },
    },
    {
      ...common,
      name: 'deploy (SIGHUP)',
      holdMilliseconds: moment,
      async begin() {
        const before = await workerPids()
        signal(product.pid, 'SIGHUP')
        await until(() => before.every((pid) => !signal(pid, 0)), 120_000)
        return over
      },
    },
  ]
}

function postgresFaults({ postgresPid, databaseUrl, query }: ChaosInstallation): readonly Fault[] {
  const common = { part: 'postgres' } as const
  return [
    {
      ...common,
      name: 'PostgreSQL killed',
      holdMilliseconds: moment,
      async begin() {
        const pid = await postgresPid()
        if (pid !== undefined) signal(pid, 'SIGKILL')
        return over
      },
    },
    {
      ...common,
      name: 'PostgreSQL session killed',
      holdMilliseconds: moment,
      async begin(chance) {
        const sessions = await query<{ pid: number }>(
          'booking',
          `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        )
        signal(chance.pick(sessions).pid, 'SIGKILL')
        return over
      },
    },
    {
      ...common,
      name: 'PostgreSQL stopped',
      holdMilliseconds: seconds(2, 8),
      async begin() {
        const pid = await postgresPid()
        if (pid === undefined) return over
        await signalTree(pid, 'SIGSTOP')
        return () => signalTree(pid, 'SIGCONT')
      },
    },
    {
      ...common,
      name: 'no connection left',
      holdMilliseconds: seconds(3, 8),
      async begin() {
        const taken: pg.Client[] = []
        // First the product's connections are ended, so that it has to open others.
        await query(
          'booking',
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        )
        for (;;) {
          const client = new pg.Client({ connectionString: databaseUrl })
          client.on('error', () => undefined)
          try {
            await client.connect()
          } catch {
            break
          }
          taken.push(client)
        }
        return async () => void (await Promise.allSettled(taken.map((client) => client.end())))
      },
    },
  ]
}

function redisFaults({ redis, proxies }: ChaosInstallation): readonly Fault[] {
  const common = { part: 'redis' } as const
  return [
    {
      ...common,
      name: 'Redis killed',
      holdMilliseconds: moment,
      async begin() {
        signal(redis?.pid ?? -1, 'SIGKILL')
        return over
      },
    },
    {
      ...common,
      name: 'Redis stopped',
      holdMilliseconds: seconds(2, 8),
      async begin() {
        const pid = redis?.pid ?? -1
        signal(pid, 'SIGSTOP')
        return async () => void signal(pid, 'SIGCONT')
      },
    },
    {
      ...common,
      name: 'Redis unreachable',
      holdMilliseconds: seconds(2, 6),
      async begin() {
        proxies.redis.hold()
        return async () => proxies.redis.release()
      },
    },
  ]
}

function networkFaults({ proxies: { database, clients } }: ChaosInstallation): readonly Fault[] {
  return [
    {
      name: 'network to the database slow',
      part: 'postgres',
      holdMilliseconds: seconds(4, 8),
      async begin(chance) {
        database.slow(() => 5 + chance.below(60))
        return async () => database.slow(() => 0)
      },
    },
    {
      name: 'network to the database silent',
      part: 'postgres',
      holdMilliseconds: seconds(2, 6),
      async begin() {
        database.hold()
        return async () => database.release()
      },
    },
    {
      name: 'connections to the database cut',
      part: 'postgres',
      holdMilliseconds: moment,
      async begin() {
        database.cut()
        return over
      },
    },
    {
      name: 'connections of clients cut',
      part: 'clients',
      holdMilliseconds: moment,
      async begin() {
        clients.cut()
        return over
      },
    },
    {
      name: 'network of clients slow',
      part: 'clients',
      holdMilliseconds: seconds(4, 8),
      async begin(chance) {
        clients.slow(() => 20 + chance.below(200))
        return async () => clients.slow(() => 0)
      },
    },
  ]
}

const fullDisk = (disk: string): Fault => ({
  name: 'disk full',
  part: 'postgres',
  holdMilliseconds: seconds(3, 8),
  async begin() {
    const file = path.join(disk, 'filler')
    const handle = await open(file, 'w')
    // Connections that PostgreSQL frees meanwhile are taken as well.
    const fill = async (): Promise<void> => {
      for (const block of fillBlocks) {
        let written = block.length
        while (written === block.length)
          written = await handle.write(block).then(
            ({ bytesWritten }) => bytesWritten,
            () => 0,
          )
      }
    }
    await fill()
    let isFull = true
    const filling = (async () => {
      while (isFull) {
        await pause(50)
        await fill()
      }
    })()
    return async () => {
      isFull = false
      await filling
      await handle.close()
      await rm(file, { force: true })
    }
  },
})
