import { directPartner } from '../../schema/built-in-partners.ts'
import { apiError } from '../../schema/errors.ts'
import type { Context } from './context.ts'

type Called = Pick<Context, 'identity'>

/** The partner whose data the caller reads and changes: its own, or the one that its context was made for. */
export function partnerOf({ identity }: Called): string {
  if (identity.partnerId === null) throw apiError('AUTHENTICATION_REQUIRED')
  return identity.partnerId
}

/** Whether the caller is the operator's staff at a desk, who reaches the data of every partner. */
export const isOperator = ({ identity }: Called): boolean => identity.scopes.includes('platform:manage')

/** Whether the caller is the gate, which receives the visits of every partner. */
export const isGate = ({ identity }: Called): boolean => identity.scopes.includes('gate:operate')

/** Whether the caller is either of them. */
export const isStaff = (called: Called): boolean => isOperator(called) || isGate(called)

/** The partner whose reservations the caller may read one by one; undefined for those of all partners. */
export const readablePartnerOf = (called: Called): string | undefined =>
  isStaff(called) ? undefined : partnerOf(called)

/** The partner whose reservations and events the caller may list; undefined for those of all partners. */
export const listedPartnerOf = (called: Called): string | undefined =>
  isOperator(called) ? undefined : partnerOf(called)

/** A partner, with its name where it is known. */
export interface NamedPartner {
  readonly id: string
  readonly name?: string
}

/** The same caller, who acts on data of a partner. */
export function forPartner<C extends Context>(context: C, { id, name }: NamedPartner): C {
  const { partnerName: _own, ...identity } = context.identity
  return { ...context, identity: { ...identity, partnerId: id, ...(name === undefined ? {} : { partnerName: name }) } }
}

/**
 * The context of a sale: for the caller's own partner, by an operator for the one that it names, or for `direct`. Errors:
 * INSUFFICIENT_PERMISSIONS for another partner than the caller's own, PARTNER_NOT_FOUND.
 */
export function forSeller<C extends Context>(partnerId: string | null | undefined, context: C): C {
  const { identity } = context
  const named = partnerId?.toLowerCase()
  if (!isOperator(context)) {
    if (named === undefined || named === identity.partnerId) return context
    throw apiError('INSUFFICIENT_PERMISSIONS', {
      requiredScopes: ['platform:manage'],
      grantedScopes: identity.scopes,
    })
  }
  const sellers = [directPartner, ...(identity.partners ?? [])]
  const seller = sellers.find(({ id }) => id === (named ?? directPartner.id))
  if (!seller) throw apiError('PARTNER_NOT_FOUND', { partnerId })
  return forPartner(context, seller)
}

/** Refuses what needs a scope that the caller lacks; false and undefined need none. Error: INSUFFICIENT_PERMISSIONS. */
export function requireScopes(scopes: readonly (string | false | undefined)[], { identity }: Called): void {
  const requiredScopes = scopes.filter((scope) => typeof scope === 'string' && !identity.scopes.includes(scope))
  if (requiredScopes.length > 0)
    throw apiError('INSUFFICIENT_PERMISSIONS', { requiredScopes, grantedScopes: identity.scopes })
}

/** Refuses what only the operator's staff at a desk may do. Error: INSUFFICIENT_PERMISSIONS. */
export function requireOperator(context: Called): void {
  if (isOperator(context)) return
  throw apiError('INSUFFICIENT_PERMISSIONS', {
    requiredScopes: ['platform:manage'],
    grantedScopes: context.identity.scopes,
  })
}

/** Refuses the gate an operation that it has for visits of `direct` alone. Error: INSUFFICIENT_PERMISSIONS. */
export function requireDirectAtGate(context: Called): void {
  if (!isGate(context) || partnerOf(context) === directPartner.id) return
  throw apiError('INSUFFICIENT_PERMISSIONS', {
    requiredScopes: ['platform:manage', 'reservations:write'],
    grantedScopes: context.identity.scopes,
  })
}
