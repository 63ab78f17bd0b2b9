import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { findProducts, findVersions } from './repository.ts'

interface ProductContext extends Context {
  /** The primaries: a replica may not have the latest change yet. */
  readonly databases: PerEnvironment<Database>
}

export const productResolvers = {
  Query: {
    productFacts: (_, { ids, after }, { databases, identity }) =>
      findProducts(databases[identity.environment], ids ?? null, after ?? null),
    cenoteVersions: (_, { ids }, { databases, identity }) =>
      findVersions(databases[identity.environment], 'cenote', ids),
    tourVersions: (_, { ids }, { databases, identity }) => findVersions(databases[identity.environment], 'tour', ids),
  },
} satisfies FeatureResolvers<Resolvers<ProductContext>, ProductContext>
