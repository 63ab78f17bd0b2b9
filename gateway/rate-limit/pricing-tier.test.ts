import { describe, expect, it } from '@jest/globals'
import { environments, type Environment } from '../../platform/trust/identity.ts'
import type { StoredKey } from '../database/repository.ts'
import {
  keylessSubject,
  operationWindows,
  ourselves,
  plans,
  requestWindows,
  subjectOf,
  type Subject,
} from './pricing-tier.ts'

const subject = (environment: Environment, plan: Subject['plan'], ownLimits: Subject['ownLimits'] = {}): Subject => ({
  id: 'key:1',
  environment,
  plan,
  keyless: false,
  ownLimits,
})
const numbers = (one: Subject): number[][] => requestWindows(one).map(({ limit, seconds }) => [limit, seconds])
const use = { name: 'createReservation', limit: 100, seconds: 3_600, cost: 1, keyless: false }

describe('the plan table', () => {
  it('has the published limits', () => {
    const table = Object.fromEntries(
      environments.flatMap((environment) =>
        plans.map((plan) => [`${environment} ${plan}`, numbers(subject(environment, plan)).map(([limit]) => limit)]),
      ),
    )
    expect(table).toEqual({
      'sandbox basic': [10_000, 200, 50],
      'sandbox pro': [100_000, 2_000, 500],
      'sandbox enterprise': [],
      'live basic': [1_000, 20, 10],
      'live pro': [10_000, 200, 50],
      'live enterprise': [],
    })
  })

  it('counts hours and minutes as wholes, and bursts in any second', () => {
    expect(requestWindows(subject('live', 'basic')).map(({ seconds, kind }) => [seconds, kind])).toEqual([
      [3_600, 'fixed'],
      [60, 'fixed'],
      [1, 'sliding'],
    ])
  })

  it('are overridden by the limits of the key, in every plan', () => {
    const own = { hour: { limit: 7, seconds: 3_600 }, burst: { limit: 3, seconds: 1 } }
    expect(numbers(subject('live', 'enterprise', own))).toEqual([
      [7, 3_600],
      [3, 1],
    ])
    expect(numbers(subject('sandbox', 'basic', own)).map(([limit]) => limit)).toEqual([7, 200, 3])
  })

  it('holds for callers without a key as production Basic, each address on its own', () => {
    const [one, other] = ['1.1.1.1', '2.2.2.2'].map((address) => requestWindows(keylessSubject(address)))
    expect(one?.map(({ limit }) => limit)).toEqual([1_000, 20, 10])
    expect(one?.map(({ key }) => key)).not.toEqual(other?.map(({ key }) => key))
  })

  it('has no limits of single operations for operators and the gate, except those of their keys', () => {
    const windows = (isOfStaff: boolean, ownLimits: object = {}) => {
      const key = { familyId: '1', plan: 'enterprise', ownLimits, origins: [] as string[] } as StoredKey
      return operationWindows(subjectOf({ environment: 'live', key, isOfStaff }), [use]).map(({ limit }) => limit)
    }
    expect(windows(false)).toEqual([100])
    expect(windows(true)).toEqual([])
    expect(windows(true, { createReservation: { limit: 7, seconds: 60 } })).toEqual([7])
  })

  it('has windows of its own for each visitor of a page with a publishable key, whatever its plan', () => {
    const of = (plan: string, address: string): Subject => {
      const key = { familyId: '1', plan, ownLimits: {}, origins: ['https://shop.example'] } as unknown as StoredKey
      return subjectOf({ environment: 'sandbox', key }, address)
    }
    const [one, other] = ['1.1.1.1', '2.2.2.2'].map((address) => of('enterprise', address)) as [Subject, Subject]
    expect(numbers(one)).toEqual([
      [1_000, 3_600],
      [120, 60],
    ])
    const keysOf = (subject: Subject): string[] => requestWindows(subject).map(({ key }) => key)
    expect(keysOf(one)).not.toEqual(keysOf(other))
    expect(keysOf(of('basic', '1.1.1.1'))).toEqual(keysOf(one))
    expect(keysOf(of('basic', '2001:db8::1'))).toEqual(keysOf(of('basic', '2001:db8::2')))
    expect(operationWindows(one, [{ ...use, name: 'coupons', limit: 10, keyless: true }])).toMatchObject([
      { limit: 10 },
    ])
  })

  it("does not apply to the process's own operations", () => {
    expect(requestWindows(ourselves)).toEqual([])
    expect(operationWindows(ourselves, [use])).toEqual([])
  })
})

describe('a limit of an operation', () => {
  const limits = (one: Subject): number[][] =>
    operationWindows(one, [use]).map(({ limit, seconds }) => [limit, seconds])

  it('applies to every plan but sandbox Enterprise', () => {
    for (const environment of environments)
      for (const plan of plans) {
        const unlimited = environment === 'sandbox' && plan === 'enterprise'
        expect([environment, plan, limits(subject(environment, plan))]).toEqual([
          environment,
          plan,
          unlimited ? [] : [[100, 3_600]],
        ])
      }
  })

  it("is overridden by the key's own number, which may have its own period", () => {
    const own = { createReservation: { limit: 5, seconds: 60 } }
    expect(limits(subject('live', 'enterprise', own))).toEqual([[5, 60]])
    expect(limits(subject('sandbox', 'enterprise', own))).toEqual([[5, 60]])
  })

  it('for callers without a key applies to them alone', () => {
    const guessing = { ...use, name: 'coupons', keyless: true }
    expect(operationWindows(keylessSubject('1.1.1.1'), [guessing])).toHaveLength(1)
    expect(operationWindows(subject('live', 'basic'), [guessing])).toEqual([])
  })

  it('counts as many as the operation uses', () => {
    expect(operationWindows(subject('live', 'pro'), [{ ...use, cost: 50 }])[0]).toMatchObject({
      cost: 50,
      kind: 'fixed',
    })
  })
})
