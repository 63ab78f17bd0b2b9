import DataLoader from 'dataloader'
import type { Pool } from '../../../platform/postgres/database.ts'
import { readProgress, type Progress } from './store/disruptions.ts'

export interface DisruptionLoaders {
  readonly progress: DataLoader<string, Progress>
}

export const createDisruptionLoaders = (pool: Pool): DisruptionLoaders => ({
  progress: new DataLoader((ids) => readProgress(pool, ids), { cache: false }),
})
