import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { CursorCodec } from './cursor.ts'
import { IdentitySigner, type Identity } from './identity.ts'

const old = 'the secret that was in use until today'
const next = 'the secret that is in use from today on'
const identity: Identity = { partnerId: 'p', environment: 'sandbox', scopes: ['a'], locale: 'en', requestId: 'r' }
const refused = { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } }

afterEach(() => void jest.useRealTimers())

describe('a signed identity', () => {
  it('is read by the audience it was made for, and by no other', async () => {
    const signer = new IdentitySigner(next)
    const token = await signer.sign(identity, 'booking')
    expect(await signer.verify(token, 'booking')).toEqual(identity)
    await expect(signer.verify(token, 'catalog')).rejects.toMatchObject(refused)
  })

  it('is good for a minute, and for five more by which the clocks of two machines may differ', async () => {
    const signer = new IdentitySigner(next)
    const token = await signer.sign(identity, 'booking')
    jest.useFakeTimers({ now: Date.now() + 359_000, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
    expect(await signer.verify(token, 'booking')).toEqual(identity)
    jest.setSystemTime(Date.now() + 3_000)
    await expect(signer.verify(token, 'booking')).rejects.toMatchObject(refused)
    // Signed by a machine whose clock is ahead.
    const early = await signer.sign(identity, 'booking')
    jest.setSystemTime(Date.now() - 300_000)
    expect(await signer.verify(early, 'booking')).toEqual(identity)
  })

  it('is refused when it is missing, unsigned, bent, or signed with a secret that nobody knows', async () => {
    const signer = new IdentitySigner(next)
    const token = await signer.sign(identity, 'booking')
    const [head = '', body = '', signature = ''] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    const other = Buffer.from(Buffer.from(body, 'base64url').toString().replace('sandbox', 'live')).toString(
      'base64url',
    )
    for (const bad of [
      undefined,
      '',
      'x',
      unsigned,
      `${head}.${other}.${signature}`,
      await new IdentitySigner(old).sign(identity, 'booking'),
    ])
      await expect(signer.verify(bad, 'booking')).rejects.toMatchObject(refused)
  })
})

describe('while secrets change', () => {
  const before = new IdentitySigner([old, next])
  const after = new IdentitySigner([next, old])

  it('processes with the old and the new order understand each other', async () => {
    for (const [from, to] of [
      [before, after],
      [after, before],
    ] as const)
      expect(await to.verify(await from.sign(identity, 'pricing'), 'pricing')).toEqual(identity)
    await expect(
      new IdentitySigner(next).verify(await before.sign(identity, 'pricing'), 'pricing'),
    ).rejects.toMatchObject(refused)
  })

  it('cursors given out before go on being good until the old secret is dropped', () => {
    const cursor = new CursorCodec(old).encode('list', ['x', 1])
    expect(new CursorCodec([next, old]).decode('list', cursor)).toEqual(['x', 1])
    expect(new CursorCodec([next, old]).decode('another list', cursor)).toBeNull()
    expect(new CursorCodec(next).decode('list', cursor)).toBeNull()
  })
})
