import { productResolvers } from './resolvers.ts'

/** Products, each a cenote or a tour: their commands, their forms, and facts that booking reads. */
export const products = { resolvers: productResolvers }

export { createProduct, productNotFound, setOnSale, updateProduct } from './change.ts'
export { itemProperties, productList, type ColumnsOf } from './installation.ts'
export type { ProductKind } from './references.ts'
export {
  namedBy,
  productSlugs,
  readProductNames,
  readProducts,
  type ProductTables,
  type ProductValues,
  type StoredProduct,
} from './store/forms.ts'
