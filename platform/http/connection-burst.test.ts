import { describe, expect, it } from '@jest/globals'
import { ConnectionBurst } from './connection-burst.ts'

/** A burst whose clock and turns the test controls. */
function burstByHand() {
  const scheduled: (() => void)[] = []
  let now = 1_000
  const burst = new ConnectionBurst<string>(
    () => now,
    (callback) => void scheduled.push(callback),
  )
  return {
    burst,
    pass: (milliseconds: number) => void (now += milliseconds),
    /** Ends two turns, because an accepted connection still counts in the second. */
    endTurns(): void {
      for (const callback of scheduled.splice(0)) callback()
      for (const callback of scheduled.splice(0)) callback()
    },
  }
}

describe('a burst of connections', () => {
  it('lets one connection of each owner be read every 20 ms while others are accepted', () => {
    const { burst, pass } = burstByHand()
    burst.accept()
    expect(['a', 'a', 'b'].map((owner) => burst.mayRead(owner))).toEqual([true, false, true])
    pass(19)
    expect(burst.mayRead('a')).toBe(false)
    pass(1)
    expect(['a', 'a', 'b'].map((owner) => burst.mayRead(owner))).toEqual([true, false, true])
  })

  it('lets every connection be read once a turn has passed without a new one', () => {
    const { burst, endTurns } = burstByHand()
    burst.accept()
    endTurns()
    expect(['a', 'a', 'a'].map((owner) => burst.mayRead(owner))).toEqual([true, true, true])
  })

  it('lasts while connections are accepted, and begins again 20 ms after the last', () => {
    const { burst, pass, endTurns } = burstByHand()
    burst.accept()
    burst.mayRead('a')
    endTurns()
    pass(1)
    burst.accept()
    expect(burst.mayRead('a')).toBe(false)
    endTurns()
    pass(20)
    burst.accept()
    expect(burst.mayRead('a')).toBe(true)
  })
})
