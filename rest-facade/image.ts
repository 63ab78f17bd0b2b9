import { Type } from 'typebox'

/** A picture of a cenote or a tour. */
export const Image = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    alt: Type.String(),
    type: Type.String({ description: 'main or gallery' }),
    order: Type.Integer(),
  },
  { title: 'Image' },
)
