export { productRoutes } from './routes.ts'
export {
  eitherProduct,
  findProduct,
  readProduct,
  requireActive,
  requireUnit,
  unitsOf,
  type ProductType,
  type SoldProduct,
} from './sold-product.ts'
