import { productResolvers } from './resolvers.ts'

/** Facts of cenotes and tours alike, for the events that booking publishes. */
export const products = { resolvers: productResolvers }

export { itemProperties, productList, type ColumnsOf } from './installation.ts'
export { settledForm, type ProductKind } from './references.ts'
export {
  insertProducts,
  namedBy,
  productSlugs,
  readProductNames,
  readProducts,
  replaceProducts,
  setActive,
  type ProductTables,
  type ProductValues,
  type StoredProduct,
} from './store/forms.ts'
