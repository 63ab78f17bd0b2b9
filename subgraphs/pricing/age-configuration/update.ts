import { updateFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { UpdateAgeConfigurationInput } from '../generated/resolvers.ts'
import { ageConfigurationFact } from './administration.ts'
import type { AgeConfiguration } from './age-configuration.ts'

/** Changes an age configuration. Errors: PRICE_FACT_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION. */
export const updateAgeConfiguration = (
  input: UpdateAgeConfigurationInput,
  context: Context,
): Promise<AgeConfiguration> => updateFact(ageConfigurationFact, input, context)
