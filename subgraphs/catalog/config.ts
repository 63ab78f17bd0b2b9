import { Type } from 'typebox'

/** Settings of the catalogue. */
export const catalogSettings = {
  /** Name of the catalogue's database on the PostgreSQL server. */
  CATALOG_DATABASE: Type.String({ minLength: 1, default: 'catalog' }),
}
