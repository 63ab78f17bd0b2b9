import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type Client, type ClientOptions } from 'graphql-ws/client'
import WebSocket from 'ws'
import { testServerUrl, uniqueName } from './database.ts'
import { createProductDatabases } from './product-databases.ts'
import { eventually } from './eventually.ts'
import { sharedProduct } from './shared-product.js'
import { recordResponse, type Json, type TestResponse } from './responses.ts'

/** The settings of a product, and how the names of its databases begin. */
interface Prepared {
  readonly environment: Record<string, string>
  readonly prefix: string
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

/** A product that its test files do not close. */
export type SharedProduct = Omit<TestProduct, 'close'>

/** Settings with which the first start of a product writes something else, or elsewhere; DEMO_DATA has its own copies. */
const firstStartSettings = ['DATABASE_URL', 'NODE_ENV', 'BOOKING_HORIZON_DAYS']

/**
 * The whole product with demo data in separate databases, on a free port; a replica of another shares its databases.
 */
export async function startTestProduct(
  environment: Record<string, string> = {},
  replicaOf?: Pick<TestProduct, 'database'>,
): Promise<TestProduct> {
  const prefix = replicaOf?.database('booking').replace(/booking$/, '') ?? `${uniqueName('t')}_`
  if (!replicaOf && !firstStartSettings.some((name) => Object.hasOwn(environment, name)))
    await createProductDatabases(prefix, startOnDatabases, { hasDemoData: environment['DEMO_DATA'] !== 'false' })
  return start(await preparedOn(prefix, environment))
}

const startOnDatabases = (prefix: string, hasDemoData: boolean): Promise<TestProduct> =>
  startTestProduct({ DEMO_DATA: String(hasDemoData) }, { database: (owner) => `${prefix}${owner}` })

/** Databases on which a product was only started, and none runs: with demo data, or empty. */
export async function startedDatabases(hasDemoData: boolean): Promise<Pick<TestProduct, 'database'>> {
  const prefix = `${uniqueName('t')}_`
  await createProductDatabases(prefix, startOnDatabases, { hasDemoData })
  return { database: (owner) => `${prefix}${owner}` }
}

async function preparedOn(prefix: string, environment: Record<string, string> = {}): Promise<Prepared> {
  return {
    prefix,
    environment: {
      DATABASE_URL: testServerUrl(),
      DEMO_DATA: 'true',
      // What tests count is what they make.
      DEMO_RESERVATIONS: '0',
      PORT: '0',
      DATA_DIR: await mkdtemp(path.join(process.env['TEST_FOLDER'] ?? tmpdir(), 'cenotes-product-')),
      LOG_LEVEL: 'silent',
      METRICS_MAX_AGE_MS: '0',
      // Hundreds of requests at once may wait long on a busy machine; what becomes of those that wait too long has tests
      // of its own.
      DATABASE_CONNECTION_SECONDS: '60',
      DATABASE_STATEMENT_SECONDS: '60',
      // One for all, so that replicas know each other's.
      SIGNING_SECRET: 'a secret of the tests, the same for every product',
      // Every request of `partner` has a different address, so that only tests of limits reach those of addresses.
      TRUST_PROXY: 'true',
      // The suites also hold with the executor of `@apollo/gateway` (.ci/run).
      ...(process.env['GRAPHQL_EXECUTOR'] ? { GRAPHQL_EXECUTOR: process.env['GRAPHQL_EXECUTOR'] } : {}),
      ...environment,
    },
  }
}

async function start(prepared: Prepared): Promise<TestProduct> {
  // Imported late: many test files use only the constants of this module, not the product.
  const { startOn } = await import('./start-product.js')
  const product = await startOn(prepared)
  return {
    ...described(product.url, prepared),
    async close() {
      await product.close()
      await rm(prepared.environment['DATA_DIR'] ?? '', { recursive: true, force: true })
    },
  }
}

const described = (url: string, { environment, prefix }: Prepared): SharedProduct => ({
  url,
  dataFolder: environment['DATA_DIR'] ?? '',
  database: (owner) => `${prefix}${owner}`,
})

/** Settings of the shared product that some of its files need and the others do not notice. */
const sharedSettings = {
  CORS_ORIGINS: 'https://one.example, https://two.example',
  // Three attempts within a second.
  WEBHOOK_RETRY_SCHEDULE: '0.2,0.4',
}

/**
 * A product with demo data that test files share one after the other. A start takes 1.5 seconds of processor time, so a
 * file that needs neither other settings nor an untouched product uses this one: it relies on nothing that others
 * change, and changes nothing that others rely on. `nextSaturday` gives each file a different week for its visits; a file
 * that counts or lists everything of a partner does so as a `newPartner` (issue.ts).
 */
export async function sharedTestProduct(): Promise<SharedProduct> {
  const shared = await sharedProduct(async () => {
    const prefix = `${uniqueName('shared')}_`
    await createProductDatabases(prefix, startOnDatabases, { keep: true })
    return preparedOn(prefix, sharedSettings)
  })
  return described(shared.url, shared)
}

/**
 * The same product for files that add cenotes, tours and prices, or change them. They run after all other files that share
 * it (sequencer.js), so only they must hold after each other: each changes cenotes and tours of its own, such as copies of
 * the demo data (copies.ts), and restores what exists once, such as taxes.
 */
export const productToChange = (): Promise<SharedProduct> => sharedTestProduct()

export type { Json, TestResponse }

declare global {
  /** How many addresses the test files of this process have taken; files that share a product share its limits. */
  var takeAddress: () => number
  /** Weeks from the next Saturday to the visits of this test file, if it shares a product. */
  var weeksAhead: number | undefined
}

/** An address that no other request to the product comes from. */
export const freshAddress = (): string => {
  const number = globalThis.takeAddress()
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
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
  async received(count: number): Promise<Json[]> {
    return eventually(
      () => this.events,
      ({ length }) => length >= count,
      { describe: () => `${count} events were expected` },
    )
  }

  /**
   * Waits until the server forwards events: `cause` makes one that `isCaused` recognizes, again until it is received.
   */
  async listening<T>(cause: () => Promise<T>, isCaused: (event: Json, made: T) => boolean): Promise<void> {
    // Longer each time, for about a minute in all, because transactions of other tests hold events back for seconds.
    for (let attempt = 1; attempt <= 15; attempt += 1) {
      const made = await cause()
      const isReceived = (): boolean => this.events.some((event) => isCaused(event, made))
      await eventually(isReceived, true, { milliseconds: 500 * attempt }).catch(() => undefined)
      if (isReceived()) return
    }
    throw new Error(`The subscriber receives nothing: ${JSON.stringify(this.events)}`)
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    await this.#client.dispose()
  }
}

/** The day on which the test file was loaded decides: a run that passes midnight keeps to one Saturday. */
const saturday = new Date(Date.now() + 2 * 86_400_000)
while (saturday.getUTCDay() !== 6) saturday.setUTCDate(saturday.getUTCDate() + 1)
saturday.setUTCDate(saturday.getUTCDate() + 7 * (globalThis.weeksAhead ?? 0))

/** The date of a Saturday at least two days ahead, in Cancún: the next one unless the test file shares a product. */
export const nextSaturday = (): string => saturday.toISOString().slice(0, 10)

/** The next such Saturday whatever the test file shares, for visits at cenotes that no other file uses. */
export const comingSaturday = (): string =>
  new Date(saturday.getTime() - 7 * 86_400_000 * (globalThis.weeksAhead ?? 0)).toISOString().slice(0, 10)
