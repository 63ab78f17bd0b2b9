import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { copyDemoServer } from '../testkit/demo-server.ts'
import { ended, spawnCommand, spawnProcess, startProcess, untilReady, type RunningProcess } from '../testkit/process.ts'
import { nothingRemains, processesOf } from '../testkit/processes-of.ts'
import { isLinux, isLinuxRoot, wherePossible } from '../testkit/where-possible.ts'
import { eventually } from '../testkit/eventually.ts'

const run = promisify(execFile)
const { describe } = wherePossible(isLinux, 'Linux')

let dataFolder: string
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-stopping-'))
  await copyDemoServer(dataFolder)
})
afterEach(async () => {
  // Only a failed test leaves any.
  for (const pid of await processesOf(dataFolder)) process.kill(pid, 'SIGKILL')
})
afterAll(() => rm(dataFolder, { recursive: true, force: true }))

async function start(command: readonly string[], environment: Record<string, string> = {}): Promise<RunningProcess> {
  const settings = { PORT: '0', DATA_DIR: dataFolder, LOG_LEVEL: 'info', ...environment }
  // A separate process group, as a terminal would create it.
  return untilReady(spawnCommand(command, settings, { detached: true }), command.join(' '))
}

const databaseLog = (): Promise<string> => readFile(path.join(dataFolder, 'postgres.log'), 'utf8')
const childOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim())

interface StopCase {
  readonly way: string
  readonly command: readonly string[]
  readonly end: (pid: number) => unknown
  readonly code: number | null
}

const npmStart = ['npm', 'start']
/** A server that stops like the product, starts in a tenth of its time, and has no database. */
const npmConsole = ['npm', 'run', 'start:console']
const stopCases: StopCase[] = [
  { way: 'SIGTERM to npm', command: npmConsole, end: (pid) => process.kill(pid, 'SIGTERM'), code: 0 },
  { way: 'its terminal being closed', command: npmConsole, end: (pid) => process.kill(-pid, 'SIGHUP'), code: null },
  { way: 'kill -9 of npm', command: npmConsole, end: (pid) => process.kill(pid, 'SIGKILL'), code: null },
  {
    way: 'timeout',
    command: ['timeout', '120', ...npmConsole],
    // What timeout does when the time is over, it does on this signal too.
    end: (pid) => process.kill(pid, 'SIGTERM'),
    code: 0,
  },
]

describe('a server started with npm, on Linux', () => {
  it('drains with its database and leaves nothing running after Ctrl-C in the terminal of `npm start`', async () => {
    const product = await start(npmStart)
    process.kill(-(product.child.pid ?? 0), 'SIGINT')
    expect(await ended(product.child)).toBe(0)
    await nothingRemains(dataFolder)
    expect(product.output()).toContain('draining')
    expect(await databaseLog()).toMatch(/database system is shut down\n$/)
  })

  it.each(stopCases)('drains and leaves nothing running after $way', async ({ command, end, code }) => {
    const server = await start(command)
    end(server.child.pid ?? 0)
    expect(await ended(server.child)).toBe(code)
    await nothingRemains(dataFolder)
    expect(server.output()).toContain('draining')
  })

  wherePossible(isLinuxRoot, 'Linux as root').it(
    'drains as the first process of a container, where npm has no parent (as root)',
    async () => {
      const container = await start(['unshare', '--pid', '--fork', '--mount-proc', ...npmConsole])
      process.kill(await childOf(container.child.pid ?? 0), 'SIGTERM')
      expect(await ended(container.child)).toBe(0)
      await nothingRemains(dataFolder)
      expect(container.output()).toContain('draining')
    },
  )
})

describe('a start that is interrupted, on Linux', () => {
  const interruptOnce = async (file: string, folder: string): Promise<void> => {
    // A process that starts workers loads little before it starts PostgreSQL.
    const product = spawnProcess('main.js', { PORT: '0', DATA_DIR: folder, WORKERS: '2' })
    await eventually(() => existsSync(path.join(folder, file)), true, { describe: () => product.output() })
    expect([await product.stop(), product.output()]).toEqual([0, expect.not.stringContaining('Error')])
    await nothingRemains(folder)
  }

  it('exits 0 and leaves nothing running while it creates the files of its database', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-interrupted-'))
    try {
      await interruptOnce('postgres.draft/base', folder)
    } finally {
      for (const pid of await processesOf(folder)) process.kill(pid, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('exits 0 and leaves nothing running while it starts its database', async () => {
    await rm(path.join(dataFolder, 'postgres.log'), { force: true })
    await interruptOnce('postgres.log', dataFolder)
  })
})

describe('a command of the operator with its own database server, on Linux', () => {
  it('takes the server along when it is interrupted', async () => {
    const audit = spawnProcess('cli/audit/main.js', { DATA_DIR: dataFolder })
    await eventually(async () => (await processesOf(dataFolder)).length > 1, true, { describe: () => audit.output() })
    expect(await ended(audit.child, 'SIGINT')).toBe(130)
    await nothingRemains(dataFolder)
  })
})

/** A process that writes lines to its log and exits at once, when its input ends. */
function logAndExit(lines: number): RunningProcess {
  const code = `
    const { createLogger } = await import(${JSON.stringify(path.resolve('dist/platform/process/logger.js'))})
    process.stdin.resume().on('end', () => {
      const logger = createLogger('info', 'test')
      for (let line = 1; line <= ${lines}; line += 1) logger.info({ line }, 'written')
      process.exit(3)
    })`
  return spawnCommand(
    [process.execPath, '--input-type=module', '-e', code],
    { DATA_DIR: dataFolder },
    { stdio: 'pipe' },
  )
}

describe('a process that exits', () => {
  it('writes every line of its log, in order', async () => {
    const logging = logAndExit(5_000)
    logging.child.stdin?.end()
    expect(await ended(logging.child)).toBe(3)
    const written = logging.output().trim().split('\n')
    expect(written.map((text) => (JSON.parse(text) as { line: number }).line)).toEqual(written.map((_, at) => at + 1))
    expect(written).toHaveLength(5_000)
  })
})

describe('output without a reader', () => {
  it('does not end a server', async () => {
    const server = await startProcess('console/main.js', { PORT: '0', DATA_DIR: dataFolder, LOG_LEVEL: 'debug' })
    server.child.stdout?.destroy()
    server.child.stderr?.destroy()
    // Each response is a line of the log at this level.
    const healthz = new URL('/healthz', server.url())
    for (let count = 0; count < 3; count += 1) expect((await fetch(healthz)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  it('does not hold up a process that has lines to write when it exits', async () => {
    const logging = logAndExit(2)
    logging.child.stdout?.destroy()
    logging.child.stdin?.end()
    expect(await ended(logging.child)).toBe(3)
  })

  it('is no failure of a command', async () => {
    const script = 'set -o pipefail; "$0" dist/cli/keys/main.js --help | true'
    const { stderr } = await run('bash', ['-c', script, process.execPath])
    expect(stderr).toBe('')
  })
})
