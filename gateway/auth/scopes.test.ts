import { describe, expect, it } from '@jest/globals'
import { directPartner, operatorPartner } from '../../schema/built-in-partners.ts'
import { isOfStaff, scopesOf } from './scopes.ts'

const key = (partnerId: string, ...scopes: string[]) => ({ partnerId, scopes })

describe('the scopes of a key', () => {
  it('include what they manage', () => {
    expect(scopesOf(key(operatorPartner.id, 'platform:manage'))).toEqual([
      'platform:manage',
      'catalog:read',
      'pricing:read',
      'reservations:read',
    ])
    expect(scopesOf(key('a partner', 'catalog:manage'))).toEqual(['catalog:manage', 'catalog:read'])
  })

  it('leave out, with what it includes, a scope that is for keys of another partner alone', () => {
    expect(scopesOf(key('a partner', 'platform:manage', 'gate:operate', 'webhooks:manage'))).toEqual([
      'webhooks:manage',
    ])
    expect(scopesOf(key(directPartner.id, 'platform:manage'))).toEqual([])
    expect(scopesOf(key(operatorPartner.id, 'gate:operate'))).toEqual([])
  })

  it("make a key one of the operator's staff when they count", () => {
    expect(isOfStaff(key(operatorPartner.id, 'platform:manage'))).toBe(true)
    expect(isOfStaff(key(directPartner.id, 'gate:operate'))).toBe(true)
    expect(isOfStaff(key('a partner', 'platform:manage'))).toBe(false)
    expect(isOfStaff(key(directPartner.id, 'reservations:write'))).toBe(false)
  })
})
