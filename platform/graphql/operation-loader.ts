import DataLoader from 'dataloader'
import { turn } from '../process/turn.ts'

/**
 * A DataLoader for one operation. A long list is completed over several turns of the event loop; the reads of all its
 * items still go into one batch.
 */
export class OperationLoader<Key, Value, CacheKey = Key> extends DataLoader<Key, Value, CacheKey> {
  constructor(read: DataLoader.BatchLoadFn<Key, Value>, options?: DataLoader.Options<Key, Value, CacheKey>) {
    super(read, { batchScheduleFn: turn.schedule, ...options })
  }
}
