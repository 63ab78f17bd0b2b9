import { lowerName } from '../../../schema/present-fields.ts'
import type { PriceFact } from '../administration.ts'
import { formWith } from '../form-parts.ts'
import { transportOptionForm, transportOptionSchema, type TransportOptionForm } from './form.ts'
import { transportOptionTable, type TransportOptionRow } from './repository.ts'

/** Of what is shared, which takes any number of people. */
const sharedCapacity = 50
const usualMinutesBefore = 60

/** Transport options as operators create and change them. */
export const transportOptionFact: PriceFact<TransportOptionRow, TransportOptionForm> = {
  type: 'transport_option',
  table: transportOptionTable,
  schema: transportOptionSchema,
  form: transportOptionForm,
  uniqueField: 'slug',
  formOf: ({ slug, productType, productId, type, ...option }) =>
    formWith(transportOptionSchema, {
      slug,
      itemType: productType,
      itemId: productId,
      type,
      baseCents: option.baseCents,
      centsPerKm: option.centsPerKm,
      vehicleCapacity: option.vehicleCapacity,
      latitude: option.latitude,
      longitude: option.longitude,
      zoneRadiusKm: option.zoneRadiusKm,
      minutesBefore: option.minutesBefore,
      isActive: option.isActive,
    }),
  rowOf: (form) => ({
    slug: form.slug,
    productType: lowerName(form.itemType),
    productId: form.itemId ?? null,
    type: lowerName(form.type),
    baseCents: form.baseCents,
    centsPerKm: form.centsPerKm ?? 0,
    vehicleCapacity: form.vehicleCapacity ?? sharedCapacity,
    latitude: form.latitude ?? null,
    longitude: form.longitude ?? null,
    zoneRadiusKm: form.zoneRadiusKm ?? null,
    minutesBefore: form.minutesBefore ?? usualMinutesBefore,
    isActive: form.isActive ?? true,
  }),
}
