import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../platform/process/free-port.ts'
import { startEntries, startProcess, type Entry, type RunningProcess } from './process.ts'

/** The processes of the product, in the order in which they are started. */
export const parts = ['catalog', 'pricing', 'booking', 'gateway', 'rest-facade'] as const
export type Part = (typeof parts)[number]

/** The product in several processes, wired over HTTP. */
export interface SeparateProduct {
  /** Base address of a part. */
  url(part: Part): string
  /** The environment that a part was started with, for a replica of it. */
  environment(part: Part): Record<string, string>
  /** The process of a part, and of those that run together with it. */
  process(part: Part): RunningProcess
  close(): Promise<void>
}

/**
 * Starts every part with the settings that all share, and those of one alone. The parts of a group run together in one
 * process, which takes little more processor time than one of them; every other part has a process of its own.
 */
export async function startSeparateProduct(
  common: Record<string, string>,
  own: Partial<Record<Part, Record<string, string>>> = {},
  group: readonly Part[] = [],
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
  const running = new Map<Part, RunningProcess>()
  const entryOf = (part: Part): Entry => ({
    entry: part === 'gateway' || part === 'rest-facade' ? `${part}/main.js` : `subgraphs/${part}/main.js`,
    environment: environment(part),
  })
  const start = async (first: Part, others: readonly Part[] = []): Promise<void> => {
    const one = entryOf(first)
    const process = await (others.length === 0
      ? startProcess(one.entry, one.environment)
      : startEntries([one, ...others.map(entryOf)]))
    for (const part of [first, ...others]) running.set(part, process)
  }
  const close = async (): Promise<void> => {
    await Promise.all([...new Set(running.values())].map((one) => one.stop()))
    await rm(dataFolder, { recursive: true, force: true })
  }
  try {
    const [firstOfGroup, ...others] = group
    for (const part of parts) {
      if (part === firstOfGroup) await start(part, others)
      else if (!others.includes(part)) await start(part)
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    url,
    environment,
    process(part) {
      const found = running.get(part)
      if (!found) throw new Error(`${part} does not run`)
      return found
    },
    close,
  }
}
