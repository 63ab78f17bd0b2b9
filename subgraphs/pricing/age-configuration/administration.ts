import type { FieldError, FieldErrors } from '../../../schema/field-errors.ts'
import { lowerName } from '../../../schema/present-fields.ts'
import type { PriceFact } from '../administration.ts'
import { formWith } from '../form-parts.ts'
import {
  categories,
  effectiveConfigurations,
  firstOverlap,
  wholeMultiplier,
  type AgeConfiguration,
} from './rules/age-configuration.ts'
import { ageConfigurationForm, ageConfigurationSchema, type AgeConfigurationForm } from './form.ts'
import { ageConfigurationTable, countOverlappingItems, findWithGlobal, lockGlobalConfigurations } from './repository.ts'

/** Age configurations as operators create and change them. */
export const ageConfigurationFact: PriceFact<AgeConfiguration, AgeConfigurationForm> = {
  type: 'age_configuration',
  table: ageConfigurationTable,
  schema: ageConfigurationSchema,
  form: ageConfigurationForm,
  uniqueField: 'category',
  formOf: (configuration) =>
    formWith(ageConfigurationSchema, {
      source: configuration.source,
      itemId: configuration.productId,
      category: configuration.category,
      displayNames: configuration.names,
      descriptions: configuration.descriptions,
      minAge: configuration.minAge,
      maxAge: configuration.maxAge,
      pricingMultiplier: configuration.multiplier / wholeMultiplier,
      displayOrder: configuration.displayOrder,
      isActive: configuration.isActive,
    }),
  rowOf: (form) => ({
    source: lowerName(form.source),
    productId: form.itemId ?? null,
    category: lowerName(form.category),
    names: form.displayNames,
    descriptions: form.descriptions,
    minAge: form.minAge,
    maxAge: form.maxAge ?? null,
    multiplier: Math.round(form.pricingMultiplier * wholeMultiplier),
    displayOrder: form.displayOrder ?? categories.indexOf(lowerName(form.category)) + 1,
    isActive: form.isActive ?? true,
  }),
  lockFirst: lockGlobalConfigurations,
  async check(client, form, changing): Promise<FieldErrors> {
    const { source, itemId = null } = form
    const changed = { ...ageConfigurationFact.rowOf(form), id: changing?.id ?? '', version: 0 } as AgeConfiguration
    const others = (await findWithGlobal(client, itemId)).filter(({ id }) => id !== changed.id)
    const overlap = firstOverlap(effectiveConfigurations([...others, changed], itemId))
    if (overlap) return { minAge: [overlapOf(changed, overlap)] }
    const items = source === 'GLOBAL' ? await countOverlappingItems(client, changed) : 0
    return items > 0 ? { minAge: [{ code: 'OVERLAPS_OVERRIDES', items }] } : {}
  },
}

/** Names the category that is not the one to change. */
function overlapOf(
  { category }: AgeConfiguration,
  [younger, older]: readonly [AgeConfiguration, AgeConfiguration],
): FieldError {
  const other = younger.category === category ? older : younger
  const ages = other.maxAge === null ? `${other.minAge}+` : `${other.minAge}-${other.maxAge}`
  return { code: 'OVERLAPS_AGES', category: other.category, ages }
}
