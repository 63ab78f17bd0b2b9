import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { folderStore } from '../../platform/pictures/store.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { createBookingSubgraph } from '../../subgraphs/booking/server.ts'
import { testServerUrl } from './database.ts'
import { testSubgraph, type TestSubgraph } from './subgraph.ts'
import { createDatabase } from './template-databases.ts'

const refuse = () => Promise.reject(new Error('These tests call no other subgraph'))
const unreachable: GraphQLExecutor = { execute: refuse, subscribe: refuse, close: async () => undefined }

/** The booking subgraph without demo data, for one test file. Without executors it reaches no other subgraph. */
export async function startTestBooking({
  catalog = unreachable,
  pricing = unreachable,
  clock,
}: {
  readonly catalog?: GraphQLExecutor
  readonly pricing?: GraphQLExecutor
  readonly clock?: Clock
}): Promise<TestSubgraph> {
  const folder = await mkdtemp(path.join(tmpdir(), 'booking-'))
  const databaseName = await createDatabase('booking', openDatabases)
  const subgraph = await createBookingSubgraph({
    serverUrl: testServerUrl(),
    databaseName,
    demoData: false,
    signingSecret: 'a secret of the tests, long enough',
    publicUrl: 'http://127.0.0.1',
    catalog,
    pricing,
    holdMinutes: 60,
    horizonDays: 730,
    holdLimits: { basic: 100, pro: 200, enterprise: 1_000 },
    webhookRetrySeconds: [],
    mail: { from: 'tests@example.com', folder, deliverSandbox: false },
    pictures: folderStore(folder),
    ...(clock && { clock }),
    logger: createLogger('silent', 'booking'),
  })
  const booking = testSubgraph(subgraph, databaseName)
  return {
    ...booking,
    async close() {
      await booking.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
