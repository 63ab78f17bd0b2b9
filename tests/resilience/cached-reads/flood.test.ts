import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { renameCenotes } from '../../testkit/catalog-rows.ts'
import { listedFactChanges } from '../../testkit/fact-changes.ts'
import { countClosedSlots, reopenSlots } from '../../testkit/inventory-rows.ts'
import { operator } from '../../testkit/operator.ts'
import { partner, startTestProduct, type TestProduct } from '../../testkit/product.ts'
import { cenotes } from '../../testkit/random-reads.ts'
import { timePasses } from '../../testkit/pauses.ts'

const slots = 10_000
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let cached: TestProduct
let other: TestProduct
let uncached: TestProduct
beforeAll(async () => {
  uncached = await startTestProduct({ CACHE_MB: '0' })
  cached = await startTestProduct({}, uncached)
  other = await startTestProduct({}, uncached)
}, 180_000)
afterAll(async () => {
  for (const product of [other, cached, uncached]) await product?.close()
})

interface Seen {
  readonly body: unknown
  readonly cache: string | null
}

async function availability({ url }: TestProduct, cenoteId: string, date: string): Promise<Seen> {
  const { status, body, headers } = await partner(url).get(
    `/api/partner/cenotes/${cenoteId}/availability?startDate=${date}`,
  )
  expect(status).toBe(200)
  return { body: body.data, cache: headers.get('x-cache') }
}

const dates = Array.from({ length: 4 }, (_, index) => day(5 + index * 80))
const places = cenotes.flatMap(({ id }) => dates.map((date) => [id, date] as const))

/** Every place through a process, and without a cache. */
async function expectSame(product: TestProduct): Promise<void> {
  for (const [id, date] of places)
    expect((await availability(product, id, date)).body).toEqual((await availability(uncached, id, date)).body)
}

/** Reads until every place is served from memory. */
async function fill(product: TestProduct): Promise<void> {
  for (const [id, date] of places)
    for (let left = 50; (await availability(product, id, date)).cache !== 'hit'; left -= 1)
      if (left === 0) throw new Error('Nothing is served from memory')
}

/** After this time, a change is read through every process. */
const elsewhereMilliseconds = 1_000

describe('a flood of changes', () => {
  it('of 10,000 slots that an operator overrides at once ends what was read before, in every process', async () => {
    for (const product of [cached, other]) await fill(product)
    const overridden = await Promise.all(
      cenotes.map(({ id }) =>
        operator(cached.url).ask(
          'mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { __typename } }',
          {
            input: { cenoteId: id, from: dates[0], to: day(5 + 364), available: false, reason: 'Repairs', force: true },
          },
        ),
      ),
    )
    expect(overridden).toHaveLength(cenotes.length)
    expect(await countClosedSlots(uncached.database('booking'))).toBeGreaterThanOrEqual(slots)
    await expectSame(cached)
    await timePasses(elsewhereMilliseconds)
    await expectSame(other)
  })

  it('of more tags than a list of changes has ends everything', async () => {
    for (const product of [cached, other]) await fill(product)
    // Behind the back of every process, in one transaction.
    await reopenSlots(uncached.database('booking'))
    expect((await listedFactChanges(uncached.database('booking'))).count).toBeGreaterThan(20_000)
    await timePasses(elsewhereMilliseconds)
    for (const product of [cached, other]) await expectSame(product)
  })

  it('of rows whose names together exceed 8,000 bytes is not lost, as a notification would be', async () => {
    const database = uncached.database('catalog')
    const names = async (product: TestProduct): Promise<unknown> =>
      (await partner(product.url).graphql('{ cenotes(first: 100) { nodes { id name } } }')).body.data
    for (const product of [cached, other]) expect(await names(product)).toEqual(await names(uncached))
    const before = await names(uncached)
    await renameCenotes(database, 50)
    expect((await listedFactChanges(database)).bytes).toBeGreaterThan(8_000)
    await timePasses(elsewhereMilliseconds)
    for (const product of [cached, other]) expect(await names(product)).toEqual(await names(uncached))
    expect(await names(uncached)).not.toEqual(before)
  })
})
