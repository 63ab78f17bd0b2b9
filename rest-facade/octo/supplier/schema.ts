import { Type } from 'typebox'
import { Nullable } from '../../schemas/response-schemas.ts'

export const Supplier = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    endpoint: Type.String({ format: 'uri', description: 'The base URL of these paths, without a trailing slash.' }),
    contact: Type.Object({
      website: Nullable(Type.String({ format: 'uri' })),
      email: Nullable(Type.String({ format: 'email' })),
      telephone: Nullable(Type.String()),
      address: Nullable(Type.String()),
    }),
    shortDescription: Type.Optional(Nullable(Type.String({ description: 'With `octo/content`.' }))),
    media: Type.Optional(Type.Array(Type.Unknown(), { description: 'With `octo/content`.' })),
  },
  { title: 'Supplier', description: 'The supplier.' },
)
