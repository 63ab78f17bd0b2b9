import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../platform/process/free-port.ts'
import { startEntries, type Entry } from './process.ts'

/** The parts of the product, in the order in which they are started. */
export const parts = ['catalog', 'pricing', 'booking', 'gateway', 'rest-facade'] as const
export type Part = (typeof parts)[number]

/** The product as separate parts that call each other over HTTP. */
export interface SeparateProduct {
  /** Base address of a part. */
  url(part: Part): string
  /** The log of all parts. */
  output(): string
  close(): Promise<void>
}

interface PartOptions {
  /** Settings of one part alone. */
  readonly own?: Partial<Record<Part, Record<string, string>>>
  /** Entries that start after the parts, with settings that begin with those of a part. */
  readonly more?: (environment: (part: Part) => Record<string, string>) => readonly Entry[]
}

/**
 * Starts every part as an operator would, with the settings that all share and those of one alone. They run
 * together in one process, which takes little more processor time than one of them; a part that a test kills or stops
 * needs a process of its own (member.ts).
 */
export async function startSeparateProduct(
  common: Record<string, string>,
  { own = {}, more = () => [] }: PartOptions = {},
): Promise<SeparateProduct> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-apart-'))
  const addresses = new Map<Part, string>()
  const ports = await Promise.all(parts.map(() => freePort()))
  parts.forEach((part, index) => addresses.set(part, `http://127.0.0.1:${ports[index]}`))
  const url = (part: Part): string => addresses.get(part) ?? ''
  const shared = {
    SIGNING_SECRET: 'a secret of the test, the same in every process',
    DEMO_DATA: 'true',
    DATA_DIR: dataFolder,
    CATALOG_URL: `${url('catalog')}/graphql`,
    PRICING_URL: `${url('pricing')}/graphql`,
    BOOKING_URL: `${url('booking')}/graphql`,
    GATEWAY_URL: url('gateway'),
    PUBLIC_URL: url('rest-facade'),
    ...common,
  }
  const environment = (part: Part): Record<string, string> => ({
    ...shared,
    PORT: new URL(url(part)).port,
    ...own[part],
  })
  const entryOf = (part: Part): Entry => ({
    entry: part === 'gateway' || part === 'rest-facade' ? `${part}/main.js` : `subgraphs/${part}/main.js`,
    environment: environment(part),
  })
  const removeFolder = (): Promise<void> => rm(dataFolder, { recursive: true, force: true })
  const [first, ...others] = parts
  const running = await startEntries([entryOf(first), ...others.map(entryOf), ...more(environment)]).catch(
    async (error: unknown) => {
      await removeFolder()
      throw error
    },
  )
  return {
    url,
    output: running.output,
    async close() {
      await running.stop()
      await removeFolder()
    },
  }
}
