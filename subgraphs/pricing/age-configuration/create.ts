import { createFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { CreateAgeConfigurationInput } from '../generated/resolvers.ts'
import { ageConfigurationFact } from './administration.ts'
import type { AgeConfiguration } from './age-configuration.ts'

/** Adds an override of a cenote or tour; the global ones exist. Errors: ERROR_VALIDACION. */
export const createAgeConfiguration = (
  input: CreateAgeConfigurationInput,
  context: Context,
): Promise<AgeConfiguration> => createFact(ageConfigurationFact, input, context)
