import { administer } from '../../../platform/postgres/changes.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { apiError } from '../../../schema/errors.ts'
import { administrator } from '../context.ts'
import type { SetReviewVisibilityInput } from '../generated/resolvers.ts'
import type { ReviewContext } from './context.ts'
import { findReview, lockReview, updateVisibility, type ReviewRow } from './repository.ts'

/** Hides a review from readers or shows it again. Error: NOT_FOUND. */
export async function setReviewVisibility(
  { id, isVisible }: SetReviewVisibilityInput,
  context: ReviewContext,
): Promise<ReviewRow> {
  if (!isUuid(id)) throw apiError('NOT_FOUND')
  await administer(administrator(context), async (client) => {
    const review = await lockReview(client, id)
    if (!review) throw apiError('NOT_FOUND')
    await updateVisibility(client, id, isVisible)
    const before = { isVisible: review.isVisible }
    return { subject: { type: 'review', id }, action: 'updated', before, after: { isVisible } }
  })
  const review = await findReview(context.database, { id })
  if (!review) throw apiError('NOT_FOUND')
  return review
}
