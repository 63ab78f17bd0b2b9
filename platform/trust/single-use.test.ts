import { describe, expect, it } from '@jest/globals'
import { ForwardedCallerSigner } from '../http/forwarded-caller.ts'
import { isRecent, SeenIds } from './single-use.ts'

describe('ids of tokens that were used', () => {
  it('are known for as long as their tokens could be accepted', () => {
    let now = 0
    const seen = new SeenIds({ now: () => now })
    const first = Date.now()
    expect([seen.add('a'), seen.add('a'), seen.add('b')]).toEqual([true, false, true])
    // A token of the fastest accepted clock is accepted for longest.
    const issuedAt = first + 300_000
    for (; isRecent(issuedAt, first + now); now += 10_000) expect(seen.add('a')).toBe(false)
    for (const end = now + 2_000_000; now < end; now += 100_000) seen.add(`later ${now}`)
    expect(seen.add('a')).toBe(true)
  })

  it('take a limited amount of memory, and the newest are dropped last', () => {
    const seen = new SeenIds({ limit: 10 })
    for (let count = 0; count < 25; count += 1) expect(seen.add(`${count}`)).toBe(true)
    for (let count = 15; count < 25; count += 1) expect(seen.add(`${count}`)).toBe(false)
    expect(seen.add('0')).toBe(true)
  })
})

describe('a caller that a facade forwards', () => {
  const secret = 'a secret of thirty-two characters or more'
  const caller = { clientAddress: '10.0.0.1', alreadyCounted: true, repeatable: { scope: 'POST /x', fingerprint: 'f' } }

  it('is accepted once, and only from a facade', () => {
    const signer = new ForwardedCallerSigner(secret)
    const token = signer.sign(caller)
    const gateway = new ForwardedCallerSigner(secret)
    expect(gateway.verify(token)).toEqual(caller)
    expect(gateway.verify(token)).toBeUndefined()
    expect(gateway.verify(new ForwardedCallerSigner(`${secret}!`).sign(caller))).toBeUndefined()
    const [, signature] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...caller, id: 'x', issuedAt: Date.now() })).toString('base64url')
    for (const bad of [undefined, '', 'x', forged, `${forged}.${signature}`, ['a']])
      expect(gateway.verify(bad)).toBeUndefined()
  })
})
