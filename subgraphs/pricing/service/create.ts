import { createFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { CreateCenoteServiceInput } from '../generated/resolvers.ts'
import { serviceFact } from './administration.ts'
import type { Service } from './service.ts'

/** Adds a service to a cenote. Errors: ERROR_VALIDACION. */
export const createCenoteService = (input: CreateCenoteServiceInput, context: Context): Promise<Service> =>
  createFact(serviceFact, input, context)
