import type { Clock } from '../../platform/values/clock.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { languageOf, type Language } from '../../platform/values/i18n.ts'
import { createAvailabilityLoaders } from './availability/loaders.ts'
import type { Database } from './database.ts'
import { createReservationLoaders } from './reservation/loaders.ts'
import type { Services } from './server.ts'

/** What the resolvers of one request share. */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  /** Names the piece of work of a request under an Idempotency-Key; see idempotency/. */
  readonly operation?: string
  readonly clock: Clock
  /** The environment's database; nothing else can be reached from here. */
  readonly database: Database
  readonly services: Services
  readonly availability: ReturnType<typeof createAvailabilityLoaders>
  readonly reservations: ReturnType<typeof createReservationLoaders>
}

export function createContext(identity: Identity, services: Services): Context {
  const database = services.databases[identity.environment]
  return {
    identity,
    language: languageOf(identity.locale),
    clock: services.clock,
    database,
    services,
    availability: createAvailabilityLoaders(database.pool),
    reservations: createReservationLoaders(database, identity.partnerId),
  }
}
