import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import { addDays, localDateTime } from '../../../platform/values/clock.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { createContext } from '../context.ts'
import type { Database } from '../database.ts'
import type { CreateReservationInput } from '../generated/resolvers.ts'
import { confirm, reserve, type ReservationServices } from '../reservation/index.ts'
import { hasPlacesElsewhere } from './repository.ts'

/** The demo partner that sold the departure: not the one whose keys readers try first. */
const seller: Identity = {
  partnerId: demoId('partner', 'rival'),
  partnerName: 'Rival Tours',
  environment: 'sandbox',
  plan: 'enterprise',
  key: { id: demoId('api-key', 'sk_test_rival_enterprise'), lastFour: 'rise', label: null },
  scopes: ['catalog:read', 'pricing:read', 'reservations:read', 'reservations:write'],
  locale: 'es',
  requestId: 'demo-data',
}

/** A day before the cancelled and the extra departure of the same tour. It takes no places of cenotes. */
const departure = {
  tourId: demoId('tour', 'tulum-cenotes-classic'),
  time: '08:00',
  inDays: 7,
  timezone: 'America/Cancun',
}

/** Together as many as the departure has places. */
const parties = [
  { name: 'Lucía Hernández', adults: 4, children: 2 },
  { name: 'Jorge Canul', adults: 3, children: 1 },
  { name: 'Camille Dubois', adults: 2, children: 2 },
]

/** Refusals where another process, or an earlier start, has done the work. */
const doneElsewhere: readonly unknown[] = ['RESERVATION_ALREADY_EXISTS', 'INVALID_STATE_TRANSITION']

/**
 * Sells out one departure of the demo data in the sandbox, as a partner does, so that events, prices and inventory agree.
 * Only where nothing else has been reserved. Each party has an id by which it is reserved once, however many processes
 * start, and the next start continues what one began. A failure is logged: the product can be used without.
 */
export async function seedDemoReservations(
  services: ReservationServices & { readonly databases: PerEnvironment<Database> },
): Promise<void> {
  const { clock, databases, logger } = services
  try {
    if (await hasPlacesElsewhere(databases.sandbox.pool, departure.tourId)) return
    const { tourId, time: visitTime, inDays, timezone } = departure
    const visitDate = addDays(localDateTime(clock.now(), timezone).date, inDays)
    for (const [index, { name, adults, children }] of parties.entries()) {
      const context = { ...createContext(seller, { databases, clock }), services }
      const externalId = demoId('reservation', `sold-out-${index}`)
      const guest = { name, email: `guest-${index + 1}@example.com`, phone: '+52 984 555 0100' }
      const input: CreateReservationInput = {
        ...{ tourId, visitDate, visitTime, externalId, guest },
        visitors: { adults, children, seniors: 0, infants: 0, teens: 0 },
      }
      const { id, status } = await reserve(input, context)
      const payment = { paymentId: `demo-${index + 1}`, confirmationEmail: false, generateDocuments: false }
      if (status === 'pending') await confirm({ id, ...payment }, context)
    }
  } catch (error) {
    const { code } = (error as { extensions?: { code?: unknown } }).extensions ?? {}
    if (!doneElsewhere.includes(code)) logger.warn({ err: error }, 'demo reservations are missing')
  }
}
