import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import path from 'node:path'
import { within } from './pauses.ts'
import { shortLivedFlags } from './short-lived-flags.js'

const dist = path.join(process.cwd(), 'dist')

/** Node as a process of a test needs it, which lives for seconds. */
export const nodeCommand = [process.execPath, ...shortLivedFlags]

export interface RunningProcess {
  readonly child: ChildProcess
  readonly output: () => string
  /** The address in the line that says it is ready; with PORT=0 no other process can have taken it. */
  readonly url: () => string
  /** Ends with SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Starts a compiled entry of the product as an operator would, and waits for its line that names the address. */
export const startProcess = (entry: string, environment: Record<string, string>): Promise<RunningProcess> =>
  untilReady(spawnProcess(entry, environment), entry)

export interface Entry {
  readonly entry: string
  readonly environment: Record<string, string>
}

/**
 * Starts several entries in one process, one after the other. Most of the processor time of a start goes into modules
 * that they share. A process has the settings of its first entry where another one does not set them.
 */
export function startEntries(entries: readonly [Entry, ...Entry[]]): Promise<RunningProcess> {
  const command = [...nodeCommand, 'tests/testkit/several-entries.mjs', JSON.stringify(entries)]
  const running = spawnCommand(command, entries[0].environment)
  return untilReady(running, entries.map(({ entry }) => entry).join(), 'All entries are ready')
}

/** Waits for the line that names the address, or another one. */
export async function untilReady(running: RunningProcess, name: string, line = 'Ready at'): Promise<RunningProcess> {
  const ready = new Promise<void>((resolve, reject) => {
    running.child.stdout?.on('data', () => {
      if (running.output().includes(line)) resolve()
    })
    running.child.once('exit', (code) => reject(new Error(`${name} ended with ${String(code)}: ${running.output()}`)))
  })
  await within(120_000, ready, () => {
    running.child.kill('SIGKILL')
    return `${name} did not start: ${running.output()}`
  })
  return running
}

export const spawnProcess = (
  entry: string,
  environment: Record<string, string>,
  args: readonly string[] = [],
): RunningProcess => spawnCommand([...nodeCommand, path.join(dist, entry), ...args], environment)

/** Runs any command with the settings of the tests and none of the caller's. */
export function spawnCommand(
  [program = '', ...args]: readonly string[],
  environment: Record<string, string>,
  options: SpawnOptions = {},
): RunningProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: {
      PATH,
      HOME,
      LOG_LEVEL: 'error',
      TRUST_PROXY: 'true',
      DEMO_RESERVATIONS: '0',
      METRICS_MAX_AGE_MS: '0',
      ...environment,
    },
  })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    child,
    output: () => text,
    url: () => /Ready at (http:\S+)/.exec(text)?.[1] ?? '',
    stop: () => ended(child, 'SIGTERM'),
  }
}

/**
 * Sends a signal and waits for the end, and for the last of the output. After SIGKILL other processes that were left
 * behind may hold the output open.
 */
export async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  const hasExited = child.exitCode !== null || child.signalCode !== null
  const isRead = [child.stdout, child.stderr].every((output) => output === null || output.closed)
  if (hasExited && (isRead || signal === 'SIGKILL')) return child.exitCode
  const end = new Promise<number | null>((resolve) =>
    child.once(signal === 'SIGKILL' ? 'exit' : 'close', (code) => resolve(code)),
  )
  if (signal && !hasExited) child.kill(signal)
  return end
}
