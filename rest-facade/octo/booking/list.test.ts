import { describe, expect, it } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Facade } from '../../http/facade.ts'
import type { BookingFieldsFragment } from '../../generated/operations.ts'
import { listBookings } from './list.ts'

const pageSize = 50

/** A list of so many bookings, read in pages as the gateway returns them; with the requests for them. */
async function listed(count: number) {
  const requests: object[] = []
  const executeOrThrow = (
    _request: unknown,
    _reply: unknown,
    _document: unknown,
    variables: { after: string | null; isFirst: boolean },
  ): Promise<object> => {
    requests.push(variables)
    const start = Number(variables.after ?? 0)
    const end = Math.min(start + pageSize, count)
    const nodes = Array.from({ length: end - start }, (_, index) => ({ id: `r${start + index}`, product: {} }))
    const pageInfo = { hasNextPage: end < count, endCursor: String(end) }
    return Promise.resolve({
      reservations: { nodes, pageInfo, ...(variables.isFirst ? { totalCount: count } : {}) },
    })
  }
  const context = {
    facade: { executeOrThrow } as unknown as Facade,
    request: { headers: {} } as FastifyRequest,
    reply: {} as FastifyReply,
    products: new Map(),
  }
  const result = await listBookings(context, { resellerReference: 'R-1' }).catch((error: unknown) => error)
  return { requests, result, ids: Array.isArray(result) ? (result as BookingFieldsFragment[]).map(({ id }) => id) : [] }
}

describe('a list of bookings', () => {
  it('has those of all pages, each once and in their order', async () => {
    const { ids, requests } = await listed(120)
    expect(ids).toEqual(Array.from({ length: 120 }, (_, index) => `r${index}`))
    const filter = { resellerReference: 'R-1' }
    expect(requests).toMatchObject([
      { filter, after: null, isFirst: true },
      { filter, after: '50', isFirst: false },
      { filter, after: '100', isFirst: false },
    ])
  })

  it('has at most a thousand; more are refused before any further page is read', async () => {
    expect((await listed(1_000)).ids).toHaveLength(1_000)
    const { result, requests } = await listed(1_001)
    expect(result).toMatchObject({ code: 'BAD_REQUEST', reason: { key: 'TOO_MANY_BOOKINGS', max: 1_000 } })
    expect(requests).toHaveLength(1)
  })
})
