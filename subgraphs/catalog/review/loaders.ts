import type DataLoader from 'dataloader'
import { loadOwnedWith } from '../batching.ts'
import type { Database } from '../database.ts'
import { findLatestReviews, type ReviewRow } from './repository.ts'

/** Batched reads of reviews for one request. */
export interface ReviewLoaders {
  readonly latestReviews: DataLoader<{ ownerId: string; args: { first: number } }, ReviewRow[], string>
}

export function reviewLoaders(database: Database): ReviewLoaders {
  return {
    latestReviews: loadOwnedWith(
      (ids, { first }) => findLatestReviews(database, ids, first),
      (row) => row.cenoteId,
    ),
  }
}
