import { updateFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { UpdateTransportOptionInput } from '../generated/resolvers.ts'
import { transportOptionFact } from './administration.ts'
import type { TransportOptionRow } from './transport-option.ts'

/** Changes or deactivates a transport option. Errors: PRICE_FACT_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION. */
export const updateTransportOption = (
  input: UpdateTransportOptionInput,
  context: Context,
): Promise<TransportOptionRow> => updateFact(transportOptionFact, input, context)
