import { randomUUID } from 'node:crypto'
import { addDays } from '../../platform/values/clock.ts'
import type { Pool } from '../../platform/postgres/database.ts'
import { openDatabases as openBooking } from '../../subgraphs/booking/database.ts'
import { readInventories } from '../../subgraphs/booking/availability/index.ts'
import { openDatabases as openCatalog } from '../../subgraphs/catalog/database.ts'
import { cenoteListing } from '../../subgraphs/catalog/cenote/listing.ts'
import { countCenotes, findCenotes, listCenotes } from '../../subgraphs/catalog/cenote/repository.ts'
import { searchAround } from '../../subgraphs/catalog/location/repository.ts'
import type { Facts } from './cases.ts'

/** Plans of the statements of the cases, a line each: the steps of PostgreSQL, the outermost first. */
export async function plansOf(serverUrl: string, { cenoteIds, today }: Facts): Promise<string[]> {
  const catalog = await openCatalog(serverUrl, 'catalog')
  const booking = await openBooking(serverUrl, 'booking')
  try {
    const lines: string[] = []
    /** A database as repositories use it, which explains statements instead of executing them. */
    const explaining = (name: string, pool: Pool): Pool =>
      ({
        async query(sent: string | { text: string; values: unknown[] }, values?: unknown[]) {
          const [text, given] = typeof sent === 'string' ? [sent, values] : [sent.text, sent.values]
          const { rows } = await pool.query<Record<'QUERY PLAN', string>>(
            `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, BUFFERS OFF) ${text}`,
            given,
          )
          lines.push(`${name}: ${inShort(rows.map((row) => row['QUERY PLAN']))}`)
          return { rows: [] }
        },
      }) as unknown as Pool
    const { sandbox } = catalog.databases
    const read = (name: string) => ({ ...sandbox, pool: explaining(name, sandbox.pool) })
    const newest = { first: 15, after: null, offset: 0 }
    const list = cenoteListing('en', {}, { field: 'CREATED_AT', direction: 'DESC' })
    const filtered = cenoteListing(
      'en',
      { state: 'Campeche', minRating: 3 },
      { field: 'POPULARITY', direction: 'DESC' },
    )
    const kayaks = cenoteListing(
      'en',
      { hasAmenity: 'bulk-kayak', maxAdultCents: 30_000 },
      { field: 'RATING', direction: 'DESC' },
    )
    const search = cenoteListing('en', { search: 'sac balam' }, { field: 'NAME', direction: 'ASC' })
    await listCenotes(read('list'), list, newest)
    await listCenotes(read('walk, page 1,000'), list, {
      ...newest,
      after: [new Date(Date.now() - 15_000 * 11 * 60_000).toISOString(), randomUUID()],
    })
    await listCenotes(read('page 5,000'), list, { ...newest, offset: 75_000 })
    await countCenotes(read('list, count'), list)
    for (const [name, listing] of Object.entries({
      'by state and rating': filtered,
      'by amenity and price': kayaks,
      search,
    })) {
      await listCenotes(read(name), listing, newest)
      await countCenotes(read(`${name}, count`), listing)
    }
    await searchAround(read('nearby'), { latitude: 20, longitude: -88 }, { radiusKm: 50, first: 10 })
    await findCenotes(read('detail'), cenoteIds.slice(0, 1))
    await readInventories(explaining('availability', booking.databases.sandbox.pool), [
      { productId: cenoteIds[0] ?? '', from: today, to: addDays(today, 90) },
    ])
    return lines
  } finally {
    await Promise.all([catalog.close(), booking.close()])
  }
}

/** The steps of a plan with their index conditions, rows and time. */
function inShort(plan: readonly string[]): string {
  const steps = plan
    .filter((line) => /^\s*->|^\S|Index Cond|Order By/.test(line) && !/^Planning/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^->\s*/, '')
        .replace(
          /\(actual rows=([\d.]+) loops=(\d+)\)/,
          (_, rows: string, loops: string) => `(${Math.round(Number(rows))} rows${loops === '1' ? '' : ` x ${loops}`})`,
        )
        .replace(/\s+/g, ' '),
    )
  return steps.join(' > ')
}
