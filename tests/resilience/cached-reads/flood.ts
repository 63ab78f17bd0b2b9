import { describe, expect, it } from '@jest/globals'
import { renameCenotes } from '../../testkit/catalog-rows.ts'
import { listedFactChanges } from '../../testkit/fact-changes.ts'
import { countClosedSlots, reopenSlots } from '../../testkit/inventory-rows.ts'
import type { Member } from '../../testkit/member.ts'
import { operator } from '../../testkit/operator.ts'
import { timePasses } from '../../testkit/pauses.ts'
import { partner } from '../../testkit/product.ts'
import { cenotes } from '../../testkit/random-reads.ts'
import type { Installation } from './installation.ts'

const slots = 10_000
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const dates = [day(5), day(165)]
const places = cenotes.flatMap(({ id }) => dates.map((date) => [id, date] as const))
/** After this time, a change is read through every process. */
const elsewhereMilliseconds = 1_000

interface Seen {
  readonly body: unknown
  readonly cache: string | null
}

async function availability({ url }: Member, cenoteId: string, date: string): Promise<Seen> {
  const { status, body, headers } = await partner(url).get(
    `/api/partner/cenotes/${cenoteId}/availability?startDate=${date}`,
  )
  expect(status).toBe(200)
  return { body: body.data, cache: headers.get('x-cache') }
}

/** Reads until every place is served from memory. */
async function fill(member: Member): Promise<void> {
  for (const [id, date] of places)
    for (let left = 50; (await availability(member, id, date)).cache !== 'hit'; left -= 1)
      if (left === 0) throw new Error('Nothing is served from memory')
}

const namesAt = async ({ url }: Member): Promise<unknown> =>
  (await partner(url).graphql('{ cenotes(first: 100) { nodes { id name } } }')).body.data

/** Registers tests on processes that other tests have started. */
export function floodTests(installation: () => Installation): void {
  /** Compares every place through a process with an uncached read. */
  async function expectSame(member: Member): Promise<void> {
    const { uncached } = installation()
    for (const [id, date] of places)
      expect((await availability(member, id, date)).body).toEqual((await availability(uncached, id, date)).body)
  }

  async function expectSameNames(): Promise<void> {
    const { cached, uncached } = installation()
    const names = await namesAt(uncached)
    for (const member of cached) expect(await namesAt(member)).toEqual(names)
  }

  describe('a flood of changes', () => {
    it('of 10,000 slots that an operator overrides at once ends what was read before, in every process', async () => {
      const { cached, serverUrl } = installation()
      const [writer, other] = cached
      for (const member of cached) await fill(member)
      const input = { from: dates[0], to: day(5 + 364), available: false, reason: 'Repairs', force: true }
      const override = 'mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { __typename } }'
      await Promise.all(
        cenotes.map(({ id }) => operator(writer.url).ask(override, { input: { cenoteId: id, ...input } })),
      )
      expect(await countClosedSlots('booking', { serverUrl })).toBeGreaterThanOrEqual(slots)
      await expectSame(writer)
      await timePasses(elsewhereMilliseconds)
      await expectSame(other)
    })

    it('of more tags than a list of changes has ends everything', async () => {
      const { cached, serverUrl } = installation()
      for (const member of cached) await fill(member)
      // Behind the back of every process, in one transaction.
      await reopenSlots('booking', { serverUrl })
      expect((await listedFactChanges('booking', { serverUrl })).count).toBeGreaterThan(20_000)
      await timePasses(elsewhereMilliseconds)
      for (const member of cached) await expectSame(member)
    })

    it('of rows whose names together exceed 8,000 bytes is not lost, as a notification would be', async () => {
      const { uncached, serverUrl } = installation()
      await expectSameNames()
      const before = await namesAt(uncached)
      await renameCenotes('catalog', 50, { serverUrl })
      expect((await listedFactChanges('catalog', { serverUrl })).bytes).toBeGreaterThan(8_000)
      await timePasses(elsewhereMilliseconds)
      await expectSameNames()
      expect(await namesAt(uncached)).not.toEqual(before)
    })
  })
}
