import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../platform/process/free-port.ts'
import { startProcess, type RunningProcess } from './process.ts'

/** The processes of the product, in the order in which they are started. */
export const parts = ['catalog', 'pricing', 'booking', 'gateway', 'rest-facade'] as const
export type Part = (typeof parts)[number]

/** The product as one process for each part, wired over HTTP. */
export interface SeparateProduct {
  /** Base address of a part. */
  url(part: Part): string
  /** The environment that a part was started with, for a replica of it. */
  environment(part: Part): Record<string, string>
  process(part: Part): RunningProcess
  close(): Promise<void>
}

/** Starts every part with the settings that all share, and those of one alone. */
export async function startSeparateProduct(
  common: Record<string, string>,
  own: Partial<Record<Part, Record<string, string>>> = {},
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
  const start = async (part: Part): Promise<void> => {
    const entry = part === 'gateway' || part === 'rest-facade' ? `${part}/main.js` : `subgraphs/${part}/main.js`
    running.set(part, await startProcess(entry, environment(part)))
  }
  const close = async (): Promise<void> => {
    await Promise.all([...running.values()].map((one) => one.stop()))
    await rm(dataFolder, { recursive: true, force: true })
  }
  try {
    await Promise.all([start('catalog'), start('pricing')])
    for (const part of ['booking', 'gateway', 'rest-facade'] as const) await start(part)
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
