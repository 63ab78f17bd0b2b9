import { Type, type Static } from 'typebox'
import { Form, FormText, FormTexts, OneOf, Slug } from '../../../platform/values/form-fields.ts'
import { compileForm } from '../../../schema/form.ts'

/** An amenity as an operator describes it. */
export const amenitySchema = Form({
  id: Slug('Its id.'),
  category: OneOf(['facilities', 'activities', 'dining'], 'What it belongs to.'),
  name: FormTexts(200, 'Name.'),
  description: Type.Optional(FormTexts(1_000, 'Description.')),
  icon: Type.Optional(FormText(100, 'Name of its icon.')),
})

export type AmenityForm = Static<typeof amenitySchema>

export const amenityForm = compileForm(amenitySchema)
