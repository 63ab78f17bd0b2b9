import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ForwardedCallerSigner, readBodyBounds, writeBodyBounds } from './forwarded-caller.ts'

const secret = 'a secret of the test, long enough to sign'
const caller = { clientAddress: '203.0.113.7', alreadyCounted: false }

describe('the caller that a facade forwards', () => {
  afterEach(() => void jest.useRealTimers())

  it('is accepted from the holder of the secret, once', () => {
    const gateway = new ForwardedCallerSigner(secret)
    const header = new ForwardedCallerSigner(secret).sign(caller)
    expect(gateway.verify(header)).toEqual(caller)
    expect(gateway.verify(header)).toBeUndefined()
  })

  it('is accepted with a previous secret while it is replaced', () => {
    const next = 'the secret that replaces it, also long enough'
    expect(new ForwardedCallerSigner([next, secret]).verify(new ForwardedCallerSigner(secret).sign(caller))).toEqual(
      caller,
    )
    expect(new ForwardedCallerSigner(next).verify(new ForwardedCallerSigner(secret).sign(caller))).toBeUndefined()
  })

  it('is refused when it was changed, is incomplete, or is none', () => {
    const gateway = new ForwardedCallerSigner(secret)
    const [claims = '', signature = ''] = gateway.sign(caller).split('.')
    const forged = Buffer.from(JSON.stringify({ ...caller, alreadyCounted: true })).toString('base64url')
    for (const header of [`${forged}.${signature}`, `${claims}.`, claims, '', undefined, [`${claims}.${signature}`]])
      expect(gateway.verify(header)).toBeUndefined()
    expect(gateway.verify(`${claims}.${signature}`)).toEqual(caller)
  })

  it('is refused when it is old', () => {
    const gateway = new ForwardedCallerSigner(secret)
    const header = gateway.sign(caller)
    jest.useFakeTimers({ now: Date.now() + 3_600_000 })
    expect(gateway.verify(header)).toBeUndefined()
  })
})

describe('the bounds of a body', () => {
  it('are read as they were written', () => {
    expect(readBodyBounds(writeBodyBounds({ maxBytes: 65_536, maxMembers: 1_000 }))).toEqual({
      maxBytes: 65_536,
      maxMembers: 1_000,
    })
  })

  it.each([undefined, '', 'x y', '65536', ['65536 1000']])('are unknown from %j', (header) => {
    expect(readBodyBounds(header)).toBeUndefined()
  })
})
