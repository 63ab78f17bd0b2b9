import type { GraphQLResolveInfo } from 'graphql'

/** The resolvers of a feature: fields of the generated map, and references that other subgraphs make to its entities. */
export type FeatureResolvers<Map, Context> = {
  [Type in keyof Map]: Map[Type] & {
    __resolveReference?: (reference: never, context: Context, info: GraphQLResolveInfo) => unknown
  }
}

/** Merges the resolvers of several features; two resolvers for one field are a programming error. */
export function mergeResolvers<Map, Context>(
  ...features: readonly FeatureResolvers<Map, Context>[]
): FeatureResolvers<Map, Context> {
  const merged: Record<string, Record<string, unknown>> = {}
  for (const [type, fields] of features.flatMap((feature) =>
    Object.entries<object>(feature as Record<string, object>),
  )) {
    const target = (merged[type] ??= {})
    for (const [field, resolver] of Object.entries(fields)) {
      if (field in target) throw new Error(`${type}.${field} is resolved twice`)
      target[field] = resolver
    }
  }
  return merged as FeatureResolvers<Map, Context>
}
