import { describe, expect, it } from '@jest/globals'
import { acceptedCodings } from './accept-encoding.ts'

describe('the codings that a client accepts', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['identity', []],
    ['deflate, zstd', []],
    ['gzip, deflate', ['gzip']],
    ['gzip, deflate, br', ['br', 'gzip']],
    ['br;q=1.0, gzip;q=1.0', ['br', 'gzip']],
    ['GZIP;Q=0.8,  Br ; q=0.2', ['gzip', 'br']],
    ['x-gzip', ['gzip']],
    ['br;q=0, gzip', ['gzip']],
    ['br;q=0.000, gzip;q=0.001', ['gzip']],
    // Without a coding named, the older one.
    ['*', ['gzip', 'br']],
    ['*;q=0.5, br;q=0.5', ['br', 'gzip']],
    ['gzip;q=0, *', ['br']],
    ['*;q=0', []],
    ['br, *;q=0', ['br']],
    // It likes no coding better.
    ['identity, br;q=0.5', []],
    ['identity;q=0.5, br;q=0.5, gzip;q=0.4', ['br']],
    ['gzip;q=high, br;q=2', []],
    ['br;q', []],
  ])('%j are %j', (header, codings) => {
    expect(acceptedCodings(header).codings).toEqual(codings)
  })

  it.each([
    [undefined, false],
    ['br', false],
    ['identity;q=0.1', false],
    ['identity;q=0', true],
    ['br, identity;q=0.0', true],
    ['*;q=0', true],
    ['gzip, *;q=0', true],
    ['identity, *;q=0', false],
  ])('by %j may be none: refused %j', (header, refused) => {
    expect(acceptedCodings(header).refusesIdentity).toBe(refused)
  })
})
