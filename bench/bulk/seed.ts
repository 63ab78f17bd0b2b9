import { inTransaction, type PerEnvironment, type Pool } from '../../platform/postgres/database.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { openDatabases as openBooking } from '../../subgraphs/booking/database.ts'
import { openDatabases as openCatalog } from '../../subgraphs/catalog/database.ts'
import { openDatabases as openPricing } from '../../subgraphs/pricing/database.ts'
import { countReservations, writeReservations } from './booking.ts'
import { countCenotes, writeCenotes } from './catalog.ts'
import { maxReservationsPerCenote } from './facts.ts'
import { writeServices } from './pricing.ts'
import { writeTours } from './tours.ts'

export interface BulkPlan {
  /** URL of the PostgreSQL server. */
  readonly serverUrl: string
  readonly databasePrefix?: string
  readonly environment: Environment
  /** The numbers of bulk cenotes and reservations to reach. */
  readonly cenotes: number
  readonly reservations: number
  /** The partner of the reservations. */
  readonly partnerId: string
  /** Months over which they were made; 1 when absent. */
  readonly months?: number
  readonly onProgress: (step: string) => void
}

/** Rows of a transaction: so many that its overhead does not show, so few that an interruption loses little. */
const cenotesAtOnce = 10_000
const reservationsAtOnce = 25_000

/**
 * Adds bulk cenotes with their services and tours, and reservations of the added ones, until there are as many as
 * planned. Each transaction leaves the books balanced, so an interrupted run is simply continued by the next.
 */
export async function seedBulk({ serverUrl, databasePrefix = '', onProgress, ...plan }: BulkPlan): Promise<void> {
  const catalog = await openCatalog(serverUrl, `${databasePrefix}catalog`)
  const booking = await openBooking(serverUrl, `${databasePrefix}booking`)
  const pricing = await openPricing(serverUrl, `${databasePrefix}pricing`)
  const poolOf = (databases: PerEnvironment<{ readonly pool: Pool }>): Pool => databases[plan.environment].pool
  try {
    const cenotes = await inTransaction(poolOf(catalog.databases), countCenotes)
    const reservations = await inTransaction(poolOf(booking.databases), countReservations)
    const added = plan.reservations - reservations
    // Reservations of a run are at the cenotes it adds, or at all when it adds none.
    const firstCenote = plan.cenotes > cenotes ? cenotes + 1 : 1
    const spread = Math.max(plan.cenotes, cenotes) - firstCenote + 1
    if (added > 0 && added / Math.max(1, spread) > maxReservationsPerCenote)
      throw new Error(`A cenote has room for ${maxReservationsPerCenote} bulk reservations: use more cenotes`)
    for (let from = cenotes + 1; from <= plan.cenotes; from += cenotesAtOnce) {
      const to = Math.min(plan.cenotes, from + cenotesAtOnce - 1)
      await inTransaction(poolOf(pricing.databases), (client) => writeServices(client, from, to))
      await inTransaction(poolOf(catalog.databases), async (client) => {
        await writeCenotes(client, from, to)
        await writeTours(client, from, to)
      })
      onProgress(`${to} cenotes`)
    }
    for (let from = reservations + 1; from <= plan.reservations; from += reservationsAtOnce) {
      const to = Math.min(plan.reservations, from + reservationsAtOnce - 1)
      const { partnerId, months = 1 } = plan
      await inTransaction(poolOf(booking.databases), (client) =>
        writeReservations(client, { partnerId, months, from, to, firstCenote, cenotes: spread }),
      )
      onProgress(`${to} reservations`)
    }
    // Index-only scans need the visibility map, and good plans the statistics: now, not when autovacuum runs.
    for (const databases of [catalog.databases, booking.databases, pricing.databases])
      await poolOf(databases).query('VACUUM (ANALYZE)')
  } finally {
    await Promise.all([catalog.close(), booking.close(), pricing.close()])
  }
}
