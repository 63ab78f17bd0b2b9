import { spawn, type ChildProcess } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { ended } from '../testkit/process.ts'
import { within } from '../testkit/pauses.ts'

export interface RunningCommit {
  readonly url: string
  /** Where it was built. */
  readonly folder: string
  readonly dataFolder: string
  stop(): Promise<void>
}

const settings = {
  PORT: '0',
  LOG_LEVEL: 'error',
  DEMO_RESERVATIONS: '0',
  TRUST_PROXY: 'true',
  PROCESSOR_TIME_FACTOR: '0',
  SIGNING_SECRET: 'a secret of the recorder, the same for every commit',
  GRAPHQL_INTROSPECTION: 'true',
}

/** Starts a built commit as an operator would, on an empty folder of its own. */
export async function startCommit(folder: string, parent: string): Promise<RunningCommit> {
  const dataFolder = await mkdtemp(path.join(parent, 'data-'))
  // Another user of the system runs PostgreSQL where the recorder is run by root.
  await chmod(dataFolder, 0o755)
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
    cwd: folder,
    env: { PATH, HOME, ...settings, DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { url: await addressOf(child), folder, dataFolder, stop: () => stop(child, dataFolder) }
}

/** Stops a product after work with it, or when its recorder, the parent of this process, is ended by a signal. */
export async function stopAfter(
  product: Pick<RunningCommit, 'stop'>,
  work: () => Promise<void>,
  own: EventEmitter = process,
  exit: (code: number) => void = process.exit,
): Promise<void> {
  const end = (): void => void product.stop().finally(() => exit(1))
  own.once('disconnect', end)
  try {
    await work()
  } finally {
    // The listener keeps the channel to the recorder open, and with it this process alive.
    own.off('disconnect', end)
    await product.stop()
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = ''
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const url = /Ready at (http:\S+)/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`The product ended with ${String(code)}: ${text}`)))
  })
  return within(120_000, ready, () => {
    child.kill('SIGKILL')
    return `The product did not start: ${text}`
  })
}

async function stop(child: ChildProcess, dataFolder: string): Promise<void> {
  await ended(child, 'SIGTERM')
  await rm(dataFolder, { recursive: true, force: true })
}
