import { validationError } from '../../../schema/errors.ts'
import type { ReviewContext } from './context.ts'
import type { ReviewRow } from './repository.ts'

const defaultCount = 10
const maxReviews = 50

/** Reviews of a cenote, latest first; `first` outside 1 to 50 is ERROR_VALIDACION. */
export async function latestReviews(
  cenoteId: string,
  count: number | null | undefined,
  { loaders }: Pick<ReviewContext, 'loaders'>,
): Promise<ReviewRow[]> {
  const first = count ?? defaultCount
  if (first < 1 || first > maxReviews)
    throw validationError({ first: [{ code: 'OUT_OF_RANGE', min: 1, max: maxReviews }] })
  return loaders.latestReviews.load({ ownerId: cenoteId, args: { first } })
}
