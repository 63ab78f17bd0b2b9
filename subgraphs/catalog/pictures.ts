import type { FeatureResolvers } from '../../platform/graphql/merge-resolvers.ts'
import type { Context } from './context.ts'
import type { Resolvers } from './generated/resolvers.ts'

/** A picture that the product has itself is stored as a path, which is right under any address. */
const addressOf = ({ url }: { readonly url: string }, { publicUrl }: Context): string =>
  url.startsWith('/') ? publicUrl + url : url

export const pictureResolvers = {
  Image: { url: (image, _, context) => addressOf(image, context) },
  ReviewPhoto: { url: (photo, _, context) => addressOf(photo, context) },
} satisfies FeatureResolvers<Resolvers<Context>, Context>
