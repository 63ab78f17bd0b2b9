import type { PriceFact } from '../administration.ts'
import { lower, present, upper } from '../form-parts.ts'
import { transportOptionForm, type TransportOptionForm } from './form.ts'
import { transportOptionTable, type TransportOptionRow } from './repository.ts'

/** Of what is shared, which takes any number of people. */
const sharedCapacity = 50
const usualMinutesBefore = 60

/** Transport options as operators create and change them. */
export const transportOptionFact: PriceFact<TransportOptionRow, TransportOptionForm> = {
  type: 'transport_option',
  table: transportOptionTable,
  form: transportOptionForm,
  uniqueField: 'slug',
  formOf: ({ slug, productType, productId, type, ...option }) =>
    present({
      slug,
      itemType: upper(productType),
      itemId: productId,
      type: upper(type),
      baseCents: option.baseCents,
      centsPerKm: option.centsPerKm,
      vehicleCapacity: option.vehicleCapacity,
      latitude: option.latitude,
      longitude: option.longitude,
      zoneRadiusKm: option.zoneRadiusKm,
      minutesBefore: option.minutesBefore,
      isActive: option.isActive,
    }) as TransportOptionForm,
  rowOf: (form) => ({
    slug: form.slug,
    productType: lower(form.itemType),
    productId: form.itemId ?? null,
    type: lower(form.type),
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
