import { describe, expect, it } from '@jest/globals'
import { unitIds } from '../ids.ts'
import { partyOfParticipants, participantsOf, requireUnitItems } from './unit-items.ts'

const uuid = '0b8f3a52-7f5e-4c0c-9a94-3b9a4c2f1d11'

describe('unit items', () => {
  it('become people of their categories, with uuids in lower case', () => {
    const participants = participantsOf(
      [
        { unitId: 'ADULT', uuid: uuid.toUpperCase(), resellerReference: 'A-1' },
        { unitId: 'YOUTH', contact: { fullName: 'Eva' } },
      ],
      { sold: unitIds },
    )
    expect(participants).toEqual([
      { category: 'ADULT', id: uuid, resellerReference: 'A-1' },
      { category: 'TEEN', contact: { name: 'Eva' } },
    ])
    expect(partyOfParticipants(participants)).toMatchObject({ adults: 1, teens: 1, children: 0 })
  })

  it('are refused for a unit that is not sold', () => {
    expect(() => participantsOf([{ unitId: 'SENIOR' }], { sold: ['ADULT'] })).toThrow(
      expect.objectContaining({ code: 'INVALID_UNIT_ID', ids: { unitId: 'SENIOR' } }),
    )
    expect(() => participantsOf([{ unitId: 'constructor' }], { sold: unitIds })).toThrow(
      expect.objectContaining({ code: 'INVALID_UNIT_ID' }),
    )
  })

  it('are refused with a uuid that is named twice, in whatever case', () => {
    const twice = [
      { unitId: 'ADULT', uuid },
      { unitId: 'ADULT', uuid: uuid.toUpperCase() },
    ]
    expect(() => participantsOf(twice, { sold: unitIds })).toThrow('unitItems.1.uuid (must not be named twice)')
  })

  it('take no other text for a uuid than that of a person of the party', () => {
    const items = [{ unitId: 'ADULT', uuid: 'p-1' }]
    expect(() => participantsOf(items, { sold: unitIds })).toThrow('unitItems.0.uuid (must be a UUID)')
    expect(participantsOf(items, { sold: unitIds, present: [{ id: 'p-1' }] })).toEqual([
      { category: 'ADULT', id: 'p-1' },
    ])
  })

  it('have no reference when a reader sees nothing of it', () => {
    for (const resellerReference of ['', ' ', '\u3164', '\u200b\u2800'])
      expect(participantsOf([{ unitId: 'ADULT', resellerReference }], { sold: unitIds })).toEqual([
        { category: 'ADULT', resellerReference: null },
      ])
  })

  it('are at least one and at most fifty', () => {
    for (const unitItems of [undefined, null, [], Array(51).fill({ unitId: 'ADULT' })])
      expect(() => requireUnitItems(unitItems)).toThrow(expect.objectContaining({ code: 'UNPROCESSABLE_ENTITY' }))
  })
})
