import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { testServerUrl } from '../../tests/testkit/database.ts'
import { statementsDuring } from '../../tests/testkit/statements.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { createCatalogSubgraph } from './server.ts'
import { startTestCatalog, type TestCatalog } from '../../tests/testkit/catalog.ts'
import { eventually } from '../../tests/testkit/eventually.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())
afterEach(() => {
  jest.restoreAllMocks()
})

const everyField = `id name slug description longDescription
  location { latitude longitude address state municipality zipCode directions landmarks }
  contact { phone email website social { facebook instagram tripadvisor } }
  pricing { adultCents currency includes excludes }
  features { type depth { min max unit } temperature { avg unit } visibility { avg unit } difficulty
    accessibility { wheelchairAccessible stairsToWater platformAvailable } }
  amenities { kind name category available costCents hours requirements description icon capacity features menu { item priceCents description } }
  capacity { daily hourly } bookingCutoffMinutes schedule { openTime closeTime timezone daysOpen cutoffs { weekday minutes } }
  rating { average count breakdown { five four three two one } }
  images { imageId url alt type order } guidelines { beforeVisit duringVisit safety }
  weather { bestVisitingMonths rainySeasonImpact temperature { water { avg unit } air { min max unit } } }
  conservation { status protectedBy conservationEfforts impact { environmental community economic } }
  certifications { name issuer validUntil criteria }
  reviews { id rating title content author location date verified helpful photos { url caption } }
  nearby { cenote { id name } distance { km miles } }
  tours { id name slug description durationMinutes cenotes { id } pricing { adultCents currency } timezone startTimes
    departures { times { weekdays startTime capacity from until } exceptions { date startTime cancelled capacity } }
    stops { cenoteId offsetMinutes takesPlaces } minParty departureCapacity includes excludes images { url alt } meetingPoints { id } isActive }
  meetingPoints { id name description directions type latitude longitude address minutesBefore priceCents currency isActive displayOrder }
  metadata { featured popularity lastUpdated verifiedAt } isActive createdAt updatedAt`

/** How many statements an operation sends to the database. */
async function statementsOf(query: string, variables?: Record<string, unknown>): Promise<number> {
  return (await statementsDuring(() => catalog.ask(query, variables))).length
}

describe('statements', () => {
  it('are as many for 30 cenotes with every field as for one', async () => {
    const query = `query ($first: Int) { cenotes(first: $first) { totalCount nodes { ${everyField} } } }`
    // How many there are in all, and their meeting points, are in memory afterwards.
    await catalog.ask(query, { first: 28 })
    const one = await statementsOf(query, { first: 1 })
    // List, particulars, amenities, reviews, neighbours, tours and their cenotes.
    expect(await statementsOf(query, { first: 28 })).toBe(one)
    expect(one).toBe(7)
  })
  it('are one for a plain list, which counts nothing unless the total is requested', async () => {
    expect(
      await statementsOf(
        '{ cenotes(first: 5) { pageInfo { hasNextPage endCursor } nodes { id name rating { average } } } }',
      ),
    ).toBe(1)
    const counted = '{ cenotes(first: 5, filter: { minRating: 1 }) { totalCount nodes { id } } }'
    expect(await statementsOf(counted)).toBe(2)
    expect(await statementsOf('{ cenotes(first: 100) { totalCount nodes { id } } }')).toBe(1)
    // The count is cached for every order and page of the list.
    expect(await statementsOf(counted)).toBe(1)
    expect(await statementsOf(counted.replace('first: 5', 'first: 2, sort: { field: NAME }'))).toBe(1)
  })
  it('are one for references of other subgraphs', async () => {
    const representations = ['gran-cenote', 'ik-kil', 'zaci', 'azul'].map((slug) => ({
      __typename: 'Cenote',
      id: demoId('cenote', slug),
    }))
    const query =
      'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Cenote { slug } } }'
    expect(await statementsOf(query, { representations })).toBe(1)
    const { _entities } = await catalog.ask<{ _entities: { slug: string }[] }>(query, { representations })
    expect(_entities.map(({ slug }) => slug)).toEqual(['gran-cenote', 'ik-kil', 'zaci', 'azul'])
  })
})

describe('counts', () => {
  const query = `{ cenotes(first: 1, filter: { state: "campeche" }) { totalCount } kayaks: cenotes(first: 1, filter: { hasAmenity: "kayak" }) { totalCount }
    states(name: "Campeche") { cenoteCount } }`
  const counted = async (): Promise<number[]> => {
    const { cenotes, kayaks, states } = await catalog.ask<{
      cenotes: { totalCount: number }
      kayaks: { totalCount: number }
      states: { cenoteCount: number }[]
    }>(query)
    return [cenotes.totalCount, kayaks.totalCount, states[0]?.cenoteCount ?? 0]
  }
  it('that are cached follow changes of the catalog', async () => {
    const [inState = 0, kayaks = 0, ofState = 0] = await counted()
    expect(ofState).toBe(inState)
    await catalog.sql(`UPDATE live.cenote SET is_active = false WHERE slug = 'chencoh'`)
    await eventually(counted, [inState - 1, kayaks, ofState - 1])
    await catalog.sql(`UPDATE live.cenote SET is_active = true WHERE slug = 'chencoh'`)
    await catalog.sql(`UPDATE live.cenote_amenity SET available = false WHERE amenity_id = 'kayak'`)
    await eventually(counted, [inState, 0, ofState])
    await catalog.sql(`UPDATE live.cenote_amenity SET available = true WHERE amenity_id = 'kayak'`)
    await eventually(counted, [inState, kayaks, ofState])
  })
  it('of texts that cannot match anything are not even cached', async () => {
    const search = 'x'.repeat(100_000)
    const { cenotes } = await catalog.ask<{ cenotes: { totalCount: number } }>(
      'query ($search: String) { cenotes(filter: { search: $search }) { totalCount } }',
      { search },
    )
    expect(cenotes.totalCount).toBe(0)
  })
})

describe('cached meeting points', () => {
  it('are refreshed when those of a cenote or a tour change', async () => {
    interface Owners {
      nodes: { meetingPoints: { priceCents: number }[] }[]
    }
    const prices = async (): Promise<Set<number>[]> => {
      const { cenotes, tours } = await catalog.ask<{ cenotes: Owners; tours: Owners }>(
        '{ cenotes(first: 100) { nodes { meetingPoints { priceCents } } } tours(first: 100) { nodes { meetingPoints { priceCents } } } }',
      )
      return [cenotes, tours].map(
        ({ nodes }) => new Set(nodes.flatMap(({ meetingPoints }) => meetingPoints).map(({ priceCents }) => priceCents)),
      )
    }
    const [ofCenotes] = await prices()
    await catalog.sql('UPDATE live.meeting_point SET price_cents = 4321 WHERE tour_id IS NOT NULL')
    await eventually(prices, [ofCenotes, new Set([4321])])
    await catalog.sql('UPDATE live.meeting_point SET price_cents = 1234 WHERE cenote_id IS NOT NULL')
    await eventually(prices, [new Set([1234]), new Set([4321])])
  })
})

describe('references', () => {
  const query =
    'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Cenote { slug } ... on Tour { slug } } }'
  it.each([
    ['Cenote', 'CENOTE_NOT_FOUND', 'cenoteId'],
    ['Tour', 'TOUR_NOT_FOUND', 'tourId'],
  ])('to an unknown %s are %s', async (typename, code, field) => {
    const refusal = await catalog.refusal(query, { representations: [{ __typename: typename, id: 'nothing' }] })
    expect(refusal).toMatchObject({ code, status: 404, details: { [field]: 'nothing' } })
  })
})

describe('tours', () => {
  const query =
    'query ($first: Int, $after: String) { tours(first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { cursor } nodes { slug name cenotes { slug } meetingPoints { type } } } }'
  interface Tours {
    tours: {
      totalCount: number
      pageInfo: { hasNextPage: boolean; endCursor: string }
      nodes: { slug: string; name: string; cenotes: { slug: string }[]; meetingPoints: { type: string }[] }[]
    }
  }
  it.each([['en'], ['es']] as const)('are walked by name in %s', async (locale) => {
    const { tours } = await catalog.ask<Tours>(query, {}, { locale })
    const names = tours.nodes.map(({ name }) => name)
    expect(tours.totalCount).toBe(6)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, locale)))
    const first = await catalog.ask<Tours>(query, { first: 4 }, { locale })
    const rest = await catalog.ask<Tours>(query, { first: 4, after: first.tours.pageInfo.endCursor }, { locale })
    expect([...first.tours.nodes, ...rest.tours.nodes].map(({ name }) => name)).toEqual(names)
  })
  it('visit their cenotes in order and have a pickup zone somewhere', async () => {
    const { tours } = await catalog.ask<Tours>(query)
    expect(tours.nodes.find(({ slug }) => slug === 'tulum-cenotes-classic')?.cenotes.map(({ slug }) => slug)).toEqual([
      'gran-cenote',
      'calavera',
      'zacil-ha',
    ])
    expect(tours.nodes.flatMap(({ meetingPoints }) => meetingPoints).some(({ type }) => type === 'PICKUP_ZONE')).toBe(
      true,
    )
  })
  it('are not found by other texts', async () => {
    expect(await catalog.refusal('{ tour(id: "x") { id } }')).toMatchObject({
      code: 'TOUR_NOT_FOUND',
      details: { tourId: 'x' },
    })
  })
})

describe('states', () => {
  it('are those of active cenotes, with their municipalities by name', async () => {
    const { states } = await catalog.ask<{
      states: { name: string; cenoteCount: number; municipalities: { name: string; cenoteCount: number }[] }[]
    }>('{ states { name cenoteCount municipalities { name cenoteCount } } }')
    expect(states.map(({ name, cenoteCount }) => [name, cenoteCount])).toEqual([
      ['Campeche', 2],
      ['Quintana Roo', 17],
      ['Yucatán', 10],
    ])
    expect(states[1]?.municipalities.map(({ name }) => name)).toEqual(['Puerto Morelos', 'Solidaridad', 'Tulum'])
    for (const { cenoteCount, municipalities } of states) {
      expect(municipalities.reduce((sum, municipality) => sum + municipality.cenoteCount, 0)).toBe(cenoteCount)
    }
  })
})

describe('environments', () => {
  it('have the same demo data and are otherwise separate', async () => {
    const count = '{ cenotes { totalCount } }'
    await catalog.sql("UPDATE sandbox.cenote SET is_active = false WHERE slug = 'kin-ha'")
    expect(await catalog.ask(count)).toEqual({ cenotes: { totalCount: 29 } })
    expect(await catalog.ask(count, {}, { environment: 'sandbox' })).toEqual({ cenotes: { totalCount: 28 } })
  })
})

describe('demo data', () => {
  it('is written once, also by replicas that start together', async () => {
    const options = {
      serverUrl: testServerUrl(),
      databaseName: catalog.databaseName,
      demoData: true,
      publicUrl: 'http://127.0.0.1:4000',
      signingSecret: 'x'.repeat(32),
      logger: createLogger('silent', 'test'),
    }
    const replicas = await Promise.all([createCatalogSubgraph(options), createCatalogSubgraph(options)])
    await Promise.all(replicas.map((replica) => replica.close()))
    expect(await catalog.sql('SELECT count(*)::int AS n FROM live.cenote')).toEqual([{ n: 30 }])
  })
  it('is what the other services count on', async () => {
    const rows = await catalog.sql(
      "SELECT slug, open_time, close_time, daily_capacity, hourly_capacity, adult_cents FROM live.cenote WHERE slug IN ('gran-cenote', 'ik-kil') ORDER BY slug",
    )
    expect(rows[0]).toEqual({
      slug: 'gran-cenote',
      open_time: '08:00',
      close_time: '17:00',
      daily_capacity: 200,
      hourly_capacity: 30,
      adult_cents: 50_000,
    })
    expect(rows[1]).toMatchObject({ adult_cents: 18_000 })
  })
  it('has no review of more stars than there are ratings', async () => {
    const rows =
      await catalog.sql(`SELECT c.slug FROM live.cenote c JOIN live.review r ON r.cenote_id = c.id GROUP BY c.id
      HAVING count(*) FILTER (WHERE r.rating = 5) > c.ratings_five OR count(*) FILTER (WHERE r.rating = 3) > c.ratings_three`)
    expect(rows).toEqual([])
  })
})

describe('an empty catalog', () => {
  it('stays empty without demo data', async () => {
    const empty = await startTestCatalog({ demoData: false })
    expect(
      await empty.ask(
        '{ cenotes { totalCount nodes { id } pageInfo { hasNextPage startCursor } } tours { totalCount } }',
      ),
    ).toEqual({
      cenotes: { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, startCursor: null } },
      tours: { totalCount: 0 },
    })
    await empty.close()
  })
})
