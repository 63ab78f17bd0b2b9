import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { CursorCodec } from './cursor.ts'
import { IdentitySigner, type Identity } from './identity.ts'

const old = 'the secret that was in use until today'
const next = 'the secret that is in use from today on'
const identity: Identity = {
  partnerId: 'p',
  environment: 'sandbox',
  plan: 'pro',
  scopes: ['a'],
  locale: 'en',
  requestId: 'r',
}
const refused = { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } }

afterEach(() => void jest.useRealTimers())

const operation = '{"query":"{ cenotes { totalCount } }"}'
const fakeTime = (now: number): void =>
  void jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })

describe('a signed identity', () => {
  it('is read by the audience it was made for, and by no other', async () => {
    const signer = new IdentitySigner(next)
    const token = await signer.sign(identity, 'booking', operation)
    await expect(signer.verify(token, 'catalog', operation)).rejects.toMatchObject(refused)
    expect(await signer.verify(token, 'booking', operation)).toEqual(identity)
  })

  it('is for one operation, and for one use', async () => {
    const signer = new IdentitySigner(next)
    const token = await signer.sign(identity, 'booking', operation)
    await expect(signer.verify(token, 'booking', `${operation} `)).rejects.toMatchObject(refused)
    await expect(signer.verify(token, 'booking', '')).rejects.toMatchObject(refused)
    expect(await signer.verify(token, 'booking', Buffer.from(operation))).toEqual(identity)
    await expect(signer.verify(token, 'booking', operation)).rejects.toMatchObject(refused)
    const another = await signer.sign(identity, 'booking', operation)
    expect(await signer.verify(another, 'booking', operation)).toEqual(identity)
  })

  it('may be in transit for a minute, between clocks that differ by up to five', async () => {
    const signed = Math.floor(Date.now() / 1_000) * 1_000
    const signer = new IdentitySigner(next)
    for (const [laterSeconds, isAccepted] of [
      [-301, false],
      [-299, true],
      [0, true],
      [70, true],
      [359, true],
      [362, false],
    ] as const) {
      fakeTime(signed)
      const token = await signer.sign(identity, 'booking', operation)
      fakeTime(signed + laterSeconds * 1_000)
      const verified = signer.verify(token, 'booking', operation)
      if (isAccepted) expect(await verified).toEqual(identity)
      else await expect(verified).rejects.toThrow(/clocks of two processes differ/)
    }
  })

  it('is refused when it is missing, unsigned, altered, or signed with an unknown secret', async () => {
    const signer = new IdentitySigner(next)
    const token = await signer.sign(identity, 'booking', operation)
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
      await new IdentitySigner(old).sign(identity, 'booking', operation),
    ])
      await expect(signer.verify(bad, 'booking', operation)).rejects.toMatchObject(refused)
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
      expect(await to.verify(await from.sign(identity, 'pricing', operation), 'pricing', operation)).toEqual(identity)
    await expect(
      new IdentitySigner(next).verify(await before.sign(identity, 'pricing', operation), 'pricing', operation),
    ).rejects.toMatchObject(refused)
  })

  it('cursors issued before stay valid until the old secret is dropped', () => {
    const cursor = new CursorCodec(old).encode('list', ['x', 1])
    expect(new CursorCodec([next, old]).decode('list', cursor)).toEqual(['x', 1])
    expect(new CursorCodec([next, old]).decode('another list', cursor)).toBeNull()
    expect(new CursorCodec(next).decode('list', cursor)).toBeNull()
  })
})
