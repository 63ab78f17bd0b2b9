import { describe, expect, it } from '@jest/globals'
import { isTicketToken, readTicketCode, ticketCode } from './ticket-code.ts'

const one = { id: '01a21501-f622-75d5-8720-2faa2e8524d0', bookingReference: 'CEN-7KQ2MX' }
const another = { ...one, id: '01a21501-f622-75d5-8720-2faa2e8524d1' }
const accepts = (code: string, reservation: typeof one, secrets: Parameters<typeof isTicketToken>[2]): boolean => {
  const read = readTicketCode(code)
  return read !== null && isTicketToken(read.token, reservation, secrets)
}

describe('the code of a ticket', () => {
  it('is the reference and a token of 80 bits, the same each time', () => {
    expect(ticketCode(one, 'secret')).toMatch(/^CEN-7KQ2MX\.[0-9A-F]{20}$/)
    expect(ticketCode(one, 'secret')).toBe(ticketCode(one, 'secret'))
    expect(readTicketCode(ticketCode(one, 'secret').toLowerCase())?.reference).toBe('CEN-7KQ2MX')
  })

  it('is accepted for its own reservation alone, and only with the secret that made it', () => {
    const code = ticketCode(one, 'secret')
    expect(accepts(code, one, 'secret')).toBe(true)
    expect(accepts(code, another, 'secret')).toBe(false)
    expect(accepts(code, one, 'another secret')).toBe(false)
  })

  it('is accepted under both secrets while one replaces the other, and is made with the new one', () => {
    const both = ['new', 'old'] as const
    expect(accepts(ticketCode(one, 'old'), one, both)).toBe(true)
    expect(accepts(ticketCode(one, 'new'), one, both)).toBe(true)
    expect(ticketCode(one, both)).toBe(ticketCode(one, 'new'))
  })

  it.each(['CEN-7KQ2MX', 'CEN-7KQ2MX.', 'CEN-7KQ2MX.AB', 'CEN-7KQ2MX.zz', one.id, 'partner.42'])(
    'is not the text %s',
    (text) => expect(readTicketCode(text)).toBeNull(),
  )
})
