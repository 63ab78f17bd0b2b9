import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../tests/testkit/long-form.ts'
import { ResponseJson, maxResponseBytes, writeResponse } from './response-json.ts'

const long = 'x'.repeat(40_000)

describe('data in memory', () => {
  const cost = (budget: number) => ({ cost: { requested: 12, budget } })
  const data = JSON.stringify({ cenote: { name: 'Ñandú' } })

  it('is sent as it would be written, with and without extensions', async () => {
    const json = new ResponseJson(Buffer.from(data))
    for (const extensions of [cost(1_000), undefined, cost(5_000), cost(1_000)])
      expect(json.response(extensions)?.toString()).toBe(
        await writeResponse({ data: JSON.parse(data) as object, ...(extensions ? { extensions } : {}) }),
      )
    expect([json.text, json.bytes?.toString()]).toEqual([data, data])
  })

  it('is the same bytes for callers with the same extensions, which it shares', () => {
    const json = new ResponseJson(Buffer.from(data))
    const response = json.response(cost(1_000))
    expect(json.response(cost(1_000))).toBe(response)
    expect(json.response(cost(5_000))).not.toBe(response)
    expect(json.response(cost(1_000))).toBe(response)
    expect(json.bytes?.buffer).toBe(response?.buffer)
  })

  it('is refused where it is too large with its extensions', () => {
    const json = new ResponseJson(Buffer.alloc(maxResponseBytes - 20, ' '))
    expect(json.response(undefined).length).toBeLessThanOrEqual(maxResponseBytes)
    expect(() => json.response(cost(1_000))).toThrow(
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'ANSWER_TOO_LARGE' }) as unknown }),
    )
  })
})

describe('a response', () => {
  it('is written as JSON.stringify writes it, short or long', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object({ maxDepth: 4, withNullPrototype: false }), fc.boolean(), async (value, isLong) => {
        const result = isLong ? { ...value, long, list: [value, [long, undefined, value], {}] } : value
        expect(await writeResponse(result)).toBe(JSON.stringify(result))
      }),
      runs(100),
    )
  })

  it('that is long leaves the thread to others while it is written', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await writeResponse({
      nodes: Array.from({ length: 60_000 }, (_, id) => ({ id, name: 'Cenote', tags: ['a', 'b'] })),
    })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })

  it('is aborted as soon as it is larger than allowed, however much is left of it', async () => {
    const text = 'ñ'.repeat(maxResponseBytes / 20)
    const fits = { nodes: Array.from({ length: 9 }, () => text) }
    expect(Buffer.byteLength(await writeResponse(fits))).toBeLessThan(maxResponseBytes)
    const tooLarge = { data: { nodes: Array.from({ length: 1_000_000 }, () => text) } }
    await expect(writeResponse(tooLarge)).rejects.toMatchObject({
      extensions: { code: 'ANSWER_TOO_LARGE', status: 422, details: { maximumBytes: maxResponseBytes } },
    })
  })
})
