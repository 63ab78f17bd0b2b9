import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { WorkAccount, WorkClock } from './work-account.ts'

/** A clock that the test moves, whose process may have the processor only for a part of the time. */
function clocked() {
  const time = { now: 0, processor: 0 }
  const clock = new WorkClock({ now: () => time.now, processorTime: () => time.processor })
  const pass = (milliseconds: number, onProcessor = milliseconds): void => {
    time.now += milliseconds
    time.processor += onProcessor
  }
  return { clock, pass }
}

function payer() {
  const spent: number[] = []
  return { spent, spend: (milliseconds: number) => void spent.push(milliseconds) }
}

describe('the clock of work', () => {
  it('counts for an account from where its work continues to the next change', () => {
    const { clock, pass } = clocked()
    const [one, other] = [new WorkAccount(), new WorkAccount()]
    pass(100)
    clock.switchTo(one)
    pass(3)
    clock.switchTo(other)
    pass(4)
    clock.switchTo(one)
    pass(5)
    clock.switchTo(other)
    pass(6)
    clock.switchTo(undefined)
    pass(100)
    expect([one.used, other.used]).toEqual([8, 10])
  })

  it('counts no waiting: the end of a turn of the event loop ends the current work', async () => {
    const { clock, pass } = clocked()
    const account = new WorkAccount()
    clock.switchTo(account)
    pass(2)
    await turn()
    pass(50)
    expect([account.used, clock.current]).toEqual([2, undefined])
  })

  it('counts no more than the process had the processor', () => {
    const { clock, pass } = clocked()
    const account = new WorkAccount()
    clock.switchTo(account)
    pass(30, 4)
    clock.lap()
    expect(account.used).toBe(4)
  })

  it('lets each of several that wait for the same continue for its own account', async () => {
    const { clock, pass } = clocked()
    let read: (value: string) => void = () => undefined
    const shared = new Promise<string>((resolve) => (read = resolve))
    const accounts = [1, 2, 3].map(() => new WorkAccount())
    const work = accounts.map(async (account, index) => {
      clock.switchTo(account)
      const value = await clock.resume(shared)
      pass(10 * (index + 1))
      await clock.resume(turn())
      pass(1)
      return value
    })
    await turn()
    clock.switchTo(accounts[1])
    pass(7)
    read('the value')
    expect(await Promise.all(work)).toEqual(['the value', 'the value', 'the value'])
    clock.switchTo(undefined)
    expect(accounts.map(({ used }) => used)).toEqual([11, 28, 31])
  })

  it('has a callback called for the account that waits for it, in the work of another too', async () => {
    const { clock, pass } = clocked()
    const [waiting, other] = [new WorkAccount(), new WorkAccount()]
    const called = new Promise<void>((resolve) => {
      clock.switchTo(waiting)
      const callback = clock.bind(() => {
        pass(5)
        resolve()
      })
      clock.switchTo(other)
      callback()
      pass(3)
    })
    await called
    clock.lap()
    expect([waiting.used, other.used]).toEqual([5, 3])
  })

  it('continues for the same account after a failure', async () => {
    const { clock } = clocked()
    const account = new WorkAccount()
    clock.switchTo(account)
    const failed = clock.resume(turn().then(() => Promise.reject(new Error('failed'))))
    expect(await failed.catch(() => clock.current)).toBe(account)
  })
})

describe('an account of work', () => {
  it('is charged to its payer once that is known, small sums together, and the rest when it is closed', () => {
    const { spent, spend } = payer()
    const account = new WorkAccount()
    account.add(4)
    account.payBy({ spend })
    account.add(0.5)
    account.add(1)
    account.add(0.25)
    expect(spent).toEqual([5.5])
    account.close()
    account.add(2)
    expect(spent).toEqual([5.5, 0.25, 2])
  })

  it('charges each payer for its time', () => {
    const [first, second] = [payer(), payer()]
    const account = new WorkAccount(first)
    account.add(2)
    account.payBy(second)
    account.add(3)
    account.close()
    expect([first.spent, second.spent]).toEqual([[2], [3]])
  })

  it('measures its parts one after the other', () => {
    const account = new WorkAccount()
    const parts: [string, number][] = []
    account.add(10)
    account.beginPart((milliseconds) => parts.push(['first', milliseconds]))
    account.add(3)
    account.beginPart((milliseconds) => parts.push(['second', milliseconds]))
    account.add(4)
    account.close()
    expect(parts).toEqual([
      ['first', 3],
      ['second', 4],
    ])
  })
})
