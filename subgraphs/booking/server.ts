import { changeSource } from '../../platform/graphql/change-connection.ts'
import { resolveJobs } from '../../platform/graphql/job-list.ts'
import { mergeResolvers } from '../../platform/graphql/merge-resolvers.ts'
import { selectScalars } from '../../platform/graphql/scalars.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import type { DatabaseConnections } from '../../platform/postgres/database-settings.ts'
import { readFactChanges, startRemovingFactChanges } from '../../platform/postgres/fact-changes.ts'
import { startRemovingProductChanges } from '../../platform/postgres/product-changes.ts'
import { startJobs, type JobDefinition } from '../../platform/process/job.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { availability } from './availability/index.ts'
import { background } from './background/index.ts'
import { calendars } from './calendar/index.ts'
import { readPlacesPosition } from './change-feed/index.ts'
import { createContext, type Context } from './context.ts'
import { couponUses } from './coupon-use/index.ts'
import { openDatabases } from './database.ts'
import { disruptions } from './disruption/index.ts'
import { seedDemoInventory, seedDemoReservations } from './demo/index.ts'
import { events } from './event/index.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { idempotency } from './idempotency/index.ts'
import { manifests } from './manifest/index.ts'
import { partitions, prepareMonths } from './partition/index.ts'
import { partnerSettings } from './partner-settings/index.ts'
import { checkLifecycle, reservations } from './reservation/index.ts'
import { openServices, type ServiceOptions, type Services } from './services.ts'
import { webhooks } from './webhook/index.ts'
import { withWriteTurns } from './write-turns.ts'

export interface BookingOptions extends ServiceOptions, DatabaseConnections {
  readonly serverUrl: string
  readonly databaseName?: string
  readonly demoData: boolean
  /** Of the sandbox; only together with the other demo data. */
  readonly demoReservations?: boolean
  /** The database's own when absent. */
  readonly clock?: Clock
}

const loadersOf = (request: Context & { readonly services: Services }) => ({
  ...availability.loaders(request),
  ...calendars.loaders(request),
  ...disruptions.loaders(request),
  ...reservations.loaders(request),
  ...webhooks.loaders(request),
})

type RequestContext = Context &
  Pick<Services, 'cursors' | 'jobRuns'> & { readonly services: Services } & ReturnType<typeof loadersOf>

const scalars = selectScalars(
  'DateTime',
  'LocalDate',
  'LocalTime',
  'TimeZone',
  'NonNegativeInt',
  'NonNegativeFloat',
  'Currency',
  'CountryCode',
  'EmailAddress',
  'JSON',
  'URL',
  'Byte',
)
const source = changeSource('booking')
const changes = { __resolveReference: source.reference, bookingChanges: source.rows, bookingChangeCount: source.count }
const merged = mergeResolvers<Resolvers<RequestContext>, RequestContext>(
  availability.resolvers,
  background.resolvers,
  calendars.resolvers,
  disruptions.resolvers,
  reservations.resolvers,
  partnerSettings.resolvers,
  manifests.resolvers,
  events.resolvers,
  webhooks.resolvers,
  {
    BookingChangeConnection: changes,
    EnvironmentChangeConnection: changes,
    BackgroundWork: { bookingJobs: resolveJobs },
  },
)
const resolvers = { ...merged, Mutation: withWriteTurns(merged.Mutation ?? {}, ['createReservations']) }
const jobs: readonly JobDefinition<Services>[] = [
  ...reservations.jobs,
  ...disruptions.jobs,
  ...couponUses.jobs,
  ...idempotency.jobs,
  ...events.jobs,
  ...partitions.jobs,
]

export interface BookingSubgraph extends Subgraph {
  /** Resolves when the demo data are complete. No request is served before, so that every subscription is newer. */
  readonly seeded: Promise<void>
}

/** The booking subgraph: availability, reservations and their events. */
export async function createBookingSubgraph(options: BookingOptions): Promise<BookingSubgraph> {
  checkLifecycle()
  const databaseName = options.databaseName ?? 'booking'
  const { databases, readDatabases, watch, close } = await openDatabases(options.serverUrl, databaseName, options)
  const { clock = watch.clock } = options
  await prepareMonths({ databases }, options.logger)
  if (options.demoData) await seedDemoInventory(databases, clock)
  const opened = await openServices(options, { databases, databaseName, clock })
  const { services } = opened
  const ending = new AbortController()
  // Meanwhile the caller prepares the rest of the process.
  const seeded =
    options.demoData && options.demoReservations ? seedDemoReservations(services, ending.signal) : Promise.resolve()
  const running = startJobs(jobs, services, options.logger, services.jobRuns)
  const removals = [
    startRemovingFactChanges(databases, options.logger, services.jobRuns, readPlacesPosition),
    startRemovingProductChanges(databases, options.logger, services.jobRuns),
  ]
  const check = (): Promise<void> => watch.check()
  return {
    name: 'booking',
    seeded,
    check,
    schema: subgraphSchema(
      new URL('../../schema/booking.graphql', import.meta.url),
      { ...scalars, ...resolvers },
      { check, clock, changesSince: (environment, since) => readFactChanges(databases[environment].pool, since) },
    ),
    createContext(identity, { isRead = false, signal } = {}): RequestContext {
      const own = createContext(identity, { clock, databases: isRead ? readDatabases : databases, signal })
      const request = { ...own, services }
      return { ...request, cursors: services.cursors, jobRuns: services.jobRuns, ...loadersOf(request) }
    },
    async close() {
      ending.abort()
      await seeded
      await opened.stopReading()
      await running.stop()
      await Promise.all(removals.map((removal) => removal.stop()))
      await opened.close()
      await close()
    },
  }
}
