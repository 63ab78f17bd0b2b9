import { execFile } from 'node:child_process'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
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
const stopCases: StopCase[] = [
  { way: 'SIGTERM to npm', command: npmStart, end: (pid) => process.kill(pid, 'SIGTERM'), code: 0 },
  { way: 'Ctrl-C in its terminal', command: npmStart, end: (pid) => process.kill(-pid, 'SIGINT'), code: 0 },
  { way: 'its terminal being closed', command: npmStart, end: (pid) => process.kill(-pid, 'SIGHUP'), code: null },
  { way: 'kill -9 of npm', command: npmStart, end: (pid) => process.kill(pid, 'SIGKILL'), code: null },
  {
    way: 'timeout',
    command: ['timeout', '120', ...npmStart],
    // What timeout does when the time is over, it does on this signal too.
    end: (pid) => process.kill(pid, 'SIGTERM'),
    code: 0,
  },
]

describe('the product started with `npm start`, on Linux', () => {
  it.each(stopCases)('drains and leaves nothing running after $way', async ({ command, end, code }) => {
    const product = await start(command)
    end(product.child.pid ?? 0)
    expect(await ended(product.child)).toBe(code)
    await nothingRemains(dataFolder)
    expect(product.output()).toContain('draining')
    expect(await databaseLog()).toMatch(/database system is shut down\n$/)
  })

  wherePossible(isLinuxRoot, 'Linux as root').it(
    'drains as the first process of a container, where npm has no parent (as root)',
    async () => {
      const container = await start(['unshare', '--pid', '--fork', '--mount-proc', ...npmStart])
      process.kill(await childOf(container.child.pid ?? 0), 'SIGTERM')
      expect(await ended(container.child)).toBe(0)
      await nothingRemains(dataFolder)
      expect(await databaseLog()).toMatch(/database system is shut down\n$/)
    },
  )
})

describe('a start that is interrupted, on Linux', () => {
  it.each(['postgres.draft/base', 'postgres.log'])(
    'exits 0 and leaves nothing running when %s exists',
    async (file) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-interrupted-'))
      try {
        const product = spawnProcess('main.js', { PORT: '0', DATA_DIR: folder })
        const exists = () =>
          access(path.join(folder, file)).then(
            () => true,
            () => false,
          )
        await eventually(exists, true, { describe: () => product.output() })
        expect([await product.stop(), product.output()]).toEqual([0, expect.not.stringContaining('Error')])
        await nothingRemains(folder)
      } finally {
        for (const pid of await processesOf(folder)) process.kill(pid, 'SIGKILL')
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
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
  it('does not end the product', async () => {
    const product = await startProcess('main.js', { PORT: '0', DATA_DIR: dataFolder, LOG_LEVEL: 'debug' })
    product.child.stdout?.destroy()
    product.child.stderr?.destroy()
    // Each response is a line of the log at this level.
    for (let count = 0; count < 3; count += 1) expect((await fetch(`${product.url()}/healthz`)).status).toBe(200)
    expect(await product.stop()).toBe(0)
  })

  it('does not hold up a process that has lines to write when it exits', async () => {
    const logging = logAndExit(2)
    logging.child.stdout?.destroy()
    logging.child.stdin?.end()
    expect(await ended(logging.child)).toBe(3)
  })

  it('is no failure of a command: `npm run keys -- list | head -1`', async () => {
    const script = 'set -o pipefail; npm run --silent keys -- list | head -1'
    const { stdout, stderr } = await run('bash', ['-c', script], { env: { ...process.env, DATA_DIR: dataFolder } })
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/EPIPE|Error/)
  })
})
