export { productRoutes } from './routes.ts'
export { unitsOf, type ProductBody } from './representation.ts'
export { Product, ProductOption, Unit } from './schema.ts'
export {
  eitherProduct,
  findProduct,
  productVariables,
  readAnyProduct,
  readProduct,
  requireActive,
  requireUnit,
  soldCenote,
  soldTour,
  type ProductType,
  type SoldProduct,
} from './sold-product.ts'
