import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type Client, type ClientOptions } from 'graphql-ws/client'
import WebSocket from 'ws'
import { importBuilt } from './built.ts'
import { testServerUrl, uniqueName } from './database.ts'
import { createDemoDatabases } from './demo-databases.ts'
import { eventually } from './eventually.ts'
import { recordResponse, type Json, type TestResponse } from './responses.ts'

type Product = typeof import('../../config.ts') &
  typeof import('../../platform/process/logger.ts') &
  typeof import('../../platform/process/shutdown.ts') &
  typeof import('../../product.ts')

const importProduct = (): Promise<Product> =>
  importBuilt('config.js', 'platform/process/logger.js', 'platform/process/shutdown.js', 'product.js')

interface SharedGraph {
  readonly sharedPlanner: (typeof import('../../gateway/planning/planner.ts'))['createPlanner']
  readonly sharedSupergraph: (typeof import('../../gateway/supergraph/supergraph.ts'))['readSupergraph']
}

export const keys = {
  demo: 'sk_test_demo_enterprise',
  live: 'pk_live_demo_enterprise',
  rival: 'sk_test_rival_enterprise',
  readonly: 'sk_test_demo_readonly',
  revoked: 'sk_test_demo_revoked',
}

export interface TestProduct {
  readonly url: string
  readonly dataFolder: string
  /** Name of an owner's database. */
  database(owner: 'access' | 'booking' | 'catalog' | 'pricing'): string
  close(): Promise<void>
}

/** Settings with which the first start of a product writes something else, or elsewhere. */
const firstStartSettings = ['DATABASE_URL', 'NODE_ENV', 'DEMO_DATA', 'BOOKING_HORIZON_DAYS']

/**
 * The whole product with demo data in separate databases, on a free port; a replica of another shares its databases.
 */
export async function startTestProduct(
  environment: Record<string, string> = {},
  replicaOf?: Pick<TestProduct, 'database'>,
): Promise<TestProduct> {
  const { createLogger, createShutdown, readProductSettings, startProduct } = await importProduct()
  const { sharedPlanner, sharedSupergraph } = (await globalThis.importOutside('./shared-graph.js')) as SharedGraph
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-product-'))
  const prefix = replicaOf?.database('booking').replace(/booking$/, '') ?? `${uniqueName('t')}_`
  if (!replicaOf && !firstStartSettings.some((name) => Object.hasOwn(environment, name)))
    await createDemoDatabases(prefix, (of) => startTestProduct({}, { database: (owner) => `${of}${owner}` }))
  const settings = readProductSettings({
    DATABASE_URL: testServerUrl(),
    DEMO_DATA: 'true',
    PORT: '0',
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'silent',
    // One for all, so that replicas know each other's.
    SIGNING_SECRET: 'a secret of the tests, the same for every product',
    // Every request of `partner` has a different address, so that only tests of limits reach those of addresses.
    TRUST_PROXY: 'true',
    // The suites also hold with the executor of `@apollo/gateway` (.ci/run).
    ...(process.env['GRAPHQL_EXECUTOR'] ? { GRAPHQL_EXECUTOR: process.env['GRAPHQL_EXECUTOR'] } : {}),
    ...environment,
  })
  const logger = createLogger(settings.LOG_LEVEL, 'test')
  const product = await startProduct(settings, {
    databasePrefix: prefix,
    logger,
    shutdown: createShutdown(logger),
    progress: { step: () => undefined, end: () => undefined },
    createPlanner: sharedPlanner,
    readSupergraph: sharedSupergraph,
  })
  return {
    url: product.url,
    dataFolder,
    database: (owner) => `${prefix}${owner}`,
    async close() {
      await product.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

export type { Json, TestResponse }

let addresses = 0
/** An address that no other request of this test file comes from. */
export const freshAddress = (): string => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Speaks REST as a partner does. */
export function partner(url: string, apiKey: string | null = keys.demo) {
  const send = async (
    method: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const response = await fetch(address.startsWith('http') ? address : url + address, {
      method,
      headers: {
        'X-Forwarded-For': freshAddress(),
        ...(apiKey === null ? {} : { 'X-API-Key': apiKey }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || Buffer.isBuffer(body) ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return recordResponse({
      status: response.status,
      headers: response.headers,
      body: isJson ? await response.json() : Buffer.from(await response.arrayBuffer()),
      request: { method, address, body },
    })
  }
  return {
    send,
    get: (address: string, headers?: Record<string, string>) => send('GET', address, undefined, headers),
    post: (address: string, body: unknown, headers?: Record<string, string>) => send('POST', address, body, headers),
    graphql: async (query: string, variables: Record<string, unknown> = {}) =>
      send('POST', '/graphql', { query, variables }),
  }
}

/** A client that connects immediately and never reconnects. */
export const openSocketClient = (url: string, apiKey: string, on: ClientOptions['on'] = {}): Client =>
  createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey },
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => undefined,
    on,
  })

/** A subscriber over WebSocket; remembers what it was sent. */
export class Subscriber {
  readonly events: Json[] = []
  readonly #client: Client
  readonly #unsubscribe: () => void

  constructor(
    url: string,
    query: string,
    apiKey = keys.demo,
    variables: Record<string, unknown> = {},
    extensions?: Record<string, unknown>,
  ) {
    this.#client = openSocketClient(url, apiKey)
    this.#unsubscribe = this.#client.subscribe(
      { query, variables, ...(extensions ? { extensions } : {}) },
      {
        next: (event) => this.events.push(event),
        error: (error) => this.events.push({ error }),
        complete: () => undefined,
      },
    )
  }

  /** Waits until there are as many events; throws with what there is when they do not come. */
  async received(count: number, milliseconds = 5_000): Promise<Json[]> {
    return eventually(
      () => this.events,
      ({ length }) => length >= count,
      { milliseconds, describe: () => `${count} events were expected` },
    )
  }

  /**
   * Waits until the server forwards events: `cause` makes one that `isCaused` recognizes, again until it is received.
   */
  async listening<T>(cause: () => Promise<T>, isCaused: (event: Json, made: T) => boolean): Promise<void> {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const made = await cause()
      const isReceived = (): boolean => this.events.some((event) => isCaused(event, made))
      await eventually(isReceived, true, { milliseconds: 500 }).catch(() => undefined)
      if (isReceived()) return
    }
    throw new Error(`The subscriber receives nothing: ${JSON.stringify(this.events)}`)
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    await this.#client.dispose()
  }
}

/** The date of the next Saturday at least two days ahead, in Cancún. */
export function nextSaturday(): string {
  const date = new Date(Date.now() + 2 * 86_400_000)
  while (date.getUTCDay() !== 6) date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
