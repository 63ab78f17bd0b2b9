import type { ProductZoneFragment } from '../../generated/operations.ts'

/** The time zone of a product; undefined for a key that may not read cenotes. */
export const zoneOf = (product: ProductZoneFragment): string | undefined =>
  'timezone' in product ? product.timezone : product.schedule?.timezone
