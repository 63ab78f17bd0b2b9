import { createFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { CreateTransportOptionInput } from '../generated/resolvers.ts'
import { transportOptionFact } from './administration.ts'
import type { TransportOptionRow } from './transport-option.ts'

/** Adds a transport option. Errors: ERROR_VALIDACION. */
export const createTransportOption = (
  input: CreateTransportOptionInput,
  context: Context,
): Promise<TransportOptionRow> => createFact(transportOptionFact, input, context)
