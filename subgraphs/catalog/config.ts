import { Type } from 'typebox'

/** Settings of the catalog. */
export const catalogSettings = {
  /** Name of the catalog's database on the PostgreSQL server. */
  CATALOG_DATABASE: Type.String({ minLength: 1, default: 'catalog' }),
}
