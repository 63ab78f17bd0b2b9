import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { changedFields, recordChanges, type Change } from './changes.ts'
import type { Statements } from './database.ts'

describe('the members that differ', () => {
  it('are those whose values differ as JSON, on both sides', () => {
    const before = { name: 'Azul', days: [1, 2], at: new Date(0), gone: true, none: undefined }
    const after = { name: 'Azul', days: [2, 1], at: '1970-01-01T00:00:00.000Z', added: { a: 1 }, none: undefined }
    expect(changedFields(before, after)).toEqual({
      before: { days: [1, 2], gone: true, added: null },
      after: { days: [2, 1], gone: null, added: { a: 1 } },
    })
  })

  it('are none where only the order of members differs', () => {
    expect(changedFields({ a: { x: 1, y: [{ b: 2, c: 3 }] }, b: 1 }, { b: 1, a: { y: [{ c: 3, b: 2 }], x: 1 } })).toBe(
      undefined,
    )
  })

  it('distinguish null from a member that is absent', () => {
    expect(changedFields({ note: null }, {})).toEqual({ before: { note: null }, after: { note: null } })
    expect(changedFields({ note: null }, { note: null })).toBeUndefined()
  })
})

describe('the record of a change', () => {
  afterEach(() => void jest.restoreAllMocks())

  async function recorded(...changes: Change[]): Promise<unknown> {
    const sent: unknown[][] = []
    const client = { query: (_text: string, values: unknown[]) => Promise.resolve(void sent.push(values)) }
    await recordChanges(client as unknown as Statements, changes)
    return sent.length === 0 ? undefined : JSON.parse(String(sent[0]?.[0]))
  }
  const subject = { type: 'slot_override', id: 'a"b' }

  it('has what differs, or all of what was created or deleted', async () => {
    expect(
      await recorded(
        { subject, action: 'updated', before: { a: 1, b: 2 }, after: { a: 1, b: 3 } },
        { subject, action: 'created', before: null, after: { a: new Date(0), b: undefined } },
        { subject, action: 'updated', before: { a: 1 }, after: { a: 1 } },
      ),
    ).toEqual([
      { type: 'slot_override', subject_id: 'a"b', action: 'updated', before: { b: 2 }, after: { b: 3 } },
      {
        type: 'slot_override',
        subject_id: 'a"b',
        action: 'created',
        before: null,
        after: { a: '1970-01-01T00:00:00.000Z' },
      },
    ])
  })

  it('is not written when nothing differs', async () => {
    expect(await recorded({ subject, action: 'updated', before: { a: 1 }, after: { a: 1 } })).toBeUndefined()
  })

  it('of thousands of slots is written without parsing them', async () => {
    const slots = (closed: boolean) => ({ overrides: Array.from({ length: 4_000 }, (_, at) => ({ at, closed })) })
    const [before, after] = [slots(true), slots(false)]
    const parse = jest.spyOn(JSON, 'parse')
    const query = jest.fn(() => Promise.resolve())
    await recordChanges({ query } as unknown as Statements, [{ subject, action: 'updated', before, after }])
    expect(query).toHaveBeenCalledTimes(1)
    expect(parse).not.toHaveBeenCalled()
  })
})
