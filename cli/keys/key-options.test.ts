import { describe, expect, it } from '@jest/globals'
import { allScopes, partnerScopes } from '../../gateway/auth/scopes.ts'
import { readKeyOptions, type UnusableCommand, type UpstreamInput } from './key-options.ts'

const declared = [{ name: 'createReservation', limit: 100, seconds: 3_600, keyless: false }]
const read = (input: Partial<UpstreamInput>) =>
  readKeyOptions({ environment: 'live', plan: 'basic', scopes: [], limits: [], ...input }, declared)
const fieldErrors = (input: Partial<UpstreamInput>): readonly string[] => {
  try {
    read(input)
    return []
  } catch (error) {
    return (error as UnusableCommand).problems
  }
}

describe('the terms of a new key', () => {
  it('default to every scope of partners but inventory:write and the limits of the plan', () => {
    const { scopes, ...terms } = read({})
    expect(terms).toEqual({ environment: 'live', plan: 'basic', ownLimits: {} })
    expect([...scopes, 'inventory:write'].sort()).toEqual([...partnerScopes].sort())
  })

  it('let a key change inventories only when that is named', () => {
    expect(read({ scopes: ['inventory:write'] }).scopes).toEqual(['inventory:write'])
    expect(read({ scopes: [allScopes.join()] }).scopes).toEqual(allScopes)
  })

  it('of an operator key are all of administration with reservations, and no other scope can be named', () => {
    const { scopes, plan } = read({ operator: true, plan: undefined })
    expect(scopes).toEqual([
      'catalog:manage',
      'inventory:write',
      'pricing:manage',
      'platform:manage',
      'reservations:read',
      'reservations:write',
    ])
    expect(plan).toBe('enterprise')
    expect(fieldErrors({ operator: true, scopes: ['catalog:read'] })).toHaveLength(1)
  })

  it('of a gate key are the scope of the gate alone', () => {
    expect(read({ gate: true, plan: undefined })).toMatchObject({ scopes: ['gate:operate'], plan: 'enterprise' })
    expect(fieldErrors({ gate: true, scopes: ['catalog:read'] })).toHaveLength(1)
    expect(fieldErrors({ gate: true, operator: true })).toEqual(['--operator excludes --gate'])
  })

  it('of a publishable key are its origins and reading, with limits of its own', () => {
    const web = { web: true, origins: ['https://shop.example/, http://localhost:5173', 'https://two.example'] }
    expect(read({ ...web, environment: 'sandbox' })).toEqual({
      environment: 'sandbox',
      plan: 'basic',
      scopes: ['catalog:read', 'pricing:read'],
      ownLimits: {},
      origins: ['https://shop.example', 'http://localhost:5173', 'https://two.example'],
    })
    expect(
      read({ web: true, origins: ['https://a.example'], plan: 'enterprise', scopes: ['catalog:read'] }).scopes,
    ).toEqual(['catalog:read'])
    for (const [input, problem] of [
      [web, '--origin http://localhost:5173 must be'],
      [{ web: true }, '--web needs 1 to 20 times --origin'],
      [{ origins: ['https://a.example'] }, '--origin needs --web'],
      [{ web: true, origins: ['http://a.example'] }, '--origin http://a.example must be'],
      [{ ...web, environment: 'sandbox', scopes: ['reservations:read'] }, '--scope of a key with --web'],
      [{ ...web, environment: 'sandbox', limits: ['hour=5'] }, '--limit cannot be combined with --web'],
      [{ ...web, environment: 'sandbox', gate: true }, '--web excludes --gate'],
    ] as const)
      expect(fieldErrors(input)).toEqual([expect.stringContaining(problem)])
  })

  it('take scopes one by one or in a list, each once', () => {
    expect(read({ scopes: ['catalog:read, pricing:read', 'catalog:read'] }).scopes).toEqual([
      'catalog:read',
      'pricing:read',
    ])
  })

  it('take numbers for every limit, an operation in its own time or in another', () => {
    const { ownLimits } = read({ limits: ['hour=7', 'burst=2/1', 'createReservation=9'] })
    expect(ownLimits).toEqual({
      hour: { limit: 7, seconds: 3_600 },
      burst: { limit: 2, seconds: 1 },
      createReservation: { limit: 9, seconds: 3_600 },
    })
    expect(read({ limits: ['createReservation=9/60'] }).ownLimits).toEqual({
      createReservation: { limit: 9, seconds: 60 },
    })
  })

  it('of live enterprise need numbers for all that the plan leaves open', () => {
    expect(fieldErrors({ plan: 'enterprise', limits: ['minute=5'] })).toEqual([
      'A live enterprise key has numbers of its own: give --limit hour=<number> --limit burst=<number> too',
    ])
    expect(fieldErrors({ plan: 'enterprise', environment: 'sandbox' })).toEqual([])
  })

  it('are refused with all field errors at once', () => {
    const limits = [
      'hour',
      'minute=0',
      'burst=5/2',
      'nothing=5',
      'hour=1.5',
      'hour=-1',
      'hour=2147483648',
      'createReservation=1/0',
    ]
    const messages = fieldErrors({
      environment: 'prod',
      plan: undefined,
      scopes: ['all'],
      limits: [...limits, 'hour=1', 'hour=2'],
    })
    for (const [index, named] of [
      '--environment',
      '--plan',
      '--scope all',
      ...limits,
      '--limit hour is given twice',
    ].entries())
      expect(messages[index]).toContain(named)
    expect(messages).toHaveLength(limits.length + 4)
  })
})
