import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql, testServerUrl } from '../../tests/testkit/database.ts'
import { eventually } from '../../tests/testkit/eventually.ts'
import { createDatabase } from '../../tests/testkit/template-databases.ts'
import { openAccessRepository, type AccessRepository } from '../database/repository.ts'
import { createIdempotencyRepository, type Claim, type IdempotencyRepository } from './repository.ts'

let database: string
let access: AccessRepository
/** Of two processes. */
let one: IdempotencyRepository
let other: IdempotencyRepository
beforeAll(async () => {
  database = await createDatabase('access', openAccessRepository)
  access = await openAccessRepository(testServerUrl(), database)
})
afterAll(() => access.close())
beforeEach(() => {
  one = createIdempotencyRepository(access.pools.sandbox)
  other = createIdempotencyRepository(access.pools.sandbox)
})
afterEach(() => Promise.all([one.close(), other.close()]))

const bytes = (): Buffer => randomBytes(32)
const [body, otherBody] = [bytes(), bytes()]
const response = (text = '{"data":1}') => ({ response: Buffer.from(text), locale: 'es' as const })

/** Claims a request that must be free; returns the name of its operation. */
async function claimed(repository: IdempotencyRepository, id: Buffer, owner = bytes()): Promise<string> {
  const claim = await repository.claim(id, body, owner)
  if (claim.outcome !== 'claimed') throw new Error(`The claim was ${claim.outcome}`)
  return claim.operation
}
const claimAgain = (id: Buffer, fingerprint = body): Promise<Claim> => other.claim(id, fingerprint, bytes())
/** Lets time pass for what is stored of a request. */
const age = (id: Buffer, hours: number) =>
  sql(
    database,
    `UPDATE sandbox.idempotent_request SET claimed_at = claimed_at - $2 * interval '1 hour' WHERE id = $1`,
    [id, hours],
  )

describe('a request under an Idempotency-Key', () => {
  it('is claimed by one of many that come at once', async () => {
    const id = bytes()
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).claim(id, body, bytes())),
    )
    expect(claims.map(({ outcome }) => outcome).sort()).toEqual(['claimed', ...Array<string>(19).fill('in_use')])
  })

  it('returns its response with its language once it is stored', async () => {
    const id = bytes()
    await one.store(id, await claimed(one, id), response())
    expect(await claimAgain(id)).toEqual({ outcome: 'completed', ...response() })
  })

  it('is refused for another body, while it runs and afterwards', async () => {
    const id = bytes()
    const operation = await claimed(one, id)
    expect(await claimAgain(id, otherBody)).toEqual({ outcome: 'reused' })
    await one.store(id, operation, response())
    expect(await claimAgain(id, otherBody)).toEqual({ outcome: 'reused' })
  })

  it('that was released is retried under the name of its operation, by the same body only', async () => {
    const id = bytes()
    const operation = await claimed(one, id)
    await one.release(id, operation)
    expect(await claimAgain(id, otherBody)).toEqual({ outcome: 'reused' })
    expect(await claimAgain(id)).toEqual({ outcome: 'claimed', operation })
  })

  it('is taken over, under the same name, when its process is gone', async () => {
    const id = bytes()
    const operation = await claimed(one, id)
    expect(await claimAgain(id)).toEqual({ outcome: 'in_use' })
    await one.close()
    await eventually(() => claimAgain(id), { outcome: 'claimed', operation })
  })

  it('that did nothing is forgotten: another body may have its key', async () => {
    const id = bytes()
    const operation = await claimed(one, id)
    await one.forget(id, operation)
    const again = await claimAgain(id, otherBody)
    expect(again).toMatchObject({ outcome: 'claimed' })
    expect(again).not.toMatchObject({ operation })
  })

  it('that has a response is not forgotten', async () => {
    const id = bytes()
    const operation = await claimed(one, id)
    await one.store(id, operation, response())
    await one.forget(id, operation)
    expect(await claimAgain(id)).toMatchObject({ outcome: 'completed' })
  })

  it('ends after 24 hours: its key is new, for any body and under another name', async () => {
    const [id, younger] = [bytes(), bytes()]
    const operation = await claimed(one, id)
    await one.store(id, operation, response())
    await one.store(younger, await claimed(one, younger), response())
    await age(id, 24.1)
    await age(younger, 23.9)
    const again = await claimAgain(id, otherBody)
    expect(again).toMatchObject({ outcome: 'claimed' })
    expect(again).not.toMatchObject({ operation })
    // Nor is its response that of the new request.
    expect(await one.claim(id, otherBody, bytes())).toEqual({ outcome: 'in_use' })
    expect(await claimAgain(younger)).toMatchObject({ outcome: 'completed' })
  })

  it('is stored, released or forgotten by the operation that has it, and by no earlier one', async () => {
    const id = bytes()
    const earlier = await claimed(one, id)
    await age(id, 25)
    const operation = await claimed(other, id)
    await one.store(id, earlier, response())
    await one.release(id, earlier)
    await one.forget(id, earlier)
    expect(await one.claim(id, body, bytes())).toEqual({ outcome: 'in_use' })
    await other.store(id, operation, response('{"data":2}'))
    expect(await one.claim(id, body, bytes())).toMatchObject(response('{"data":2}'))
  })
})

describe('what is stored for an owner', () => {
  /** Stores responses, each an hour older than the one before, and returns their ids. */
  async function store(owner: Buffer, count: number): Promise<Buffer[]> {
    const ids = Array.from({ length: count }, bytes)
    for (const [hours, id] of ids.entries()) {
      await one.store(id, await claimed(one, id, owner), response('x'.repeat(10)))
      await age(id, hours)
    }
    return ids
  }
  const lengths = (ids: Buffer[]): Promise<number[]> =>
    Promise.all(
      ids.map(async (id) => {
        const claim = await claimAgain(id)
        return claim.outcome === 'completed' ? claim.response.length : -1
      }),
    )

  it.each([
    ['responses', { responses: 2, bytes: 1_000 }],
    ['bytes', { responses: 1_000, bytes: 29 }],
  ])('is dropped above its %s, the oldest first; that it was done stays known', async (_what, limits) => {
    const [owner, neighbour] = [bytes(), bytes()]
    const [mine, theirs] = [await store(owner, 4), await store(neighbour, 3)]
    await one.dropAbove(owner, limits)
    expect([await lengths(mine), await lengths(theirs)]).toEqual([
      [10, 10, 0, 0],
      [10, 10, 10],
    ])
  })
})

describe('old requests', () => {
  it('are removed after 24 hours, and no others', async () => {
    const [old, young] = [bytes(), bytes()]
    await claimed(one, old)
    await claimed(one, young)
    await age(old, 24.1)
    await age(young, 23.9)
    expect(await one.prune()).toBe(false)
    const left = await sql(database, 'SELECT FROM sandbox.idempotent_request WHERE id = ANY ($1)', [[old, young]])
    expect(left).toHaveLength(1)
    expect(await claimAgain(young)).toEqual({ outcome: 'in_use' })
  })

  it('are removed in batches, and whether there may be more is known', async () => {
    await sql(
      database,
      `INSERT INTO sandbox.idempotent_request (id, fingerprint, claimed_at)
       SELECT decode(md5(n::text), 'hex'), '', now() - interval '25 hours' FROM generate_series(1, 10001) n`,
    )
    expect([await one.prune(), await one.prune()]).toEqual([true, false])
  })
})
