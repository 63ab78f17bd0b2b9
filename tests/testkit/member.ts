import { freePort } from '../../platform/process/free-port.ts'
import { ended, startEntries, startProcess, type Entry, type RunningProcess } from './process.ts'
import type { TestProduct } from './product.ts'

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

/** A part that runs in a process together with others. */
export interface PartOfMember extends Entry {
  /** Base address, with the port of its settings. */
  readonly url: string
}

/** A process that runs a compiled entry of the product, not started yet. */
export async function createMember(
  name: string,
  entry: string,
  environment: Record<string, string>,
  givenPort?: number,
): Promise<Member> {
  const part = await createPart(entry, environment, givenPort)
  return { ...createGroup(name, [part]), url: part.url }
}

/** An entry of the product at an address of its own, for a process that runs several. */
export async function createPart(
  entry: string,
  environment: Record<string, string>,
  givenPort?: number,
): Promise<PartOfMember> {
  const port = String(givenPort ?? (await freePort()))
  return { entry, environment: { ...environment, PORT: port }, url: `http://127.0.0.1:${port}` }
}

/** A process that runs several entries, not started yet. */
export function createGroup(name: string, entries: readonly [PartOfMember, ...PartOfMember[]]): Omit<Member, 'url'> {
  const [first, ...others] = entries
  let running: RunningProcess | undefined
  return {
    name,
    async start() {
      running = await (others.length === 0 ? startProcess(first.entry, first.environment) : startEntries(entries))
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

/** A product in the process of the tests that serves beside processes that are killed, at a fraction of their cost. */
export const unkilled = (name: string, { url }: Pick<TestProduct, 'url'>): Member => {
  const refuse = (): Promise<never> => Promise.reject(new Error(`${name} runs in the process of the tests`))
  return { name, url, start: refuse, kill: refuse, stop: refuse, isUp: () => true, output: () => '' }
}
