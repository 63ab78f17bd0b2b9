import DataLoader from 'dataloader'
import type { Pool } from '../../../platform/postgres/database.ts'
import { readStanding, type Standing } from './store/standing.ts'

export interface CalendarLoaders {
  readonly standing: DataLoader<string, Standing>
}

export const createCalendarLoaders = (pool: Pool): CalendarLoaders => ({
  standing: new DataLoader((ids) => readStanding(pool, ids), { cache: false }),
})
