import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../tests/testkit/long-form.ts'
import type { GraphQLFormattedError } from 'graphql'
import { Channel, Refusal, type ChannelSource, type Subscriber } from './channel.ts'
import { workClock, type WorkAccount } from '../../platform/process/work-account.ts'
import { eventually, quietFor } from '../../tests/testkit/eventually.ts'
import { ScriptedLog } from '../../tests/testkit/scripted-log.ts'
import { timePasses } from '../../tests/testkit/pauses.ts'

/** Where the results come from: a log whose events are their cursors. */
class ScriptedSource extends ScriptedLog<string> implements ChannelSource<string> {
  completed = 0
  #completionsToFail = 0

  constructor() {
    super((cursor) => cursor)
  }

  failCompletions(count: number): void {
    this.#completionsToFail = count
  }

  async complete(event: string): Promise<string> {
    this.completed += 1
    await turn()
    if (this.#completionsToFail > 0) {
      this.#completionsToFail -= 1
      throw new Error('not whole')
    }
    return `result of ${event}`
  }
}

class Listener implements Subscriber {
  readonly received: string[] = []
  errors: readonly GraphQLFormattedError[] | undefined
  unreadBytes = 0
  slow = false
  next(result: string, cursor: string): void {
    expect(result).toBe(`result of ${cursor}`)
    expect(this.errors).toBeUndefined()
    this.received.push(cursor)
  }
  error(errors: readonly GraphQLFormattedError[]): void {
    this.errors = errors
  }
  tooSlow(): void {
    this.slow = true
  }
}

function channelOn(log: ScriptedSource) {
  const reports = { empty: 0, failures: 0, recoveries: 0 }
  const channel = new Channel<string>(log, {
    onEmpty: () => void (reports.empty += 1),
    onFailure: () => void (reports.failures += 1),
    onRecovery: () => void (reports.recoveries += 1),
    unavailable: () => [{ message: 'unavailable' }],
  })
  return { channel, reports }
}

describe('a channel', () => {
  it('has a replay charged to the caller that requests it, and new events to none', async () => {
    const log = new ScriptedSource()
    const { channel } = channelOn(log)
    const accounts: (WorkAccount | undefined)[] = []
    log.complete = (event) => {
      accounts.push(workClock.current)
      return Promise.resolve(`result of ${event}`)
    }
    log.write(2)
    const spent: number[] = []
    const listener = new Listener()
    channel.join(listener, 'start', { spend: (milliseconds) => spent.push(milliseconds), hasTimeLeft: true })
    await eventually(() => listener.received.length, 2)
    const [replay] = accounts
    expect(replay).toBeDefined()
    expect(accounts).toEqual([replay, replay])
    await timePasses(600)
    log.write(1)
    await eventually(() => listener.received.length, 3)
    expect(accounts[2]).toBeUndefined()
    channel.leave(listener)
    expect(spent.length).toBeGreaterThan(0)
  })

  it('waits with a replay while its payer has no processor time left', async () => {
    const log = new ScriptedSource()
    const { channel } = channelOn(log)
    log.write(3)
    const payer = { spend: () => undefined, hasTimeLeft: false }
    const listener = new Listener()
    channel.join(listener, 'start', payer)
    await eventually(() => listener.received, ['c0'])
    payer.hasTimeLeft = true
    await eventually(() => listener.received, ['c0', 'c1', 'c2'])
  })

  it('makes each result once for all its subscribers, however they connected', async () => {
    const log = new ScriptedSource()
    const { channel } = channelOn(log)
    const live = Array.from({ length: 100 }, () => new Listener())
    for (const listener of live) channel.join(listener, undefined)
    await eventually(() => log.readers.size === 1, true)
    log.write(10)
    await eventually(() => live.every(({ received }) => received.length === 10), true)
    expect([log.completed, log.opened]).toEqual([10, 1])
    // Who was away for a moment is served from what is remembered.
    const back = Array.from({ length: 50 }, () => new Listener())
    for (const listener of back) channel.join(listener, 'c4')
    expect(back.map(({ received }) => received)).toEqual(back.map(() => ['c5', 'c6', 'c7', 'c8', 'c9']))
    log.write(1)
    await eventually(() => [...live, ...back].every(({ received }) => received.at(-1) === 'c10'), true)
    expect([log.completed, log.opened]).toEqual([11, 1])
  })

  it('serves those who come from far behind by one replay, which then joins the live one', async () => {
    const log = new ScriptedSource()
    const { channel } = channelOn(log)
    const live = new Listener()
    channel.join(live, undefined)
    await eventually(() => log.readers.size === 1, true)
    log.write(300)
    await eventually(() => live.received.length === 300, true)
    const late = Array.from({ length: 20 }, () => new Listener())
    for (const listener of late) channel.join(listener, 'start')
    await eventually(() => late.every(({ received }) => received.length === 300), true)
    expect(late.map(({ received }) => received)).toEqual(late.map(() => log.cursors))
    expect(log.opened).toBe(2)
    await eventually(() => log.readers.size === 1, true)
    log.write(1)
    await eventually(() => [live, ...late].every(({ received }) => received.at(-1) === 'c300'), true)
  })

  it('ends its source when the last subscriber leaves, also a source that is quiet or only being opened', async () => {
    const log = new ScriptedSource()
    const { channel, reports } = channelOn(log)
    const [one, other] = [new Listener(), new Listener()]
    channel.join(one, undefined)
    channel.join(other, undefined)
    await eventually(() => log.readers.size === 1, true)
    channel.leave(one)
    expect([log.readers.size, reports.empty]).toEqual([1, 0])
    channel.leave(other)
    expect([log.readers.size, reports.empty]).toEqual([0, 1])
    channel.join(one, 'start')
    channel.leave(one)
    await eventually(() => [log.opened, log.readers.size], [2, 0])
    expect(reports.empty).toBe(2)
    channel.leave(one)
    expect(reports.empty).toBe(2)
  })

  it('reopens a broken source from its position, and reports the failure and the recovery once', async () => {
    const log = new ScriptedSource()
    const { channel, reports } = channelOn(log)
    const listener = new Listener()
    channel.join(listener, undefined)
    await eventually(() => log.readers.size === 1, true)
    log.write(3)
    await eventually(() => listener.received.length === 3, true)
    log.failure = new Error('away')
    log.break(new Error('broken off'))
    log.write(3)
    await eventually(() => log.opened >= 4, true)
    log.failure = undefined
    await eventually(() => listener.received.length === 6, true)
    expect(listener.received).toEqual(log.cursors)
    expect(reports).toEqual({ empty: 0, failures: 1, recoveries: 1 })
    channel.leave(listener)
  })

  it('sends each event exactly once when it cannot be completed immediately', async () => {
    const log = new ScriptedSource()
    const { channel } = channelOn(log)
    const listener = new Listener()
    channel.join(listener, undefined)
    await eventually(() => log.readers.size === 1, true)
    log.failCompletions(3)
    log.write(5)
    await eventually(() => listener.received.length === 5, true)
    expect(listener.received).toEqual(log.cursors)
    channel.leave(listener)
  })

  it('reports a refusal, and a source that is unreachable at the beginning, as errors, and ends', async () => {
    const log = new ScriptedSource()
    const { channel, reports } = channelOn(log)
    log.failure = new Refusal([{ message: 'no' }])
    const refused = new Listener()
    channel.join(refused, 'unknown')
    await eventually(() => refused.errors !== undefined, true)
    expect(refused.errors).toEqual([{ message: 'no' }])
    log.failure = new Error('away')
    const early = new Listener()
    channel.join(early, undefined)
    await eventually(() => early.errors !== undefined, true)
    expect(early.errors).toEqual([{ message: 'unavailable' }])
    expect([reports.empty, channel.size]).toEqual([2, 0])
  })

  it('replays no faster than it is read', async () => {
    const log = new ScriptedSource()
    const { channel } = channelOn(log)
    log.write(1_000)
    const slow = new Listener()
    slow.unreadBytes = 1_000_000
    channel.join(slow, 'start')
    await eventually(() => slow.received.length > 0, true)
    await quietFor(
      100,
      () => slow.received.length,
      (count) => count < 3,
    )
    slow.unreadBytes = 0
    await eventually(() => slow.received.length === 1_000, true)
    channel.leave(slow)
  })

  it('waits for no reader once a replay has reached the end of the log', async () => {
    const log = new ScriptedSource()
    const { channel } = channelOn(log)
    log.write(5)
    const [slow, quick] = [new Listener(), new Listener()]
    channel.join(slow, 'c1')
    channel.join(quick, 'c1')
    await eventually(() => quick.received.length === 3, true)
    // A source that is quiet for this long has reached the end.
    await timePasses(1_000)
    slow.unreadBytes = 1_000_000
    log.write(20)
    await eventually(() => quick.received.length === 23, true)
    // The latest results are remembered, so that reconnecting opens nothing.
    const back = new Listener()
    channel.join(back, 'c20')
    expect([back.received, log.opened]).toEqual([['c21', 'c22', 'c23', 'c24'], 1])
    for (const listener of [slow, quick, back]) channel.leave(listener)
  })

  it("delivers every event after a subscriber's position once and in order, whatever happens", async () => {
    const action = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), n: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('join' as const), n: fc.nat(1_000) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('joinNow' as const, 'replace' as const), n: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), n: fc.nat(1_000) }) },
      { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), n: fc.integer({ min: 1, max: 6 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constantFrom('break' as const, 'incomplete' as const), n: fc.nat(2) }),
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 60 }), async (actions) => {
        const log = new ScriptedSource()
        const { channel } = channelOn(log)
        const listeners: { listener: Listener; first: number | undefined }[] = []
        const left = new Set<Listener>()
        for (const { do: what, n } of actions) {
          if (what === 'write') log.write(n)
          else if (what === 'wait') for (let index = 0; index < n; index += 1) await turn()
          else if (what === 'break') log.break(n === 0 ? undefined : new Error('broken off'))
          else if (what === 'incomplete') log.failCompletions(1)
          else if (what === 'replace') channel.replaceSource(log)
          else if (what === 'leave') {
            const one = listeners[n % (listeners.length || 1)]
            if (!one) continue
            channel.leave(one.listener)
            left.add(one.listener)
          } else {
            const listener = new Listener()
            const first = what === 'join' ? n % (log.cursors.length + 1) : undefined
            listeners.push({ listener, first })
            channel.join(listener, first === undefined ? undefined : (log.cursors[first - 1] ?? 'start'))
          }
        }
        // Those who came just now have found where the log ends.
        await eventually(() => log.readers.size > 0 || channel.size === 0, true)
        for (let index = 0; index < 5; index += 1) await turn()
        log.write(3)
        const last = log.cursors.at(-1)
        await eventually(
          () => listeners.every(({ listener }) => left.has(listener) || listener.received.at(-1) === last),
          true,
        )
        for (const { listener, first } of listeners) {
          const from = first ?? log.cursors.indexOf(listener.received[0] ?? '')
          const expected = log.cursors.slice(from < 0 ? log.cursors.length : from)
          expect(listener.received).toEqual(left.has(listener) ? expected.slice(0, listener.received.length) : expected)
          channel.leave(listener)
        }
        expect([log.readers.size, channel.size]).toEqual([0, 0])
      }),
      runs(30),
    )
  })
})
