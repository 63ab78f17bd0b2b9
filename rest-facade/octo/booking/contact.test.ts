import { describe, expect, it } from '@jest/globals'
import { octoSchemas } from '../../../tests/testkit/octo-schemas.ts'
import { contactOf, guestChanges, guestInput, namesPerson, participantContact } from './contact.ts'

const unnamed = { name: '', email: '', phone: '' }

describe('a contact', () => {
  it('has null for what is not known, never an empty text', () => {
    expect(contactOf(unnamed)).toEqual({
      fullName: null,
      firstName: null,
      lastName: null,
      emailAddress: null,
      phoneNumber: null,
      locales: [],
      postalCode: null,
      country: null,
      notes: null,
    })
    expect(contactOf(null)).toEqual(contactOf(unnamed))
  })

  it.each([
    ['ana@example.com', true],
    ["o'neil+x@sub.Example.co", true],
    ['_a-b@1.mx', true],
    ['ana@localhost', false],
    ['ana@münchen.de', false],
    ['.ana@example.com', false],
    ['ana.@example.com', false],
    ['a..b@example.com', false],
    ['ana@-example.com', false],
    ['ana@example.c', false],
  ])('shows the e-mail address %s only if the published schema accepts it', (email, isAccepted) => {
    const accepts = (value: unknown) => octoSchemas['zContact']?.safeParse(value).success
    const contact = contactOf({ ...unnamed, email })
    expect(contact.emailAddress).toBe(isAccepted ? email : null)
    expect(accepts(contact)).toBe(true)
    expect(accepts({ ...contact, emailAddress: email })).toBe(isAccepted)
  })

  it('becomes the leader of a new party, with a full name of its parts', () => {
    const guest = guestInput({ firstName: 'Ana', lastName: 'Pérez', phoneNumber: '+00000000', emailAddress: ' ' })
    expect(guest).toEqual({ name: 'Ana Pérez', phone: '+00000000', firstName: 'Ana', lastName: 'Pérez' })
  })

  it('is no leader when nothing is known', () => {
    expect(guestInput(undefined)).toBeUndefined()
    expect(guestInput({ fullName: '', emailAddress: null, locales: [] })).toBeUndefined()
  })

  it('names a person by its full or first name, and without a contact the booking must have a name', () => {
    expect(namesPerson({ emailAddress: 'ana@example.com', lastName: 'Pérez' }, unnamed)).toBe(false)
    expect(namesPerson({ fullName: ' ' }, unnamed)).toBe(false)
    expect(namesPerson({ firstName: 'Ana' }, unnamed)).toBe(true)
    expect(namesPerson({}, { name: 'Ana' })).toBe(false)
    expect([namesPerson(undefined, { name: 'Ana' }), namesPerson(null, unnamed)]).toEqual([true, false])
  })

  it('changes what it names: null clears, an absent member stays', () => {
    const changes = guestChanges({ fullName: 'Eva', notes: null, country: 'GB' }, { ...unnamed, firstName: 'Ana' })
    expect(changes).toEqual({ name: 'Eva', firstName: null, lastName: null, notes: null, country: 'GB' })
    expect(guestChanges({ fullName: 'Ana' }, { name: 'Ana', firstName: 'Ana' })).toEqual({ name: 'Ana' })
    expect(guestChanges({}, unnamed)).toEqual({})
  })

  it('changes the full name with one of its parts', () => {
    const before = { ...unnamed, name: 'Ana Pérez', firstName: 'Ana', lastName: 'Pérez' }
    expect(guestChanges({ firstName: 'Eva' }, before)).toEqual({ firstName: 'Eva', name: 'Eva Pérez' })
    expect(guestChanges({ lastName: null }, before)).toEqual({ lastName: null })
  })

  it('of a person of the party has what is known', () => {
    expect(participantContact({ fullName: 'Eva', lastName: '', locales: ['en-GB'] })).toEqual({
      name: 'Eva',
      locales: ['en-GB'],
    })
  })
})
