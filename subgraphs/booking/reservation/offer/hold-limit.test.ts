import { describe, expect, it } from '@jest/globals'
import { directPartner } from '../../../../schema/built-in-partners.ts'
import { holdLimitOf } from './hold-limit.ts'

const services = { holdLimits: { basic: 1, pro: 2, enterprise: 3 } }

describe('the limit on places held unpaid', () => {
  it('follows the plan of the key, and there is none for sales of direct', () => {
    const limit = (partnerId: string) =>
      holdLimitOf({ identity: { plan: 'enterprise', environment: 'live', partnerId }, services })
    expect(limit('a partner')).toBe(3)
    expect(limit(directPartner.id)).toBeNull()
  })
})
