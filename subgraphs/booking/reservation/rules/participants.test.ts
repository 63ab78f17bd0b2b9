import { describe, expect, it } from '@jest/globals'
import { isUuid } from '../../../../platform/values/uuid.ts'
import { partyOf } from '../../../../schema/ages.ts'
import {
  participantErrors,
  participantsAfter,
  participantsOf,
  type GivenParticipant,
  type Participant,
} from './participants.ts'

const id = '0191b0d2-6f6b-7c3e-9a7d-2f1f6d1f0a11'
const partyWith = (counts: Parameters<typeof partyOf>[0], participants: readonly Participant[] | null = null) => ({
  ...partyOf(counts),
  id,
  version: 1,
  participants,
})
const idsOf = (people: readonly Participant[] | null) => people?.map((one) => one.id)
const adult = (members: Partial<GivenParticipant> = {}): GivenParticipant => ({ category: 'adult', ...members })

describe('the people of a party', () => {
  it('are as many of each category as it counts, with ids that never change', () => {
    const people = participantsOf(partyWith({ adults: 2, infants: 1 }))
    expect(people.map(({ category }) => category)).toEqual(['adult', 'adult', 'infant'])
    expect(people.map((one) => isUuid(one.id) && one.id[14])).toEqual(['5', '5', '5'])
    expect(new Set(idsOf(people)).size).toBe(3)
    expect(participantsOf(partyWith({ adults: 2, infants: 1 }))).toEqual(people)
    expect(participantsOf({ ...partyWith({ adults: 2, infants: 1 }), id: id.replace('0191', '0192') })).not.toEqual(
      people,
    )
  })

  it('keep their ids when others join or leave by counts', () => {
    const [first, second] = participantsOf(partyWith({ adults: 2 }))
    expect(idsOf(participantsOf(partyWith({ adults: 1, children: 1 })))?.[0]).toBe(first?.id)
    const given: Participant[] = [
      { id: 'x', category: 'adult' },
      { id: second?.id ?? '', category: 'adult' },
    ]
    const three = participantsOf(partyWith({ adults: 3 }, given))
    expect(idsOf(three)).toEqual(['x', second?.id, first?.id])
    const stored = participantsAfter(partyWith({ adults: 3 }, three), null, partyOf({ adults: 2, seniors: 1 })) ?? []
    expect(idsOf(stored)?.slice(0, 2)).toEqual(['x', second?.id])
    expect(stored.map(({ category }) => category)).toEqual(['adult', 'adult', 'senior'])
    // Those who join never get the id of someone who left.
    const joined = participantsAfter(partyWith({ adults: 2, seniors: 1 }, stored), null, partyOf({ adults: 3 }))
    expect(idsOf(joined)).not.toContain(first?.id)
    expect(participantsOf(partyWith({ adults: 3 }, joined))).toEqual(joined)
    const named = participantsAfter(
      partyWith({ adults: 2 }, stored.slice(0, 2)),
      [adult(), adult(), adult()],
      partyOf({ adults: 3 }),
    )
    expect(idsOf(named)).not.toContain(first?.id)
    expect(participantsAfter(partyWith({ adults: 3 }), undefined, partyOf({ adults: 1 }))).toBeNull()
  })

  it('that are given without id are those of their category who are there already, or new ones', () => {
    const before = partyWith({ adults: 2, children: 1 })
    const [first, second, child] = idsOf(participantsOf(before)) ?? []
    const given = [adult({ id: 'x' }), adult(), { category: 'child' } as const, adult({ id: first }), adult(), adult()]
    const people = participantsAfter(before, given, partyOf({ adults: 5, children: 1 })) ?? []
    expect(idsOf(people)?.slice(0, 5)).toEqual(['x', second, child, first, people[4]?.id])
    expect(new Set(idsOf(people)).size).toBe(6)
  })

  it('stay in their order when the same are given in another one', () => {
    const people: Participant[] = [
      { id: 'a', category: 'adult', contact: { name: 'Ana' } },
      { id: 'b', category: 'adult' },
    ]
    const before = partyWith({ adults: 2 }, people)
    const after = (given: GivenParticipant[]) => participantsAfter(before, given, partyOf({ adults: 2 }))
    expect(after([adult({ id: 'b' }), adult({ id: 'a' })])).toEqual(people)
    expect(idsOf(after([adult({ id: 'b', resellerReference: 'R-1' }), adult({ id: 'a' })]))).toEqual(['b', 'a'])
    const counted = partyWith({ adults: 1, children: 1 })
    expect(participantsAfter(counted, [{ category: 'child' }, adult()], counted)).toEqual(participantsOf(counted))
  })

  it('have one id for a UUID in whatever case', () => {
    const [first] = participantsOf(partyWith({ adults: 1 }))
    const given = [adult({ id: first?.id.toUpperCase() ?? null })]
    expect(participantsAfter(partyWith({ adults: 1 }), given, partyOf({ adults: 1 }))).toEqual([first])
    expect(participantErrors([...given, adult({ id: first?.id ?? null })])).toEqual({
      'participants.1.id': [{ code: 'NAMED_TWICE' }],
    })
  })

  it('keep what a request leaves out, and lose what it gives as null or empty', () => {
    const ana: Participant = {
      id: 'a',
      category: 'adult',
      resellerReference: 'R-1',
      contact: { name: 'Ana', locales: ['es'] },
    }
    const before = partyWith({ adults: 1 }, [ana])
    const after = (given: GivenParticipant) => participantsAfter(before, [given], partyOf({ adults: 1 }))?.[0]
    expect(after(adult())).toEqual(ana)
    expect(after({ id: 'a', category: 'senior' })).toEqual({ ...ana, category: 'senior' })
    expect(after(adult({ id: 'b' }))).toEqual({ id: 'b', category: 'adult' })
    expect(after(adult({ resellerReference: null, contact: null }))).toEqual({ id: 'a', category: 'adult' })
    expect(after(adult({ contact: { name: '', email: null, notes: 'Vegan', locales: [] } }))?.contact).toEqual({
      notes: 'Vegan',
    })
  })
})

describe('a list of people', () => {
  it('is refused with an id twice or too long, a bad reference or contact, and other counts than visitors', () => {
    const long = 'x'.repeat(65)
    const people = [
      adult({ id: 'a' }),
      adult({ id: 'a', resellerReference: ' ' }),
      adult({ id: long, resellerReference: long, contact: { email: 'no', phone: 'no', country: 'x'.repeat(101) } }),
      adult({ id: '\u200b', contact: { email: '', phone: '', locales: ['en-GB', 'x'.repeat(36)] } }),
    ]
    expect(Object.keys(participantErrors(people, { adults: 4 })).sort()).toEqual([
      'participants.1.id',
      'participants.1.resellerReference',
      'participants.2.contact.country',
      'participants.2.contact.email',
      'participants.2.contact.phone',
      'participants.2.id',
      'participants.2.resellerReference',
      'participants.3.contact.locales.1',
      'participants.3.id',
    ])
    const differing = { participants: [{ code: 'NOT_THE_VISITORS' }] }
    expect(participantErrors([adult()], { adults: 2 })).toEqual(differing)
    expect(participantErrors([adult()], { children: 1 })).toEqual(differing)
    expect(participantErrors([adult()], { children: null })).toEqual({})
    const outOfRange = { participants: [{ code: 'PEOPLE_OUT_OF_RANGE', max: 50 }] }
    expect([[], Array.from({ length: 51 }, () => adult())].map((list) => participantErrors(list))).toEqual([
      outOfRange,
      outOfRange,
    ])
  })
})
