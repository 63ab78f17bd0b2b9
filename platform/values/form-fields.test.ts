import { describe, expect, it } from '@jest/globals'
import { Compile } from 'typebox/compile'
import { FormEmail, FormTimeZone } from './form-fields.ts'

describe('a time zone in a form', () => {
  const check = Compile(FormTimeZone('A zone.'))

  it('is one of the IANA list, or UTC', () => {
    for (const name of ['America/Cancun', 'Europe/Madrid', 'UTC']) expect(check.Check(name)).toBe(true)
  })

  it('is refused in another spelling, as an alias and as an offset', () => {
    for (const name of [
      'america/cancun',
      'AMERICA/CANCUN',
      'US/Eastern',
      'utc',
      'EST5EDT',
      '+05:00',
      'Mars/Olympus',
      '',
    ])
      expect([name, check.Check(name)]).toEqual([name, false])
  })
})

describe('an e-mail address in a form', () => {
  const check = Compile(FormEmail('An address.'))

  it.each([
    ['ana@example.com', true],
    ['josé@bücher.example', true],
    ['"ana"@example.com', false],
    ['ana@', false],
  ])('is read by the rule for guests: %s', (text, isValid) => {
    expect(check.Check(text)).toBe(isValid)
  })
})
