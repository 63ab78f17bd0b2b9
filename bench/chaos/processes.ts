import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, type FileHandle } from 'node:fs/promises'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { endWithThisProcess, hasEnded } from '../../platform/process/child-process.ts'
import { pause, until } from './random.ts'

const run = promisify(execFile)
const startMilliseconds = 90_000
const stopMilliseconds = 30_000

/** Processes that a process has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** Sends a signal; false when the process no longer exists. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Stops or continues a process and those that it has started. */
export async function signalTree(pid: number, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  // The one that starts all others comes first: once it is stopped there are no new ones.
  signal(pid, name)
  for (const child of await childrenOf(pid)) signal(child, name)
}

/** Whether a server on this machine accepts connections. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (accepted: boolean) => (): void => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', end(true)).once('error', end(false))
  })

/** A program that is started again whenever it ends, as a service manager does; its output goes to a file. */
export class Service {
  readonly #command: readonly [string, ...string[]]
  readonly #env: NodeJS.ProcessEnv
  readonly #logFile: string
  readonly #isReady: () => Promise<boolean>
  #log: FileHandle | undefined
  #child: ChildProcess | undefined
  #isStopping = false
  /** Times that it was started. */
  starts = 0

  constructor(
    command: readonly [string, ...string[]],
    options: { readonly env: NodeJS.ProcessEnv; readonly logFile: string; readonly isReady: () => Promise<boolean> },
  ) {
    this.#command = command
    this.#env = options.env
    this.#logFile = options.logFile
    this.#isReady = options.isReady
  }

  get pid(): number {
    return this.#child?.pid ?? -1
  }

  /** Resolves once it is ready. */
  async start(): Promise<void> {
    this.#log ??= await open(this.#logFile, 'a')
    this.#launch()
    if (!(await until(this.#isReady, startMilliseconds)))
      throw new Error(`${this.#command.join(' ')} is not ready: see ${this.#logFile}`)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const child = this.#child
    if (child && !hasEnded(child)) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
      await ended
      clearTimeout(timer)
    }
    await this.#log?.close()
  }

  #launch(): void {
    const [program, ...args] = this.#command
    const output = this.#log?.fd ?? 'ignore'
    const child = spawn(program, args, { env: this.#env, stdio: ['ignore', output, output] })
    endWithThisProcess(child, 'SIGKILL')
    this.#child = child
    this.starts += 1
    child.once('exit', () => {
      if (!this.#isStopping) void pause(500).then(() => this.#isStopping || this.#launch())
    })
  }
}
