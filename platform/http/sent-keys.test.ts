import { describe, expect, it } from '@jest/globals'
import Fastify from 'fastify'
import { sentKeysOf } from './sent-keys.ts'

/** The keys of a request with headers, each name and value in turn. */
function keysOf(...rawHeaders: string[]) {
  const headers: Record<string, string> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase()
    const value = String(rawHeaders[index + 1])
    // As Node does it: the first Authorization, and other headers of one name joined.
    if (headers[name] === undefined) headers[name] = value
    else if (name !== 'authorization') headers[name] += `, ${value}`
  }
  return sentKeysOf({ headers, rawHeaders })
}

const one = 'sk_test_one_key'
const other = 'sk_test_other_key'

describe('the key of a request', () => {
  it.each([
    ['X-API-Key', one],
    ['x-api-key', ` ${one} `],
    ['Authorization', `Bearer ${one}`],
    ['authorization', `bearer   ${one}`],
    ['AUTHORIZATION', `BEARER\t${one} `],
  ])('is in %s: %j', (name, value) => {
    expect(keysOf('Host', 'x', name, value)).toMatchObject({ apiKey: one })
  })

  it.each([
    [[]],
    [['X-API-Key', '']],
    [['Authorization', `Basic ${one}`]],
    [['Authorization', one]],
    [['Authorization', `Bearer_${one}`]],
    [['Authorization', '']],
    [['Authorization', 'Negotiate abc', 'X-API-Key', '']],
  ])('is none in %j', (headers) => {
    expect(keysOf(...headers).apiKey).toBeUndefined()
  })

  it('is one that cannot be valid where Bearer has none', () => {
    expect(keysOf('Authorization', 'Bearer').apiKey).toBe('Bearer')
    expect(keysOf('Authorization', 'bearer  ').apiKey).toBe('bearer')
    expect(keysOf('Authorization', `Bearer ${one} ${other}`).apiKey).toBe(`${one} ${other}`)
  })

  it.each([
    [['X-API-Key', one, 'Authorization', `Bearer ${one}`]],
    [['X-API-Key', one, 'X-API-Key', one]],
    [['Authorization', `Bearer ${one}`, 'Authorization', `bearer ${one}`]],
    [['X-API-Key', one, 'Authorization', `Basic ${other}`]],
    [['X-API-Key', '', 'Authorization', `Bearer ${one}`]],
  ])('is one in %j', (headers) => {
    expect(keysOf(...headers)).toEqual({ apiKey: one, otherApiKey: undefined })
  })

  it('is the same with either prefix of the live environment', () => {
    expect(
      keysOf('X-API-Key', 'pk_live_of_a_partner', 'Authorization', 'Bearer sk_live_of_a_partner').otherApiKey,
    ).toBeUndefined()
  })

  it.each([
    [['X-API-Key', one, 'Authorization', `Bearer ${other}`]],
    [['Authorization', `Bearer ${one}`, 'X-API-Key', other]],
    [['Authorization', `Bearer ${one}`, 'Authorization', `Bearer ${other}`]],
    [['X-API-Key', one, 'X-API-Key', other]],
    [['X-API-Key', one, 'Authorization', `Bearer ${one}`, 'X-API-Key', other]],
  ])('is not the only one in %j', (headers) => {
    expect(keysOf(...headers)).toEqual({ apiKey: one, otherApiKey: other })
  })

  it('is found in requests of a server', async () => {
    const app = Fastify()
    app.get('/', (request) => sentKeysOf(request.raw))
    const response = await app.inject({
      url: '/',
      headers: { 'x-api-key': one, authorization: `Bearer ${other}` },
    })
    expect(response.json()).toEqual({ apiKey: one, otherApiKey: other })
    await app.close()
  })
})
