import { describe, expect, it } from '@jest/globals'
import {
  gapsIn,
  receiverDifferences,
  stateDifferences,
  subscriberDifferences,
  unlogged,
} from '../../bench/chaos/comparison.ts'
import type { Episode } from '../../bench/chaos/episodes.ts'
import { describeMisses, missesOf } from '../../bench/chaos/misses.ts'

const log = ['a', 'b', 'c'].map((id, index) => ({
  id,
  reservation_id: 'r',
  type: 'reservation.created',
  version: index + 1,
}))
const [a, b, c] = log as [(typeof log)[0], (typeof log)[0], (typeof log)[0]]

describe('the comparison of a chaos run', () => {
  it.each([
    ['nothing, when all events came once and in order', [a, b, c], []],
    ['a lost event', [a, c], ['s missed 1 of 3: b']],
    ['a repeated event', [a, b, b, c], ['s received 1 more than once: b']],
    ['an invented event', [a, b, c, { id: 'x' }], ['s received what it should not: x']],
    ['a wrong order', [b, a, c], ['s received out of order from event 0 on']],
  ])('finds %s', (_name, received, found) => {
    expect(subscriberDifferences('s', log, received)).toEqual(found)
  })

  it('describes what a subscriber missed: which events, when, during which fault and on which connection', () => {
    const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
    const events = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
      id,
      reservation_id: id,
      type: 'reservation.created',
      version: 1,
      sequence: index + 1,
      occurred_at: at(index),
    }))
    const received = [{ id: 'a' }, { id: 'd' }] as never[]
    const connections = [
      { begunAt: at(0), endedAt: at(1), end: '1006', after: 'start', before: 0 },
      { begunAt: at(3), after: 'cursor a', before: 1 },
    ]
    const episode = { name: 'worker killed', begunAt: at(2), endedAt: at(3) } as Episode
    expect(describeMisses(missesOf(events, received), { received, connections }, [episode])).toEqual([
      `a gap of 2 events, sequence 2 to 3, 12:00:01.000 to 12:00:02.000
  during worker killed (12:00:02.000 to 12:00:03.000)
  connection 12:00:00.000 to 12:00:01.000 (1006) behind start: 1 events`,
      `the last 1 events, sequence 5 to 5, 12:00:04.000 to 12:00:04.000
  during no fault
  connection 12:00:03.000 to now (open) behind cursor a: 1 events`,
    ])
  })

  it('lets webhooks come more than once, but finds lost, invented and forged ones', () => {
    const taken = (...ids: string[]) => new Map(ids.map((id) => [id, 2]))
    expect(receiverDifferences('r', log, { taken: taken('a', 'b', 'c'), forged: 0 })).toEqual([])
    expect(receiverDifferences('r', log, { taken: taken('a', 'x'), forged: 1 })).toEqual([
      'r lacks 2 of 3: b, c',
      'r received what never happened: x',
      'r got 1 deliveries with a wrong signature',
    ])
  })

  it('finds a change done twice, an acknowledged one that is missing, and a gap of versions', () => {
    const acknowledged = (count: number) =>
      Array.from({ length: count }, () => ({ reservationId: 'r', operation: 'modify' }))
    expect(unlogged(log, acknowledged(3))).toEqual([])
    expect(unlogged(log, acknowledged(2))).toEqual(['r: 1 events without a successful response'])
    expect(unlogged(log, acknowledged(4))).toEqual(['r: 1 acknowledged changes without an event'])
    expect(gapsIn(log)).toEqual([])
    expect(gapsIn([a, c])).toEqual(['the log has version 3 of r after 1'])
  })

  it('finds a reservation that is not as it was acknowledged', () => {
    const state = {
      status: 'confirmed',
      specialRequests: 'x',
      visitDate: '2026-12-05',
      productId: 'c',
      party: '2, 0, 1, 0, 0',
    }
    const found = (change: Partial<typeof state>) =>
      stateDifferences(new Map([['r', { ...state, ...change }]]), new Map([['r', state]]))
    expect(found({})).toEqual([])
    expect(found({ status: 'pending' })).toEqual(['r: status was acknowledged as confirmed and is pending'])
    expect(found({ specialRequests: 'y' })).toEqual(['r: specialRequests was acknowledged as x and is y'])
    for (const change of [{ visitDate: '2026-12-06' }, { productId: 'd' }, { party: '3, 0, 0, 0, 0' }])
      expect(found(change)).toHaveLength(1)
    expect(stateDifferences(new Map(), new Map([['r', state]]))).toHaveLength(1)
  })
})
