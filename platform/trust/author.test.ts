import { describe, expect, it } from '@jest/globals'
import { authorOf, shownAuthor, systemAuthor } from './author.ts'

const key = { id: '1', lastFour: 'abcd', label: 'Eva' }

describe('the author of a change', () => {
  it.each([
    [
      { key, scopes: ['reservations:write'] },
      { type: 'partner', keyId: '1', keyLabel: 'Eva' },
    ],
    [
      { key, scopes: ['reservations:write', 'platform:manage'] },
      { type: 'operator', keyId: '1', keyLabel: 'Eva' },
    ],
    [
      { key, scopes: ['gate:operate'] },
      { type: 'operator', keyId: '1', keyLabel: 'Eva' },
    ],
    [
      { key: { id: '1', lastFour: 'abcd' }, scopes: [] },
      { type: 'partner', keyId: '1', keyLabel: null },
    ],
    [{ scopes: [] }, { type: 'guest', keyId: null, keyLabel: null }],
  ])('follows from the caller %j', (identity, author) => {
    expect(authorOf(identity)).toEqual(author)
  })

  it("hides from partners which of the operator's keys it was", () => {
    const staff = authorOf({ key, scopes: ['platform:manage'] })
    expect(shownAuthor(staff, true)).toEqual(staff)
    expect(shownAuthor(staff, false)).toEqual({ type: 'operator', keyId: null, keyLabel: null })
    const partner = authorOf({ key, scopes: [] })
    expect(shownAuthor(partner, false)).toEqual(partner)
    expect(shownAuthor(systemAuthor, false)).toEqual(systemAuthor)
  })
})
