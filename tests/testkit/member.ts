import { freePort } from '../../platform/process/free-port.ts'
import { ended, startProcess, type RunningProcess } from './process.ts'

/** A process of the product that can be killed and started again at the same address. */
export interface Member {
  readonly name: string
  readonly url: string
  start(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Ends it with SIGTERM; resolves with the exit code, also when it has ended before. */
  stop(): Promise<number | null>
  isUp(): boolean
  /** Its log since its start. */
  output(): string
}

/** A process that runs a compiled entry of the product, not started yet. */
export async function createMember(
  name: string,
  entry: string,
  environment: Record<string, string>,
  givenPort?: number,
): Promise<Member> {
  const port = givenPort ?? (await freePort())
  let running: RunningProcess | undefined
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    async start() {
      running = await startProcess(entry, { ...environment, PORT: String(port) })
    },
    async kill() {
      if (running) await ended(running.child, 'SIGKILL')
      running = undefined
    },
    stop: async () => (running ? running.stop() : null),
    isUp: () => running !== undefined && running.child.exitCode === null && running.child.signalCode === null,
    output: () => running?.output() ?? '',
  }
}
