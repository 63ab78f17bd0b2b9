import type { GraphQLFormattedError } from 'graphql'
import type { Identity } from '../platform/trust/identity.ts'
import type { OperationResult } from './execution/index.ts'

type Caller = Pick<Identity, 'environment'> | undefined

/** Adds `extensions._sandbox: true` to responses for a sandbox key, so that test data is not mistaken for real data. */
export function marked<R extends OperationResult>(result: R, caller: Caller): R {
  if (caller?.environment !== 'sandbox') return result
  return { ...result, extensions: { ...result.extensions, _sandbox: true } }
}

/** The same for errors that stand alone, where there are no extensions around them. */
export function markedErrors(
  errors: readonly GraphQLFormattedError[],
  caller: Caller,
): readonly GraphQLFormattedError[] {
  if (caller?.environment !== 'sandbox') return errors
  return errors.map((error) => ({ ...error, extensions: { ...error.extensions, _sandbox: true } }))
}
