import { expect, it } from '@jest/globals'
import { isUuid, namedUuid, timedUuid } from './uuid.ts'

it('carries its instant, in order, and is another each time', () => {
  const instants = [
    '1970-01-01T00:00:00.001Z',
    '2026-11-30T23:59:59.999Z',
    '2026-12-01T00:00:00.000Z',
    '9999-12-31T00:00:00Z',
  ]
  const ids = instants.map((instant) => timedUuid(new Date(instant)))
  for (const [index, id] of ids.entries()) {
    expect([isUuid(id), id]).toEqual([true, expect.stringMatching(/^.{14}7.{4}[89ab]/)])
    expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(instants[index] ?? ''))
  }
  expect([...ids].sort()).toEqual(ids)
  const now = new Date()
  expect(new Set(Array.from({ length: 1_000 }, () => timedUuid(now))).size).toBe(1_000)
})

it('is always the same for a name within a namespace', () => {
  // The name space of domain names, and a vector that RFC 9562 gives in its appendix.
  const domains = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
  expect(namedUuid(domains, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})
