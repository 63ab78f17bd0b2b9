import type { AmenityForm } from './form.ts'

/** An amenity as such, apart from the cenotes that offer it. */
export interface AmenityKindRow extends AmenityForm {
  readonly version: number
}
