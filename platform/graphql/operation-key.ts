import type { GraphQLResolveInfo } from 'graphql'
import type { Identity } from '../trust/identity.ts'

type Resolver = (
  parent: never,
  args: never,
  context: { readonly identity: Identity; readonly operation?: string },
  info: GraphQLResolveInfo,
) => unknown

/**
 * Mutations whose context has a key of the operation, when the request is made under an Idempotency-Key. Each field has
 * its own: one request may run several mutations.
 */
export function withOperationKey<R extends object>(mutations: R): R {
  return Object.fromEntries(
    Object.entries(mutations as Record<string, Resolver>).map(([field, resolve]): [string, Resolver] => [
      field,
      (parent, args, context, info) => {
        const { operation } = context.identity
        return resolve(
          parent,
          args,
          operation === undefined ? context : { ...context, operation: `${operation} ${info.path.key}` },
          info,
        )
      },
    ]),
  ) as R
}
