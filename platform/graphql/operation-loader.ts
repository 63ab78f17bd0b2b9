import DataLoader from 'dataloader'
import { turn } from '../process/turn.ts'

/**
 * A DataLoader of one operation. The objects of a long list continue in several turns of the event loop; what they read
 * is sent in one batch nevertheless.
 */
export class OperationLoader<Key, Value, CacheKey = Key> extends DataLoader<Key, Value, CacheKey> {
  constructor(read: DataLoader.BatchLoadFn<Key, Value>, options?: DataLoader.Options<Key, Value, CacheKey>) {
    super(read, { batchScheduleFn: turn.schedule, ...options })
  }
}
