import { describe, expect, it } from '@jest/globals'
import { readOrigin, readReturnAddress } from './return-address.ts'

const settings = { returnOrigins: ['https://agency.example', 'https://shop.example:8443'] }
const read = (text: string, environment: 'live' | 'sandbox' = 'live', of = settings) => {
  const result = readReturnAddress(text, of, environment)
  return 'address' in result ? result.address : result.problem.code
}

describe('an address of the way back', () => {
  it.each([
    ['https://agency.example', 'https://agency.example/'],
    ['https://AGENCY.example:443/thanks?a=b#c', 'https://agency.example/thanks?a=b#c'],
    ['https://shop.example:8443/', 'https://shop.example:8443/'],
  ])('is %s at an origin of the partner', (text, address) => expect(read(text)).toBe(address))

  it.each([
    ['https://agency.example.evil.com/', 'NOT_A_RETURN_ORIGIN'],
    ['https://evil.com/https://agency.example', 'NOT_A_RETURN_ORIGIN'],
    ['https://evil.com#@agency.example', 'NOT_A_RETURN_ORIGIN'],
    ['https://sub.agency.example/', 'NOT_A_RETURN_ORIGIN'],
    ['https://agency.example.', 'NOT_A_RETURN_ORIGIN'],
    ['https://agency.example:8443/', 'NOT_A_RETURN_ORIGIN'],
    ['https://shop.example/', 'NOT_A_RETURN_ORIGIN'],
    ['https://agency.example@evil.com/', 'HAS_CREDENTIALS'],
    ['https://user:password@agency.example/', 'HAS_CREDENTIALS'],
    ['http://agency.example/', 'NOT_AN_HTTPS_ADDRESS'],
    ['http://localhost:3000/', 'NOT_AN_HTTPS_ADDRESS'],
    ['javascript:alert(1)//https://agency.example', 'NOT_AN_HTTPS_ADDRESS'],
    ['java\nscript:alert(1)', 'NOT_AN_ABSOLUTE_URL'],
    ['data:text/html,x', 'NOT_AN_HTTPS_ADDRESS'],
    ['blob:https://agency.example/1', 'NOT_AN_HTTPS_ADDRESS'],
    ['https:\\\\evil.com\\@agency.example', 'NOT_AN_ABSOLUTE_URL'],
    ['//agency.example/', 'NOT_AN_ABSOLUTE_URL'],
    ['/thanks', 'NOT_AN_ABSOLUTE_URL'],
    ['', 'NOT_AN_ABSOLUTE_URL'],
    [`https://agency.example/${'a'.repeat(2_000)}`, 'TOO_LONG'],
  ])('is not %s', (text, code) => expect(read(text)).toBe(code))

  it('is none without origins', () =>
    expect(read('https://agency.example/', 'live', { returnOrigins: [] })).toBe('NOT_A_RETURN_ORIGIN'))

  it.each([
    'http://localhost:3000/thanks',
    'http://shop.localhost/',
    'http://127.0.0.1/',
    'http://[::1]:8080/',
    'https://localhost/',
  ])('is %s in the sandbox, whatever the origins', (text) => {
    expect(read(text, 'sandbox', { returnOrigins: [] })).toBe(text)
    expect(read(text, 'live')).not.toBe(text)
  })

  it.each([
    ['http://agency.example/', 'NOT_AN_HTTPS_ADDRESS'],
    ['http://localhost.evil.com/', 'NOT_AN_HTTPS_ADDRESS'],
    ['http://127.0.0.1.evil.com/', 'NOT_AN_HTTPS_ADDRESS'],
    ['http://localhost@evil.com/', 'NOT_AN_HTTPS_ADDRESS'],
    ['http://me@localhost/', 'HAS_CREDENTIALS'],
    ['http://10.0.0.1/', 'NOT_AN_HTTPS_ADDRESS'],
    ['ftp://localhost/', 'NOT_AN_HTTPS_ADDRESS'],
    ['https://evil.com/', 'NOT_A_RETURN_ORIGIN'],
  ])('is not %s in the sandbox', (text, code) => expect(read(text, 'sandbox')).toBe(code))
})

it('an origin is a scheme, a host and perhaps a port', () => {
  const originOf = (text: string) => {
    const result = readOrigin(text)
    return 'origin' in result ? result.origin : result.problem.code
  }
  expect(['https://Agency.example', 'https://agency.example:443/'].map(originOf)).toEqual([
    'https://agency.example',
    'https://agency.example',
  ])
  expect(originOf('https://münchen.example:8443')).toBe('https://xn--mnchen-3ya.example:8443')
  for (const text of [
    'http://agency.example',
    'https://agency.example/shop',
    'https://agency.example?',
    'https://user@agency.example',
    'https://*.agency.example',
    'https://',
    'agency.example',
    'null',
    '*',
  ])
    expect([text, originOf(text)]).toEqual([text, 'NOT_AN_HTTPS_ORIGIN'])
})
