import { describe, expect, it } from '@jest/globals'
import { compareRecordings } from './compare.ts'
import type { Entry, Recording } from './entry.ts'
import { normalizeRecordings } from './normalize.ts'
import { describeDifferences } from './print.ts'

const startedAt = Date.parse('2026-11-28T10:02:00Z')
const recording = (entries: Entry[], later = 0): Recording => ({
  startedAt: startedAt + later,
  endedAt: startedAt + later + 60_000,
  entries,
  withoutSuccess: [],
})

/** Responses about a reservation, whose ids, codes, tokens and instants differ from one recording to the next. */
const said = (seed: number, more: { body?: object; headers?: object } = {}): Entry[] => {
  const at = startedAt + seed * 200_000
  const id = `01a22310-0425-794e-b2d8-${String(seed).padStart(12, '0')}`
  const created = {
    id,
    reference: `CEN-7CG${seed}AP`,
    // Part of this token looks like a code.
    quote: `h${seed}Qx-CEN-7CG${seed}AP-zT0kEn${seed}`,
    link: `http://127.0.0.1:4${seed}00/visits/eyJhbGciOiJIUzI1Ni${seed}X`,
    createdAt: new Date(at + 1_234).toISOString(),
    expiresAt: new Date(at + 24 * 3_600_000 + 5_678).toISOString(),
    visitDate: '2026-12-05',
    durationMs: 7 + seed,
    file: `confirmation-CEN-7CG${seed}AP.pdf`,
    payment: `test_${id}`,
    items: ['first', 'second'],
  }
  const headers = { etag: `W/"${seed}"`, 'x-ratelimit-remaining': String(99 - seed), 'cache-control': 'no-store' }
  return [
    {
      operation: 'create',
      step: 'sandbox en 1',
      request: {},
      status: 201,
      headers: { ...headers, ...more.headers },
      body: { ...created, ...more.body },
    },
    { operation: 'read', step: 'sandbox en 1', request: { path: `/r/${id}` }, status: 200, headers, body: { id } },
  ]
}
const compare = (next: Entry[], renames: Record<string, string> = {}, old = said(1)) =>
  compareRecordings(...normalizeRecordings([recording(old), recording(next, 200_000)], renames))

describe('two recordings', () => {
  it('do not differ in ids, codes, tokens, instants, signatures, counters, ports and timings', () => {
    expect(compare(said(2))).toEqual([])
    expect(describeDifferences([])).toBe('No difference.')
  })

  it.each<[string, Entry[], string, unknown, unknown]>([
    ['a member', said(2, { body: { status: 'new' } }), 'body.status', undefined, 'new'],
    ['a header', said(2, { headers: { 'cache-control': 'private' } }), 'headers.cache-control', 'no-store', 'private'],
    [
      'an order of elements',
      said(2, { body: { items: ['second', 'first'] } }),
      'body.items (order of elements)',
      ['first', 'second'],
      ['second', 'first'],
    ],
    ['a date', said(2, { body: { visitDate: '2026-12-06' } }), 'body.visitDate', '<day +7>', '<day +8>'],
    [
      'a hold that is shorter',
      said(2, { body: { expiresAt: '2026-11-29T09:08:11.222Z' } }),
      'body.expiresAt',
      '<now 1445 min>',
      '<now 1385 min>',
    ],
    ['an entry', said(2).slice(0, 1), '', 'an entry with status 200', undefined],
  ])('differ in %s', (_, next, path, old, changed) => {
    expect(compare(next).map(({ operation: _operation, step: _step, ...found }) => found)).toEqual([
      { path, old, new: changed },
    ])
  })

  it('differ in the order of members', () => {
    const [{ body, ...created } = {} as Entry, read = {} as Entry] = said(2)
    const { id, reference, ...others } = body
    const [difference] = compare([{ ...created, body: { reference, id, ...others } }, read])
    expect(difference).toMatchObject({ operation: 'create', path: 'body (order of members)' })
  })

  it('differ where an id stands for something else than in its first entry', () => {
    const [created = {} as Entry, read = {} as Entry] = said(2)
    const other = '01a22310-0425-794e-b2d8-999999999999'
    expect(compare([created, { ...read, body: { id: other } }])).toMatchObject([{ operation: 'read', path: 'body.id' }])
  })

  it('do not differ in ids of both, wherever one shows them first', () => {
    const id = '84ae4fbe-b67e-8444-88f9-3d405c1730b4'
    const entry = (operation: string, body: object): Entry => ({ operation, step: '1', request: {}, headers: {}, body })
    const next = [entry('page', { example: id }), entry('list', { id })]
    expect(compare(next, {}, [entry('page', {}), entry('list', { id })])).toMatchObject([{ path: 'body.example' }])
  })

  it('name mails after their reservations, seen before or not', () => {
    const mail = (code: string): Entry => ({
      operation: `mail about ${code}`,
      step: 'sandbox en 1',
      request: {},
      headers: {},
      body: `Your reservation ${code}`,
    })
    const mails = (seed: number): Entry[] => [...said(seed), mail(`CEN-7CG${seed}AP`), mail(`CEN-ZZZZZ${seed}`)]
    expect(compare(mails(2), {}, mails(1))).toEqual([])
  })

  it('have one difference for one element more in the middle of a list', () => {
    const next = said(2, { body: { items: ['first', 'new', 'second'] } })
    expect(compare(next)).toMatchObject([{ path: 'body.items[1]', old: undefined, new: 'new' }])
  })

  it('are printed by operation, the same place once', () => {
    const text = describeDifferences([
      { operation: 'list', step: 'sandbox en 1', path: 'body[0].name', old: 'a', new: 'b' },
      { operation: 'list', step: 'sandbox en 1', path: 'body[1].name', old: 'c', new: undefined },
    ])
    expect(text).toBe(
      'list\n  body[].name (sandbox en 1, 1 more)\n    old: "a"\n    new: "b"\n\n2 differences in 1 operations.',
    )
  })
})

describe('a table of renames', () => {
  const entry = (operation: string, body: object): Entry => ({ operation, step: '1', request: {}, headers: {}, body })

  it('applies to types, to members of a type or of any body, and to root fields', () => {
    const old = [entry('Query.amenity', { data: { old: { __typename: 'Old', id: 1, inner: { cost: 2 } } } })]
    const next = [
      entry('Query.amenity', { data: { amenity: { __typename: 'New', kind: 1, inner: { costCents: 2 } } } }),
    ]
    const renames = { 'Query.old': 'Query.amenity', Old: 'New', 'New.id': 'kind', cost: 'costCents' }
    expect(compare(next, renames, old)).toEqual([])
    expect(compare(next, {}, old)).not.toEqual([])
  })
})
