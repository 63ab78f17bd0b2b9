import { pageResolvers } from '../../../platform/graphql/connection.ts'
import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import { asWritten } from '../../../platform/graphql/lower-case-enums.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { apiError } from '../../../schema/errors.ts'
import type { Context } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { textIn } from '../text.ts'
import { createAmenity } from './create.ts'
import { amenityKindPage } from './list.ts'
import { findAmenityKind, type AmenityKindRow } from './repository.ts'
import { updateAmenity } from './update.ts'

async function requireAmenity(id: string, { database }: Context): Promise<AmenityKindRow> {
  const amenity = await findAmenityKind(database, id)
  if (!amenity) throw apiError('AMENITY_NOT_FOUND', { amenityId: id })
  return amenity
}

export const amenityResolvers = {
  Query: { amenityKinds: (_, args, context) => amenityKindPage(args, context) },
  Mutation: withOperationKey<Resolvers<Context>['Mutation'] & object>({
    createAmenity: async (_, { input }, context) => requireAmenity(await createAmenity(input, context), context),
    updateAmenity: async (_, { input }, context) => requireAmenity(await updateAmenity(input, context), context),
  }),
  AmenityKind: {
    name: ({ name }, _, { language }) => textIn(language, name),
    description: ({ description }, _, { language }) => textIn(language, description),
    stored: ({ version: _version, ...form }, _, _context, { schema }) => asWritten(schema, 'CreateAmenityInput', form),
  },
  AmenityKindConnection: pageResolvers<AmenityKindRow>(),
} satisfies FeatureResolvers<Resolvers<Context>, Context>
