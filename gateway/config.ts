import { Type } from 'typebox'

/** Settings of the gateway that every shape of the product has. */
export const gatewaySettings = {
  /** Whether clients may ask for the schema; always on outside production. */
  GRAPHQL_INTROSPECTION: Type.Boolean({ default: false }),
  /** Whether callers may send any document, or only those that `npm run trust` added. */
  GRAPHQL_DOCUMENTS: Type.Enum(['any', 'trusted'], { default: 'any' }),
}

/** Where the subgraphs are, for a gateway in a process of its own. */
export const subgraphAddresses = {
  CATALOG_URL: Type.String({ format: 'url' }),
  /** Address that callers use, when it is not the one listened on. */
  PUBLIC_URL: Type.Optional(Type.String({ format: 'url' })),
  BOOKING_URL: Type.String({ format: 'url' }),
  PRICING_URL: Type.String({ format: 'url' }),
}
