import { describe, expect, it } from '@jest/globals'
import type { ConnectionState } from '../api/api.ts'
import type { Failure } from '../api/failure.ts'
import { watchLiveness, watchReturn, type Liveness } from './liveness.ts'

const refusal: Failure = { code: 'INSUFFICIENT_PERMISSIONS', message: 'No.', fields: {}, details: null }

function session() {
  const connection = new Set<(state: ConnectionState) => void>()
  const feed = new Set<(batch: readonly never[]) => void>()
  let failure: Failure | null = null
  return {
    api: {
      watchConnection(listener: (state: ConnectionState) => void) {
        connection.add(listener)
        listener('connecting')
        return () => connection.delete(listener)
      },
    },
    events: {
      failure: () => failure,
      watch(listener: (batch: readonly never[]) => void) {
        feed.add(listener)
        return () => feed.delete(listener)
      },
    },
    become: (state: ConnectionState) => connection.forEach((listener) => listener(state)),
    fail(next: Failure | null) {
      failure = next
      feed.forEach((listener) => listener([]))
    },
  }
}

describe('whether events arrive', () => {
  it('is so while the connection is open and no subscription was refused', () => {
    const shown: Liveness[] = []
    const { become, fail, ...live } = session()
    watchLiveness(live, (state) => shown.push(state))
    become('open')
    fail(refusal)
    become('lost')
    become('open')
    fail(null)
    expect(shown).toEqual(['connecting', 'open', 'refused', 'lost', 'refused', 'open'])
  })

  it('is never so for a key that may not read them', () => {
    const shown: Liveness[] = []
    const { become, api } = session()
    watchLiveness({ api, events: null }, (state) => shown.push(state))
    become('open')
    expect(shown).toEqual(['connecting', 'none'])
  })

  it('is reported once for each return, and not at first', () => {
    let returns = 0
    const { become, fail, ...live } = session()
    watchReturn(live, () => (returns += 1))
    become('open')
    expect(returns).toBe(0)
    become('lost')
    become('open')
    fail(refusal)
    fail(null)
    expect(returns).toBe(2)
  })
})
