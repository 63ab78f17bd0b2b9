import pg from 'pg'
import { serverUrl } from './settings.ts'

export type Row = Record<string, unknown>
export interface Text {
  en: string
}

const pool = (database: string): pg.Pool =>
  new pg.Pool({ connectionString: `${serverUrl}/${database}`, max: 10, options: '-c search_path=sandbox,public' })
export const catalog = pool('catalog')
export const pricing = pool('pricing')
export const booking = pool('booking')

export const prepared = async <T>(
  on: pg.Pool | pg.PoolClient,
  name: string,
  text: string,
  values: unknown[],
): Promise<T[]> => (await on.query({ name, text, values })).rows as T[]
