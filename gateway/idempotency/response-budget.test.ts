import { describe, expect, it } from '@jest/globals'
import { createLogger } from '../../platform/process/logger.ts'
import { ResponseBudget } from './response-budget.ts'

const limits = { responses: 100, bytes: 1_000 }
const [one, other] = [Buffer.from('one'), Buffer.from('other')]

function budget(fails = false) {
  const dropped: string[] = []
  const made = new ResponseBudget(
    limits,
    (owner) => {
      dropped.push(owner.toString())
      return fails ? Promise.reject(new Error('away')) : Promise.resolve(true)
    },
    createLogger('silent', 'test'),
  )
  return { budget: made, dropped }
}

describe('the limits of stored responses', () => {
  it('are applied when a key is first used, and then after every twentieth of its number', async () => {
    const { budget: responses, dropped } = budget()
    const stored: boolean[] = []
    for (let count = 0; count < 11; count += 1) stored.push(await responses.stored(one, 1))
    expect(stored.filter(Boolean)).toHaveLength(3)
    expect(dropped).toEqual(['one', 'one', 'one'])
  })

  it('are applied after every twentieth of its bytes, separately for each key', async () => {
    const { budget: responses, dropped } = budget()
    await responses.stored(one, 10)
    await responses.stored(other, 10)
    await responses.stored(one, 49)
    expect(dropped).toEqual(['one', 'other'])
    await responses.stored(one, 1)
    expect(dropped).toEqual(['one', 'other', 'one'])
  })

  it('fail no request when the database is away', async () => {
    const { budget: responses, dropped } = budget(true)
    await expect(responses.stored(one, 10)).resolves.toBe(false)
    expect(dropped).toEqual(['one'])
  })
})
