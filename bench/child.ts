import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A child process. */
export interface Child {
  /** The match of its first matching line of output. */
  readonly ready: RegExpMatchArray
  readonly pid: number
}

const startMilliseconds = 60_000
/** Draining and stopping PostgreSQL take longer on a busy machine. */
const stopMilliseconds = 30_000

/**
 * Starts a module of this build in its own process and waits until it prints a matching line. `onSpawn` gets a function
 * that ends it before that, so that an interrupted start leaves nothing behind.
 */
export async function startChild(
  module: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  readyLine: RegExp,
  onSpawn: (stop: () => Promise<void>) => void,
): Promise<Child> {
  const file = fileURLToPath(new URL(module, import.meta.url))
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own, like a service: Linux divides the processors among sessions, so in ours the load generators
    // would take part of its share.
    detached: true,
  })
  onSpawn(() => stopChild(child))
  let output = ''
  try {
    const ready = await new Promise<RegExpMatchArray>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${module} was not ready in time:\n${output}`)),
        startMilliseconds,
      )
      const read = (chunk: Buffer): void => {
        // Output after the start is truncated, not discarded: an error must not be lost.
        output = (output + chunk.toString()).slice(-20_000)
        const found = output.match(readyLine)
        if (!found) return
        clearTimeout(timer)
        resolve(found)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('error', reject)
      child.once('exit', (code) => {
        clearTimeout(timer)
        reject(new Error(`${module} ended with ${code}:\n${output}`))
      })
    })
    return { ready, pid: child.pid ?? NaN }
  } catch (error) {
    await stopChild(child)
    throw error
  }
}

/** Runs a module of this build to its end and returns what it printed. */
export async function runChild(
  module: string,
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
  onSpawn: (stop: () => Promise<void>) => void,
): Promise<string> {
  const file = fileURLToPath(new URL(module, import.meta.url))
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onSpawn(() => stopChild(child))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${module} ended with ${code}`)
  return output
}

/** Sends SIGTERM, and SIGKILL after a timeout; resolves when the process has ended. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
  await ended
  clearTimeout(timer)
}
