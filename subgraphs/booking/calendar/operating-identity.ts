import type { Identity } from '../../../platform/trust/identity.ts'
import type { Context } from '../context.ts'

/** The caller as another service sees it, with the name of the work of this request, which is done there once. */
export const operatingIdentity = ({ identity, operation }: Pick<Context, 'identity' | 'operation'>): Identity =>
  operation === undefined ? identity : { ...identity, operation }
