/**
 * The graph of the heavy query: users, their reviews, the reviewed products and their other reviewers, over four
 * subgraphs. Data are computed from numbers, without end: a page that was never requested is as large as every other.
 */
export const contracts = {
  accounts: `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
    type Query { me: User users(page: Int = 0): [User!]! }
    type User @key(fields: "id") { id: ID! name: String! username: String! birthday: String }`,
  inventory: `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@external", "@requires"])
    type Product @key(fields: "upc") {
      upc: String!
      price: Int @external
      weight: Int @external
      inStock: Boolean
      shippingEstimate: Int @requires(fields: "price weight")
    }`,
  products: `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
    type Query { topProducts(first: Int = 5, page: Int = 0): [Product!]! }
    type Product @key(fields: "upc") { upc: String! name: String price: Int weight: Int description: String }`,
  reviews: `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
    type User @key(fields: "id") { id: ID! reviews: [Review!]! }
    type Product @key(fields: "upc") { upc: String! reviews: [Review!]! }
    type Review @key(fields: "id") { id: ID! body: String author: User! product: Product! }`,
} as const

export type HeavySubgraph = keyof typeof contracts
export const heavySubgraphs = Object.keys(contracts) as readonly HeavySubgraph[]

/** Users, products and reviews come in blocks that refer only to themselves. */
const block = { users: 12, products: 9, reviews: 36 }
const usersPerPage = 6

interface User {
  readonly id: string
}
interface Product {
  readonly upc: string
  readonly price?: number
  readonly weight?: number
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index)
const user = (number: number) => ({
  id: String(number),
  name: `Name of user ${number}`,
  username: `user-${number}`,
  birthday: '2000-01-01',
})
const product = (number: number) => ({
  upc: String(number),
  name: `Product number ${number}`,
  price: 100 + (number % 900),
  weight: 10 + (number % 90),
  description: `Product ${number} is described in about as many words as a shop would use, `.repeat(4),
})
/** A review is by one of three of a user, and one of four of a product. */
const review = (number: number) => {
  const inBlock = number % block.reviews
  const index = (number - inBlock) / block.reviews
  return {
    id: String(number),
    body: `Review ${number}: it was all right, better than described. We would order it again, as would others.`,
    author: { id: String(index * block.users + Math.floor(inBlock / 3)) },
    product: { upc: String(index * block.products + (inBlock % block.products)) },
  }
}
const reviewsOfUser = ({ id }: User) => range(Number(id) * 3, 3).map(review)
const reviewsOfProduct = ({ upc }: Product) => {
  const inBlock = Number(upc) % block.products
  const start = ((Number(upc) - inBlock) / block.products) * block.reviews + inBlock
  return range(0, 4).map((step) => review(start + step * block.products))
}

export const resolvers: Record<HeavySubgraph, object> = {
  accounts: {
    Query: {
      me: () => user(1),
      users: (_root: unknown, { page }: { page: number }) => range(page * block.users, usersPerPage).map(user),
    },
    User: { __resolveReference: ({ id }: User) => user(Number(id)) },
  },
  inventory: {
    Product: {
      __resolveReference: (reference: Product) => ({ ...reference, inStock: Number(reference.upc) % 3 > 0 }),
      shippingEstimate: ({ price = 0, weight = 0 }: Product) => (price > 900 ? 0 : Math.round(weight / 2)),
    },
  },
  products: {
    Query: {
      topProducts: (_root: unknown, { first, page }: { first: number; page: number }) =>
        range(page * block.products, first).map(product),
    },
    Product: { __resolveReference: ({ upc }: Product) => product(Number(upc)) },
  },
  reviews: {
    User: { reviews: reviewsOfUser },
    Product: { reviews: reviewsOfProduct },
  },
}
