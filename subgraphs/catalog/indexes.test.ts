import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { testServerUrl } from '../../tests/testkit/database.ts'
import { statementsDuring } from '../../tests/testkit/statements.ts'
import { startTestCatalog, type TestCatalog } from '../../tests/testkit/catalog.ts'

let catalog: TestCatalog
let client: pg.Client
beforeAll(async () => {
  catalog = await startTestCatalog()
  const url = new URL(testServerUrl())
  url.pathname = `/${catalog.databaseName}`
  client = new pg.Client({ connectionString: url.toString(), options: '-c search_path=live,public' })
  await client.connect()
  await client.query(`INSERT INTO cenote (id, slug, name_en, name_es, description_en, description_es, latitude, longitude, address, state,
      municipality, adult_cents, includes, features, daily_capacity, hourly_capacity, open_time, close_time, timezone, days_open,
      ratings_five, ratings_one, popularity, created_at, updated_at)
    SELECT gen_random_uuid(), 'many-' || n, 'Cenote ' || md5(n::text), 'Cenote ' || md5(n::text), md5((n * 7)::text), md5((n * 7)::text),
      18 + random() * 4, -91 + random() * 4, 'Road', 'State ' || n % 400, 'Municipality ' || n % 900, n * 10, includes, features, 100, 10, '08:00',
      '17:00', timezone, days_open, n % 97, 1 + n % 53, random() * 100, now() - n * interval '1 hour',
      now() - n * interval '20 minutes'
    FROM cenote, generate_series(1, 8000) n WHERE slug = 'azul'`)
  await client.query(`INSERT INTO tour (id, slug, name_en, name_es, description, duration_minutes, adult_cents,
      timezone, departures, includes, excludes, updated_at)
    SELECT gen_random_uuid(), 'many-' || n, name_en, name_es, description, 60, n * 10, timezone, departures, includes, excludes,
      now() - n * interval '20 minutes'
    FROM tour, generate_series(1, 8000) n WHERE slug = 'dos-ojos-diving'`)
  await client.query('ANALYZE cenote, tour')
})
afterAll(async () => {
  await client.end()
  await catalog.close()
})

/** The names of the indexes that the first statement of an operation uses. */
async function indexesOf(query: string, variables: Record<string, unknown>): Promise<string[]> {
  const [sent] = await statementsDuring(() => catalog.ask(query, variables))
  if (!sent) throw new Error('No statement was sent')
  const { rows } = await client.query<Record<'QUERY PLAN', string>>(`EXPLAIN ${sent.text}`, sent.values)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toMatch(/Seq Scan on (cenote|tour)/)
  return [...plan.matchAll(/(?:using|Index Scan on) (\w+)/g)].map((match) => String(match[1]))
}
const cenotes =
  'query ($filter: CenoteFilter, $sort: CenoteSort, $after: String) { cenotes(first: 10, filter: $filter, sort: $sort, after: $after) { pageInfo { endCursor } nodes { id } } }'
const near = { latitude: 20, longitude: -88 }

describe('an index serves', () => {
  it.each(
    (['ASC', 'DESC'] as const).flatMap((direction) => [
      { sort: { field: 'NAME', direction }, index: 'cenote_by_name_en' },
      { sort: { field: 'RATING', direction }, index: 'cenote_by_rating' },
      { sort: { field: 'PRICE', direction }, index: 'cenote_by_price' },
      { sort: { field: 'CREATED_AT', direction }, index: 'cenote_by_created_at' },
      { sort: { field: 'UPDATED_AT', direction }, index: 'cenote_by_updated_at' },
      { sort: { field: 'POPULARITY', direction }, index: 'cenote_by_popularity' },
      { sort: { field: 'DISTANCE', direction, near }, index: 'cenote_by_position' },
    ]),
  )('a list by $sort.field $sort.direction, at its start and further on', async ({ sort, index }) => {
    // The page's cenotes are then read by their ids.
    expect(await indexesOf(cenotes, { sort })).toEqual([index, 'cenote_pkey'])
    const { cenotes: page } = await catalog.ask<{ cenotes: { pageInfo: { endCursor: string } } }>(cenotes, { sort })
    expect(await indexesOf(cenotes, { sort, after: page.pageInfo.endCursor })).toEqual([index, 'cenote_pkey'])
  })
  it.each([
    [{ search: 'stalactites' }, 'cenote_by_text_en'],
    [{ state: 'Campeche' }, 'cenote_by_place'],
    [{ municipality: 'Champotón' }, 'cenote_by_municipality'],
    [{ maxAdultCents: 50 }, 'cenote_by_price'],
    [{ minRating: 4.999 }, 'cenote_by_rating'],
    [{ createdBefore: '2023-02-01T00:00:00Z' }, 'cenote_by_created_at'],
    [{ updatedAfter: new Date(Date.now() - 60_000).toISOString() }, 'cenote_by_updated_at'],
  ])('the filter %j', async (filter, index) => {
    expect(await indexesOf(cenotes, { filter, sort: { field: 'POPULARITY', direction: 'ASC' } })).toContain(index)
  })
  it.each(['ASC', 'DESC'] as const)(
    'a list of tours by UPDATED_AT %s, and what is updated after an instant',
    async (direction) => {
      const tours =
        'query ($filter: TourFilter, $sort: TourSort) { tours(first: 10, filter: $filter, sort: $sort) { nodes { slug } } }'
      const sort = { field: 'UPDATED_AT', direction }
      const filter = { updatedAfter: new Date(Date.now() - 60_000).toISOString() }
      expect(await indexesOf(tours, { sort })).toEqual(['tour_by_updated_at'])
      expect(await indexesOf(tours, { sort: { field: 'PRICE' }, filter })).toContain('tour_by_updated_at')
    },
  )
  it('the amenity filter', async () => {
    expect(
      await indexesOf(cenotes, { filter: { hasAmenity: 'kayak' }, sort: { field: 'POPULARITY', direction: 'ASC' } }),
    ).toContain('cenote_pkey')
  })
  it('a search around a point', async () => {
    const query =
      'query ($radiusKm: Float) { nearbyCenotes(latitude: 20, longitude: -88, radiusKm: $radiusKm) { results { cenote { id } } } }'
    for (const radiusKm of [1, 200]) expect(await indexesOf(query, { radiusKm })).toEqual(['cenote_by_position'])
  })
})
