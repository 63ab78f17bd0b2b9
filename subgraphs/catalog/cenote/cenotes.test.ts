import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { demoId } from '../../../platform/values/demo-id.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import { greatCircleKm, startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

interface Node {
  id: string
  slug: string
  name: string
  description: string
  isActive: boolean
  createdAt: string
  location: { latitude: number; longitude: number; state: string; municipality: string }
  pricing: { adultCents: number }
  rating: { average: number }
  metadata: { popularity: number }
  amenities: { id: string; available: boolean; costCents: number }[]
}
interface List {
  cenotes: {
    nodes: Node[]
    edges: { cursor: string; node: { id: string } }[]
    totalCount: number
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  }
}
type Variables = Record<string, unknown>

const query = `query ($filter: CenoteFilter, $sort: CenoteSort, $first: Int, $after: String, $offset: NonNegativeInt) {
  cenotes(filter: $filter, sort: $sort, first: $first, after: $after, offset: $offset) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id } }
    nodes { id slug name description isActive createdAt location { latitude longitude state municipality } pricing { adultCents }
      rating { average } metadata { popularity } amenities { kind available costCents } } } }`

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())
const list = async (variables: Variables = {}, identity?: Partial<Identity>): Promise<List['cenotes']> =>
  (await catalog.ask<List>(query, { first: 100, ...variables }, identity)).cenotes
const slugs = ({ nodes }: { nodes: { slug: string }[] }): string[] => nodes.map(({ slug }) => slug)
const matching = async (filter: Variables, identity?: Partial<Identity>): Promise<string[]> =>
  slugs(await list({ filter }, identity))

describe('demo cenotes', () => {
  it('are at least 24 active ones of three states', async () => {
    const { nodes, totalCount } = await list()
    expect(totalCount).toBe(29)
    expect(new Set(nodes.map(({ location }) => location.state))).toEqual(
      new Set(['Quintana Roo', 'Yucatán', 'Campeche']),
    )
  })
})

describe('versions', () => {
  it('are in the order of the ids, in any case of theirs, and as new as the latest change', async () => {
    const [first, second] = [demoId('cenote', 'gran-cenote'), demoId('cenote', 'ik-kil')]
    const ids = [second, 'no id', first.toUpperCase(), randomUUID()]
    const read = async (): Promise<(number | null)[]> =>
      (
        await catalog.ask<{ cenoteVersions: (number | null)[] }>('query ($ids: [ID!]!) { cenoteVersions(ids: $ids) }', {
          ids,
        })
      ).cenoteVersions
    const before = await read()
    expect(before).toEqual([expect.any(Number), null, expect.any(Number), null])
    await catalog.sql('UPDATE live.cenote SET adult_cents = adult_cents + 100 WHERE id = $1', [first])
    expect(await read()).toEqual([before[0], null, Number(before[2]) + 1, null])
  })
})

describe('one cenote', () => {
  it('is found by id also when it is not active', async () => {
    const { cenote } = await catalog.ask<{ cenote: Node }>('query ($id: ID!) { cenote(id: $id) { slug isActive } }', {
      id: demoId('cenote', 'verde-lucero'),
    })
    expect(cenote).toEqual({ slug: 'verde-lucero', isActive: false })
  })
  it('responds in the language of the caller', async () => {
    const ask =
      '{ cenotes(first: 1, sort: { field: POPULARITY }) { nodes { description guidelines { beforeVisit } } } }'
    const { cenotes } = await catalog.ask<{
      cenotes: { nodes: { description: string; guidelines: { beforeVisit: string[] } }[] }
    }>(ask, {}, { locale: 'es-MX' })
    expect(cenotes.nodes[0]?.description).toMatch(/^Dos pozas turquesa/)
    expect(cenotes.nodes[0]?.guidelines.beforeVisit[0]).toBe('Báñese antes de entrar')
  })
  it.each([['nothing'], [''], [randomUUID()], ["' OR 1=1 --"], ['\0']])('is not found as %j', async (id) => {
    expect(await catalog.refusal('query ($id: ID!) { cenote(id: $id) { id } }', { id })).toMatchObject({
      code: 'CENOTE_NOT_FOUND',
      status: 404,
      details: { cenoteId: id },
    })
  })
})

describe('filters', () => {
  it('leave out inactive cenotes unless only those are requested', async () => {
    expect((await list()).nodes.every(({ isActive }) => isActive)).toBe(true)
    expect(await matching({ isActive: false })).toEqual(['verde-lucero'])
  })
  it.each([['yucatan'], ['YUCATÁN'], [' Yucatán ']])('match the state %j', async (state) => {
    const { nodes } = await list({ filter: { state } })
    expect(nodes).toHaveLength(10)
    expect(nodes.every(({ location }) => location.state === 'Yucatán')).toBe(true)
  })
  it('match the municipality regardless of accents', async () => {
    expect(await matching({ municipality: 'champoton' })).toEqual(['miguel-colorado'])
    expect(await matching({ municipality: 'hopelchén', state: 'Campeche' })).toEqual(['chencoh'])
    expect(await matching({ municipality: 'hopelchén', state: 'Yucatán' })).toEqual([])
  })
  it('match amenities that are available', async () => {
    const { nodes } = await list({ filter: { hasAmenity: 'kayak' } })
    expect(slugs({ nodes }).sort()).toEqual(['casa-cenote', 'miguel-colorado'])
    expect(await matching({ hasAmenity: 'zip-line', isActive: false })).toEqual([])
  })
  it('list amenities cheapest first', async () => {
    const costs = (await list()).nodes.map(({ amenities }) => amenities.map(({ costCents }) => costCents))
    expect(costs).toEqual(costs.map((all) => [...all].sort((a, b) => a - b)))
    expect(costs.filter((all) => new Set(all).size > 1).length).toBeGreaterThan(1)
  })
  it('match prices, bounds included', async () => {
    const { nodes } = await list({ filter: { minAdultCents: 18_000, maxAdultCents: 20_000 } })
    expect(slugs({ nodes })).toContain('ik-kil')
    const all = (await list()).nodes.filter(
      ({ pricing: { adultCents } }) => adultCents >= 18_000 && adultCents <= 20_000,
    )
    expect(slugs({ nodes })).toEqual(slugs({ nodes: all }))
    expect(await matching({ minAdultCents: 1e300 })).toEqual([])
    expect(await matching({ minAdultCents: 17_999.5, maxAdultCents: 18_000.5 })).toEqual(
      expect.arrayContaining(['ik-kil']),
    )
  })
  it('match ratings and days of creation', async () => {
    const { nodes } = await list({ filter: { minRating: 4.6 } })
    expect(nodes.length).toBeGreaterThan(0)
    expect(nodes.every(({ rating }) => rating.average >= 4.6)).toBe(true)
    expect(await matching({ createdAfter: '2024-10-04T15:40:00Z' })).toEqual(['chencoh', 'miguel-colorado'])
    expect(await matching({ createdBefore: '2023-01-20T15:30:00Z' })).toEqual(['ik-kil'])
  })
  it('match what was updated from an instant on, in the order of updates', async () => {
    const sort = { field: 'UPDATED_AT', direction: 'ASC' }
    const read = async (filter: object, direction = 'ASC'): Promise<string[]> =>
      slugs(await list({ filter, sort: { ...sort, direction } }))
    const all = await read({})
    expect(await read({}, 'DESC')).toEqual(all.toReversed())
    const [{ at }] = (await catalog.sql('SELECT updated_at AS at FROM live.cenote WHERE slug = $1', [all.at(-3)])) as [
      { at: Date },
    ]
    expect(await read({ updatedAfter: at.toISOString() })).toEqual(all.slice(-3))
    expect(await read({ updatedAfter: new Date(at.getTime() + 1).toISOString() })).toEqual(all.slice(-2))
  })
  it('refuse a rating outside 1 to 5', async () => {
    expect(await catalog.refusal(query, { filter: { minRating: 6 } })).toMatchObject({ code: 'ERROR_VALIDACION' })
  })
})

describe('search', () => {
  it.each([['SAMULÁ'], ['samula'], ['Samula\u0301'], ['  cenote   samulá ']])('finds Samulá as %j', async (search) => {
    expect(await matching({ search })).toEqual(['samula'])
  })
  it('looks in name and description of the language alone', async () => {
    expect(await matching({ search: 'howler' })).toEqual(['miguel-colorado'])
    expect(await matching({ search: 'howler' }, { locale: 'es' })).toEqual([])
    expect(await matching({ search: 'saraguatos' }, { locale: 'es' })).toEqual(['miguel-colorado'])
  })
  it.each([
    ['%'],
    ['_'],
    ['\\'],
    ['%%%'],
    ['a%b'],
    ['％'],
    ['＿'],
    ['\0'],
    ["'; DROP TABLE cenote; --"],
    ['$1'],
    ['\\%'],
    ['\uD800'],
    ['Zací\nA huge'],
    ['(.*)'],
  ])('takes %j literally', async (search) => {
    expect(await matching({ search })).toEqual([])
  })
  it('finds wildcards that are really there', async () => {
    await catalog.sql(`UPDATE sandbox.cenote SET description_en = 'A 100% natural _pool_ \\ well' WHERE slug = 'azul'`)
    const sandbox: Partial<Identity> = { environment: 'sandbox' }
    expect(await matching({ search: '0% nat' }, sandbox)).toEqual(['azul'])
    expect(await matching({ search: '_POOL_' }, sandbox)).toEqual(['azul'])
    expect(await matching({ search: '_ \\ w' }, sandbox)).toEqual(['azul'])
  })
  it('of nothing finds everything, of a text longer than any finds nothing', async () => {
    expect(await matching({ search: '  ' })).toHaveLength(29)
    expect(await matching({ search: 'x'.repeat(10_000) })).toEqual([])
    expect(await matching({ search: '\u0645\u0631\u062D\u0628\u0627 \u{1F3CA}'.repeat(50) })).toEqual([])
  })
})

const near = { latitude: 20.69, longitude: -88.2 }
const sorts: [string, (node: Node) => string | number][] = [
  ['NAME', ({ name }) => name],
  ['RATING', ({ rating }) => rating.average],
  ['PRICE', ({ pricing }) => pricing.adultCents],
  ['DISTANCE', ({ location }) => greatCircleKm(near, location)],
  ['CREATED_AT', ({ createdAt }) => Date.parse(createdAt)],
  ['POPULARITY', ({ metadata }) => metadata.popularity],
]
const directions = ['ASC', 'DESC'] as const
const sortOf = (field: string, direction: string): Variables => ({
  field,
  direction,
  ...(field === 'DISTANCE' && { near }),
})

describe.each(sorts.flatMap(([field, valueOf]) => directions.map((direction) => ({ field, direction, valueOf }))))(
  'sorted by $field $direction',
  ({ field, direction, valueOf }) => {
    const sort = sortOf(field, direction)
    it.each([['en'], ['es']] as const)('keeps the order in %s', async (locale) => {
      const values = (await list({ sort }, { locale })).nodes.map(valueOf)
      const compare = (a: string | number, b: string | number): number =>
        typeof a === 'string' ? a.localeCompare(String(b), locale) : a - Number(b)
      expect(values).toEqual([...values].sort((a, b) => (direction === 'ASC' ? compare(a, b) : compare(b, a))))
    })
    it('is walked by cursor as by position', async () => {
      const whole = slugs(await list({ sort }))
      const byCursor: string[] = []
      const byOffset: string[] = []
      let after: string | null = null
      do {
        const page: List['cenotes'] = await list({ sort, first: 7, after })
        expect(page.totalCount).toBe(29)
        expect(page.pageInfo.hasPreviousPage).toBe(after !== null)
        byCursor.push(...slugs(page))
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
      } while (after)
      for (let offset = 0; offset < 29; offset += 7) byOffset.push(...slugs(await list({ sort, first: 7, offset })))
      expect(byCursor).toEqual(whole)
      expect(byOffset).toEqual(whole)
    })
  },
)

describe('a walk', () => {
  it.each(sorts.map(([field]) => [field]))('by %s neither repeats nor skips when cenotes are added', async (field) => {
    const sandbox: Partial<Identity> = { environment: 'sandbox' }
    const sort = sortOf(field, 'ASC')
    const before = slugs(await list({ sort }, sandbox))
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: List['cenotes'] = await list({ sort, first: 4, after }, sandbox)
      seen.push(...slugs(page))
      // A twin of the last item seen and one of the first of all: equal in every value but the id.
      for (const slug of [page.nodes.at(-1)?.slug, before[0]]) await addTwin(String(slug))
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    } while (after && seen.length < 200)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((slug) => before.includes(slug))).toEqual(before)
    await catalog.sql("DELETE FROM sandbox.cenote WHERE slug LIKE 'twin-%'")
  })

  it('cursor of an edge stands at that edge', async () => {
    const { edges, nodes } = await list({ sort: sortOf('PRICE', 'ASC') })
    const page = await list({ sort: sortOf('PRICE', 'ASC'), after: edges[4]?.cursor, first: 3 })
    expect(slugs(page)).toEqual(slugs({ nodes: nodes.slice(5, 8) }))
  })

  it('cursor is valid only for its filter, sort, environment and language of the names', async () => {
    const variables = { sort: sortOf('NAME', 'ASC'), filter: { state: 'Yucatán' }, first: 3 }
    const after = (await list(variables)).pageInfo.endCursor
    expect(slugs(await list({ ...variables, after }))).toHaveLength(3)
    const invalid = { code: 'INVALID_CURSOR', status: 400 }
    expect(await catalog.refusal(query, { ...variables, after, sort: sortOf('NAME', 'DESC') })).toMatchObject(invalid)
    expect(await catalog.refusal(query, { ...variables, after, filter: { state: 'Campeche' } })).toMatchObject(invalid)
    expect(await catalog.refusal(query, { ...variables, after }, { environment: 'sandbox' })).toMatchObject(invalid)
    expect(await catalog.refusal(query, { ...variables, after }, { locale: 'es' })).toMatchObject(invalid)
    expect(await catalog.refusal(query, { ...variables, after: `${String(after)}A` })).toMatchObject(invalid)
    expect(await catalog.refusal(query, { ...variables, after: '' })).toMatchObject(invalid)
  })

  it('past the end is empty and knows what came before', async () => {
    const { nodes, totalCount, pageInfo } = await list({ offset: 1_000 })
    expect({ nodes, totalCount, pageInfo }).toEqual({
      nodes: [],
      totalCount: 29,
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    })
  })

  it.each([
    [{ first: 0 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ sort: { field: 'DISTANCE' } }, 'near'],
    [{ after: 'x', offset: 0 }, 'offset'],
  ])('refuses %j', async (variables, field) => {
    const { code, details } = await catalog.refusal(query, variables)
    expect({ code, details }).toMatchObject({
      code: 'ERROR_VALIDACION',
      details: { fields: { [field]: [expect.any(String)] } },
    })
  })
})

/** Adds a cenote that equals another in everything but id and slug. */
async function addTwin(slug: string): Promise<void> {
  const columns = (
    await catalog.sql(
      "SELECT column_name FROM information_schema.columns WHERE table_schema = 'sandbox' AND table_name = 'cenote' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'slug')",
    )
  )
    .map(({ column_name }) => String(column_name))
    .join(', ')
  const id = randomUUID()
  await catalog.sql(
    `INSERT INTO sandbox.cenote (id, slug, ${columns}) SELECT $1, $2, ${columns} FROM sandbox.cenote WHERE slug = $3`,
    [id, `twin-${id}`, slug],
  )
}
