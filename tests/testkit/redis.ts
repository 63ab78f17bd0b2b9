import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { freePort } from '../../platform/process/free-port.ts'
import { ended } from './process.ts'
import { wherePossible } from './where-possible.ts'
import { eventually } from './eventually.ts'

/** Whether this machine has a redis-server; tests that need one are skipped by name where it has none. */
export const hasRedis = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

/** `describe` where there is a redis-server. */
export const { describe: describeWithRedis } = wherePossible(hasRedis, 'redis-server')

/** A real Redis server on a separate port that a test can stop and restart. */
export interface TestRedis {
  readonly url: string
  /** Ends the server as a crash would. */
  stop(): Promise<void>
  /** Restarts it, empty, at the same address. */
  start(): Promise<void>
}

/** With a password when one is given; then `url` names it. */
export async function startRedis(password?: string): Promise<TestRedis> {
  const port = await freePort()
  const protection = password === undefined ? [] : ['--requirepass', password]
  let child: ChildProcess | undefined
  const redis: TestRedis = {
    url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    async stop() {
      if (child) await ended(child, 'SIGKILL')
      child = undefined
    },
    async start() {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...protection],
        { stdio: 'ignore' },
      )
      await eventually(() => responds(port), true, { describe: () => `redis-server on port ${port}` })
    },
  }
  await redis.start()
  return redis
}

const responds = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
