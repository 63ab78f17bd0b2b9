import { updateFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { UpdateCenoteServiceInput } from '../generated/resolvers.ts'
import { serviceFact } from './administration.ts'
import type { Service } from './service.ts'

/** Changes or deactivates a service of a cenote. Errors: PRICE_FACT_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION. */
export const updateCenoteService = (input: UpdateCenoteServiceInput, context: Context): Promise<Service> =>
  updateFact(serviceFact, input, context)
