import type { Static } from 'typebox'
import { compileForm } from '../../shared/form.ts'
import { CreateAmenityForm } from '../generated/forms.ts'

/** An amenity as an operator describes it. */
export type AmenityForm = Static<typeof CreateAmenityForm>

export const amenityForm = compileForm(CreateAmenityForm)
