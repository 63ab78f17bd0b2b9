import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { copyDemoServer } from '../testkit/demo-server.ts'
import { isLong } from '../testkit/long-form.ts'
import { ended, nodeCommand, spawnCommand, untilReady } from '../testkit/process.ts'
import { nothingRemains, processesOf } from '../testkit/processes-of.ts'
import { isLinux, wherePossible } from '../testkit/where-possible.ts'
import { eventually } from '../testkit/eventually.ts'

// Node has no pseudo-terminals.
const hasPython = spawnSync('python3', ['--version']).status === 0
const { describe, it } = wherePossible(isLinux && hasPython, 'Linux and python3')

let dataFolder: string
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-terminal-'))
  await copyDemoServer(dataFolder)
})
afterEach(async () => {
  // Only a failed test leaves any.
  for (const pid of await processesOf(dataFolder)) process.kill(pid, 'SIGKILL')
})
afterAll(() => rm(dataFolder, { recursive: true, force: true }))

const onTerminal = (command: readonly string[], environment: Record<string, string> = {}) =>
  spawnCommand(['python3', 'tests/testkit/terminal.py', ...command], { DATA_DIR: dataFolder, ...environment })

const product = [...nodeCommand, 'dist/main.js']
const npm = ['npm', 'start']
/** A server with two workers, which handles signals like the product and starts in a tenth of its time. */
const smallWorkers = [...nodeCommand, 'tests/testkit/small-workers.mjs']
const withoutDatabase = { DATABASE_URL: 'postgres://127.0.0.1:9', WORKERS: '2' }
interface Server {
  readonly started: string
  readonly command: readonly string[]
  readonly settings: Record<string, string>
  readonly code: number
}
const servers: Server[] = [
  { started: 'two workers', command: smallWorkers, settings: withoutDatabase, code: 0 },
  // npm itself does not handle SIGHUP.
  { started: 'a server that npm started', command: ['npm', 'run', 'start:console'], settings: {}, code: 129 },
]
const products = [{ started: 'node', command: product, workers: 1, code: 0 }]
const moreProducts = [
  { started: 'npm', command: npm, workers: 2, code: 129 },
  { started: 'node', command: product, workers: 2, code: 0 },
  { started: 'npm', command: npm, workers: 1, code: 129 },
]

async function startAndClose(command: readonly string[], settings: Record<string, string>): Promise<number | null> {
  const environment = { PORT: '0', LOG_LEVEL: 'info', ...settings }
  const server = await untilReady(onTerminal(command, environment), command.join(' '))
  server.child.kill('SIGUSR1')
  await nothingRemains(dataFolder)
  return ended(server.child)
}

describe('a terminal that is closed, on Linux with python3', () => {
  it.each(isLong ? [...products, ...moreProducts] : products)(
    'ends a product started with $started, WORKERS=$workers',
    async ({ command, workers, code }) => {
      expect(await startAndClose(command, { WORKERS: String(workers) })).toBe(code)
      expect(await readFile(path.join(dataFolder, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)
    },
  )

  it.each(servers)('ends $started', async ({ command, settings, code }) => {
    expect(await startAndClose(command, settings)).toBe(code)
  })

  it('ends a command of the operator with the exit code of SIGHUP', async () => {
    const audit = onTerminal([...nodeCommand, 'dist/cli/audit/main.js'])
    // Wait for its database server: python3 may be a script that starts other processes first.
    const pidFile = path.join(dataFolder, 'postgres', 'postmaster.pid')
    await eventually(() => existsSync(pidFile), true, { describe: () => audit.output() })
    audit.child.kill('SIGUSR1')
    await nothingRemains(dataFolder)
    expect(await ended(audit.child)).toBe(129)
  })
})
